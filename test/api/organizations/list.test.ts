import { expect, test } from 'vitest'
import type { Api } from '../../harness/core/api.ts'
import { anOrganizationApi } from '../../harness/records/organizations.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'

type Listed = { id: number; name: string }

const list = (api: Api, query = '', as = api.system) =>
  api.call<Listed[]>('GET', `organizations${query}`, undefined, as)

async function names(api: Api, query: string, as = api.system): Promise<string[]> {
  return (await list(api, query, as)).body.data.map(({ name }) => name)
}

async function someOrganizations() {
  const api = await anOrganizationApi()
  for (const name of ['delta', 'Charlie', 'alpha_1', '100% Bravo']) {
    await insertOrganization(api.sql, name, 'UTC')
  }
  return api
}

test('organizations are listed by id, or by name ignoring case', async () => {
  const api = await someOrganizations()
  const byId = ['System Organization', 'A', 'B', 'delta', 'Charlie', 'alpha_1', '100% Bravo']
  expect(await names(api, '')).toEqual(byId)
  expect(await names(api, '?order_by=id')).toEqual(byId)
  const byName = ['100% Bravo', 'A', 'alpha_1', 'B', 'Charlie', 'delta', 'System Organization']
  expect(await names(api, '?order_by=name')).toEqual(byName)
  expect((await list(api)).body).toMatchObject({ page: 0, per_page: 100, num_records: 7, num_pages: 1 })
})

test('organizations are found by their name or a part of it, never by a pattern', async () => {
  const api = await someOrganizations()
  expect(await names(api, '?name=DELTA')).toEqual(['delta'])
  expect(await names(api, '?name=delt')).toEqual([])
  expect(await names(api, '?name=')).toEqual([])
  expect(await names(api, '?name_contains=A_1')).toEqual(['alpha_1'])
  expect(await names(api, '?name_contains=%25')).toEqual(['100% Bravo'])
  expect(await names(api, '?name_contains=_')).toEqual(['alpha_1'])
  expect((await list(api, '?name_contains=br')).body).toMatchObject({ num_records: 1, num_pages: 1 })
  expect(await names(api, '?name_contains=b', api.a)).toEqual([])
  expect(await names(api, '?name=B', api.a)).toEqual([])
  expect(await names(api, '?name=a', api.a)).toEqual(['A'])
})

test('a minimal list has only ids and names', async () => {
  const api = await someOrganizations()
  const { body } = await list(api, '?minimal=true&name=a')
  expect(body.data).toEqual([{ id: api.a.organizationId, name: 'A' }])
  expect((await list(api, '?minimal=0')).body.data[0]).toHaveProperty('permissions')
})

test('rejects invalid parameters of a list', async () => {
  const api = await anOrganizationApi()
  for (const [query, message] of [
    ['?name=a&name_contains=b', 'name and name_contains cannot be given together'],
    ['?name=&name_contains=', 'name and name_contains cannot be given together'],
    ['?order_by=created_at', 'order_by must be one of id, name'],
    ['?minimal=maybe', 'minimal must be true or false'],
    ['?page=0&page_token=x', 'page and page_token cannot be given together'],
    ['?page_token=x', 'page_token is not valid for this list'],
    ['?page=-1', 'page must be a whole number of 0 or more'],
  ]) {
    expect((await list(api, query)).body).toMatchObject({
      error_code: 'invalid_request',
      error_message: message,
    })
  }
  expect((await list(api, '?per_page=501')).body.error_code).toBe('requested_too_many')
})

test.each(['id', 'name'])(
  'pages by token neither miss nor repeat anything while organizations change (%s)',
  async (order) => {
    const api = await someOrganizations()
    const whole = await names(api, `?order_by=${order}`)
    const seen: string[] = []
    let query = `?order_by=${order}&per_page=2`
    for (let pages = 0; pages < 10; pages++) {
      const { body } = await list(api, query)
      seen.push(...body.data.map(({ name }) => name))
      if (body.next_page_token === null) break
      query = `?order_by=${order}&per_page=2&page_token=${body.next_page_token}`
      // Renames a returned organization to the end of the list, then adds one at its beginning.
      if (pages === 0) {
        await api.sql`update organizations set name = 'zz ' || name where id = ${body.data.at(-1)?.id ?? 0}`
        await insertOrganization(api.sql, '  first of all', 'UTC')
      }
    }
    const added = seen.filter((name) => !whole.includes(name))
    expect(seen.filter((name) => whole.includes(name))).toEqual(whole)
    expect(added).toEqual(order === 'id' ? ['  first of all'] : [expect.stringMatching(/^zz /)])
  },
)

test('a page token is valid only for its own order, filter and caller', async () => {
  const api = await someOrganizations()
  const token = (await list(api, '?per_page=2')).body.next_page_token
  for (const [query, as] of [
    ['&order_by=name', api.system],
    ['&name_contains=a', api.system],
    ['', api.a],
  ] as const) {
    expect((await list(api, `?page_token=${token}${query}`, as)).status).toBe(400)
  }
  const first = await list(api, '?page=1&per_page=2')
  const second = await list(api, `?per_page=2&page_token=${token}`)
  expect(second.body.data).toEqual(first.body.data)
})
