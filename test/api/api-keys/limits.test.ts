import { expect, test } from 'vitest'
import { anActor } from '../../harness/core/api.ts'
import { aList } from '../../harness/core/records.ts'
import { aSubscriberApi, countsOf, subscribe } from '../../harness/records/subscribers.ts'

/** Two lists of organization A, and a key that sees the first. */
async function twoLists() {
  const api = await aSubscriberApi()
  const { organizationId } = api.a
  const [seen, hidden] = [await aList(api.sql, organizationId), await aList(api.sql, organizationId)]
  const limited = await anActor(api.sql, api.secrets, organizationId)
  await api.sql`update api_keys set mailing_list_ids = ${[seen]} where id = ${limited.apiKeyId}`
  return { api, organizationId, seen, hidden, limited }
}

test('the quota of the organization counts lists that a limited key does not see', async () => {
  const { api, organizationId, seen, hidden, limited } = await twoLists()
  await subscribe(api, hidden, ['a@example.com', 'b@example.com'])
  await api.sql`
    update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 3
    where id = ${organizationId}`
  const add = (email: string) =>
    api.call('POST', `mailing_lists/${seen}/subscribers`, { email, status: 'active' }, limited)
  expect((await add('c@example.com')).status).toBe(200)
  expect((await add('d@example.com')).status).toBe(422)
})

test('a removal by a limited key ends the other subscriptions, too, if the organization says so', async () => {
  const { api, organizationId, seen, hidden, limited } = await twoLists()
  await subscribe(api, hidden, ['a@example.com'])
  await subscribe(api, seen, ['a@example.com', 'b@example.com'])
  await api.sql`update organizations set distribute_removals = true where id = ${organizationId}`
  const { status } = await api.call(
    'PUT',
    `mailing_lists/${seen}/subscribers/a@example.com`,
    { status: 'unsubscribed' },
    limited,
  )
  expect(status).toBe(200)
  expect(await countsOf(api, hidden)).toMatchObject({ active: 0, unsubscribed: 1 })
  // The rest of the call, and the next one, are limited again.
  const { body } = await api.call('GET', `mailing_lists/${hidden}/subscribers`, undefined, limited)
  expect(body.error_code).toBe('not_found')
})

test('an answer that was stored for an Idempotency-Key is not repeated to a key that sees less now', async () => {
  const { api, seen, hidden, limited } = await twoLists()
  const send = () =>
    api.app.inject({
      method: 'POST',
      url: `/ga/api/v2/mailing_lists/${seen}/subscribers`,
      headers: { authorization: `Basic ${limited.credential}`, 'idempotency-key': 'one' },
      payload: JSON.stringify({ email: 'a@example.com' }),
    })
  expect((await send()).statusCode).toBe(200)
  expect((await send()).headers['idempotency-replayed']).toBe('true')
  await api.sql`update api_keys set mailing_list_ids = ${[hidden]} where id = ${limited.apiKeyId}`
  const later = await send()
  expect(later.statusCode).toBe(422)
  expect(later.body).toContain('Idempotency-Key was used for another request')
})

test('calls that come at once share a transaction only with callers who see the same lists', async () => {
  const { api, hidden, seen, limited } = await twoLists()
  const add = (listId: number, name: string, as = api.a) =>
    api.call('POST', `mailing_lists/${listId}/subscribers`, { email: `${name}@example.com` }, as)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => [
      add(hidden, `all${index}`),
      add(hidden, `limited${index}`, limited),
      add(seen, `both${index}`, index % 2 === 0 ? limited : api.a),
    ]).flat(),
  )
  expect(answers.map(({ status }) => status)).toEqual(
    Array.from({ length: 12 }, () => [200, 404, 200]).flat(),
  )
  const [row] = await api.sql`select count(*) from subscribers where key like 'limited%'`
  expect(row).toEqual({ count: 0 })
})
