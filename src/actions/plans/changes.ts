import { AppError } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { PlanInput } from '../../contract/plans/endpoints.ts'
import { differencesOf } from '../../contract/plans/effects.ts'
import { planHours, type PlanState } from '../../contract/plans/states.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Caller } from '../../store/callers.ts'
import * as store from '../../store/plans/rows.ts'
import type { PlanRow } from '../../store/plans/rows.ts'
import type { Actor } from '../actor.ts'
import { hashOf, type Carried } from './carry-out.ts'
import { personOf } from './person.ts'

export type Planned = { input: PlanInput; endpoint: string; carried: Carried; assistant: string }

export async function addPlan(
  sql: Scoped,
  { caller }: Pick<Actor, 'caller'>,
  secrets: Secrets,
  { input, endpoint, carried, assistant }: Planned,
): Promise<PlanRow> {
  const { organization_id: organizationId, api_key_id, user_id } = caller
  const body = input.body === null ? null : JSON.stringify(input.body)
  const seal = (id: number) =>
    body === null ? null : secrets.seal(body, { table: 'plans', organizationId, id })
  return sql.begin(async (sql) => {
    const id = await store.insertPlan(sql, organizationId, {
      endpoint,
      method: input.method,
      path: input.path,
      api_key_id,
      user_id,
      asked_by: await personOf(sql, caller),
      assistant,
      people_tolerance_percent: input.people_tolerance_percent,
      effects: carried.effects,
      seen: carried.seen,
      seen_sha256: hashOf(carried.seen),
      needs: [],
      hours: planHours,
      seal,
    })
    return findPlan(sql, caller, id)
  })
}

export async function findPlan(sql: Sql, caller: Caller, id: number): Promise<PlanRow> {
  return store.findPlan(sql, caller.organization_id, id, await sightOf(sql, caller))
}

export async function findPlans(
  sql: Sql,
  caller: Caller,
  state: PlanState | undefined,
  page: PageRequest,
): Promise<{ rows: PlanRow[]; count: number }> {
  const filter = { ...(await sightOf(sql, caller)), state }
  return store.findPlans(sql, caller.organization_id, filter, page)
}

async function sightOf(sql: Sql, caller: Caller): Promise<store.PlanSight> {
  return { all: caller.role !== 'standard', person: await personOf(sql, caller), kinds: [] }
}

export type Call = { method: PlanRow['method']; path: string; body: string | null }

/** What is to be called to apply it. @throws AppError `not_found`, and with the status 409 if it cannot be applied. */
export async function callOf(sql: Sql, caller: Caller, secrets: Secrets, id: number): Promise<Call> {
  const row = await findPlan(sql, caller, id)
  requireApplicable(row)
  const { method, path, body_sealed: sealed } = row
  const place = { table: 'plans', organizationId: caller.organization_id, id } as const
  return { method, path, body: sealed === null ? null : secrets.unseal(sealed, place) }
}

function requireApplicable({ id, state, is_expired: isExpired, problem }: PlanRow): void {
  if (state === 'applied') throw conflict(`plan ${id} was applied before`)
  if (state === 'void') throw conflict(`plan ${id} is void: ${problem}; plan the call again`)
  if (state === 'refused')
    throw conflict(`plan ${id} was refused; change what was refused, and plan the call again`)
  if (isExpired) throw conflict(`plan ${id} has expired; plan the call again`)
  if (state === 'waiting') throw conflict(`plan ${id} waits for the approval of a second person`)
}

export function conflict(message: string): AppError {
  return new AppError('validation_failed', message, { status: 409 })
}

/** In the transaction of the call: commits it as the plan that is applied. @returns what differs; none: it is applied. */
export async function settle(
  sql: Transaction,
  { caller, audit }: Actor,
  id: number,
  carried: Carried,
): Promise<string[]> {
  const { organization_id: organizationId } = caller
  const row = await store.lockPlan(sql, organizationId, id)
  requireApplicable(row)
  const differences = differencesOf(row.seen, carried.seen, row.people_tolerance_percent)
  if (differences.length > 0) return differences
  await store.endPlan(sql, organizationId, id, { state: 'applied' })
  // No path: it may have an address, and an event outlives the erasure of the person.
  const details = { endpoint: row.endpoint }
  await audit(sql, { kind: 'plan.applied', subject_type: 'Plan', subject_id: id, details })
  return []
}

/** @throws AppError with the status 409, always. */
export async function voidPlan(sql: Scoped, caller: Caller, id: number, problem: string): Promise<never> {
  await sql.begin(async (sql) => {
    const { state } = await store.lockPlan(sql, caller.organization_id, id)
    const isOpen = state === 'planned' || state === 'waiting' || state === 'approved'
    if (isOpen) await store.endPlan(sql, caller.organization_id, id, { state: 'void', problem })
  })
  throw conflict(`plan ${id} is void: ${problem}; plan the call again`)
}
