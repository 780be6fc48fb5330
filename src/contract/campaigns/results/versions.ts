import { z } from 'zod'
import { autowinnerMetrics } from '../../lists/input.ts'
import { sumCounts, type StatCounts } from '../stat-summary.ts'

type Metric = (typeof autowinnerMetrics)[number]

const share = z
  .object({
    count: z.int(),
    base: z.int(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .meta({
    id: 'VersionShare',
    description:
      'People out of `base`. low and high: the 95 % Wilson interval of the rate, 0 to 1. null without a base.',
  })

export const versionResultsSchema = z
  .object({
    metric: z.enum(autowinnerMetrics).meta({
      description: 'What the versions are compared by. Default: clicks_unique.',
    }),
    measured_at: z.iso.datetime({ offset: true }).nullable().meta({
      description: 'When the figures were taken: at the choice of the winner. null: now.',
    }),
    decides_at: z.iso.datetime({ offset: true }).nullable().meta({
      description: 'When the server chooses the winner. null: not known yet, chosen already, or never.',
    }),
    versions: z.array(
      z.object({
        content: z.object({ id: z.int(), name: z.string() }),
        sent: z.int(),
        opened: share,
        clicked: share,
        unsubscribed: share,
        compared: share.meta({ description: 'The rate that the versions are compared by.' }),
      }),
    ),
    best_content_id: z.int().nullable().meta({
      description: 'The version that is better than each other one beyond chance. null: not enough to tell.',
    }),
    chosen: z
      .object({
        content_id: z.int(),
        at: z.iso.datetime({ offset: true }),
        by: z.enum(['automatic']),
        reason: z.enum(['better', 'higher', 'equal']).meta({
          description:
            'better: beyond chance. higher: the highest rate, but not enough to tell. equal: another version has the same rate; the first one is taken.',
        }),
      })
      .nullable()
      .meta({ description: 'The winner that the rest gets. null until it is chosen.' }),
  })
  .meta({ id: 'VersionResults' })

export type VersionResults = z.output<typeof versionResultsSchema>
export type Share = z.output<typeof share>

// The 97.5 % quantile of the normal distribution: two-sided 95 %.
const z95 = 1.959963984540054

/** Wilson's score interval, which stays within 0 and 1 and holds for small groups and rare events. */
export function shareOf(count: number, base: number): Share {
  if (base <= 0) return { count, base: Math.max(base, 0), low: null, high: null }
  // A person who opened may be counted before the message is: a rate is never more than 1.
  const rate = Math.min(count / base, 1)
  const square = z95 * z95
  const middle = rate + square / (2 * base)
  const spread = z95 * Math.sqrt((rate * (1 - rate)) / base + square / (4 * base * base))
  const whole = 1 + square / base
  return {
    count,
    base,
    low: rate === 0 ? 0 : Math.max(0, (middle - spread) / whole),
    high: rate === 1 ? 1 : Math.min(1, (middle + spread) / whole),
  }
}

/** Whether one rate is higher beyond chance: Newcombe's interval of the difference lies above zero. */
export function isHigher(one: Share, other: Share): boolean {
  if (one.low === null || other.high === null || one.high === null || other.low === null) return false
  const [rate, otherRate] = [rateOf(one), rateOf(other)]
  return rate - otherRate > Math.hypot(rate - one.low, other.high - otherRate)
}

function rateOf({ count, base }: Share): number {
  return base === 0 ? 0 : Math.min(count / base, 1)
}

/** The figures of one version. Totals are compared by people: one person's ten opens are one opinion. */
export function versionFigures(metric: Metric, counts: StatCounts) {
  const { sent_text, sent_html, sent_multipart, opens_unique, clicks_unique, unsubs_unique } = sumCounts([
    counts,
  ])
  const sent = sent_text + sent_html + sent_multipart
  const opened = shareOf(opens_unique, sent)
  const clicked = shareOf(clicks_unique, sent)
  const compared =
    metric === 'click_to_open_rate'
      ? shareOf(clicks_unique, opens_unique)
      : metric.startsWith('opens')
        ? opened
        : clicked
  return { sent, opened, clicked, unsubscribed: shareOf(unsubs_unique, sent), compared }
}

/** The place of the version that is higher than every other one beyond chance; null if none is. */
export function clearBest(compared: readonly Share[]): number | null {
  const place = compared.findIndex((one, at) =>
    compared.every((other, otherAt) => at === otherAt || isHigher(one, other)),
  )
  return place === -1 || compared.length < 2 ? null : place
}
