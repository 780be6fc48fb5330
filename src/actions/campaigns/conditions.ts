import { invalid } from '../../contract/api/errors.ts'
import { conditionalBlocks, showIf, withConditions } from '../../contract/blocks/conditions.ts'
import type { BlockDocument } from '../../contract/blocks/document.ts'
import { activityClausesMax, listClausesMax } from '../../contract/segments/clauses.ts'
import { countActivityClauses, countListClauses } from '../../contract/segments/tree.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { describedClauses } from '../../store/segments/rows.ts'

type ConditionList = { organizationId: number; listId: number; isRemote?: boolean }

/**
 * Looks up what the conditions of its blocks name, and locks it against deletion.
 * @param attribute the document, for problems
 * @throws AppError `validation_failed`
 */
export async function resolveConditions(
  sql: Transaction,
  { isRemote = false, ...place }: ConditionList,
  attribute: string,
  document: BlockDocument | null,
): Promise<BlockDocument | null> {
  const given = document === null ? [] : conditionalBlocks(document).map((block) => [...showIf(block)])
  if (document === null || given.length === 0) return document
  if (isRemote) throw invalid(`${attribute} has a block with show_if, which remote lists do not have`)
  requireFew(attribute, given.flat())
  const resolved = []
  for (const clauses of given)
    resolved.push(
      (await describedClauses(sql, place, `${attribute}: the clauses of show_if`, clauses)).clauses,
    )
  return withConditions(document, resolved)
}

/** All of them are asked of each reader. */
function requireFew(attribute: string, clauses: Parameters<typeof countListClauses>[0]): void {
  const problem = (max: number, subject: string) =>
    invalid(
      `${attribute}: all clauses of show_if together can have at most ${max} different ones about ${subject}`,
    )
  if (countListClauses(clauses) > listClausesMax)
    throw problem(listClausesMax, 'mailing lists and suppression lists')
  if (countActivityClauses(clauses) > activityClausesMax)
    throw problem(activityClausesMax, 'messages, imports and consent')
}
