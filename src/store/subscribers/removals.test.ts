import { expect, test } from 'vitest'
import { aSubscriber } from '../../../test/harness/records/lists.ts'
import { aField, aList } from '../../../test/harness/core/records.ts'
import {
  aSubscriberList,
  countsOf,
  subscribe,
  type Subscriber,
} from '../../../test/harness/records/subscribers.ts'

/** A person on three lists, of which the third has a number as its key; and other subscribers. */
async function aThreefoldSubscriber() {
  const started = await aSubscriberList()
  const { api, sql, organizationId, listId } = started
  const second = await aList(sql, organizationId, { name: 'Second' })
  const third = await aList(sql, organizationId, { name: 'Third' })
  const field = await aField(sql, organizationId, third, { name: 'number' })
  await sql`update mailing_lists set primary_key_custom_field_id = ${field} where id = ${third}`
  await subscribe(api, listId, ['Ann@example.com', 'bob@example.com'])
  await subscribe(api, second, ['ann@example.com', 'bob@example.com'])
  for (const number of ['1', '2']) {
    const attributes = { email: 'ANN@example.com', custom_fields: { number } }
    await api.call('POST', `mailing_lists/${third}/subscribers`, attributes)
  }
  const statuses = async () => {
    const rows = await sql<{ found: string }[]>`
      select mailing_list_id || ' ' || lower(coalesce(email, key)) || ' ' || status as found from subscribers
      where organization_id = ${organizationId} order by mailing_list_id, id`
    return rows.map(({ found }) => found)
  }
  return { ...started, second, third, statuses }
}

test('whoever unsubscribes from one list stays on the others, unless removals are distributed', async () => {
  const { api, sql, organizationId, listId, second, third, path, statuses } = await aThreefoldSubscriber()
  const unsubscribe = () => api.call('PUT', `${path}/ann@example.com`, { status: 'unsubscribed' })
  const all = (ann: string, first = ann) => [
    `${listId} ann@example.com ${first}`,
    `${listId} bob@example.com active`,
    `${second} ann@example.com ${ann}`,
    `${second} bob@example.com active`,
    `${third} ann@example.com ${ann}`,
    `${third} ann@example.com ${ann}`,
  ]
  await unsubscribe()
  expect(await statuses()).toEqual(all('active', 'unsubscribed'))

  await api.call('PUT', `${path}/ann@example.com`, { status: 'active' })
  await sql`update organizations set distribute_removals = true where id = ${organizationId}`
  await unsubscribe()
  expect(await statuses()).toEqual(all('unsubscribed'))
  for (const [list, counts] of [
    [listId, { active: 1, unsubscribed: 1 }],
    [second, { active: 1, unsubscribed: 1 }],
    [third, { active: 0, unsubscribed: 2 }],
  ] as const) {
    expect(await countsOf(api, list)).toMatchObject(counts)
  }
  const removed =
    await sql`select 1 from subscribers where status = 'unsubscribed' and remove_time is not null`
  expect(removed.count).toBe(3)
})

test('a removal reaches no other organization, no deleted list and nobody who had left otherwise', async () => {
  const { api, sql, organizationId, second, path } = await aThreefoldSubscriber()
  await sql`update organizations set distribute_removals = true`
  const foreign = await aList(sql, api.b.organizationId)
  const foreignId = await aSubscriber(sql, api.b.organizationId, foreign, 'ann@example.com')
  const deleted = await aList(sql, organizationId, { name: 'Deleted', deleted_at: '2020-01-01' })
  const deletedId = await aSubscriber(sql, organizationId, deleted, 'ann@example.com')
  await api.call('PUT', `mailing_lists/${second}/subscribers/ann@example.com`, { status: 'bounced' })
  expect((await api.call('PUT', `${path}/ann@example.com`, { status: 'unsubscribed' })).status).toBe(200)
  const { body } = await api.call<Subscriber[]>('GET', `mailing_lists/${second}/subscribers/ann@example.com`)
  expect(body.data.map(({ status }) => status)).toEqual(['bounced'])
  const rows = await sql`select status from subscribers where id in ${sql([foreignId, deletedId])}`
  expect(rows.map(({ status }) => status)).toEqual(['active', 'active'])
})

test('removals of one address from two lists at the same time all succeed', async () => {
  const { api, sql, listId, second, statuses } = await aThreefoldSubscriber()
  const names = Array.from({ length: 15 }, (_, index) => `c${index}@example.com`)
  for (const list of [listId, second]) await subscribe(api, list, names)
  await sql`update organizations set distribute_removals = true`
  const answers = await Promise.all(
    [...names, 'ann@example.com', 'bob@example.com'].flatMap((name) =>
      [listId, second].map((list) =>
        api.call('PUT', `mailing_lists/${list}/subscribers/${name}`, { status: 'unsubscribed' }),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect((await statuses()).filter((found) => found.endsWith(' active'))).toEqual([])
  for (const list of [listId, second]) {
    expect(await countsOf(api, list)).toMatchObject({ active: 0, unsubscribed: 17 })
  }
})

test('whoever unsubscribes goes on the suppression list of the organization, once', async () => {
  const { api, sql, organizationId, path } = await aThreefoldSubscriber()
  const [list] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'Gone') returning id`
  await sql`
    update organizations set unsub_suppression_list_id = ${list?.id ?? 0} where id = ${organizationId}`
  for (const status of ['unsubscribed', 'active', 'unsubscribed', 'bounced']) {
    expect((await api.call('PUT', `${path}/ann@example.com`, { status })).status).toBe(200)
  }
  const rows = await sql`select suppression_list_id, key from suppressed_addresses`
  expect([...rows]).toEqual([{ suppression_list_id: list?.id, key: 'ann@example.com' }])
  const other = await sql`select 1 from subscribers where status = 'unsubscribed'`
  expect(other.count).toBe(0)
})

test.each(['unsubscribed', 'bounced', 'scomp'])(
  'a call that makes somebody %s removes them everywhere',
  async (status) => {
    const { api, sql, organizationId, path, statuses } = await aThreefoldSubscriber()
    const [list] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'Gone') returning id`
    const id = list?.id ?? 0
    await sql`
    update organizations set distribute_removals = true, unsub_suppression_list_id = ${id},
      bounce_suppression_list_id = ${id}, scomp_suppression_list_id = ${id} where id = ${organizationId}`
    await api.call('PUT', `${path}/ann@example.com`, { status })
    expect((await statuses()).filter((one) => one.includes(`ann@example.com ${status}`))).toHaveLength(4)
    // A person who is new here, and known elsewhere.
    await api.call('DELETE', `${path}/bob@example.com`)
    await api.call('POST', path, { email: 'bob@example.com', status })
    expect((await statuses()).filter((one) => one.includes(`bob@example.com ${status}`))).toHaveLength(2)
    const suppressed = await sql<{ key: string }[]>`select key from suppressed_addresses order by key`
    expect(suppressed.map(({ key }) => key)).toEqual(['ann@example.com', 'bob@example.com'])
  },
)
