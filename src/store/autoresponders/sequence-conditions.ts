import type { Clause } from '../../contract/segments/clauses.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { segmentCondition } from '../segments/condition.ts'
import type { Target } from '../segments/known.ts'
import { dropReactions, type ReactionClaim } from './reaction-outcomes.ts'
import { advance, findSequence, type Sequence } from './sequence-advance.ts'

type Rule = { previous: Previous; otherwise: 'end' | 'skip'; isRemoved: boolean }
type Previous = 'any' | 'opened' | 'not_opened' | 'clicked' | 'not_clicked'

/**
 * Whether a person at the step gets its message, on reactions `r` and subscribers `s`. It is decided once: a message that a
 * server refused for now, or that is sent again on request, is not asked for again.
 */
export async function stepCondition(
  sql: Transaction,
  target: Target,
  stepId: number,
): Promise<{ condition: Fragment }> {
  const rule = await findRule(sql, target.organizationId, stepId)
  if (rule.isRemoved) return { condition: sql`r.sequence_id is null` }
  const clauses = await findClauses(sql, target.organizationId, stepId)
  const selected = await segmentCondition(sql, target, clauses)
  const { fulfilled } = previousCondition(sql, target.organizationId, rule.previous)
  return {
    condition: sql`r.sequence_id is null or r.attempts > 0 or (${selected.condition} and ${fulfilled})`,
  }
}

/** Moves people who do not meet the condition past the step, if it says so. The caller drops the reactions. */
export async function passStep(
  sql: Transaction,
  organizationId: number,
  sequence: Sequence,
  { stepId, ids }: { stepId: number; ids: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return
  const { otherwise, isRemoved } = await findRule(sql, organizationId, stepId)
  const goOn = isRemoved || otherwise === 'skip'
  if (goOn) await advance(sql, organizationId, sequence, { ids, hasMessage: false })
  if (isRemoved) return
  await countAt(sql, organizationId, stepId, { [goOn ? 'skipped' : 'ended']: ids.length })
}

/** Moves people that the special sending rule leaves out past the step, whatever its `otherwise`: the rule is about messages. */
export async function skipStep(
  sql: Transaction,
  organizationId: number,
  { stepId, ids }: { stepId: number; ids: readonly number[] },
): Promise<void> {
  const sequence = await findSequence(sql, organizationId, stepId)
  if (sequence === null || sequence.id === stepId) return
  await advance(sql, organizationId, sequence, { ids, hasMessage: false })
  await countAt(sql, organizationId, stepId, { skipped: ids.length })
}

async function countAt(
  sql: Transaction,
  organizationId: number,
  stepId: number,
  { skipped = 0, ended = 0 }: { skipped?: number; ended?: number },
): Promise<void> {
  await sql`
    update sequence_steps set skipped = skipped + ${skipped}, ended = ended + ${ended}
    where organization_id = ${organizationId} and id = ${stepId}`
}

async function findRule(sql: Sql, organizationId: number, stepId: number): Promise<Rule> {
  const [rule] = await sql<Rule[]>`
    select previous, otherwise, removed_at is not null as "isRemoved" from sequence_steps
    where organization_id = ${organizationId} and id = ${stepId}`
  if (rule === undefined) throw new Error('there is no such step')
  return rule
}

/** A click is an open. */
function previousCondition(sql: Sql, organizationId: number, previous: Previous): { fulfilled: Fragment } {
  const did = (what: Fragment) => sql`exists (
    select from message_responses p
    where p.organization_id = ${organizationId} and p.campaign_id is null and p.autoresponder_id = r.previous_id
      and p.subscriber_id = s.id and ${what})`
  const opened = () => did(sql`(p.opens > 0 or p.clicks > 0)`)
  const clicked = () => did(sql`p.clicks > 0`)
  switch (previous) {
    case 'any':
      return { fulfilled: sql`true` }
    case 'opened':
      return { fulfilled: opened() }
    case 'not_opened':
      return { fulfilled: sql`not ${opened()}` }
    case 'clicked':
      return { fulfilled: clicked() }
    case 'not_clicked':
      return { fulfilled: sql`not ${clicked()}` }
  }
}

/**
 * Whether the first message of a sequence may leave: not to people who are within it, and once to people for whom several
 * things triggered it before it left. On reactions `r`.
 */
export function isNotWithin(sql: Sql, organizationId: number) {
  return sql`(r.resent or r.attempts > 0 or not exists (
    select from autoresponder_reactions e
    where e.organization_id = ${organizationId} and e.mailing_list_id = r.mailing_list_id
      and e.subscriber_id = r.subscriber_id and (e.sequence_id = r.autoresponder_id
        or (e.autoresponder_id = r.autoresponder_id and not e.resent and e.id <> r.id
          and (e.id < r.id or e.handed_over or e.attempts > 0)))))`
}

/**
 * Drops first messages of a sequence to people who get another one, right before they are handed over. Their claims cannot
 * know all: of two triggers the one that began first may be committed last. The locks on all first messages of a person
 * make one of two senders wait until the other has marked its message.
 */
export async function dropEntered(
  sql: Transaction,
  claim: ReactionClaim,
  ids: readonly number[],
): Promise<number[]> {
  const { organization_id: organizationId, autoresponder_id: autoresponderId } = claim
  const firsts = await sql`
    select from autoresponder_reactions e
    where e.organization_id = ${organizationId} and e.mailing_list_id = ${claim.mailing_list_id}
      and e.autoresponder_id = ${autoresponderId} and e.subscriber_id in (
        select r.subscriber_id from autoresponder_reactions r
        where r.organization_id = ${organizationId} and r.id = any(${[...ids]}::bigint[]))
      and exists (
        select from sequence_steps t
        where t.organization_id = ${organizationId} and t.sequence_id = ${autoresponderId})
    order by e.id
    for no key update of e`
  if (firsts.length === 0) return [...ids]
  // A statement of its own, which sees what it had to wait for.
  const rows = await sql<{ id: number }[]>`
    select r.id from autoresponder_reactions r
    where r.organization_id = ${organizationId} and r.id = any(${[...ids]}::bigint[])
      and r.holder = ${claim.holder} and not r.handed_over and not ${isNotWithin(sql, organizationId)}`
  const entered = new Set(rows.map(({ id }) => id))
  await dropReactions(sql, organizationId, autoresponderId, [...entered])
  return ids.filter((id) => !entered.has(id))
}

/** Of the segment of an autoresponder or step. */
export async function findClauses(
  sql: Sql,
  organizationId: number,
  autoresponderId: number,
): Promise<Clause[]> {
  const [segment] = await sql<{ clauses: Clause[] }[]>`
    select g.clauses from autoresponders a
    join segments g on g.organization_id = a.organization_id and g.id = a.segmentation_criteria_id
    where a.organization_id = ${organizationId} and a.id = ${autoresponderId}`
  return segment?.clauses ?? []
}
