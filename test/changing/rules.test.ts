import { expect, test } from 'vitest'
import { deleteMailingList } from '../../src/store/lists/rows.ts'
import type { Anyone } from '../harness/core/api.ts'
import { aField, aList } from '../harness/core/records.ts'
import { aSession } from '../harness/records/sessions.ts'
import { aBulkApi, changerOf, changeUntilEnded } from '../harness/records/changers.ts'

const some = ['ann', 'ben', 'carla', 'dora', 'emil'].map((name) => ({ email: `${name}@example.com` }))

test('everybody who matches is changed when their turn comes, but nobody who is added later', async () => {
  const api = await aBulkApi()
  await api.people(api.listId, [...some, { email: 'fritz@example.net', status: 'unsubscribed' }])
  const wanted = { all: true, q: '@EXAMPLE.com', status: 'active' }
  const { body } = await api.create({ selection: wanted, action: 'set_status', status: 'unsubscribed' })
  await api.people(api.listId, [{ email: 'late@example.com' }])
  await changeUntilEnded(changerOf(api.url), api.sql)
  const { stats } = await api.show(body.data.id)
  expect(stats).toMatchObject({ people_total: 5, people_done: 5, people_changed: 5 })
  expect((await api.statusesOn(api.listId)).filter((one) => one.endsWith(' active'))).toEqual([
    'late@example.com active',
  ])
})

test('a segment selects as it was when the bulk change was created, and the preview counts the same people', async () => {
  const api = await aBulkApi()
  await api.people(api.listId, [...some, { email: 'fritz@example.net', status: 'bounced' }])
  const clauses = [{ type: 'subscriber_status', operator: 'is', value: 'bounced' }]
  const segment = await api.call<{ id: number }>('POST', `mailing_lists/${api.listId}/segments`, {
    segment: { name: 'Bounced', clauses },
  })
  const selection = { all: true, segment_id: segment.body.data.id }
  const preview = await api.call('POST', `mailing_lists/${api.listId}/subscriber_bulk_changes/preview`, {
    subscriber_bulk_change: { selection },
  })
  expect(preview.body.data).toMatchObject({ people: 1, statuses: { bounced: 1, active: 0 } })
  const { body } = await api.create({ selection, action: 'delete' })
  await api.call('PUT', `segments/${segment.body.data.id}`, { segment: { clauses: [] } })
  await changeUntilEnded(changerOf(api.url), api.sql)
  expect((await api.show(body.data.id)).stats).toMatchObject({ people_total: 1, people_changed: 1 })
  expect(await api.statusesOn(api.listId)).toHaveLength(5)
})

test('neither a bulk change nor its preview exists of a list that is missing or of somebody else', async () => {
  const api = await aBulkApi()
  const selection = { all: true }
  const calls = (listId: number, as: Anyone) => {
    const path = `mailing_lists/${listId}/subscriber_bulk_changes`
    return Promise.all([
      api.call('POST', `${path}/preview`, { subscriber_bulk_change: { selection } }, as),
      api.call('POST', path, { subscriber_bulk_change: { selection, action: 'delete' } }, as),
      api.call('GET', path, undefined, as),
    ])
  }
  for (const [listId, as] of [
    [api.listId + 99, api.a],
    [api.listId, api.b],
  ] as const) {
    const answers = await calls(listId, as)
    expect(answers.map(({ status, body }) => [status, body.error_message])).toEqual(
      answers.map(() => [404, 'mailing list not found']),
    )
  }
})

test('beyond the quota nobody becomes active, and the answer says who and why', async () => {
  const api = await aBulkApi()
  const people = some.map((one) => ({ ...one, status: 'deactivated' }))
  const ids = await api.people(api.listId, people)
  await api.sql`
    update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 3
    where id = ${api.organizationId}`
  const selection = { subscriber_ids: ids }
  const { stats, problems } = await api.run({ selection, action: 'set_status', status: 'active' })
  expect(stats).toMatchObject({ people_done: 5, people_changed: 3, people_failed: 2 })
  expect(problems).toEqual(
    ids.slice(3).map((id) => ({
      subscriber_id: id,
      problem: 'the organization has reached its limit of 3 active subscribers',
    })),
  )
})

