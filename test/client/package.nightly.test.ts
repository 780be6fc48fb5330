import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { build } from 'vite'
import { root } from '../harness/core/embedded.ts'
import { anOrganizationOf, aWholeServer } from '../harness/core/whole-server.ts'
import { anArchive } from './archive.ts'

const run = promisify(execFile)
const modules = path.join(root, 'node_modules')

/** A folder in which the package is installed as `npm install` does it from the file, but without the registry. */
async function aProject(): Promise<string> {
  const { folder, archive } = await anArchive()
  const installed = path.join(folder, 'node_modules', '@quiver', 'client')
  await mkdir(installed, { recursive: true })
  await run('tar', ['--extract', `--file=${archive}`, '--strip-components=1', '-C', installed])
  const { dependencies } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of [...Object.keys(dependencies), 'standardwebhooks']) {
    await symlink(path.join(modules, name), path.join(folder, 'node_modules', name))
  }
  await run('cp', ['-r', path.join(installed, 'examples'), folder])
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
  return folder
}

test('the examples of the client do what they say, against a real server', async () => {
  const folder = await aProject()
  const server = await aWholeServer()
  const shop = await anOrganizationOf(server, { name: 'Shop' })
  const list = await shop.call<{ id: number }>('POST', 'mailing_lists', { mailing_list: { name: 'News' } })
  await shop.call('POST', `mailing_lists/${list.id}/custom_fields`, {
    custom_field: { name: 'City', field_type: 'text' },
  })
  const env = { PATH: process.env['PATH'] ?? '', QUIVER_URL: server.url, QUIVER_API_KEY: shop.credential }
  const example = async (name: string, given: string[] = [], input = '') => {
    const running = run(process.execPath, [`examples/${name}.mjs`, ...given], { cwd: folder, env })
    running.child.stdin?.end(input)
    return (await running).stdout
  }

  await writeFile(
    path.join(folder, 'people.csv'),
    'Email,City\nanna@example.com,Ulm\nben@example.com,Pau\nno,Rom\n',
  )
  expect(await example('import-file', [String(list.id), 'people.csv'])).toMatch(
    /^finished \{.*"added":2.*"failed":1/,
  )

  const customers = [
    { email: 'anna@example.com', custom_fields: { City: 'Bonn' } },
    { email: 'cid@example.com', custom_fields: { City: 'Metz' } },
  ]
  const input = JSON.stringify(customers)
  expect(await example('keep-in-step', [String(list.id)], input)).toBe(
    'in step anna@example.com\nin step cid@example.com\n',
  )

  expect(await example('send-campaign', [String(list.id), 'news@example.com'])).toBe('finished 3 messages\n')
  expect(server.sink.messages).toHaveLength(3)

  expect(await example('read-reports')).toMatch(
    /^id,name,state,sent,opened,clicked\n\d+,"Hello",finished,3,0,0\n$/,
  )
})

test('the example of a receiver takes an event that is signed, and refuses one that is not', async () => {
  const folder = await aProject()
  const { Webhook } = createRequire(import.meta.url)('standardwebhooks') as typeof import('standardwebhooks')
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const receiver = spawn(process.execPath, ['examples/receive-events.mjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    receiver.kill('SIGTERM')
    if (receiver.exitCode === null) await once(receiver, 'exit')
  })
  const [line] = (await once(receiver.stdout.setEncoding('utf8'), 'data')) as [string]
  const url = `http://127.0.0.1:${/\d+/.exec(line)?.[0]}`
  const body = '{"event_type":"studio_open"}'
  const now = new Date()
  const signed = {
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('one', now, body),
  }
  expect((await fetch(url, { method: 'POST', body, headers: signed })).status).toBe(204)
  expect((await fetch(url, { method: 'POST', body: `${body} `, headers: signed })).status).toBe(401)
  expect((await fetch(url, { method: 'POST', body })).status).toBe(401)
})

test('its types catch a wrong call, in projects of both kinds of module resolution, and the examples are right', async () => {
  const folder = await aProject()
  await writeFile(
    path.join(folder, 'calls.ts'),
    `import { createClient, createSubscriber, listSubscribers, records, showMailingList } from '@quiver/client'
const client = createClient({ url: 'http://127.0.0.1', credential: null })
const params = { mailing_list_id: 1 }
export const email: Promise<string> = client.call(createSubscriber, { params, body: { email: 'a@b.c' } }).then(({ data }) => data.email)
export async function all(): Promise<number[]> {
  const ids: number[] = []
  for await (const { id } of records(client, listSubscribers, { params })) ids.push(id)
  return ids
}
// @ts-expect-error the id is missing
void client.call(showMailingList)
// @ts-expect-error the address is missing
void client.call(createSubscriber, { params, body: {} })
// @ts-expect-error no such member
void client.call(showMailingList, { params: { id: 1 } }).then(({ data }) => data.nmae)
`,
  )
  const nodenext = { module: 'nodenext', moduleResolution: 'nodenext', strict: true }
  await checkTypes(folder, ['calls.ts'], nodenext)
  await checkTypes(folder, ['calls.ts'], { ...nodenext, module: 'esnext', moduleResolution: 'bundler' })
  await checkTypes(folder, ['examples'], { ...nodenext, strict: false, allowJs: true, checkJs: true })
})

/** @throws Error with what the compiler says. */
async function checkTypes(folder: string, include: string[], options: object): Promise<void> {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: [path.join(modules, '@types')],
    noEmit: true,
    ...options,
  }
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  await run(process.execPath, [path.join(modules, 'typescript/bin/tsc'), '-p', folder]).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
}

test('a bundle for browsers contains only the endpoints that are used, and nothing of Node', async () => {
  const folder = await aProject()
  await writeFile(
    path.join(folder, 'page.js'),
    `import { createClient, showMailingList } from '@quiver/client'
export const name = (id) => createClient({ url: location.origin, credential: null }).call(showMailingList, { params: { id } })`,
  )
  const result = await build({
    root: folder,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'page.js', formats: ['es'] } },
  })
  const outputs = (Array.isArray(result) ? result : [result]) as { output: { code: string }[] }[]
  const code = outputs.flatMap(({ output }) => output.map((chunk) => chunk.code)).join('')
  expect(code).toContain('mailing_lists/:id')
  expect(code).not.toContain('node:')
  expect(code).not.toContain('sending_brake')
})
