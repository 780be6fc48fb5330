import {
  isOverPruneLimit,
  prunedStatus,
  pruneLimitOf,
  type PruneLimit,
} from '../../contract/imports/prune.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import type { ClaimedImport } from '../../store/imports/claims.ts'
import {
  countActive,
  findDryRunCount,
  insertPruneRange,
  recordComparison,
} from '../../store/imports/prune.ts'
import { ImportFault } from '../fault.ts'
import type { Comparison } from './comparison.ts'

/** A transaction of more would hold its locks for long. */
const rangePeople = 5_000

/**
 * Records the subscribers whom the import will prune. A dry run above its limit counts them and prunes no one.
 * @throws ImportFault if they are more than its limit.
 */
export async function fixPruning(
  sql: Transaction,
  claim: ClaimedImport,
  comparison: Comparison,
  rangeRows: number,
): Promise<void> {
  const active = await countActive(sql, claim)
  const found = comparison.found()
  const limit = pruneLimitOf(claim.prune_limit)
  await recordComparison(sql, claim, { active, found })
  if (isOverPruneLimit(limit, found, active) && found > (await countedByDryRun(sql, claim))) {
    if (claim.dry_run) return
    throw new ImportFault(refusal(claim, { active, found, limit }))
  }
  for await (const range of comparison.ranges(Math.min(rangePeople, rangeRows))) {
    await insertPruneRange(sql, claim, range)
  }
}

/** The user has seen the figure of the dry run that became this import. If they set a limit, the limit decides instead. */
async function countedByDryRun(sql: Transaction, claim: ClaimedImport): Promise<number> {
  const { organization_id: organizationId, dry_run_id: dryRunId, prune_limit: limit } = claim
  return dryRunId === null || limit !== null ? 0 : findDryRunCount(sql, organizationId, dryRunId)
}

type Figures = { active: number; found: number; limit: PruneLimit }

function refusal({ not_in_file: action }: ClaimedImport, { active, found, limit }: Figures): string {
  const status = prunedStatus[action ?? 'deactivate']
  const percent = active === 0 ? 100 : Math.round((found * 10_000) / active) / 100
  return `${found} of ${active} active subscribers of the list (${percent}%) are not in the file and would become ${status}; the limit is ${limit}. No subscriber was changed. If the file is complete, import it again with a prune_limit of ${found}.`
}
