import type { autowinnerMetrics } from '../../lists/input.ts'
import type { StatCounts } from '../stat-summary.ts'

export type WinnerMetric = (typeof autowinnerMetrics)[number]

/** Opens or clicks per message, because the contents' groups differ in size by chance; or clicks per open. */
export function scoreOf(metric: WinnerMetric, counts: StatCounts): number {
  const sent = counts.sent_text + counts.sent_html + counts.sent_multipart
  if (metric === 'click_to_open_rate') return share(counts.clicks_unique, counts.opens_unique)
  return share(counts[metric], sent)
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}
