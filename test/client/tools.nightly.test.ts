import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../harness/core/embedded.ts'
import { aServer } from '../harness/core/server.ts'
import { anOrganizationOf, aWholeServer } from '../harness/core/whole-server.ts'
import { until } from '../harness/core/until.ts'
import { aReceiver } from '../harness/records/receiver.ts'
import { aFolderWith, run, tourResult } from './foreign.ts'

const timeout = { timeout: 900_000 }

test("Postman's runner makes the tour of the API", timeout, async (context) => {
  const folder = await aFolderWith(context, ['newman@6.2.2'])
  const { url, a, sql, faults } = await aServer()
  const variables = { API: `${url}/ga/api/v2`, QUIVER_API_KEY: a.credential }
  const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  const collection = path.join(root, 'integrations/clients/tour.postman_collection.json')
  const report = path.join(folder, 'report.json')
  const reporting = ['--reporters', 'json', '--reporter-json-export', report]
  await run(path.join(folder, 'node_modules/.bin/newman'), ['run', collection, ...given, ...reporting]).catch(
    (error: { stdout: string }) => error,
  )
  const { stats, failures } = (
    JSON.parse(await readFile(report, 'utf8')) as {
      run: {
        stats: Record<string, { total: number; failed: number }>
        failures: { error: { message: string } }[]
      }
    }
  ).run
  expect(failures.map(({ error }) => error.message)).toEqual([])
  expect(stats).toMatchObject({ requests: { total: 10, failed: 0 }, assertions: { total: 15, failed: 0 } })
  expect(await sql`select count(*)::integer as messages from messages`).toEqual([{ messages: 1 }])
  expect(faults).toEqual([])
})

/** The same steps, by the functions that a generator has made. */
const steps = `
const list = (await createList({ mailing_list: { name: 'Generated' } })).data.id
await createField(list, { custom_field: { name: 'City', field_type: 'text' } })
const put = (City: string) => update(list, 'ann@example.com', { subscriber: { custom_fields: { City } } })
const added = await put('Ulm')
const updated = await put('Źary')
const found = await find(list, 'ann@example.com')
const refused = await add(list, { subscriber: { email: 'nobody' } })
const batch = await addMany(list, { subscribers: [{ email: 'ann@example.com' }, { email: 'bob@example.com' }] })
const webhook = await hook({ webhook: { name: 'Generated', url: 'https://receiver.example.com/', event_types: ['studio_unsub'] } })
const message = { to: 'ann@example.com', from_email: 'shop@example.com', subject: 'Welcome', text: 'Hello' }
const sent = [await send({ message }), await send({ message })] as const
console.log(JSON.stringify({
  same: added.data.id === updated.data.id,
  city: found.data[0]?.custom_fields['City']?.value,
  found: found.num_records,
  refused,
  batch: batch.data.counts,
  secret: webhook.data.secret.slice(0, 6),
  once: sent[0].data.id === sent[1].data.id,
}))
`

const mount = '/ga/api/v2'

const generators = [
  {
    name: 'openapi-typescript with openapi-fetch',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3'],
    generate: ['openapi-typescript', 'openapi.json', '--output', 'api.ts'],
    program: `import createClient from 'openapi-fetch'
import type { paths } from './api.js'
const client = createClient<paths>({
  baseUrl: process.env['SERVER'] ?? '',
  headers: { Authorization: \`Basic \${process.env['QUIVER_API_KEY']}\` },
})
function done<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
type Body<Path extends keyof paths> = paths[Path] extends { post: { requestBody: { content: { 'application/json': infer Given } } } } ? Given : never
const ofList = (mailing_list_id: number) => ({ path: { mailing_list_id } })
const createList = async (body: Body<'${mount}/mailing_lists'>) => done(await client.POST('${mount}/mailing_lists', { body }))
const createField = async (id: number, body: Body<'${mount}/mailing_lists/{mailing_list_id}/custom_fields'>) =>
  done(await client.POST('${mount}/mailing_lists/{mailing_list_id}/custom_fields', { params: ofList(id), body }))
const people = '${mount}/mailing_lists/{mailing_list_id}/subscribers'
const update = async (mailing_list_id: number, id_or_email: string, body: { subscriber: { custom_fields: Record<string, string> } }) =>
  done(await client.PUT(\`\${people}/{id_or_email}\`, { params: { path: { mailing_list_id, id_or_email }, query: { create: true } }, body }))
const find = async (id: number, email: string) => done(await client.GET(people, { params: { ...ofList(id), query: { email } } }))
const add = async (id: number, body: Body<typeof people>) => (await client.POST(people, { params: ofList(id), body })).error?.error_code
const addMany = async (id: number, body: Body<'${mount}/mailing_lists/{mailing_list_id}/subscribers/batch'>) =>
  done(await client.POST(\`\${people}/batch\`, { params: ofList(id), body }))
const hook = async (body: Body<'${mount}/webhooks'>) => done(await client.POST('${mount}/webhooks', { body }))
const send = async (body: Body<'${mount}/messages'>) =>
  done(await client.POST('${mount}/messages', { params: { header: { 'Idempotency-Key': 'generated' } }, body }))
`,
  },
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts@0.95.0', 'typescript@5.9.3'],
    generate: [
      'openapi-ts',
      '--input',
      'openapi.json',
      '--output',
      'api',
      '--client',
      '@hey-api/client-fetch',
    ],
    program: `import { client } from './api/client.gen.js'
import * as api from './api/sdk.gen.js'
client.setConfig({
  baseUrl: process.env['SERVER'] ?? '',
  headers: { Authorization: \`Basic \${process.env['QUIVER_API_KEY']}\` },
})
function done<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
type Body<Call extends (options: never) => unknown> = Parameters<Call>[0] extends { body: infer Given } ? Given : never
const ofList = (mailing_list_id: number) => ({ mailing_list_id })
const createList = async (body: Body<typeof api.createMailingList>) => done(await api.createMailingList({ body }))
const createField = async (id: number, body: Body<typeof api.createCustomField>) => done(await api.createCustomField({ path: ofList(id), body }))
const update = async (mailing_list_id: number, id_or_email: string, body: Body<typeof api.updateSubscriber>) =>
  done(await api.updateSubscriber({ path: { mailing_list_id, id_or_email }, query: { create: true }, body }))
const find = async (id: number, email: string) => done(await api.listSubscribers({ path: ofList(id), query: { email } }))
const add = async (id: number, body: Body<typeof api.createSubscriber>) => (await api.createSubscriber({ path: ofList(id), body })).error?.error_code
const addMany = async (id: number, body: Body<typeof api.writeSubscriberBatch>) => done(await api.writeSubscriberBatch({ path: ofList(id), body }))
const hook = async (body: Body<typeof api.createWebhook>) => done(await api.createWebhook({ body }))
const send = async (body: Body<typeof api.createMessage>) => done(await api.createMessage({ headers: { 'Idempotency-Key': 'generated' }, body }))
`,
  },
]

