import { expect, test } from 'vitest'
import { anApi } from '../../harness/core/api.ts'
import { resourceRoutes } from '../../harness/records/resources.ts'

type Mta = { id: number }

async function aWorld() {
  const api = await anApi(resourceRoutes)
  const where = `organizations/${api.a.organizationId}/virtual_mtas`
  const send = (method: Parameters<typeof api.call>[0], path: string, body?: object) =>
    api.call<Mta>(method, `${where}${path}`, body, api.system)
  const make = async (name: string, input: object) => {
    const { status, body } = await send('POST', '', { name, ...input })
    expect(status).toBe(200)
    return body.data.id
  }
  return { ...api, send, make }
}

const problem = (message: string) => ({ status: 422, body: { error_message: message } })

test('the url of a relay is stored sealed and never answered', async () => {
  const { send, make, sql, call } = await aWorld()
  const id = await make('R', { type: 'relay_server', relay_url: 'smtp://me:sesame@relay.example.com:25' })
  const answers = [
    await send('GET', `/${id}`),
    await send('GET', ''),
    await call('GET', `virtual_mtas/${id}`),
  ]
  const rows = await sql`select v::text, encode(relay_url_sealed, 'escape') as sealed from virtual_mtas v`
  expect(JSON.stringify([answers.map(({ body }) => body), rows])).not.toMatch(/sesame|relay\.example/)
  expect(answers[0]?.body.data).toEqual({ id, name: 'R', type: 'relay_server' })
})

test('rejects an unusable url without repeating its password', async () => {
  const { send } = await aWorld()
  for (const [url, message] of [
    ['http://relay.example.com', 'relay_url must look like smtp://user:password@host:port or smtps://…'],
    [
      'smtp://me:sesame@relay.example.com/x',
      'relay_url must look like smtp://user:password@host:port or smtps://…',
    ],
    ['smtp://me:sesame@relay_.-', 'relay_url has no valid host name or IP address'],
    ['smtp://me:sesame@127.1', 'relay_url has no valid host name or IP address'],
    [
      'smtp://me@relay.example.com',
      'relay_url must have both a user and a password, percent-encoded, or neither',
    ],
    [
      'smtp://me:ses%0d%0aame@relay.example.com',
      'relay_url must have both a user and a password, percent-encoded, or neither',
    ],
    [
      'smtp://relay.example.com?tls=maybe',
      'relay_url can have no other option than tls=offered|required|insecure|off',
    ],
  ]) {
    const answer = await send('POST', '', { name: 'R', type: 'relay_server', relay_url: url })
    expect(answer).toMatchObject(problem(message ?? ''))
  }
})

test('each type has its own attributes', async () => {
  const { send, make, sql } = await aWorld()
  const id = await make('R', { type: 'relay_server', relay_url: 'smtp://relay.example.com' })
  for (const [type, input, message] of [
    ['ip_address', { relay_url: 'smtp://r.example.com' }, 'relay_url is only for the type relay_server'],
    ['relay_server', { local_address: '192.0.2.1' }, 'local_address is only for the type ip_address'],
    ['relay_server', { rules: [] }, 'rules is only for the type routing_rule'],
    ['ip_address', { local_address: '192.0.2.256' }, 'local_address is not a valid IP address'],
    [
      'routing_rule',
      { rules: [{ domain: 'a b', virtual_mta_id: 0 }] },
      'rules.0.domain must be a domain, in which * is any text',
    ],
  ] as const) {
    expect(await send('POST', '', { name: 'X', type, ...input })).toMatchObject(problem(message))
  }
  expect(await send('PUT', `/${id}`, { local_address: '192.0.2.1' })).toMatchObject(
    problem('local_address is only for the type ip_address'),
  )
  // The attributes of the previous type are deleted.
  expect(await send('PUT', `/${id}`, { type: 'ip_address', local_address: '192.0.2.1' })).toMatchObject({
    status: 200,
  })
  expect(await sql`select relay_url_sealed, local_address from virtual_mtas`).toEqual([
    { relay_url_sealed: null, local_address: '192.0.2.1' },
  ])
})

test('rules must name existing routes and must not form a cycle', async () => {
  const { send, make, call, system, b } = await aWorld()
  const relay = await make('R', { type: 'relay_server' })
  const rule = await make('S', { type: 'routing_rule', rules: [{ domain: '*', virtual_mta_id: relay }] })
  const foreign = await call<Mta>(
    'POST',
    `organizations/${b.organizationId}/virtual_mtas`,
    { name: 'F', type: 'relay_server' },
    system,
  )
  const leadTo = (id: number) => send('PUT', `/${rule}`, { rules: [{ domain: '*', virtual_mta_id: id }] })
  expect(await leadTo(1_999_999_999)).toMatchObject(problem('rules.0.virtual_mta_id does not exist'))
  expect(await leadTo(foreign.body.data.id)).toMatchObject(problem('rules.0.virtual_mta_id does not exist'))
  expect(await leadTo(rule)).toMatchObject(problem('rules.0.virtual_mta_id cannot be a routing_rule'))
  expect(await send('PUT', `/${relay}`, { type: 'routing_rule' })).toMatchObject(
    problem('type cannot be routing_rule while a routing rule refers to it'),
  )
  expect(await send('DELETE', `/${relay}`)).toMatchObject({
    status: 422,
    body: { data: { dependencies: [{ type: 'VirtualMta', id: rule }] } },
  })
  expect((await leadTo(0)).status).toBe(200)
  expect((await send('DELETE', `/${relay}`)).status).toBe(200)
  expect((await send('DELETE', `/${rule}`)).status).toBe(200)
})
