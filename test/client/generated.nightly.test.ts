import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test, type TestContext } from 'vitest'
import { root } from '../harness/core/embedded.ts'
import { aServer } from '../harness/core/server.ts'
import { aFolderWith, run, tourResult } from './foreign.ts'

type Language = {
  name: string
  program: string
  version: string
  generator: [language: string, variant: string]
  extension: string
  run: string[]
  /** Reads all files of a folder, and prints what is wrong with them. */
  check: string
}

// What each language has suffices for the code that is generated.
const languages: Language[] = [
  {
    name: 'Python',
    program: 'python3',
    version: '--version',
    generator: ['python', 'http.client'],
    extension: 'py',
    run: [],
    check: 'python3 -m compileall -q .',
  },
  {
    name: 'PHP',
    program: 'php',
    version: '--ri=curl',
    generator: ['php', 'cURL'],
    extension: 'php',
    run: [],
    check: 'for file in *; do php -l "$file" | grep -v "^No syntax errors" || true; done',
  },
  {
    name: 'Go',
    program: 'go',
    version: 'version',
    generator: ['go', 'Native'],
    extension: 'go',
    run: ['run'],
    check: 'gofmt -e . > /dev/null',
  },
]

type Request = { method: string; url: { path?: string[] }; clone: () => Request; update: (more: object) => void; upsertHeader: (header: object) => void } // oxfmt-ignore
type Item = { name: string; request: Request }
type Tools = {
  convert: (language: string, variant: string, request: Request, options: object, done: (error: unknown, code: string) => void) => void // oxfmt-ignore
  items: Item[]
}

const packages = ['openapi-to-postmanv2@6.3.3', 'postman-code-generators@2.1.1', 'postman-collection@4.4.0']

/** Each operation of the document as a request, and what makes code of one. */
async function theTools(context: TestContext): Promise<Tools & { folder: string }> {
  const folder = await aFolderWith(context, packages)
  const load = createRequire(path.join(folder, 'package.json'))
  type Converted = { result: boolean; reason?: string; output: { data: object }[] }
  const { convertV2 } = load('openapi-to-postmanv2') as {
    convertV2: (input: object, options: object, done: (error: unknown, converted: Converted) => void) => void
  }
  const { Collection } = load('postman-collection') as {
    Collection: new (data: object) => { forEachItem: (each: (item: Item) => void) => void }
  }
  const document = JSON.parse(await readFile(path.join(root, 'docs/openapi.json'), 'utf8')) as object
  const converted = await new Promise<Converted>((resolve, reject) => {
    const options = { optimizeConversion: true, stackLimit: 6 }
    convertV2({ type: 'json', data: document }, options, (error, done) =>
      error instanceof Error ? reject(error) : resolve(done),
    )
  })
  expect([converted.result, converted.reason]).toEqual([true, undefined])
  const items: Item[] = []
  new Collection(converted.output[0]?.data ?? {}).forEachItem((item) => items.push(item))
  const { convert } = load('postman-code-generators') as Pick<Tools, 'convert'>
  return { folder, items, convert }
}

function codeOf({ convert }: Tools, { generator: [name, variant] }: Language, request: Request) {
  return new Promise<string>((resolve, reject) => {
    convert(name, variant, request, {}, (error, code) => (error instanceof Error ? reject(error) : resolve(code))) // oxfmt-ignore
  })
}

type Step = { method: string; path: string; at?: string; body?: object; key?: string }