for (const { name, packages, generate, program } of generators) {
  test(`what ${name} generates compiles and makes the tour of the API`, timeout, async (context) => {
    const folder = await aFolderWith(context, packages)
    await cp(path.join(root, 'docs/openapi.json'), path.join(folder, 'openapi.json'))
    const [tool = '', ...args] = generate
    await run(path.join(folder, 'node_modules/.bin', tool), args, { cwd: folder })
    await writeFile(path.join(folder, 'tour.ts'), program + steps)
    await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
    await mkdir(path.join(folder, 'node_modules/@types'), { recursive: true })
    await symlink(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node')).catch(() => undefined) // oxfmt-ignore
    const compilerOptions = {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      outDir: 'built',
    }
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['tour.ts'] }),
    )
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const { stdout: problems } = await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error) // oxfmt-ignore
    expect(problems).toBe('')
    const { url, a, faults } = await aServer()
    const env = { PATH: process.env['PATH'] ?? '', SERVER: url, QUIVER_API_KEY: a.credential }
    const bundled = path.join(folder, 'tour.mjs')
    await run(path.join(root, 'node_modules/.bin/esbuild'), ['built/tour.js', '--bundle', '--platform=node', '--format=esm', `--outfile=${bundled}`], { cwd: folder }) // oxfmt-ignore
    const { stdout } = await run(process.execPath, [bundled], { cwd: folder, env })
    expect(JSON.parse(stdout)).toEqual(tourResult)
    expect(faults).toEqual([])
  })
}

test(
  'two verifiers of Standard Webhooks take what a started server sends, under the secret of the webhook',
  timeout,
  async (context) => {
    const folder = await aFolderWith(context, ['svix@2.5.0', 'standardwebhooks@1.1.1'])
    const load = createRequire(path.join(folder, 'package.json'))
    type Verifier = { Webhook: new (secret: string) => { verify: (body: string, headers: Record<string, string>) => unknown } } // oxfmt-ignore
    const verifiers = ['svix', 'standardwebhooks'].map((name) => load(name) as Verifier)
    const receiver = await aReceiver()
    const server = await aWholeServer({}, { WEBHOOK_ALLOW: new URL(receiver.url).host })
    const shop = await anOrganizationOf(server, { name: 'Shop' })
    const webhook = {
      name: 'Shop',
      url: receiver.url,
      event_types: ['studio_subscriber_created', 'message_accepted'],
    }
    const { secret } = await shop.call<{ secret: string }>('POST', 'webhooks', { webhook })
    const { id } = await shop.call<{ id: number }>('POST', 'mailing_lists', {
      mailing_list: { name: 'News' },
    })
    await shop.call('POST', `mailing_lists/${id}/subscribers`, { subscriber: { email: 'ann@example.com' } })
    const message = {
      to: 'ann@example.com',
      from_email: 'shop@example.com',
      subject: 'Welcome',
      text: 'Hello',
    }
    await shop.call('POST', 'messages', { message })
    const events = () => receiver.requests.flatMap((request) => request.events)
    await until(async () => events().length >= 2)
    expect(events().map(({ event_type: type }) => type).toSorted()).toEqual(['message_accepted', 'studio_subscriber_created']) // oxfmt-ignore
    for (const { Webhook } of verifiers) {
      for (const { text, headers } of receiver.requests) {
        const given = headers as Record<string, string>
        expect(() => new Webhook(secret).verify(text, given)).not.toThrow()
        expect(() => new Webhook(secret).verify(`${text} `, given)).toThrow()
      }
    }
  },
)
