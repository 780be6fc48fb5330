import type { VersionResults } from '../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../design/figures.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: 'people who opened',
  opens_total: 'opens',
  clicks_unique: 'people who clicked',
  clicks_total: 'clicks',
  click_to_open_rate: 'clicks among those who opened',
}

const reasons = {
  better: (name: string, metric: string) => `${name} had clearly more ${metric}.`,
  higher: (name: string, metric: string) =>
    `${name} had the most ${metric} for its messages, but the difference may be chance.`,
  equal: (name: string, metric: string) =>
    `The versions had equally many ${metric} for their messages, so ${name}, the first of them, was taken.`,
}

export const versionWords = {
  title: 'A/B test',
  version: 'Version',
  sent: 'Sent',
  opened: 'Opened',
  clicked: 'Clicked',
  unsubscribed: 'Unsubscribed',
  nameless: (place: number) => `Version ${place + 1}`,
  winner: (name: string) => `${name} (winner)`,
  range: (low: number, high: number) => `· ${points(low)} to ${points(high)} %`,
  none: 'Nobody yet',
  intervals: 'With 95 % certainty the true share lies in the range beside each number.',
  chosen: (
    name: string,
    { at, reason }: NonNullable<VersionResults['chosen']>,
    metric: VersionResults['metric'],
    zone: string,
  ) =>
    `${name} was chosen automatically on ${instant(at, zone)}. ${reasons[reason](name, metrics[metric])} The figures are those of that moment; the people behind them are those of now.`,
  best: (name: string, metric: VersionResults['metric']) => `${name} has clearly more ${metrics[metric]}.`,
  notEnough: (metric: VersionResults['metric']) =>
    `Not enough to tell yet: the difference in ${metrics[metric]} may be chance.`,
  decides: (at: string, zone: string) => `The winner is chosen on ${instant(at, zone)}.`,
  people: count,
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
