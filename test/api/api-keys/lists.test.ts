import { describe, expect, test } from 'vitest'
import { aKey, aKeyApi } from '../../harness/records/api-keys.ts'
import { anActor, type Actor, type Api } from '../../harness/core/api.ts'
import type { ApiKey } from '../../../src/contract/api-keys.ts'

/** Inserts keys with these names into the table. @returns their ids. */
async function someKeys(api: Api, names: string[], organizationId = api.a.organizationId): Promise<number[]> {
  const rows = await api.sql<{ id: number }[]>`
    insert into api_keys (organization_id, name, role, key_hmac, key_sealed)
    select ${organizationId}, name, 'organization_admin', uuid_send(gen_random_uuid()), ''
    from unnest(${names}::text[]) with ordinality named (name, place) order by place
    returning id`
  return rows.map(({ id }) => id)
}

async function list(api: Api, query: string, as: Actor = api.a) {
  const { status, body } = await api.call<ApiKey[]>('GET', `api_keys?${query}`, undefined, as)
  return { status, ...body, names: body.data?.map(({ name }) => name), ids: body.data?.map(({ id }) => id) }
}

describe('the list of keys', () => {
  test('filters by a name or a part of it, ignoring case', async () => {
    const api = await aKeyApi()
    await someKeys(api, ['Shop', 'SHOP', 'shop 2', 'Work%shop_', 'Äpfel'])
    await someKeys(api, ['shop'], api.b.organizationId)
    expect(await list(api, 'name=sHOp')).toMatchObject({ names: ['Shop', 'SHOP'], num_records: 2 })
    expect((await list(api, 'name=sho')).names).toEqual([])
    expect((await list(api, 'name_contains=SHO')).names).toEqual(['Shop', 'SHOP', 'shop 2', 'Work%shop_'])
    expect((await list(api, 'name_contains=%25')).names).toEqual(['Work%shop_'])
    expect((await list(api, 'name_contains=_')).names).toEqual(['Work%shop_'])
    expect(await list(api, 'name_contains=nowhere')).toMatchObject({
      names: [],
      num_records: 0,
      num_pages: 0,
    })
    expect((await list(api, 'name_contains=')).num_records).toBe(6)
    expect((await list(api, `name_contains=${encodeURIComponent('äP')}`)).names).toEqual(['Äpfel'])
  })

  test('is sorted by id, or by name ignoring case', async () => {
    const api = await aKeyApi()
    await someKeys(api, ['b', 'C', 'a', 'B'])
    expect((await list(api, '')).names).toEqual(['test', 'b', 'C', 'a', 'B'])
    expect((await list(api, 'order_by=id')).names).toEqual(['test', 'b', 'C', 'a', 'B'])
    expect((await list(api, 'order_by=name')).names).toEqual(['a', 'b', 'B', 'C', 'test'])
    expect((await list(api, 'order_by=name&per_page=2&page=1')).names).toEqual(['B', 'C'])
  })

  test('rejects invalid parameters', async () => {
    const api = await aKeyApi()
    for (const query of [
      'name=a&name_contains=b',
      'name=&name_contains=',
      'order_by=role',
      'order_by=',
      'order_by=NAME',
      'page=0&page_token=x',
      'page=-1',
      'per_page=0',
      'page_token=x',
      'page=1&page=2',
    ]) {
      expect(await list(api, query), query).toMatchObject({ status: 400, error_code: 'invalid_request' })
    }
    expect(await list(api, 'per_page=501')).toMatchObject({ status: 422, error_code: 'requested_too_many' })
    expect((await list(api, 'per_page=500')).status).toBe(200)
  })
})

