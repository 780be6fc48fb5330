import { z } from 'zod'

export const statCounters = [
  'sent_text',
  'sent_html',
  'sent_multipart',
  'bounces_total',
  'bounces_unique',
  'bounces_unique_hard',
  'bounces_unique_soft',
  'bounces_unique_other',
  'bounces_unique_local',
  'bounces_unique_remote',
  'bounces_status_updated',
  'clicks_total',
  'clicks_unique',
  'clicks_unique_by_link',
  'clicks_machine_total',
  'clicks_machine_unique',
  'opens_total',
  'opens_unique',
  'opens_machine_total',
  'opens_machine_unique',
  'scomps_total',
  'scomps_unique',
  'scomps_status_updated',
  'unsubs_total',
  'unsubs_unique',
  'unsubs_status_updated',
  'skips_error',
  'skips_request',
  'total_success',
  'total_failure',
  'total_failure_toolong',
  'in_queue',
] as const
export type StatCounter = (typeof statCounters)[number]

export type StatCounts = Record<StatCounter, number> & {
  /** Unique bounces by enhanced status code. */
  bounces_unique_by_code: Record<string, number>
}

const amountNames = [
  'total_messages',
  'messages_html',
  'messages_text',
  'messages_sent',
  'bounced',
  'unbounced',
  'accepted',
  'unopened',
  'unclicked',
  'duplicate_opens',
  'duplicate_clicks',
  'duplicate_bounces',
  'duplicate_scomps',
  'duplicate_unsubs',
  'max_unique_activities',
] as const

/** Fractions (0.25 is a quarter); 0 if the divisor is 0. */
const rateNames = [
  'accepted_rate',
  'open_rate',
  'open_ratio',
  'click_rate',
  'click_ratio',
  'click_to_open_rate',
  'bounce_rate',
  'bounce_rate_hard',
  'bounce_rate_soft',
  'bounce_rate_other',
  'bounce_local_rate',
  'bounce_remote_rate',
  'scomp_rate',
  'unsub_rate',
  'in_queue_rate',
] as const

export type StatSummary = StatCounts &
  Record<(typeof amountNames)[number] | (typeof rateNames)[number], number>

export const statSummarySchema = z
  .object({
    ...keyed(statCounters, z.int()),
    bounces_unique_by_code: z.record(z.string(), z.int()),
    ...keyed(amountNames, z.int()),
    ...keyed(
      rateNames,
      z.number().meta({ description: 'A fraction; 0 where there is nothing to divide by.' }),
    ),
  })
  .meta({
    id: 'StatSummary',
    description:
      'Opens and clicks are those of people. Those of programs, such as scanners of links and services that load pictures in advance, are in opens_machine_total, opens_machine_unique, clicks_machine_total and clicks_machine_unique.',
  })

function keyed<Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>
}

export const noCounts: StatCounts = {
  sent_text: 0,
  sent_html: 0,
  sent_multipart: 0,
  bounces_total: 0,
  bounces_unique: 0,
  bounces_unique_hard: 0,
  bounces_unique_soft: 0,
  bounces_unique_other: 0,
  bounces_unique_local: 0,
  bounces_unique_remote: 0,
  bounces_status_updated: 0,
  clicks_total: 0,
  clicks_unique: 0,
  clicks_unique_by_link: 0,
  clicks_machine_total: 0,
  clicks_machine_unique: 0,
  opens_total: 0,
  opens_unique: 0,
  opens_machine_total: 0,
  opens_machine_unique: 0,
  scomps_total: 0,
  scomps_unique: 0,
  scomps_status_updated: 0,
  unsubs_total: 0,
  unsubs_unique: 0,
  unsubs_status_updated: 0,
  skips_error: 0,
  skips_request: 0,
  total_success: 0,
  total_failure: 0,
  total_failure_toolong: 0,
  in_queue: 0,
  bounces_unique_by_code: {},
}

export function sumCounts(slices: readonly StatCounts[]): StatCounts {
  const sum = { ...noCounts, bounces_unique_by_code: { ...noCounts.bounces_unique_by_code } }
  for (const slice of slices) {
    for (const name of statCounters) sum[name] += slice[name]
    for (const [code, count] of Object.entries(slice.bounces_unique_by_code)) {
      sum.bounces_unique_by_code[code] = (sum.bounces_unique_by_code[code] ?? 0) + count
    }
  }
  return sum
}

/**
 * Opens, clicks, complaints and unsubscriptions are divided by accepted messages, bounces by sent messages, kinds of
 * bounces by all bounces.
 */
export function summarize(counts: StatCounts): StatSummary {
  const messagesHtml = counts.sent_html + counts.sent_multipart
  const messagesSent = messagesHtml + counts.sent_text
  const bounced = counts.bounces_unique
  const accepted = messagesSent - bounced - counts.in_queue
  return {
    ...counts,
    total_messages: messagesSent,
    messages_html: messagesHtml,
    messages_text: counts.sent_text,
    messages_sent: messagesSent,
    bounced,
    unbounced: messagesSent - bounced,
    accepted,
    unopened: accepted - counts.opens_unique,
    unclicked: accepted - counts.clicks_unique,
    duplicate_opens: counts.opens_total - counts.opens_unique,
    duplicate_clicks: counts.clicks_total - counts.clicks_unique,
    duplicate_bounces: counts.bounces_total - bounced,
    duplicate_scomps: counts.scomps_total - counts.scomps_unique,
    duplicate_unsubs: counts.unsubs_total - counts.unsubs_unique,
    max_unique_activities: Math.max(
      counts.opens_unique,
      counts.clicks_unique,
      counts.unsubs_unique,
      counts.scomps_unique,
    ),
    ...ratesOf(counts, { messagesSent, accepted }),
  }
}

function ratesOf(counts: StatCounts, { messagesSent, accepted }: { messagesSent: number; accepted: number }) {
  const bounced = counts.bounces_unique
  return {
    accepted_rate: share(accepted, messagesSent),
    open_rate: share(counts.opens_unique, accepted),
    open_ratio: share(counts.opens_total, counts.opens_unique),
    click_rate: share(counts.clicks_unique, accepted),
    click_ratio: share(counts.clicks_total, counts.clicks_unique),
    click_to_open_rate: share(counts.clicks_unique, counts.opens_unique),
    bounce_rate: share(bounced, messagesSent),
    bounce_rate_hard: share(counts.bounces_unique_hard, bounced),
    bounce_rate_soft: share(counts.bounces_unique_soft, bounced),
    bounce_rate_other: share(counts.bounces_unique_other, bounced),
    bounce_local_rate: share(counts.bounces_unique_local, bounced),
    bounce_remote_rate: share(counts.bounces_unique_remote, bounced),
    scomp_rate: share(counts.scomps_unique, accepted),
    unsub_rate: share(counts.unsubs_unique, accepted),
    in_queue_rate: share(counts.in_queue, messagesSent),
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
