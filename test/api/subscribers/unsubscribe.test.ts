import { expect, test } from 'vitest'
import { anEar, aSentCampaign, countersOf, send, stateOf } from '../../harness/sending/readers.ts'
import { aList } from '../../harness/core/records.ts'
import type { Subscriber } from '../../harness/records/subscribers.ts'

test('the token of a message unsubscribes its reader, and counts for the campaign, once unique', async () => {
  const { api, sql, organizationId, token, campaignId, listId, subscriberIds } = await aSentCampaign()
  const events = await anEar(api, organizationId)
  for (const path of ['subscribers/unsubscribe', `mailing_lists/${listId}/subscribers/unsubscribe`]) {
    const unsubscribe = { token: token('unsubscribe'), ip: '192.0.2.7' }
    const { status, body } = await api.call<Subscriber>('POST', path, { unsubscribe })
    expect([status, body.data.id, body.data.status]).toEqual([200, subscriberIds[0], 'unsubscribed'])
  }
  const [row] = await sql`select remove_ip from subscribers where id = ${subscriberIds[0] ?? 0}`
  expect(row).toEqual({ remove_ip: '192.0.2.7' })
  expect((await countersOf(api, campaignId)).report).toEqual({
    unsub_total: 2,
    unsub_unique: 1,
    unsub_subscribers_updated: 1,
  })
  const told = await events()
  expect(told.map((event) => [event['event_type'], event['studio_is_unique']])).toEqual([
    ['studio_unsub', true],
    ['studio_unsub', false],
  ])
  expect(told[0]).not.toHaveProperty('studio_ip')
})

test('rejects a token of another organization, of another list, or a made-up one', async () => {
  const started = await aSentCampaign()
  const { api, organizationId, token, campaignId } = started
  const theirs = await send(api, api.b, ['ann@example.com'])
  const [subscriberId = 0] = theirs.subscriberIds
  const other = await aList(api.sql, organizationId, { name: 'Other' })
  const before = await stateOf(started)
  const ref = { listId: theirs.listId, sourceId: theirs.campaignId, subscriberId }
  const answers = new Set<string>()
  for (const text of [
    token('unsubscribe', { organizationId: api.b.organizationId, ...ref }),
    token('open'),
    token('unsubscribe', { sourceId: campaignId + 1000 }),
    'made up',
  ]) {
    const { status, body } = await api.call('POST', 'subscribers/unsubscribe', { token: text })
    answers.add(`${status} ${body.error_code} ${body.error_message}`)
  }
  const aliased = await api.call('POST', `mailing_lists/${other}/subscribers/unsubscribe`, {
    unsubscribe: { token: token('unsubscribe') },
  })
  answers.add(`${aliased.status} ${aliased.body.error_code} ${aliased.body.error_message}`)
  expect([...answers]).toEqual(['422 validation_failed token is not valid'])
  const foreign = `mailing_lists/${theirs.listId}/subscribers/unsubscribe`
  expect((await api.call('POST', foreign, { token: token('unsubscribe') })).status).toBe(404)
  expect(await stateOf(started)).toEqual(before)
})

test('reports an unreadable token, and unsubscribes nobody for an unknown subscriber', async () => {
  const { api, sql, token } = await aSentCampaign()
  const call = async (unsubscribe: object) =>
    (await api.call('POST', 'subscribers/unsubscribe', { unsubscribe })).body.error_message
  expect(await call({})).toBe('token cannot be blank')
  expect(await call({ token: token('unsubscribe'), ip: 'x' })).toBe('ip is not an IP address')
  await sql`delete from subscribers where key = 'ann@example.com'`
  for (const subscriberId of [undefined, 0]) {
    const given = token('unsubscribe', subscriberId === undefined ? {} : { subscriberId })
    expect((await api.call('POST', 'subscribers/unsubscribe', { token: given })).body.error_code).toBe(
      'not_found',
    )
  }
})