describe('paging through the list by token', () => {
  test.each(['id', 'name'])(
    'by %s returns every unchanged key exactly once while others come and go',
    async (order) => {
      const api = await aKeyApi()
      const names = Array.from({ length: 60 }, (_, index) => `Key ${(index * 37) % 20}`)
      const made = await someKeys(api, names)
      const leaving = made.filter((_, index) => index % 4 === 1)
      const staying = [api.a.apiKeyId, ...made.filter((id) => !leaving.includes(id))]
      const seen: number[] = []
      let token: string | null | undefined
      do {
        const page = await list(
          api,
          `order_by=${order}&per_page=7${token === undefined ? '' : `&page_token=${token}`}`,
        )
        expect(page).toMatchObject({
          status: 200,
          page_token: token ?? null,
          page: token === undefined ? 0 : null,
        })
        seen.push(...page.ids)
        token = page.next_page_token ?? null
        // Deletes the key that the token names, too.
        const last = page.ids.at(-1)
        if (last !== undefined && leaving.includes(last)) await api.call('DELETE', `api_keys/${last}`)
        for (const id of leaving.splice(0, 2)) await api.call('DELETE', `api_keys/${id}`)
        if (seen.length < 70) {
          await aKey(api, { name: 'Key 0' })
          await aKey(api, { name: 'zzz' })
        }
      } while (token !== null)
      expect(new Set(seen).size).toBe(seen.length)
      expect(staying.filter((id) => !seen.includes(id))).toEqual([])
    },
  )

  test('returns every unchanged key while thousands are created and deleted', async () => {
    const api = await aKeyApi()
    const organizationId = api.a.organizationId
    const made = await someKeys(
      api,
      Array.from({ length: 2_000 }, (_, index) => `Key ${index}`),
    )
    const leaving = new Set(made.filter((_, index) => index % 2 === 1))
    const comeAndGo = async () => {
      const batch = [...leaving].slice(0, 50)
      for (const id of batch) leaving.delete(id)
      const come = await someKeys(
        api,
        Array.from({ length: 225 }, (_, index) => `Key ${index}`),
      )
      const gone = [...batch, ...come.slice(0, 200)]
      await api.sql`delete from api_keys where organization_id = ${organizationId} and id = any(${gone}::integer[])`
    }
    const staying = made.filter((id) => !leaving.has(id))
    const seen: number[] = []
    let token: string | null = null
    do {
      const query: string = token === null ? 'per_page=50' : `per_page=50&page_token=${token}`
      const [page] = await Promise.all([list(api, query), comeAndGo()])
      seen.push(...page.ids)
      token = page.next_page_token ?? null
    } while (token !== null)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.toSorted((one, other) => one - other)).toEqual(seen)
    const all = new Set(seen)
    expect(staying.filter((id) => !all.has(id))).toEqual([])
  })

  test('a token is valid only for its organization, filter and order', async () => {
    const api = await aKeyApi()
    await someKeys(api, ['shop a', 'shop b', 'shop a'])
    const tokenOf = async (query: string) => (await list(api, `${query}&per_page=1`)).next_page_token ?? ''
    const queries = ['', 'name=shop%20a', 'name_contains=shop', 'name_contains=shop%20a', 'order_by=name']
    for (const query of queries) {
      const token = await tokenOf(query)
      for (const other of queries) {
        const answer = await list(api, `${other}&page_token=${token}`)
        expect(answer.status, `${query} -> ${other}`).toBe(query === other ? 200 : 400)
      }
      await someKeys(api, ['x'], api.b.organizationId)
      expect((await list(api, `${query}&page_token=${token}`, api.b)).status).toBe(400)
    }
    const token = await tokenOf('')
    const named = `organizations/${api.a.organizationId}/api_keys?page_token=${token}`
    expect((await api.call('GET', named, undefined, api.system)).status).toBe(200)
    const foreign = `organizations/${api.b.organizationId}/api_keys?page_token=${token}`
    expect((await api.call('GET', foreign, undefined, api.system)).status).toBe(400)
  })

  test('pages by names of a hundred characters in any script', async () => {
    const api = await aKeyApi()
    await someKeys(api, ['😀'.repeat(50), '漢'.repeat(100), 'ß'.repeat(100), 'İ'.repeat(100)])
    let token: string | null | undefined
    const seen: number[] = []
    do {
      const page = await list(api, `order_by=name&per_page=1${token == null ? '' : `&page_token=${token}`}`)
      seen.push(...page.ids)
      token = page.next_page_token ?? null
    } while (token !== null && seen.length < 10)
    expect(new Set(seen).size).toBe(5)
    expect(seen).toHaveLength(5)
  })

  test('does not show other callers a system_admin key that was created meanwhile', async () => {
    const api = await aKeyApi()
    const plain = await anActor(api.sql, api.secrets, 1)
    await someKeys(api, ['x'], 1)
    const { next_page_token } = await list(api, 'per_page=1', plain)
    await aKey(api, { name: 'hidden', role: 'system_admin' }, api.system)
    expect((await list(api, `page_token=${next_page_token}`, plain)).names).toEqual(['x'])
  })
})