for (const language of languages) {
  const isThere = spawnSync(language.program, [language.version]).status === 0
  test.skipIf(!isThere)(
    `what is generated for ${language.name} compiles for every operation, and makes the tour of the API`,
    { timeout: 1_800_000 },
    async (context) => {
      const tools = await theTools(context)
      const all = path.join(tools.folder, 'all')
      await mkdir(all)
      for (const [place, { request }] of tools.items.entries()) {
        await writeFile(
          path.join(all, `o${place}.${language.extension}`),
          await codeOf(tools, language, request),
        )
      }
      const checked = await run('bash', ['-c', language.check], { cwd: all }).catch((error: { stdout: string; stderr: string }) => error) // oxfmt-ignore
      expect(checked).toMatchObject({ stdout: '', stderr: '' })
      expect(tools.items.length).toBeGreaterThan(300)

      const { url, a, sql, faults } = await aServer()
      let made = 0
      const call = async ({ method, path: template, at = template, body, key }: Step) => {
        const found = tools.items.find(({ request }) => request.method === method && request.url.path?.join('/') === `ga/api/v2/${template}`) // oxfmt-ignore
        if (found === undefined) throw new Error(`nothing was generated for ${method} ${template}`)
        const request = found.request.clone()
        const raw = body === undefined ? {} : { body: { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } } } // oxfmt-ignore
        request.update({ method, url: `${url}/ga/api/v2/${at}`, ...raw })
        request.upsertHeader({ key: 'Authorization', value: `Basic ${a.credential}` })
        request.upsertHeader({ key: 'Content-Type', value: 'application/json' })
        made += 1
        if (method === 'POST') request.upsertHeader({ key: 'Idempotency-Key', value: key ?? `step-${made}` })
        const file = path.join(tools.folder, `step${made}.${language.extension}`)
        await writeFile(file, await codeOf(tools, language, request))
        return JSON.parse((await run(language.program, [...language.run, file])).stdout) as Answered
      }
      expect(await tourOf(call)).toEqual(tourResult)
      expect(await sql`select count(*)::integer as messages from messages`).toEqual([{ messages: 1 }])
      expect(faults).toEqual([])
    },
  )
}

type Person = { id: number; custom_fields: Record<string, { value: unknown }> }
type Answered = {
  data: Person & { counts: object; secret: string }
  num_records?: number
  error_code?: string
}

async function tourOf(call: (step: Step) => Promise<Answered>) {
  const own = `mailing_lists/${(await call(newList)).data.id}`
  await call({ ...newField, at: `${own}/custom_fields` })
  const put = (City: string) =>
    call({
      method: 'PUT',
      path: `${ofList}/:id_or_email`,
      at: `${own}/subscribers/ann%40example.com?create=true`,
      body: { subscriber: { custom_fields: { City } } },
    })
  const added = await put('Ulm')
  const updated = await put('Źary')
  const at = `${own}/subscribers`
  // The generator encodes what stands there, for some languages twice.
  const found = await call({ method: 'GET', path: ofList, at: `${at}?email=ann@example.com` })
  const people = found.data as unknown as Person[]
  const refused = await call({ method: 'POST', path: ofList, at, body: { subscriber: { email: 'nobody' } } })
  const both = { subscribers: [{ email: 'ann@example.com' }, { email: 'bob@example.com' }] }
  const batch = await call({ method: 'POST', path: `${ofList}/batch`, at: `${at}/batch`, body: both }) // oxfmt-ignore
  const hooked = await call(newWebhook)
  const sent = [await call(newMessage), await call(newMessage)]
  return {
    same: added.data.id === updated.data.id,
    city: people[0]?.custom_fields['City']?.value,
    found: found.num_records,
    refused: refused.error_code,
    batch: batch.data.counts,
    secret: hooked.data.secret.slice(0, 6),
    once: sent[0]?.data.id === sent[1]?.data.id,
  }
}

const ofList = 'mailing_lists/:mailing_list_id/subscribers'
const newList = { method: 'POST', path: 'mailing_lists', body: { mailing_list: { name: 'Generated' } } }
const newField = {
  method: 'POST',
  path: 'mailing_lists/:mailing_list_id/custom_fields',
  body: { custom_field: { name: 'City', field_type: 'text' } },
}
const newWebhook = {
  method: 'POST',
  path: 'webhooks',
  body: { webhook: { name: 'Shop', url: 'https://receiver.example.com/', event_types: ['studio_unsub'] } },
}
const newMessage = {
  method: 'POST',
  path: 'messages',
  key: 'welcome',
  body: {
    message: { to: 'ann@example.com', from_email: 'shop@example.com', subject: 'Welcome', text: 'Hello' },
  },
}
