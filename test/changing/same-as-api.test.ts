import { expect, test } from 'vitest'
import { aField, aList, anAutoresponder } from '../harness/core/records.ts'
import { aBulkApi, type BulkApi } from '../harness/records/changers.ts'

/** Two equal lists: one is changed by a bulk change, the other by one call for each person. Then they are equal again. */

const people = [
  { email: 'Ann@example.com', custom_fields: { City: 'Bonn', Note: 'tall' } },
  { email: 'ben@example.com', status: 'unsubscribed' },
  { email: 'carla@example.com', status: 'bounced', custom_fields: { City: 'Berlin', Note: 'kind' } },
  { email: 'dora@example.com', status: 'deactivated' },
  { email: 'emil@example.com' },
  { email: 'fritz@example.com', status: 'scomp' },
  { email: 'gerd@example.com', custom_fields: { City: 'Berlin' } },
]

type Twin = { listId: number; ids: number[]; field: number; other: number }

async function twins(api: BulkApi, hasWebhook: boolean): Promise<[Twin, Twin]> {
  await api.sql`delete from webhooks`
  if (hasWebhook)
    await api.sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${api.organizationId}, 'Hook', 'https://receiver.example.com/', '\\x00',
      '{studio_subscriber_created, studio_subscriber_updated}')`
  const twin = async (): Promise<Twin> => {
    const listId = await aList(api.sql, api.organizationId, { name: 'Twin' })
    const other = await aList(api.sql, api.organizationId, { name: 'Other' })
    await anAutoresponder(api.sql, api.organizationId, other)
    const field = await aField(api.sql, api.organizationId, listId, { name: 'City' })
    await aField(api.sql, api.organizationId, listId, { name: 'Note' })
    await aField(api.sql, api.organizationId, other, { name: 'city' })
    return { listId, ids: await api.people(listId, people), field, other }
  }
  const both: [Twin, Twin] = [await twin(), await twin()]
  await api.sql`delete from webhook_events`
  await api.sql`delete from audit_events`
  return both
}

/** Everything that a change leaves behind, without what differs between two calls: ids and times. */
async function tracesOf(api: BulkApi, { listId, other, field, ids }: Twin): Promise<object> {
  const lists = [listId, other]
  const rest =
    /"(id|\w+_at|\w+_epoch|\w*_time|mailing_list_id|studio_\w+_id|listid)": ("[^"]*"|\d+|null)(, )?/g
  const subscribers = await api.sql<{ one: string }[]>`
    select (mailing_list_id = ${other}) || key || coalesce(email, '') || status || (remove_time is null) ||
      replace(custom_fields::text, ${String(field)}, '#') as one
    from subscribers where mailing_list_id = any(${lists}) order by mailing_list_id, key`
  const counts = await api.sql`
    select active, unsubscribed, scomp, bounced, deactivated from subscriber_counts
    where mailing_list_id = any(${lists}) order by mailing_list_id`
  const events = await api.sql<{ payload: string }[]>`
    select payload::text as payload from webhook_events
    where payload ->> 'studio_mailing_list_id' = any(${lists.map(String)}) order by payload ->> 'email', id`
  const audited = await api.sql<{ one: string; id: number }[]>`
    select kind || ' ' || (details - 'mailing_list_id')::text as one, subject_id as id from audit_events
    where subject_type = 'Subscriber' and subject_id = any(${ids}) and api_key_id = ${api.a.apiKeyId}
    order by id`
  const reactions = await api.sql`
    select 1 from autoresponder_reactions where mailing_list_id = any(${lists})`
  return {
    subscribers: subscribers.map(({ one }) => one.replace(/"\d+": /g, '"#": ')),
    counts,
    events: events.map(({ payload }) => payload.replace(rest, '').replaceAll('"city"', '"City"')),
    audited: audited.map(({ one, id }) => `${ids.indexOf(id)} ${one}`).toSorted(),
    reactions: reactions.length,
  }
}

/** @param wanted those whom the bulk change is expected to change; all get the call. */
async function compare(
  bulk: (twin: Twin) => object,
  single: (twin: Twin, index: number) => [method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object],
  wanted: readonly number[],
): Promise<void> {
  const api = await aBulkApi()
  // Without webhooks the change takes a shorter way.
  for (const hasWebhook of [true, false]) {
    const [one, other] = await twins(api, hasWebhook)
    const { state, stats } = await api.run(
      { selection: { subscriber_ids: one.ids }, ...bulk(one) },
      one.listId,
    )
    expect({ state, ...stats }).toMatchObject({
      state: 'finished',
      people_total: people.length,
      people_done: people.length,
      people_changed: wanted.length,
      people_failed: 0,
    })
    for (const index of wanted) {
      const [method, path, body] = single(other, index)
      const { status, body: answer } = await api.call(method, path, body)
      if (status !== 200) throw new Error(String(answer.error_message))
    }
    expect(await tracesOf(api, one)).toEqual(await tracesOf(api, other))
  }
}

const personOf = ({ listId, ids }: Twin, index: number) => `mailing_lists/${listId}/subscribers/${ids[index]}`

test('a status leaves the same people, counts, webhook events and audit events as the calls', async () => {
  await compare(
    () => ({ action: 'set_status', status: 'unsubscribed' }),
    (twin, index) => [
      'PUT',
      personOf(twin, index),
      { subscriber: { status: 'unsubscribed', remove_time: '2026-01-01 10:00' } },
    ],
    [0, 3, 4, 6],
  )
})

test('and activation, of those who did not leave by themselves', async () => {
  await compare(
    () => ({ action: 'set_status', status: 'active' }),
    (twin, index) => ['PUT', personOf(twin, index), { subscriber: { status: 'active' } }],
    [2, 3],
  )
})

test('and of everybody, if the caller says that they came back', async () => {
  await compare(
    () => ({ action: 'set_status', status: 'active', despite_departure: true }),
    (twin, index) => ['PUT', personOf(twin, index), { subscriber: { status: 'active' } }],
    [1, 2, 3, 5],
  )
})

test('and the value of a field', async () => {
  await compare(
    ({ field }) => ({ action: 'set_field', custom_field_id: field, value: 'Berlin' }),
    (twin, index) => ['PUT', personOf(twin, index), { subscriber: { custom_fields: { City: 'Berlin' } } }],
    [0, 1, 3, 4, 5],
  )
})

test('and a deletion', async () => {
  await compare(
    () => ({ action: 'delete' }),
    (twin, index) => ['DELETE', personOf(twin, index)],
    [0, 1, 2, 3, 4, 5, 6],
  )
})

test('and a copy of the active people, with the fields that both lists have, and the autoresponders', async () => {
  await compare(
    ({ other }) => ({ action: 'copy', to_mailing_list_id: other }),
    ({ other }, index) => ['POST', `mailing_lists/${other}/subscribers`, { subscriber: people[index] ?? {} }],
    [0, 4, 6],
  )
})
