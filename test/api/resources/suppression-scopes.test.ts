import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepsFrom, findSuppressions } from '../../../src/store/responses/preferences.ts'
import { findSuppressing, notSuppressed } from '../../../src/store/conditions/suppression.ts'
import { eraseAddresses } from '../../../src/store/erasure/subscribers.ts'
import { isKnownAddress } from '../../../src/store/lists/forms/sign-ups.ts'
import { countAudience } from '../../../src/store/segments/audience.ts'
import { anActor, anApi, type Actor, type Api } from '../../harness/core/api.ts'
import { aList, recount } from '../../harness/core/records.ts'
import { resourceRoutes } from '../../harness/records/resources.ts'

type List = { id: number; suppression_scope: string; mailing_list_id: number | null; global: boolean }
type Found = {
  suppression_scope: string
  suppression_list_id: number | null
  suppressed_address: object | null
}

async function aStart() {
  const api = await anApi(resourceRoutes)
  const listId = await aList(api.sql, api.a.organizationId)
  const make = (given: object, as: Actor = api.a) =>
    api.call<List>('POST', 'suppression_lists', { suppression_list: { name: 'Gone', ...given } }, as)
  return { api, listId, make }
}

const suppress = (api: Api, id: number, data: string[], as: Actor = api.a) =>
  api.call('POST', `suppression_lists/${id}/suppressed_addresses/create_multiple`, { data }, as)

const scopeIn = ({ suppression_scope: scope, mailing_list_id: id, global }: List) => ({ scope, id, global })

test('the older members say the scope alone, and what contradicts itself is refused', async () => {
  const { api, listId, make } = await aStart()
  const ofList = { scope: 'mailing_list', id: listId, global: false }
  const ofAll = { scope: 'organization', id: null, global: false }
  const accepted = [
    [{}, ofAll],
    [{ global: false, mailing_list_id: null }, ofAll],
    [{ global: true }, ofAll],
    [{ mailing_list_id: String(listId) }, ofList],
    [{ suppression_scope: 'mailing_list', mailing_list_id: listId, global: false }, ofList],
    [{ suppression_scope: 'segment' }, { scope: 'segment', id: null, global: false }],
  ] as const
  for (const [index, [given, expected]] of accepted.entries()) {
    const { body } = await make({ name: `List ${index}`, ...given })
    expect([given, scopeIn(body.data)]).toEqual([given, expected])
  }
  const elsewhere = await aList(api.sql, api.b.organizationId)
  for (const given of [
    { suppression_scope: 'mailing_list' },
    { suppression_scope: 'organization', mailing_list_id: listId },
    { suppression_scope: 'segment', global: true },
    { global: true, mailing_list_id: listId },
    { suppression_scope: 'none' },
    { mailing_list_id: elsewhere },
    { mailing_list_id: 999_999 },
  ]) {
    const { body } = await make({ name: 'Other', ...given })
    expect([given, body.error_code]).toEqual([given, 'validation_failed'])
  }
})

test('a change that repeats the record keeps the scope, and another one changes it', async () => {
  const { api, listId, make } = await aStart()
  const { id, ...record } = (await make({ suppression_scope: 'segment' })).body.data
  const change = async (given: object) =>
    scopeIn((await api.call<List>('PUT', `suppression_lists/${id}`, { suppression_list: given })).body.data)
  expect(await change({ ...record })).toMatchObject({ scope: 'segment' })
  expect(await change({ name: 'Left', global: false, mailing_list_id: null })).toMatchObject({
    scope: 'segment',
  })
  expect(await change({ mailing_list_id: listId })).toMatchObject({ scope: 'mailing_list', id: listId })
  expect(await change({ name: 'Again' })).toMatchObject({ scope: 'mailing_list', id: listId })
  expect(await change({ mailing_list_id: null })).toMatchObject({ scope: 'organization', id: null })
})

