import type { VersionResults } from '../../../../src/contract/campaigns/results/versions.ts'
import { count, instant } from '../../../design/figures.ts'
import type * as en from '../../../words/report/versions.ts'

const metrics: Record<VersionResults['metric'], string> = {
  opens_unique: '開封した人',
  opens_total: '開封',
  clicks_unique: 'クリックした人',
  clicks_total: 'クリック',
  click_to_open_rate: '開封者のクリック',
}

const reasons = {
  better: (name: string, metric: string) => `「${name}」は「${metric}」が明らかに多い結果でした。`,
  higher: (name: string, metric: string) =>
    `「${name}」はメッセージ数に対して「${metric}」が最も多い結果でしたが、差は偶然の可能性があります。`,
  equal: (name: string, metric: string) =>
    `「${metric}」はメッセージ数に対して同数だったため、最初の「${name}」が選ばれました。`,
}

export const { versionWords }: typeof en = {
  versionWords: {
    title: 'A/Bテスト',
    version: 'バージョン',
    sent: '送信済み',
    opened: '開封',
    clicked: 'クリック',
    unsubscribed: '配信解除',
    nameless: (place) => `バージョン${place + 1}`,
    winner: (name) => `${name}（勝者）`,
    range: (low, high) => `· ${points(low)}～${points(high)} %`,
    none: 'まだいません',
    intervals: '95 %の確率で、実際の割合は各数値の横の範囲に収まります。',
    chosen: (name, { at, reason }, metric, zone) =>
      `${instant(at, zone)}に「${name}」が自動的に選ばれました。${reasons[reason](name, metrics[metric])}数値はその時点のもの、対象者は現在のものです。`,
    best: (name, metric) => `「${name}」は「${metrics[metric]}」が明らかに多い結果です。`,
    notEnough: (metric) => `まだ判断できません。「${metrics[metric]}」の差は偶然の可能性があります。`,
    decides: (at, zone) => `勝者は${instant(at, zone)}に選ばれます。`,
    people: count,
  },
}

function points(rate: number): string {
  return (100 * rate).toFixed(1)
}
