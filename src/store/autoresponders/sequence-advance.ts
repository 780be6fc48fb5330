import { stepAfter, type OrderedStep } from '../../contract/autoresponders/sequence-order.ts'
import { dueAfter, type Wait } from '../../contract/autoresponders/sequence-waits.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { nextIds } from '../server/ids.ts'
import { subscriberWith } from '../subscribers/by-id.ts'

/** A step with the end of a wait that begins now. */
type Step = OrderedStep & { dueAt: Date }

export type Sequence = { id: number; steps: readonly Step[] }

type StepOfSequence = Wait & OrderedStep & { now: Date; time_zone: string }

/** @returns the sequence that the autoresponder or step belongs to; null if it has no steps. */
export async function findSequence(
  sql: Sql,
  organizationId: number,
  autoresponderId: number,
): Promise<Sequence | null> {
  const rows = await sql<(StepOfSequence & { sequence_id: number })[]>`
    select t.sequence_id, t.id, t.position, t.removed_at is not null as "isRemoved", t.wait_amount, t.wait_unit,
      to_char(t.wait_time, 'HH24:MI') as wait_time, to_jsonb(t.wait_weekdays) as wait_weekdays, now() as now,
      o.time_zone
    from autoresponders a
    join sequence_steps t on t.organization_id = a.organization_id and t.sequence_id = coalesce(a.sequence_id, a.id)
    join organizations o on o.id = a.organization_id
    join autoresponders h on h.organization_id = a.organization_id and h.id = t.sequence_id and h.deleted_at is null
    where a.organization_id = ${organizationId} and a.id = ${autoresponderId}`
  const id = rows[0]?.sequence_id
  if (id === undefined) return null
  const steps = rows.map((row) => ({
    id: row.id,
    position: row.position,
    isRemoved: row.isRemoved,
    dueAt: new Date(dueAfter(row, row.now.getTime(), row.time_zone)),
  }))
  return { id, steps }
}

type Moved = { id: number; stepId: number; dueAt: Date }
type Row = { id: number; autoresponder_id: number; passed: number[]; is_place: boolean }

/**
 * Takes people from their step on to the next one, in the transaction that ends the step for them. `hasMessage`: the step's
 * message has left. People who are at the end, have left the list, or whose import is being undone stay; the caller
 * deletes their reactions, as those of a first message.
 */
export async function advance(
  sql: Transaction,
  organizationId: number,
  sequence: Sequence,
  { ids, hasMessage }: { ids: readonly number[]; hasMessage: boolean },
): Promise<void> {
  if (ids.length === 0) return
  const rows = await sql<Row[]>`
    select r.id, r.autoresponder_id, to_jsonb(r.passed) as passed, r.sequence_id is not null as is_place
    from autoresponder_reactions r
    cross join ${subscriberWith(sql, { organizationId, listId: sql`r.mailing_list_id` }, sql`r.subscriber_id`)} s
    where s.status = 'active' and r.organization_id = ${organizationId} and r.id = any(${[...ids]}::bigint[]) and not r.resent
      and (r.sequence_id = ${sequence.id} or r.autoresponder_id = ${sequence.id})
      and not exists (
        select from undo_jobs u
        where u.organization_id = r.organization_id and u.import_id = r.import_id and u.state <> 'failed')`
  const moved = rows.flatMap(({ id, autoresponder_id: at, passed, is_place: isPlace }): (Moved & Row)[] => {
    const next = stepAfter(sequence.steps, { stepId: isPlace ? at : null, passed })
    if (next === null) return []
    return [{ id, autoresponder_id: at, passed, is_place: isPlace, stepId: next.id, dueAt: next.dueAt }]
  })
  await move(sql, organizationId, moved.filter((one) => one.is_place), hasMessage) // oxfmt-ignore
  await enter(sql, organizationId, sequence, moved.filter((one) => !one.is_place)) // oxfmt-ignore
}

async function move(
  sql: Transaction,
  organizationId: number,
  moved: readonly Moved[],
  hasMessage: boolean,
): Promise<void> {
  if (moved.length === 0) return
  const newIds = await nextIds(sql, 'autoresponder_reactions', moved.length)
  await sql`
    update autoresponder_reactions r
    set id = given.new_id, autoresponder_id = given.step_id, due_at = given.due_at, passed = r.passed || r.autoresponder_id,
      previous_id = case when ${hasMessage} then r.autoresponder_id else r.previous_id end,
      holder = null, leased_until = null, handed_over = false, reserved = false, attempts = 0, next_attempt_at = null
    from ${given(sql, moved, newIds)}
    where r.organization_id = ${organizationId} and r.id = given.id`
}

/** People who are in the sequence already keep their place; that happens only if two triggers run at the same moment. */
async function enter(
  sql: Transaction,
  organizationId: number,
  sequence: Sequence,
  moved: readonly Moved[],
): Promise<void> {
  if (moved.length === 0) return
  // Materialized: a cluster confuses the columns of an insert from a join.
  await sql`
    with entering as materialized (
      select r.*, given.step_id, given.due_at as step_due_at
      from ${given(sql, moved)}
      join autoresponder_reactions r on r.organization_id = ${organizationId} and r.id = given.id)
    insert into autoresponder_reactions (organization_id, autoresponder_id, mailing_list_id, subscriber_id, import_id,
      content_replacements, due_at, sequence_id, entered_at, previous_id)
    select organization_id, step_id, mailing_list_id, subscriber_id, import_id, content_replacements, step_due_at,
      ${sequence.id}::integer, now(), autoresponder_id
    from entering order by subscriber_id
    on conflict (organization_id, sequence_id, subscriber_id) where sequence_id is not null do nothing`
}

function given(sql: Sql, moved: readonly Moved[], newIds: readonly number[] = []) {
  return sql`
    unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ stepId }) => stepId)}::integer[],
      ${moved.map(({ dueAt }) => dueAt.toISOString())}::text[]::timestamptz[], ${[...newIds]}::bigint[])
      given (id, step_id, due_at, new_id)`
}
