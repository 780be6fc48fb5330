import type { z } from 'zod'
import { noCounts } from '../../contract/campaigns/stat-summary.ts'
import {
  clearBest,
  versionFigures,
  type versionResultsSchema,
} from '../../contract/campaigns/results/versions.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Caller } from '../../store/callers.ts'
import type { CampaignReport } from '../../store/campaigns/reports.ts'
import type { CampaignRow } from '../../store/campaigns/rows.ts'
import { scoreOf } from '../../contract/campaigns/results/winner-score.ts'

type Results = z.input<typeof versionResultsSchema>

/**
 * What each version of an A/B test brought. Once the winner is chosen, the figures are those that decided: afterwards
 * the winner goes to more people, at another time of day. null with one version, or without a report.
 */
export function presentVersionResults(
  row: CampaignRow,
  caller: Caller,
  report: CampaignReport | null,
): Results | null {
  if (report === null || row.contents.length < 2) return null
  // The server chooses by opens if nothing was set; a split without a choice is compared by clicks.
  const metric = row.autowinner_metric ?? (row.pass === 'all' ? 'clicks_unique' : 'opens_unique')
  const { snapshots, slices } = report
  const measured = snapshots.length > 0 ? snapshots : slices
  const countsOf = (id: number) =>
    measured.find(({ content_id: contentId }) => contentId === id)?.counts ?? noCounts
  const versions = row.contents.map(({ id, name }) => ({
    content: { id, name },
    ...versionFigures(metric, countsOf(id)),
  }))
  const place = clearBest(versions.map(({ compared }) => compared))
  const best = place === null ? null : (versions[place]?.content.id ?? null)
  const scores = new Map(row.contents.map(({ id }) => [id, scoreOf(metric, countsOf(id))]))
  const format = (time: Date) => formatInstant(time.getTime(), caller.time_zone)
  const takenAt = snapshots[0]?.taken_at
  return {
    metric,
    measured_at: takenAt === undefined ? null : format(takenAt),
    decides_at: row.pass === 'test' && row.decide_at !== null ? format(row.decide_at) : null,
    versions,
    best_content_id: best,
    chosen:
      row.winning_content_id === null || takenAt === undefined
        ? null
        : {
            content_id: row.winning_content_id,
            at: format(takenAt),
            by: 'automatic',
            reason: row.winning_content_id === best ? 'better' : reasonOf(row.winning_content_id, scores),
          },
  }
}

/** By the score that chose it, which counts opens or clicks where the comparison counts people. */
function reasonOf(winner: number, scores: ReadonlyMap<number, number>): 'higher' | 'equal' {
  const equals = [...scores].some(([id, score]) => id !== winner && score === scores.get(winner))
  return equals ? 'equal' : 'higher'
}
