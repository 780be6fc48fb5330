import { expect, test } from 'vitest'
import { anApi, type Api } from '../../harness/core/api.ts'
import { aResource, resourceKinds, resourceRoutes } from '../../harness/records/resources.ts'
import { aSession } from '../../harness/records/sessions.ts'

type SeedList = { id: number; addresses_array: string[] }
const create = (api: Api, attributes: object) =>
  api.call<SeedList>('POST', 'seed_lists', { seed_list: { name: 'Seeds', ...attributes } })

test('a user reads them, and writes what the permissions name', async () => {
  const api = await anApi(resourceRoutes)
  const { organizationId } = api.a
  const id = await aResource(api, organizationId, { path: 'seed_lists', input: { name: 'Given' } as never })
  const calls = {
    create: ['POST', 'seed_lists', { name: 'More' }],
    update: ['PUT', `seed_lists/${id}`, { name: 'Changed' }],
    delete: ['DELETE', `seed_lists/${id}`, undefined],
  } as const
  for (const permission of ['none', 'create', 'update', 'delete'] as const) {
    const permissions = permission === 'none' ? {} : { seed_list: [permission] }
    const user = await aSession(api, organizationId, { permissions })
    expect((await api.call('GET', 'seed_lists', undefined, user)).status).toBe(200)
    expect((await api.call('GET', `seed_lists/${id}`, undefined, user)).status).toBe(200)
    for (const [name, [method, path, body]] of Object.entries(calls)) {
      const answer = await api.call(method, path, body, user)
      expect(answer.status).toBe(name === permission ? 200 : 403)
    }
  }
})

test('a user without permissions reads every resource and changes none', async () => {
  const api = await anApi(resourceRoutes)
  const { organizationId } = api.a
  const user = await aSession(api, organizationId)
  for (const kind of resourceKinds) {
    const id = await aResource(api, organizationId, kind)
    expect((await api.call('GET', `${kind.path}/${id}`, undefined, user)).status).toBe(200)
    for (const [method, path, body] of [
      ['POST', kind.path, kind.input],
      ['PUT', `${kind.path}/${id}`, kind.changes],
      ['DELETE', `${kind.path}/${id}`],
    ] as const) {
      expect((await api.call(method, path, body, user)).status).toBe(403)
    }
    if (kind.path !== 'suppression_lists') continue
    const addresses = await api.call('GET', `suppression_lists/${id}/suppressed_addresses`, undefined, user)
    expect(addresses.status).toBe(403)
  }
})

test('addresses keep their order and appear once; an update replaces all of them or none', async () => {
  const api = await anApi(resourceRoutes)
  const given = ['z@example.com', ' A@Example.com ', 'm@example.com', 'a@example.COM']
  const { id, ...made } = (await create(api, { addresses_array: given })).body.data
  expect(made.addresses_array).toEqual(['z@example.com', 'A@Example.com', 'm@example.com'])
  const update = async (changes: object) =>
    (await api.call<SeedList>('PUT', `seed_lists/${id}`, { seed_list: changes })).body.data
  expect((await update({ name: 'Other' })).addresses_array).toEqual(made.addresses_array)
  expect((await update({ addresses_array: [] })).addresses_array).toEqual([])
  expect((await create(api, { name: 'Bare' })).body.data.addresses_array).toEqual([])
})

test('rejects invalid addresses, and more than 1,000', async () => {
  const api = await anApi(resourceRoutes)
  for (const odd of ['nobody', '', 'a@b', null, 7, 'a\0@example.com', 'a@example.com, b@example.com']) {
    const { body } = await create(api, { addresses_array: ['a@example.com', odd] })
    expect(body).toMatchObject({ data: null, error_code: 'validation_failed' })
    expect(body.error_message).toMatch(/^addresses_array\.1 /)
  }
  const many = Array.from({ length: 1_001 }, (_, index) => `n${index}@example.com`)
  expect((await create(api, { addresses_array: many })).body.error_message).toMatch(
    /^addresses_array must be/,
  )
  expect((await create(api, { addresses_array: many.slice(1) })).body.data.addresses_array).toHaveLength(
    1_000,
  )
})
