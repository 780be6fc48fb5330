import { notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Effects, SeenPart } from '../../contract/plans/effects.ts'
import type { PlanState } from '../../contract/plans/states.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'

export type PlanRow = {
  id: number
  state: PlanState
  endpoint: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body_sealed: Uint8Array | null
  api_key_id: number | null
  user_id: number | null
  asker_name: string | null
  asked_by: string
  assistant: string
  subject: string
  note: string
  people_tolerance_percent: number
  effects: Effects
  seen: SeenPart[]
  seen_sha256: Uint8Array
  needs: string[]
  decided_by_user_id: number | null
  decider_name: string | null
  decided_at: Date | null
  decision_reason: string
  is_emergency: boolean
  problem: string
  created_at: Date
  expires_at: Date
  is_expired: boolean
  ended_at: Date | null
}

export type NewPlan = Pick<
  PlanRow,
  | 'endpoint'
  | 'method'
  | 'path'
  | 'api_key_id'
  | 'user_id'
  | 'asked_by'
  | 'assistant'
  | 'subject'
  | 'note'
  | 'people_tolerance_percent'
  | 'effects'
  | 'seen'
  | 'seen_sha256'
  | 'needs'
> & { hours: number; seal: (id: number) => Uint8Array | null }

export async function insertPlan(sql: Transaction, organizationId: number, plan: NewPlan): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    insert into plans (organization_id, state, endpoint, method, path, api_key_id, user_id, asked_by, assistant,
      subject, note, people_tolerance_percent, effects, seen, seen_sha256, needs, expires_at)
    values (${organizationId}, ${plan.needs.length === 0 ? 'planned' : 'waiting'}, ${plan.endpoint}, ${plan.method},
      ${plan.path}, ${plan.api_key_id}, ${plan.user_id}, ${plan.asked_by}, ${plan.assistant},
      ${plan.subject}, ${plan.note}, ${plan.people_tolerance_percent}, ${sql.json(plan.effects)}, ${sql.json(plan.seen)}, ${plan.seen_sha256},
      ${plan.needs}::text[], now() + ${plan.hours}::integer * interval '1 hour')
    returning id`
  const sealed = plan.seal(row.id)
  if (sealed !== null) {
    await sql`
      update plans set body_sealed = ${sealed} where organization_id = ${organizationId} and id = ${row.id}`
  }
  return row.id
}

function columns(sql: Sql, organizationId: number): Fragment {
  return sql`
    p.id, p.state, p.endpoint, p.method, p.path, p.body_sealed, p.api_key_id, p.user_id, p.asked_by, p.assistant, p.subject, p.note,
    p.people_tolerance_percent, p.effects, p.seen, p.seen_sha256, to_jsonb(p.needs) as needs, p.decided_by_user_id, p.decided_at,
    p.decision_reason, p.is_emergency, p.problem, p.created_at, p.expires_at, p.expires_at <= now() as is_expired,
    p.ended_at,
    case when p.user_id is null
      then (select k.name from api_keys k where k.organization_id = ${organizationId} and k.id = p.api_key_id)
      else (select u.full_name from users u where u.organization_id = ${organizationId} and u.id = p.user_id)
      end as asker_name,
    (select u.full_name from users u where u.organization_id = ${organizationId} and u.id = p.decided_by_user_id)
      as decider_name`
}

/**
 * Whose plans are shown: `person` asked, or one of the kinds has to be approved. `all`: everybody's. `own`: only what this
 * very key or user has planned.
 */
export type PlanSight = {
  all: boolean
  own: { keyId: number | null; userId: number | null } | null
  person: string
  kinds: readonly string[]
}

function seenBy(sql: Sql, { all, own, person, kinds }: PlanSight): Fragment {
  if (own !== null) {
    return sql`p.api_key_id is not distinct from ${own.keyId} and p.user_id is not distinct from ${own.userId}`
  }
  return all ? sql`true` : sql`(p.asked_by = ${person} or p.needs && ${[...kinds]}::text[])`
}

/** @throws AppError `not_found`, also for one that is not shown. */
export async function findPlan(
  sql: Sql,
  organizationId: number,
  id: number,
  sight: PlanSight,
): Promise<PlanRow> {
  const [row] = await sql<PlanRow[]>`
    select ${columns(sql, organizationId)} from plans p
    where p.organization_id = ${organizationId} and p.id = ${id} and ${seenBy(sql, sight)}`
  if (row === undefined) throw notFound('plan')
  return row
}

export async function findPlans(
  sql: Sql,
  organizationId: number,
  { state, ...sight }: PlanSight & { state: PlanState | undefined },
  page: PageRequest,
): Promise<{ rows: PlanRow[]; count: number }> {
  const found = sql`
    p.organization_id = ${organizationId} and ${seenBy(sql, sight)}
    and ${state === undefined ? sql`true` : sql`p.state = ${state}`}`
  const [rows, [counted]] = await Promise.all([
    sql<PlanRow[]>`
      select ${columns(sql, organizationId)} from plans p where ${found}
      order by p.id desc limit ${page.perPage} offset ${page.offset}`,
    sql<[{ count: number }]>`select count(*) from plans p where ${found}`,
  ])
  return { rows, count: counted.count }
}

/** Of two calls that apply or decide, the second waits for the first. */
export async function lockPlan(sql: Transaction, organizationId: number, id: number): Promise<PlanRow> {
  await sql`select 1 from plans where organization_id = ${organizationId} and id = ${id} for no key update`
  return findPlan(sql, organizationId, id, { all: true, own: null, person: '', kinds: [] })
}

/** What the plan said of its call is not needed any more. */
export async function endPlan(
  sql: Sql,
  organizationId: number,
  id: number,
  { state, problem = '' }: { state: 'applied' | 'void'; problem?: string },
): Promise<void> {
  await sql`
    update plans set state = ${state}, problem = ${problem}, ended_at = now(), body_sealed = null
    where organization_id = ${organizationId} and id = ${id}`
}

/** The state `applied`: in an emergency. */
export async function decidePlan(
  sql: Sql,
  organizationId: number,
  id: number,
  { state, userId, reason }: { state: 'approved' | 'refused' | 'applied'; userId: number; reason: string },
): Promise<void> {
  const isOver = state !== 'approved'
  await sql`
    update plans set state = ${state}, decided_by_user_id = ${userId}, decided_at = now(), decision_reason = ${reason},
      is_emergency = ${state === 'applied'}, ended_at = ${isOver ? sql`now()` : sql`null`},
      body_sealed = case when ${isOver} then null else body_sealed end
    where organization_id = ${organizationId} and id = ${id}`
}

export async function findOpenPlans(
  sql: Sql,
  organizationId: number,
): Promise<Pick<PlanRow, 'id' | 'endpoint' | 'body_sealed'>[]> {
  return sql`
    select id, endpoint, body_sealed from plans
    where organization_id = ${organizationId} and state in ('planned', 'waiting', 'approved')`
}

function names(sql: Sql, column: string, spellings: readonly string[]) {
  return sql`
    (select bool_or(strpos(lower(${sql(column)}), spelling) > 0) from unnest(${[...spellings]}::text[]) s (spelling))`
}

export async function findNamedInWords(
  sql: Sql,
  organizationId: number,
  spellings: readonly string[],
): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from plans where organization_id = ${organizationId} and (${names(sql, 'path', spellings)}
      or ${names(sql, 'subject', spellings)} or ${names(sql, 'note', spellings)})`
  return rows.map(({ id }) => id)
}

/** In paths, names and notes of plans, also of those that have ended. @param spellings in lower case */
export async function forgetInWords(
  sql: Sql,
  organizationId: number,
  spellings: readonly string[],
): Promise<void> {
  const isIn = (column: string) => names(sql, column, spellings)
  await sql`
    update plans set
      path = case when ${isIn('path')} then 'erased' else path end,
      subject = case when ${isIn('subject')} then '' else subject end,
      note = case when ${isIn('note')} then '' else note end
    where organization_id = ${organizationId} and (${isIn('path')} or ${isIn('subject')} or ${isIn('note')})`
}

/** Across organizations: the calls of plans that can no longer be applied, and after 90 days the plans. */
export async function purgePlans(sql: Sql, batchRows: number): Promise<number> {
  const { count: emptied } = await sql`
    update plans set body_sealed = null
    where (organization_id, id) in (
      select organization_id, id from plans where body_sealed is not null and expires_at <= now() limit ${batchRows})`
  const { count } = await sql`
    delete from plans
    where (organization_id, id) in (
      select organization_id, id from plans where created_at <= now() - interval '90 days'
      order by created_at limit ${batchRows})`
  return emptied + count
}
