import type { Scoped } from '../database/driver/connection.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import { findDryRunPlaces, takeDryRunPlaces } from '../store/imports/dry-runs.ts'
import { findExisting } from '../store/imports/merge.ts'
import { addCounters, finishRange } from '../store/imports/ranges.ts'
import { classifyRows, statusDelta, tally } from './rows/classify.ts'
import type { ImportRules } from './apply.ts'
import { keysOf, type ParsedRange } from './rows/range.ts'

/**
 * Classifies, logs and counts a range as `applyRange` does, and touches nothing but the import's own rows. No lock is
 * shared with other work: not the quota's either.
 * @throws LeaseLost if another worker has the import; RangeConflict or a database error if it must be repeated.
 */
export async function tryRange(
  database: Scoped,
  claim: ClaimedImport,
  rules: ImportRules,
  range: ParsedRange,
): Promise<void> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  await database.begin(async (sql) => {
    const [places, existing] = await Promise.all([
      findDryRunPlaces(sql, claim),
      findExisting(sql, organizationId, listId, { keys: keysOf(range), inOneScan: rules.scansKeys }),
    ])
    const classified = classifyRows(range, existing, rules, places?.free ?? Number.POSITIVE_INFINITY)
    const { counts, ...results } = tally(classified)
    await finishRange(sql, claim, range.range.number, results)
    const { active = 0 } = statusDelta(classified)
    // Also without a limit: one may be set before the next range.
    await takeDryRunPlaces(sql, claim, { seen: places?.taken ?? null, taken: active })
    await addCounters(sql, claim, counts)
  })
}
