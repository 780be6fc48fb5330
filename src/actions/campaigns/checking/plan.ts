import { formatInstant } from '../../../contract/times/zones.ts'
import type { CampaignRow } from '../../../store/campaigns/rows.ts'
import type { Found } from './found.ts'

/** A time that is over would send at once. What has begun already keeps its time. */
export function inspectTime(row: CampaignRow, { zone, now }: { zone: string; now: Date }): Found[] {
  const { begins_at: begins, local_begins_at: local, state } = row
  // With a field of time zones, those whose time is over get it at once.
  if (begins === null || local !== null || state !== 'idle' || begins > now) return []
  const time = formatInstant(begins.getTime(), zone).slice(0, 16).replace('T', ' ')
  const sentence = `The time for which it is set, ${time}, is over. Choose another one, or send it at once.`
  return [{ kind: 'stop', code: 'begins_at', sentence }]
}

const units = { minutes: 'minutes', hours: 'hours', days: 'days' } as const
const metrics = {
  opens_unique: 'most people open',
  opens_total: 'has the most opens',
  clicks_unique: 'most people click in',
  clicks_total: 'has the most clicks',
  click_to_open_rate: 'has the most clicks for each open',
} as const

export function inspectWinner(row: CampaignRow): Found[] {
  if (!row.autowinner_enabled) return []
  const { autowinner_percentage: percent, autowinner_delay_amount: amount, contents } = row
  const { autowinner_delay_unit: unit, autowinner_metric: metric } = row
  // As the server sends it: with one version there is nothing to choose.
  if (contents.length < 2) return [stop('needs two versions at least: add one, or switch it off')]
  const missing = [
    ...(percent === null ? ['how many people get a version first'] : []),
    ...(amount === null || unit === null ? ['how long it waits'] : []),
    ...(metric === null ? ['what decides'] : []),
  ]
  if (missing.length > 0) return missing.map((what) => stop(`does not say ${what}`))
  const share = Number(percent)
  if (share <= 0 || share >= 100)
    return [stop('needs a share of people of more than 0 % and less than 100 %')]
  const sentence = `A/B test: ${share} % get one of the ${contents.length} versions; after ${amount} ${units[unit as keyof typeof units] ?? unit} the rest get the one that ${metrics[metric as keyof typeof metrics] ?? metric}.`
  return [{ kind: 'ok', code: 'winner', sentence }]
}

function stop(what: string): Found {
  return { kind: 'stop', code: 'winner', sentence: `The A/B test ${what}.` }
}
