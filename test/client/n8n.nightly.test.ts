import { cp, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test, type TestContext } from 'vitest'
import { root } from '../harness/core/embedded.ts'
import { aServer } from '../harness/core/server.ts'
import { aFolderWith, run } from './foreign.ts'

type Parameters = Record<string, unknown>
type Asked = { method: string; url: string; headers: Record<string, string>; qs?: Record<string, string>; body?: object } // oxfmt-ignore
type Item = { json: Record<string, unknown>; pairedItem?: { item: number } }
type Node = { execute: (this: unknown) => Promise<Item[][]> }
type Trigger = {
  webhookMethods: {
    default: Record<'checkExists' | 'create' | 'delete', (this: unknown) => Promise<boolean>>
  }
  webhook: (this: unknown) => Promise<{ workflowData?: Item[][]; noWebhookResponse?: boolean }>
}
type Credentials = { authenticate: { properties: { headers: Record<string, string> } } }

const packages = ['n8n-workflow@2.41.0']

/** The package of nodes as n8n loads it, beside n8n's own types and errors. */
async function aPackage(context: TestContext) {
  const folder = await aFolderWith(context, packages)
  const place = path.join(folder, 'n8n')
  await cp(path.join(root, 'integrations', 'n8n'), place, { recursive: true })
  const load = createRequire(path.join(place, 'package.json'))
  const { n8n } = load('./package.json') as { n8n: { nodes: string[]; credentials: string[] } }
  const [action = '', trigger = ''] = n8n.nodes
  return {
    folder,
    node: new (load(`./${action}`) as { Quiver: new () => Node }).Quiver(),
    trigger: new (load(`./${trigger}`) as { QuiverTrigger: new () => Trigger }).QuiverTrigger(),
    credentials: new (load(`./${n8n.credentials[0]}`) as { QuiverApi: new () => Credentials }).QuiverApi(),
  }
}

/** What n8n gives a node: its parameters for each item, the credential, and calls with it. */
function contextOf(
  { authenticate }: Credentials,
  credential: { url: string; apiKey: string },
  items: readonly Parameters[],
) {
  const headers = Object.fromEntries(
    Object.entries(authenticate.properties.headers).map(([name, value]) => [
      name,
      value.replace(/^=/, '').replace('{{$credentials.apiKey}}', credential.apiKey),
    ]),
  )
  const httpRequestWithAuthentication = async (name: string, { method, url, qs, body, ...given }: Asked) => {
    expect(name).toBe('quiverApi')
    const response = await fetch(qs === undefined ? url : `${url}?${String(new URLSearchParams(qs))}`, {
      method,
      headers: { ...given.headers, ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { statusCode: response.status, body: await response.json() }
  }
  return {
    getInputData: () => items.map((json) => ({ json })),
    getNodeParameter: (name: string, item: number, fallback?: unknown) => items[item]?.[name] ?? fallback,
    getCredentials: async () => credential,
    getNode: () => ({ name: 'Quiver', type: 'quiver', typeVersion: 1 }),
    continueOnFail: () => false,
    helpers: { httpRequestWithAuthentication },
  }
}

test('the nodes for n8n fit the types of n8n', { timeout: 600_000 }, async (context) => {
  const { folder } = await aPackage(context)
  for (const name of ['@types', 'typescript'])
    await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name)).catch(() => undefined) // oxfmt-ignore
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules', '@types')],
  }
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['n8n/nodes', 'n8n/credentials'] }),
  )
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error) // oxfmt-ignore
  expect(stdout).toBe('')
})