test('lists of the system are made and changed by system administrators alone', async () => {
  const { api, make } = await aStart()
  const admin = await anActor(api.sql, api.secrets, 1)
  const made = await make({ global: true }, api.system)
  expect(scopeIn(made.body.data)).toEqual({ scope: 'system', id: null, global: true })
  const { id } = made.body.data
  const forOther = { suppression_list: { name: 'No', suppression_scope: 'system' } }
  const path = `organizations/${api.a.organizationId}/suppression_lists`
  expect((await api.call('POST', path, forOther, api.system)).body.error_code).toBe('validation_failed')
  expect((await make({ suppression_scope: 'system' })).status).toBe(403)
  expect((await make({ suppression_scope: 'system' }, admin)).status).toBe(403)
  expect((await suppress(api, id, ['x@example.com'], admin)).status).toBe(403)
  expect((await api.call('DELETE', `suppression_lists/${id}`, undefined, admin)).status).toBe(403)
  const renamed = await api.call('PUT', `suppression_lists/${id}`, { name: 'Legal' }, api.system)
  expect(renamed.body.data).toMatchObject({ name: 'Legal', suppression_scope: 'system' })
  const narrowed = { suppression_scope: 'organization' }
  const refused = await api.call('PUT', `suppression_lists/${id}`, narrowed, api.system)
  expect(refused.body).toMatchObject({
    error_message: 'suppression_scope cannot change from system: create another list',
  })
})

/** By an independent model: each entry says which addresses it names, each scope where it holds. */
test('each scope keeps messages, previews of audiences and forms from those whom it is about', async () => {
  const { api, listId, make } = await aStart()
  const { sql, a, b } = api
  const otherId = await aList(sql, a.organizationId, { name: 'Other' })
  const foreignId = await aList(sql, b.organizationId)
  const places = [
    { organizationId: a.organizationId, listId },
    { organizationId: a.organizationId, listId: otherId },
    { organizationId: b.organizationId, listId: foreignId },
  ]
  const scopes = ['organization', 'mailing_list', 'segment', 'system'] as const
  const kinds = ['address', 'domain', 'md5'] as const
  const people = scopes.flatMap((scope) =>
    kinds.map((kind) => `${kind}@${scope}-${kind}.example.com`.replace('_', '-')),
  )
  for (const place of places) {
    await sql`
      insert into subscribers (organization_id, mailing_list_id, key)
      select ${place.organizationId}, ${place.listId}, unnest(${[...people, 'free@example.com']}::text[])`
  }
  await recount(sql)
  for (const [index, scope] of scopes.entries()) {
    const as = scope === 'system' ? api.system : a
    const of = scope === 'mailing_list' ? { mailing_list_id: listId } : {}
    const made = await make({ name: scope, suppression_scope: scope, ...of }, as)
    const [one = '', two = '', three = ''] = people.slice(index * 3, index * 3 + 3)
    const md5 = createHash('md5').update(three).digest('hex')
    await suppress(api, made.body.data.id, [one, two.slice(two.indexOf('@')), md5], as)
  }
  const holds = { organization: [true, true, false], mailing_list: [true, false, false], segment: [false, false, false], system: [true, true, true] } // oxfmt-ignore
  for (const [place, at] of places.map((at, place) => [place, at] as const)) {
    const expected = people.filter(
      (_, index) => holds[scopes[Math.floor(index / 3)] ?? 'segment'][place] !== true,
    )
    await sql
      .begin(async (sql) => {
        const { condition } = await notSuppressed(sql, at)
        const rows = await sql<{ key: string }[]>`
        select key from subscribers s
        where organization_id = ${at.organizationId} and mailing_list_id = ${at.listId} and ${condition} order by id`
        expect([place, ...rows.map(({ key }) => key)]).toEqual([place, ...expected, 'free@example.com'])
        const audience = await countAudience(sql, { ...at, timeZone: 'UTC', clauses: [] }, 60_000)
        expect(audience).toMatchObject({
          recipients: expected.length + 1,
          suppressed: people.length - expected.length,
        })
        await sql`delete from subscribers where organization_id = ${at.organizationId}`
        for (const key of people) {
          const known = await isKnownAddress(sql, at.organizationId, at.listId, key)
          const found = await findSuppressions(sql, at.organizationId, key)
          expect([place, key, known, keepsFrom(found, at.listId)]).toEqual([
            place,
            key,
            !expected.includes(key),
            !expected.includes(key),
          ])
        }
        throw new Error('keep nothing')
      })
      .catch((error: Error) => {
        if (error.message !== 'keep nothing') throw error
      })
  }
})

