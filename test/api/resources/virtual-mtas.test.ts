import { expect, test } from 'vitest'
import { anApi } from '../../harness/core/api.ts'
import { aResource, resourceRoutes } from '../../harness/records/resources.ts'

type Mta = { id: number; name: string; type: string }
const defaultRoute = { id: 0, type: 'default_route', name: 'System Default Route' }

test('the System Default Route always exists, and cannot be created, changed or deleted', async () => {
  const api = await anApi(resourceRoutes)
  expect((await api.call('GET', 'virtual_mtas/0')).body.data).toEqual(defaultRoute)
  expect((await api.call('GET', 'virtual_mtas')).body).toMatchObject({ data: [defaultRoute], num_records: 1 })
  const where = `organizations/${api.a.organizationId}/virtual_mtas`
  expect((await api.call('GET', `${where}/0`, undefined, api.system)).body.data).toEqual(defaultRoute)
  for (const [method, path, body, message] of [
    ['PUT', `${where}/0`, { name: 'Mine' }, 'virtual MTA cannot be changed'],
    ['PUT', `${where}/0`, {}, 'virtual MTA cannot be changed'],
    ['DELETE', `${where}/0`, undefined, 'virtual MTA cannot be changed'],
    ['POST', where, { name: ' system default ROUTE', type: 'ip_address' }, 'name has already been taken'],
  ] as const) {
    expect(await api.call(method, path, body, api.system)).toMatchObject({
      status: 422,
      body: { error_code: 'validation_failed', error_message: message },
    })
  }
})

test('a system administrator creates them at the flat path, for the System Organization', async () => {
  const api = await anApi(resourceRoutes)
  const { body } = await api.call<Mta>(
    'POST',
    'virtual_mtas',
    { name: 'M', type: 'routing_rule' },
    api.system,
  )
  expect(body.data).toEqual({ id: expect.any(Number), name: 'M', type: 'routing_rule' })
  expect((await api.call('GET', `virtual_mtas/${body.data.id}`)).status).toBe(404)
  expect((await api.call('DELETE', `virtual_mtas/${body.data.id}`, undefined, api.system)).status).toBe(200)
})

test('lists are filtered ignoring case, and sorted by id, name or type', async () => {
  const api = await anApi(resourceRoutes)
  for (const [name, type] of [
    ['zeta 100%', 'ip_address'],
    ['Alpha_1', 'routing_rule'],
    ['beta', 'ip_address'],
  ] as const) {
    await aResource(api, api.a.organizationId, { path: 'virtual_mtas', input: { name, type } as never })
  }
  const names = async (query: string) => {
    const { body } = await api.call<Mta[]>('GET', `virtual_mtas?${query}`)
    expect(body.num_records).toBe(query.includes('per_page') ? 4 : body.data.length)
    return body.data.map((mta) => mta.name)
  }
  const route = defaultRoute.name
  expect(await names('')).toEqual([route, 'zeta 100%', 'Alpha_1', 'beta'])
  expect(await names('order_by=name')).toEqual(['Alpha_1', 'beta', route, 'zeta 100%'])
  expect(await names('order_by=type')).toEqual([route, 'zeta 100%', 'beta', 'Alpha_1'])
  expect(await names('name=ALPHA_1')).toEqual(['Alpha_1'])
  expect(await names('name_contains=TA')).toEqual(['zeta 100%', 'beta'])
  expect(await names('name_contains=%25')).toEqual(['zeta 100%'])
  expect(await names('name_contains=_')).toEqual(['Alpha_1'])
  expect(await names('name_contains=eta&type=IP_address')).toEqual(['zeta 100%', 'beta'])
  expect(await names('type=default_route')).toEqual([route])
  expect(await names('name=nothing')).toEqual([])
  expect(await names('per_page=2&page=1')).toEqual(['Alpha_1', 'beta'])
  const both = await api.call('GET', 'virtual_mtas?name=a&name_contains=b')
  expect(both.body).toMatchObject({
    error_code: 'invalid_request',
    error_message: 'name and name_contains cannot be given together',
  })
})

test('rejects an unknown type', async () => {
  const api = await anApi(resourceRoutes)
  const where = `organizations/${api.a.organizationId}/virtual_mtas`
  for (const type of ['default_route', 'IP_ADDRESS', '', null, undefined, 1, ['ip_address']]) {
    const { body } = await api.call('POST', where, { name: 'M', type }, api.system)
    expect(body.error_message).toMatch(
      /^type (must be one of ip_address, relay_server, routing_rule|cannot be blank)$/,
    )
  }
})
