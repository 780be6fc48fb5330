import { expect, test } from 'vitest'
import { aStartedCampaign } from '../../../test/harness/sending/campaigns.ts'
import { anEar, aSentCampaign, countersOf } from '../../../test/harness/sending/readers.ts'
import { countsOf } from '../../../test/harness/records/subscribers.ts'
import { upkeepEnvironment } from '../../../test/harness/records/upkeep.ts'
import { recordBounce } from '../../store/responses/bounces.ts'
import { softBounces } from './soft-bounces.ts'

const replies = {
  s: { status: '5.2.2', severity: 'soft', diagnostic: '552 5.2.2 <ann@example.com> mailbox full' },
  o: { status: '5.7.1', severity: 'other', diagnostic: '554 5.7.1 blocked using zen.example' },
} as const

/** A subscriber with messages in the past: `s` bounced softly, `o` otherwise, `a` was accepted, `u` is uncertain. */
async function aHistory(messages: string, stepDays: number) {
  const started = await aSentCampaign(['ann@example.com'])
  const { sql, organizationId, listId, subscriberIds } = started
  const { begin } = started.database.within(organizationId)
  const [subscriberId = 0] = subscriberIds
  await sql`delete from deliveries`
  const campaigns: number[] = []
  for (const [place, kind] of Array.from(messages).entries()) {
    const campaignId = await aStartedCampaign(sql, organizationId, listId)
    campaigns.push(campaignId)
    const days = (messages.length - place) * stepDays
    await sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, state, sent_at)
      values (${organizationId}, ${campaignId}, ${subscriberId}, ${kind === 'u' ? 'uncertain' : 'accepted'},
        now() - ${days} * interval '1 day')`
    if (kind !== 's' && kind !== 'o') continue
    const report = { ...replies[kind], occasion: 0 }
    const reader = { source: { campaignId }, subscriberId }
    await begin((tx) => recordBounce(tx, organizationId, reader, report))
    // The same mailbox refuses what it has refused before: no message more.
    await begin((tx) => recordBounce(tx, organizationId, reader, report))
    if (kind === 's') {
      await sql`
        update soft_bounces set since = now() - ${days} * interval '1 day' where subscriber_id = ${subscriberId}
          and bounces = 1`
    }
  }
  const look = (rule = { limit: 5, days: 14 }) =>
    softBounces.run(
      { ...upkeepEnvironment(started.database), softBounceRule: rule },
      new AbortController().signal,
    )
  const statusOf = async () => {
    const [row] = await sql<{ status: string }[]>`select status from subscribers where id = ${subscriberId}`
    return row?.status
  }
  return { ...started, subscriberId, campaigns, look, statusOf }
}

test('after five soft bounces in a row over two weeks a subscription ends, and the reason can be read', async () => {
  const { api, sql, organizationId, listId, subscriberId, campaigns, look, statusOf } = await aHistory(
    'asssss',
    4,
  )
  const events = await anEar(api, organizationId)
  await look()
  expect(await statusOf()).toBe('bounced')
  expect(await countsOf(api, listId)).toMatchObject({ active: 0, bounced: 1 })
  const [audit] = await sql`
    select subject_type, subject_id, details from audit_events where kind = 'subscriber.bounced'`
  expect(audit).toMatchObject({
    subject_type: 'Subscriber',
    subject_id: subscriberId,
    details: { reason: 'soft bounces', bounces: 5, last_status: '5.2.2' },
  })
  const told = await events()
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({
    event_type: 'bounce_bad_address',
    email: 'ann@example.com',
    bounce_type: 's',
  })
  expect(String(told[0]?.['bounce_text'])).toMatch(
    /^all 5 messages since \d{4}-\d\d-\d\d bounced softly; the last: 552/,
  )
  const { report } = await countersOf(api, campaigns.at(-1) ?? 0)
  expect(report).toMatchObject({ bounce_soft: 1, bounce_subscribers_updated: 1 })

  // Who is made active again begins anew.
  await api.call('PUT', `mailing_lists/${listId}/subscribers/ann@example.com`, { status: 'active' })
  await look()
  expect(await statusOf()).toBe('active')
  const left = await sql`select 1 from soft_bounces`
  expect(left).toHaveLength(0)
})

test.each([
  ['four of them', 'ssss', 10],
  ['five within a week', 'sssss', 1],
  ['one that was accepted in between', 'sssasss', 5],
  ['one that was accepted at the end', 'sssssa', 5],
  ['one that was refused for another reason in between', 'ssssoss', 5],
])('%s: the subscription goes on', async (_, messages, stepDays) => {
  const { look, statusOf } = await aHistory(messages, stepDays)
  await look()
  await look()
  expect(await statusOf()).toBe('active')
})

test.each([
  ['an accepted message long before', 'sasssss', 5],
  ['many within two weeks', 'ssssssssssssssss', 1],
  ['an uncertain one in between', 'sssuss', 5],
])('%s: the subscription ends', async (_, messages, stepDays) => {
  const { look, statusOf } = await aHistory(messages, stepDays)
  await look()
  expect(await statusOf()).toBe('bounced')
})

test('with the limit 0 nobody is given up, with another one that counts', async () => {
  const { look, statusOf } = await aHistory('sss', 2)
  await look({ limit: 0, days: 0 })
  expect(await statusOf()).toBe('active')
  await look({ limit: 4, days: 3 })
  expect(await statusOf()).toBe('active')
  await look({ limit: 3, days: 3 })
  expect(await statusOf()).toBe('bounced')
})
