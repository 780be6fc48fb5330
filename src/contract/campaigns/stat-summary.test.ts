import { expect, test } from 'vitest'
import { noCounts, statSummarySchema, sumCounts, summarize } from './stat-summary.ts'

/** 1,000 messages, worked out by hand. */
const counts = {
  ...noCounts,
  sent_text: 200,
  sent_html: 300,
  sent_multipart: 500,
  total_success: 890,
  total_failure: 100,
  in_queue: 10,
  bounces_total: 120,
  bounces_unique: 110,
  bounces_unique_hard: 55,
  bounces_unique_soft: 44,
  bounces_unique_other: 11,
  bounces_unique_local: 88,
  bounces_unique_remote: 22,
  bounces_unique_by_code: { '5.1.1': 55, '4.2.2': 44, unknown: 11 },
  opens_total: 660,
  opens_unique: 440,
  clicks_total: 150,
  clicks_unique: 110,
  scomps_total: 3,
  scomps_unique: 2,
  unsubs_total: 23,
  unsubs_unique: 22,
}

test('what follows from the counters is what a person works out from them', () => {
  const summary = summarize(counts)
  expect(summary).toMatchObject({
    ...counts,
    total_messages: 1000,
    messages_html: 800,
    messages_text: 200,
    messages_sent: 1000,
    bounced: 110,
    unbounced: 890,
    accepted: 880,
    unopened: 440,
    unclicked: 770,
    duplicate_opens: 220,
    duplicate_clicks: 40,
    duplicate_bounces: 10,
    duplicate_scomps: 1,
    duplicate_unsubs: 1,
    max_unique_activities: 440,
    accepted_rate: 0.88,
    open_rate: 0.5,
    open_ratio: 1.5,
    click_rate: 0.125,
    click_to_open_rate: 0.25,
    bounce_rate: 0.11,
    bounce_rate_hard: 0.5,
    bounce_rate_soft: 0.4,
    bounce_rate_other: 0.1,
    bounce_local_rate: 0.8,
    bounce_remote_rate: 0.2,
    unsub_rate: 0.025,
    in_queue_rate: 0.01,
  })
  expect(statSummarySchema.parse(summary)).toEqual(summary)
})

test('of nothing every number is 0: nothing is divided by it', () => {
  const { bounces_unique_by_code: codes, ...numbers } = summarize(noCounts)
  expect(codes).toEqual({})
  expect(new Set(Object.values(numbers))).toEqual(new Set([0]))
})

test('slices add up, each bounce code by itself', () => {
  const sum = sumCounts([
    counts,
    { ...noCounts, opens_total: 1, bounces_unique_by_code: { '5.1.1': 2, '5.7.1': 1 } },
  ])
  expect(sum).toEqual({
    ...counts,
    opens_total: 661,
    bounces_unique_by_code: { '5.1.1': 57, '4.2.2': 44, unknown: 11, '5.7.1': 1 },
  })
  expect(noCounts.bounces_unique_by_code).toEqual({})
})