test('a copy leaves those who are on the other list as they are, and names those whom it does not take', async () => {
  const api = await aBulkApi()
  const other = await aList(api.sql, api.organizationId, { name: 'Other' })
  await aField(api.sql, api.organizationId, api.listId, { name: 'City' })
  await aField(api.sql, api.organizationId, other, { name: 'City', maximum_length: 4 })
  await api.people(other, [{ email: 'ann@example.com', status: 'unsubscribed' }])
  const [, , carla] = await api.people(api.listId, [
    { email: 'ann@example.com' },
    { email: 'ben@example.com', custom_fields: { City: 'Bonn' } },
    { email: 'carla@example.com', custom_fields: { City: 'Berlin' } },
  ])
  const { stats, problems } = await api.run({
    selection: { all: true },
    action: 'copy',
    to_mailing_list_id: other,
  })
  expect(stats).toMatchObject({ people_done: 3, people_changed: 1, people_failed: 1 })
  expect(problems).toEqual([{ subscriber_id: carla, problem: 'City must be at most 4 characters' }])
  expect(await api.statusesOn(other)).toEqual(['ann@example.com unsubscribed', 'ben@example.com active'])
})

test('what cannot work is refused at once, in a sentence', async () => {
  const api = await aBulkApi()
  const [id] = await api.people(api.listId, some.slice(0, 1))
  const key = await aField(api.sql, api.organizationId, api.listId, { name: 'Key' })
  await api.sql`update mailing_lists set primary_key_custom_field_id = ${key} where id = ${api.listId}`
  const selection = { subscriber_ids: [id] }
  const messageOf = async (fields: object) => (await api.create(fields)).body.error_message
  expect(await messageOf({ selection: {}, action: 'delete' })).toBe(
    'selection must have either subscriber_ids or all: true',
  )
  expect(await messageOf({ selection: { ...selection, q: 'a' }, action: 'delete' })).toBe(
    'selection can have q, status and segment_id only with all: true',
  )
  expect(await messageOf({ selection, action: 'set_status' })).toBe('status cannot be blank')
  expect(await messageOf({ selection, action: 'set_field', custom_field_id: key, value: 'x' })).toBe(
    'custom_field_id is the primary key of the mailing list, which differs for each subscriber',
  )
  expect(await messageOf({ selection, action: 'copy', to_mailing_list_id: api.listId })).toBe(
    'to_mailing_list_id must be another mailing list',
  )
  expect(await messageOf({ selection: { all: true, segment_id: 9 }, action: 'delete' })).toBe(
    'segment_id is not a segment of the mailing list',
  )
})

test('each action needs the permission of the call for one person', async () => {
  const api = await aBulkApi()
  await api.people(api.listId, some)
  const user = await aSession(api, api.organizationId, {
    permissions: { subscriber: ['update'] },
  })
  const path = `mailing_lists/${api.listId}/subscriber_bulk_changes`
  const as = async (fields: object) =>
    (await api.call('POST', path, { selection: { all: true }, ...fields }, user)).status
  expect(await as({ action: 'delete' })).toBe(403)
  expect(await as({ action: 'copy', to_mailing_list_id: 1 })).toBe(403)
  expect(await as({ action: 'set_status', status: 'deactivated' })).toBe(200)
})

test('the end of a list and a cancel end its bulk changes, and what was selected is forgotten', async () => {
  const api = await aBulkApi()
  await api.people(api.listId, some)
  const fields = { selection: { all: true, q: 'ann@example.com' }, action: 'delete' }
  const first = (await api.create(fields)).body.data.id
  const second = (await api.create(fields)).body.data.id
  const cancelled = await api.call('POST', `subscriber_bulk_changes/${first}/cancel`)
  expect(cancelled.body.data).toMatchObject({ state: 'cancelled' })
  const again = await api.call('POST', `subscriber_bulk_changes/${first}/cancel`)
  expect(again.body.error_message).toBe('bulk change cannot be cancelled: it is cancelled')
  await api.sql.begin((sql) => deleteMailingList(sql, api.organizationId, api.listId))
  expect((await api.show(second)).state).toBe('cancelled')
  const rows = await api.sql`select 1 from subscriber_bulk_changes where selection is not null`
  expect(rows).toHaveLength(0)
})

test('organizations take turns, whoever asked first', async () => {
  const api = await aBulkApi()
  await api.people(api.listId, some)
  for (let index = 0; index < 3; index += 1) await api.create({ selection: { all: true }, action: 'delete' })
  const other = await aList(api.sql, api.b.organizationId)
  const path = `mailing_lists/${other}/subscriber_bulk_changes`
  await api.call('POST', path, { selection: { all: true }, action: 'delete' }, api.b)
  await changeUntilEnded(changerOf(api.url), api.sql)
  const rows = await api.sql<{ organization_id: number }[]>`
    select organization_id from jobs order by finished_at`
  expect(rows.map((row) => row.organization_id).indexOf(api.b.organizationId)).toBe(1)
})
