import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { grantOf } from '../../../src/contract/api/grants.ts'
import { anActor, type Actor } from '../../harness/core/api.ts'
import { casesFor, word } from '../../harness/fuzz/foreign-ids.ts'
import { aWholeApi, furnish, type Possessions, type WholeApi } from '../../harness/records/tenants.ts'
import { figure } from '../../harness/watching/figure.ts'

/** Every route, alias and reference with an id of a mailing list, and of what belongs to it, that the caller is not granted. */

const kindsOfLists = [
  'mailing_lists',
  'custom_fields',
  'subscribers',
  'web_forms',
  'autoresponders',
  'steps',
  'segments',
  'segmentation_criterias',
  'templates',
  'campaigns',
  'by_stat',
  'uploads',
  'subscriber_imports',
  'subscriber_exports',
  'subscriber_bulk_changes',
]

async function aLimitedKey(api: WholeApi, listIds: readonly number[]): Promise<Actor> {
  const actor = await anActor(api.sql, api.secrets, api.a.organizationId)
  await api.sql`update api_keys set mailing_list_ids = ${[...listIds]}, last_used_at = now() + interval '1 day' where id = ${actor.apiKeyId}`
  return actor
}

async function rowsOfList(api: WholeApi, listId: string): Promise<string[]> {
  const tables = await api.sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'mailing_list_id' and t.table_type = 'BASE TABLE' order by 1`
  const rows = await Promise.all(
    tables.map(
      ({ name }) => api.sql<{ row: string }[]>`
        select ${name} || t::text as row from ${api.sql(name)} t where mailing_list_id = ${listId} order by 1`,
    ),
  )
  return rows.flat().map(({ row }) => row)
}

test(
  'a list that a key is not granted, and whatever belongs to it, is to the key as if it did not exist',
  { timeout: 120_000 },
  async () => {
    const api = await aWholeApi()
    const hidden = await furnish(api, api.a, word)
    const own = await furnish(api, api.a, 'own')
    const limited = await aLimitedKey(api, [Number(own.mailing_lists)])
    const missing = Object.fromEntries(Object.keys(hidden).map((kind) => [kind, '1999999999']))
    const foreign: Possessions = {
      ...missing,
      ...Object.fromEntries(kindsOfLists.map((kind) => [kind, hidden[kind] ?? ''])),
    }
    const before = await rowsOfList(api, String(hidden.mailing_lists))
    expect(before.length).toBeGreaterThan(10)
    const differences: string[] = []
    const cases = casesFor(foreign, own)
    for (const { method, foreign: path, absent, bodies, named } of cases) {
      const [known, unknown] = [
        await api.request(method, path, limited, bodies[0]),
        await api.request(method, absent, limited, bodies[1]),
      ]
      expect.soft(known.status, `${method} ${path} ${known.text}`).toBeLessThan(500)
      const text = (answer: { text: string }, id = 'no id') =>
        answer.text.replaceAll(word, '<id>').replaceAll('nobody', '<id>').replaceAll(`names ${id},`, 'names <id>,').replaceAll(`field ${id},`, 'field <id>,') // oxfmt-ignore
      if (known.status !== unknown.status || text(known, named?.[0]) !== text(unknown, named?.[1])) {
        differences.push(
          `${method} ${path} ${JSON.stringify(bodies[0])}: ${known.status} ${known.text} but ${unknown.status} ${unknown.text}`,
        )
      }
    }
    expect(differences).toEqual([])
    expect(await rowsOfList(api, String(hidden.mailing_lists))).toEqual(before)
    figure(`${cases.length} calls with an id of an ungranted list`)
  },
)

test(
  'what lists, counts, searches and streams is without the lists that a key is not granted',
  { timeout: 60_000 },
  async () => {
    const api = await aWholeApi()
    const hidden = await furnish(api, api.a, word)
    const own = await furnish(api, api.a, 'own')
    const limited = await aLimitedKey(api, [Number(own.mailing_lists)])
    const leaks: string[] = []
    for (const { id, method, path } of endpoints) {
      if (method !== 'GET' || grantOf(id)[0] === 'shared') continue
      const filled = path.replace(':mailing_list_id', String(own.mailing_lists))
      if (filled.includes(':')) continue
      const { text } = await api.request('GET', filled, limited)
      if (text.includes(word)) leaks.push(`GET ${filled}: ${text}`)
    }
    expect(leaks).toEqual([])
    for (const path of [
      `search?q=${word}`,
      `subscribers?q=${word}`,
      `campaigns?name_contains=${word}`,
      `subscribers_by_email/${word}@example.com`,
    ]) {
      const found = async (as: Actor) => (await api.request('GET', path, as)).text.includes(word)
      expect([path, await found(api.a), await found(limited)]).toEqual([path, true, false])
    }
    const counted = async (as: Actor) =>
      JSON.parse((await api.request('GET', 'subscriber_counts', as)).text).data
    expect((await counted(api.a)).counts.active).toBe(2)
    expect((await counted(limited)).counts.active).toBe(1)
    const { text } = await api.request('GET', 'suppression_lists', limited)
    expect(text).toContain(word)
    expect(hidden.mailing_lists).not.toBe(own.mailing_lists)
  },
)

test('a call that needs all lists is refused to a key of some', async () => {
  const api = await aWholeApi()
  const limited = await aLimitedKey(api, [])
  const wrong: string[] = []
  const whole = endpoints.filter(({ id }) => grantOf(id)[0] === 'whole')
  for (const { method, path } of whole) {
    const body = method === 'POST' || method === 'PUT' ? {} : undefined
    const { status } = await api.request(method, path.replaceAll(/:\w+/g, '1'), limited, body)
    if (status !== 403) wrong.push(`${method} ${path}: ${status}`)
  }
  expect(wrong).toEqual([])
  expect(whole.length).toBeGreaterThan(50)
})
