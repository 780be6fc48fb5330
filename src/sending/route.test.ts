import { expect, test } from 'vitest'
import { anApi, type Api } from '../../test/harness/core/api.ts'
import { resourceRoutes } from '../../test/harness/records/resources.ts'
import { createRouteFinder } from './route.ts'

const smtpUrl = 'smtp://mail.example.com:25'
const standard = { kind: 'smtp', url: smtpUrl, localAddress: null }

async function make(api: Api, organizationId: number, input: object): Promise<number> {
  const path = `organizations/${organizationId}/virtual_mtas`
  const { status, body } = await api.call<{ id: number }>('POST', path, input, api.system)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.data.id
}

test('messages of a virtual MTA go by its relay, from its address, or by its rules', async () => {
  const api = await anApi(resourceRoutes)
  const org = api.a.organizationId
  const find = createRouteFinder({ smtpUrl, secrets: api.secrets })
  const relayUrl = 'smtps://me:word@relay.example.com'
  const relay = await make(api, org, { name: 'R', type: 'relay_server', relay_url: relayUrl })
  const address = await make(api, org, { name: 'A', type: 'ip_address', local_address: '192.0.2.7' })
  const rules = [
    { domain: 'Gmail.com', virtual_mta_id: relay },
    { domain: '*.example.org', virtual_mta_id: String(address) },
    { domain: 'direct.*', virtual_mta_id: 0 },
    { domain: '*.com', virtual_mta_id: address },
  ]
  const rule = await make(api, org, { name: 'S', type: 'routing_rule', rules })

  expect((await find(api.sql, org, null))('x.example')).toMatchObject(standard)
  expect((await find(api.sql, org, 0))('x.example')).toMatchObject(standard)
  expect((await find(api.sql, org, relay))('x.example')).toMatchObject({ url: relayUrl, localAddress: null })
  expect((await find(api.sql, org, address))('x.example')).toMatchObject({
    url: smtpUrl,
    localAddress: '192.0.2.7',
  })
  const routeOf = await find(api.sql, org, rule)
  expect(routeOf('gmail.com')).toEqual((await find(api.sql, org, relay))(''))
  expect(routeOf('mx.example.org')).toEqual((await find(api.sql, org, address))(''))
  expect(routeOf('direct.com')).toEqual((await find(api.sql, org, null))(''))
  expect(routeOf('yahoo.com')).toMatchObject({ localAddress: '192.0.2.7' })
  expect(routeOf('example.net')).toEqual((await find(api.sql, org, null))(''))
})

test('what is not configured, or gone, or of somebody else goes by the default route', async () => {
  const api = await anApi(resourceRoutes)
  const find = createRouteFinder({ smtpUrl: null, secrets: api.secrets })
  const relay = await make(api, api.a.organizationId, { name: 'R', type: 'relay_server' })
  const mailbox = { kind: 'mailbox', key: 'mailbox' }
  for (const id of [null, relay, 1_999_999_999]) {
    expect((await find(api.sql, api.a.organizationId, id))('x.example')).toEqual(mailbox)
  }
  const url = 'smtp://relay.example.com'
  const other = await make(api, api.b.organizationId, { name: 'R', type: 'relay_server', relay_url: url })
  expect((await find(api.sql, api.b.organizationId, other))('x.example')).toMatchObject({ url })
  expect((await find(api.sql, api.a.organizationId, other))('x.example')).toEqual(mailbox)
})

test('two organizations share no connection to one relay, and a key says nothing of its password', async () => {
  const api = await anApi(resourceRoutes)
  const find = createRouteFinder({ smtpUrl, secrets: api.secrets })
  const relay = { name: 'R', type: 'relay_server', relay_url: 'smtp://me:word@relay.example.com' }
  const keys: string[] = []
  for (const organizationId of [api.a.organizationId, api.b.organizationId]) {
    const id = await make(api, organizationId, relay)
    keys.push((await find(api.sql, organizationId, id))('x.example').key)
    const path = `organizations/${organizationId}/virtual_mtas/${id}`
    await api.call('PUT', path, { relay_url: 'smtp://me:other@relay.example.com' }, api.system)
    keys.push((await find(api.sql, organizationId, id))('x.example').key)
  }
  expect(new Set(keys).size).toBe(4)
  expect(keys.join(' ')).not.toMatch(/word|other|relay\.example/)
})