test('the node for n8n adds, updates, finds and greets', { timeout: 600_000 }, async (context) => {
  const { node, credentials } = await aPackage(context)
  const { url, a, sql, faults } = await aServer()
  const credential = { url: `${url}/`, apiKey: a.credential }
  const headers = { authorization: `Basic ${a.credential}`, 'content-type': 'application/json' }
  const post = async (at: string, body: object) =>
    (await fetch(`${url}/ga/api/v2/${at}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  const list = (await post('mailing_lists', { name: 'Customers' })) as { data: { id: number } }
  const listId = list.data.id
  await post(`mailing_lists/${listId}/custom_fields`, { name: 'City', field_type: 'text' })
  const execute = async (...items: Parameters[]) => {
    const [output = []] = await node.execute.call(contextOf(credentials, credential, items))
    return output
  }
  const person = { resource: 'person', listId }
  const field = (value: string) => ({ customFields: { field: [{ name: 'City', value }] } })

  const [added] = await execute({ ...person, operation: 'put', email: 'ann@example.com', ...field('Ulm') })
  const [updated] = await execute({ ...person, operation: 'put', email: 'ann@example.com', ...field('Źary') })
  expect(updated).toMatchObject({
    json: { id: added?.json['id'], custom_fields: { City: { value: 'Źary' } } },
  })
  const batch = ['bob@example.com', 'nobody', 'ann@example.com'].map((email) => ({ ...person, operation: 'batch', email })) // oxfmt-ignore
  expect(
    (await execute(...batch)).map(({ json, pairedItem }) => [json['classification'], pairedItem?.item]),
  ).toEqual([
    ['added', 0],
    ['failed', 1],
    ['updated', 2],
  ])
  const found = await execute({ ...person, operation: 'find', email: 'ann@example.com' })
  expect(found.map(({ json }) => json['id'])).toEqual([added?.json['id']])
  await expect(execute({ ...person, operation: 'put', email: 'nobody' })).rejects.toThrow(/email/)

  const greeting = {
    resource: 'message',
    operation: 'send',
    to: 'ann@example.com',
    subject: 'Welcome, {{ data.name }}',
    format: 'text',
    content: 'Good to see you.',
    idempotencyKey: '17-0',
    more: { from_email: 'shop@example.com', data: '{"name": "Ann"}', tags: 'welcome, n8n' },
  }
  const sent = [await execute(greeting), await execute(greeting)].flat()
  const [shown] = await execute({ resource: 'message', operation: 'get', messageId: sent[0]?.json['id'] })
  expect(shown?.json).toMatchObject({ subject: 'Welcome, Ann', tags: ['welcome', 'n8n'] })
  expect(sent.map(({ json }) => json['id'])).toEqual([shown?.json['id'], shown?.json['id']])

  const gone = await execute({ ...person, operation: 'delete', email: 'bob@example.com' })
  expect(gone[0]?.json).toEqual({ deleted: true })
  const people = await sql`select key from subscribers where mailing_list_id = ${listId}`
  expect(people).toEqual([{ key: 'ann@example.com' }])
  expect(faults).toEqual([])
})

test(
  'the trigger for n8n makes its webhook, takes what is signed and nothing else',
  { timeout: 600_000 },
  async (context) => {
    const { trigger, credentials } = await aPackage(context)
    const { url, a, sql } = await aServer()
    const stored: { id?: number; secret?: string } = {}
    const body = Buffer.from(
      '[{"event_type":"studio_unsub","email":"ann@example.com"},{"event_type":"test"}]',
    )
    const requestOf = (headers: Record<string, string>) => {
      const refused: unknown[] = []
      const send = (text: string) => refused.push(text)
      return {
        ...contextOf(credentials, { url, apiKey: a.credential }, []),
        refused,
        getNodeParameter: () => ['studio_unsub'],
        getNodeWebhookUrl: () => 'https://n8n.example.com/webhook/1',
        getWorkflow: () => ({ name: 'Flow' }),
        getWorkflowStaticData: () => stored,
        getRequestObject: () => ({ rawBody: body }),
        getHeaderData: () => headers,
        getResponseObject: () => ({ status: (status: number) => (refused.push(status), { send }) }),
        helpers: {
          ...contextOf(credentials, { url, apiKey: a.credential }, []).helpers,
          returnJsonArray: (all: object[]) => all.map((json) => ({ json })),
        },
      }
    }
    const { checkExists, create, delete: remove } = trigger.webhookMethods.default
    const hook = requestOf({})
    expect(await checkExists.call(hook)).toBe(false)
    expect(await create.call(hook)).toBe(true)
    expect(await checkExists.call(hook)).toBe(true)

    const now = new Date()
    const signed = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(stored.secret ?? '').sign('msg_1', now, body.toString()),
    }
    const { workflowData } = await trigger.webhook.call(requestOf(signed))
    expect(workflowData?.[0]?.map(({ json }) => json['event_type'])).toEqual(['studio_unsub', 'test'])
    const changed: Record<string, string>[] = [
      {},
      { ...signed, 'webhook-id': 'msg_2' },
      { ...signed, 'webhook-timestamp': '1' },
      { ...signed, 'webhook-signature': 'v1,AAAA' },
    ]
    for (const headers of changed) {
      const request = requestOf(headers)
      expect(await trigger.webhook.call(request)).toEqual({ noWebhookResponse: true })
      expect(request.refused).toEqual([401, 'the signature is wrong'])
    }
    expect(await remove.call(hook)).toBe(true)
    expect(await sql`select 1 from webhooks`).toEqual([])
  },
)