test('an address is found in all lists of the organization; of the system, that it is suppressed and nothing else', async () => {
  const { api, listId, make } = await aStart()
  const ofAll = (await make({ name: 'All' })).body.data.id
  const ofList = (await make({ name: 'One', mailing_list_id: listId })).body.data.id
  const ofSystem = (await make({ name: 'Law', suppression_scope: 'system' }, api.system)).body.data.id
  await suppress(api, ofAll, ['Ann@Example.com', 'bob@example.com'])
  await suppress(api, ofList, ['@BÜCHER.example'])
  await suppress(api, ofSystem, ['ann@example.com'], api.system)
  const find = async (email: string, as: Actor = api.a) =>
    (await api.call<Found[]>('GET', `suppressed_addresses?email=${encodeURIComponent(email)}`, undefined, as))
      .body.data
  expect(await find('ANN@example.com')).toEqual([
    {
      suppression_scope: 'organization',
      suppression_list_id: ofAll,
      suppression_list_name: 'All',
      mailing_list_id: null,
      suppressed_address: expect.objectContaining({
        email: 'ann@example.com',
        auto_converted_to_punycode: false,
        added_as_auto_scomp: false,
        created_at: expect.any(String),
      }),
    },
    {
      suppression_scope: 'system',
      suppression_list_id: null,
      suppression_list_name: null,
      mailing_list_id: null,
      suppressed_address: null,
    },
  ])
  expect(await find('x@bücher.example')).toMatchObject([
    {
      suppression_list_id: ofList,
      mailing_list_id: listId,
      suppressed_address: { email: '@xn--bcher-kva.example', auto_converted_to_punycode: true },
    },
  ])
  expect(await find('ann@example.com', api.b)).toMatchObject([{ suppression_scope: 'system' }])
  expect(await find('ann@example.com', api.system)).toMatchObject([
    {
      suppression_scope: 'system',
      suppression_list_id: ofSystem,
      suppressed_address: { email: 'ann@example.com' },
    },
  ])
  expect(await find('cy@example.com')).toEqual([])
  for (const query of ['', '?email=', '?email=nobody']) {
    expect((await api.call('GET', `suppressed_addresses${query}`)).body.error_code).toBe('invalid_request')
  }
  const path = `suppression_lists/${ofAll}/suppressed_addresses?email=BOB@example.com`
  expect((await api.call('GET', path)).body.data).toMatchObject([{ email: 'bob@example.com' }])
})

test('what leaves a list of the system is free again, by address, with the list, and not by an erasure', async () => {
  const { api, make } = await aStart()
  const { sql, a, system } = api
  const { id } = (await make({ suppression_scope: 'system' }, system)).body.data
  const isFree = async () => {
    const [row] = await sql<{ digests: number }[]>`select count(*) as digests from system_suppressions`
    const { bySystem } = await findSuppressing(sql, { organizationId: a.organizationId, listId: null })
    const [ann] = await findSuppressions(sql, a.organizationId, 'ann@example.com')
    return [row?.digests, bySystem, ann === undefined]
  }
  await suppress(api, id, ['ann@example.com', 'ann@example.com'], system)
  await suppress(api, id, ['Ann@example.com'], system)
  expect(await isFree()).toEqual([1, true, false])
  await sql.begin((sql) => eraseAddresses(sql, 1, [{ key: 'ann@example.com', hmac: Buffer.alloc(32) }]))
  expect(await isFree()).toEqual([1, true, false])
  const hash = createHash('sha256').update('ann@example.com').digest('hex')
  await api.call('DELETE', `suppression_lists/${id}/suppressed_addresses/${hash}`, undefined, system)
  expect(await isFree()).toEqual([0, false, true])
  await suppress(api, id, ['ann@example.com'], system)
  await api.call('DELETE', `suppression_lists/${id}`, undefined, system)
  expect(await isFree()).toEqual([0, false, true])
})
