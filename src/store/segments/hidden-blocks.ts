import type { Condition } from '../../contract/blocks/conditions.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { subscribersById } from '../subscribers/by-id.ts'
import { joined } from './condition.ts'
import { findKnown, type Target } from './known.ts'
import { lookUps } from './memberships.ts'

/** For each subscriber who is still on the list: which of the conditions do not hold. */
type Hidden = ReadonlyMap<number, readonly boolean[]>

/**
 * For the people of one batch: one statement, whatever their number. Other than in a segment, the status of a subscriber does not
 * matter unless a clause asks for it: whoever reads the message was one of its recipients.
 * @throws AppError `validation_failed` if something that a clause names is gone
 */
async function findHiddenBlocks(
  sql: Sql,
  target: Target,
  subscriberIds: readonly number[],
  conditions: readonly Condition[],
): Promise<Hidden> {
  const ids = subscriberIds.filter((id) => id > 0)
  if (conditions.length === 0 || ids.length === 0) return new Map()
  const known = await findKnown(sql, target, conditions.flat())
  const context = { sql, target, known, members: lookUps({ sql, target, known }) }
  const tests = conditions.map((clauses) => joined(context, 'all', clauses))
  const rows = await sql<{ id: number; hidden: boolean[] }[]>`
    select s.id, to_jsonb(array[${listed(sql, tests)}]) as hidden
    from ${subscribersById(sql, target, ids)}`
  return new Map(rows.map(({ id, hidden }) => [id, hidden]))
}

function listed(sql: Sql, tests: readonly Fragment[]): Fragment {
  return tests
    .map((test) => sql`not coalesce(${test}, false)`)
    .reduce((before, next) => sql`${before}, ${next}`)
}

type Addressed = { subscriber_id: number; content_id: number | null }

/** Adds to each what its content hides from it. An address of a seed list sees all blocks. */
export async function withHiddenBlocks<One extends Addressed>(
  sql: Sql,
  target: Target,
  people: readonly One[],
  conditionsOf: (contentId: number | null) => readonly Condition[],
): Promise<(One & { hidden?: readonly boolean[] })[]> {
  const found = new Map<number | null, Hidden>()
  for (const contentId of new Set(people.map((one) => one.content_id))) {
    const ids = people.filter((one) => one.content_id === contentId).map((one) => one.subscriber_id)
    found.set(contentId, await findHiddenBlocks(sql, target, ids, conditionsOf(contentId)))
  }
  return people.map((one) => {
    const conditions = conditionsOf(one.content_id)
    if (one.subscriber_id === 0 || conditions.length === 0) return one
    const hidden = found.get(one.content_id)?.get(one.subscriber_id) ?? conditions.map(() => true)
    return { ...one, hidden }
  })
}

/** Of one person. undefined: nothing to hide, or nobody to hide it from. */
export async function findHiddenOf(
  sql: Sql,
  target: Target,
  subscriberId: number,
  conditions: readonly Condition[],
): Promise<readonly boolean[] | undefined> {
  const person = { subscriber_id: subscriberId, content_id: null }
  const [found] = await withHiddenBlocks(sql, target, [person], () => conditions)
  return found?.hidden
}
