import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { grantOf } from '../../../src/contract/api/grants.ts'
import type { UserInput } from '../../../src/contract/users/input.ts'
import { permissionsIn } from '../../../src/contract/users/permissions.ts'
import { anActor, type Actor } from '../../harness/core/api.ts'
import { casesFor, word } from '../../harness/fuzz/foreign-ids.ts'
import { isNight } from '../../harness/night.ts'
import { aRole, aSession, everyRight } from '../../harness/records/sessions.ts'
import {
  aWholeApi,
  furnish,
  type Possessions,
  type Reply,
  type WholeApi,
} from '../../harness/records/tenants.ts'
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

type Limited = (method: string, path: string, body?: unknown) => Promise<Reply>

async function aLimitedKey(api: WholeApi, listIds: readonly number[]): Promise<Actor> {
  const actor = await anActor(api.sql, api.secrets, api.a.organizationId)
  await api.sql`update api_keys set mailing_list_ids = ${[...listIds]}, last_used_at = now() + interval '1 day' where id = ${actor.apiKeyId}`
  return actor
}

async function aLimitedUser(api: WholeApi, attributes: Partial<UserInput>): Promise<Limited> {
  const { headers } = await aSession(api, api.a.organizationId, { role: 'standard', ...attributes })
  return (method, path, body) =>
    api.send({
      method,
      url: `/ga/api/v2/${path}`,
      headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
}

/** A key, a user with every permission, and a user whose role has every right. */
async function limitedCallers(api: WholeApi, mailing_list_ids: number[]): Promise<Limited[]> {
  const key = await aLimitedKey(api, mailing_list_ids)
  const role_id = await aRole(api.sql, api.a.organizationId, everyRight)
  return [
    (method, path, body) => api.request(method, path, key, body),
    await aLimitedUser(api, { permissions: permissionsIn([everyRight]), mailing_list_ids }),
    await aLimitedUser(api, { role_id, mailing_list_ids }),
  ]
}

/** By day each call is made by one of them: the next call by the next. */
function callersOf(limited: readonly Limited[], turn: number): readonly Limited[] {
  return isNight ? limited : limited.slice(turn % limited.length, (turn % limited.length) + 1)
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
  'a list that a caller is not granted, and whatever belongs to it, is to the caller as if it did not exist',
  { timeout: 240_000 },
  async () => {
    const api = await aWholeApi()
    const hidden = await furnish(api, api.a, word)
    const own = await furnish(api, api.a, 'own')
    const limited = await limitedCallers(api, [Number(own.mailing_lists)])
    const missing = Object.fromEntries(Object.keys(hidden).map((kind) => [kind, '1999999999']))
    const foreign: Possessions = {
      ...missing,
      ...Object.fromEntries(kindsOfLists.map((kind) => [kind, hidden[kind] ?? ''])),
    }
    const before = await rowsOfList(api, String(hidden.mailing_lists))
    expect(before.length).toBeGreaterThan(10)
    const differences: string[] = []
    const cases = casesFor(foreign, own)
    for (const [turn, { method, foreign: path, absent, bodies, named }] of cases.entries()) {
      for (const request of callersOf(limited, turn)) {
        const [known, unknown] = [
          await request(method, path, bodies[0]),
          await request(method, absent, bodies[1]),
        ]
        expect.soft(known.status, `${method} ${path} ${known.text}`).toBeLessThan(500)
        const text = (answer: { text: string }, id = 'no id') =>
          answer.text.replaceAll(word, '<id>').replaceAll('nobody', '<id>').replaceAll(`names ${id},`, 'names <id>,').replaceAll(`field ${id},`, 'field <id>,') // oxfmt-ignore
        if (known.status !== unknown.status || text(known, named?.[0]) !== text(unknown, named?.[1])) {
          differences.push(
            `${method} ${path} ${JSON.stringify(bodies[0])} by ${limited.indexOf(request)}: ${known.status} ${known.text} but ${unknown.status} ${unknown.text}`,
          )
        }
      }
    }
    expect(differences).toEqual([])
    expect(await rowsOfList(api, String(hidden.mailing_lists))).toEqual(before)
    figure(`${cases.length} calls with an id of an ungranted list, by keys and users`)
  },
)

test(
  'what lists, counts, searches and streams is without the lists that a caller is not granted',
  { timeout: 60_000 },
  async () => {
    const api = await aWholeApi()
    const hidden = await furnish(api, api.a, word)
    const own = await furnish(api, api.a, 'own')
    const limited = await limitedCallers(api, [Number(own.mailing_lists)])
    const leaks: string[] = []
    for (const [turn, { id, method, path }] of endpoints.entries()) {
      if (method !== 'GET' || grantOf(id)[0] === 'shared') continue
      const filled = path.replace(':mailing_list_id', String(own.mailing_lists))
      if (filled.includes(':')) continue
      for (const request of callersOf(limited, turn)) {
        const { text } = await request('GET', filled)
        if (text.includes(word)) leaks.push(`GET ${filled}: ${text}`)
      }
    }
    expect(leaks).toEqual([])
    for (const path of [
      `search?q=${word}`,
      `subscribers?q=${word}`,
      `campaigns?name_contains=${word}`,
      `subscribers_by_email/${word}@example.com`,
    ]) {
      const all = (await api.request('GET', path, api.a)).text.includes(word)
      const found = await Promise.all(limited.map(async (request) => (await request('GET', path)).text))
      expect([path, all, found.filter((text) => text.includes(word))]).toEqual([path, true, []])
    }
    const countOf = ({ text }: Reply) => JSON.parse(text).data.counts.active
    expect(countOf(await api.request('GET', 'subscriber_counts', api.a))).toBe(2)
    for (const request of limited) {
      expect(countOf(await request('GET', 'subscriber_counts'))).toBe(1)
      expect((await request('GET', 'suppression_lists')).text).toContain(word)
    }
    expect(hidden.mailing_lists).not.toBe(own.mailing_lists)
  },
)

test('a call that needs all lists is refused to a caller of some', async () => {
  const api = await aWholeApi()
  const limited = await limitedCallers(api, [])
  const wrong: string[] = []
  const whole = endpoints.filter(({ id }) => grantOf(id)[0] === 'whole')
  for (const [turn, { method, path }] of whole.entries()) {
    const body = method === 'POST' || method === 'PUT' ? {} : undefined
    for (const request of callersOf(limited, turn)) {
      const { status } = await request(method, path.replaceAll(/:\w+/g, '1'), body)
      if (status !== 403) wrong.push(`${method} ${path}: ${status}`)
    }
  }
  expect(wrong).toEqual([])
  expect(whole.length).toBeGreaterThan(50)
})
