import { invalid } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import { nameIn, requestLines, type RequestLine } from '../../contract/plans/request.ts'
import type { PlanInput } from '../../contract/plans/endpoints.ts'
import { differencesOf } from '../../contract/plans/effects.ts'
import { approvalHours, planHours, type PlanState } from '../../contract/plans/states.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Caller } from '../../store/callers.ts'
import { findRecordName } from '../../store/plans/record-changes.ts'
import { findApprovalRules } from '../../store/plans/rules.ts'
import { keepDeleteCode } from '../../store/lists/delete-codes.ts'
import * as store from '../../store/plans/rows.ts'
import type { PlanRow } from '../../store/plans/rows.ts'
import type { Actor } from '../actor.ts'
import { findOwnKinds, mailDeciders, neededKinds, requireEmergencyRight } from './approvals.ts'
import { askingMail, emergencyMail } from './mails.ts'
import { hashOf, type Carried } from './carry-out.ts'
import { conflict } from './conflict.ts'
import { personOf } from './person.ts'

/** `baseUrl` is where those who decide are led to. */
export type Planned = {
  baseUrl: string
  input: PlanInput
  endpoint: string
  carried: Carried
  assistant: string
}

export async function addPlan(
  sql: Scoped,
  { caller, audit }: Actor,
  secrets: Secrets,
  { baseUrl, input, endpoint, carried, assistant }: Planned,
): Promise<PlanRow> {
  const { organization_id: organizationId, api_key_id, user_id } = caller
  if (carried.unplannable !== undefined) throw invalid(carried.unplannable)
  const body = input.body === null ? null : JSON.stringify(input.body)
  const seal = (id: number) =>
    body === null ? null : secrets.seal(body, { table: 'plans', organizationId, id })
  return sql.begin(async (sql) => {
    const rules = await findApprovalRules(sql, organizationId)
    const needs = neededKinds(rules, { endpoint, approval: carried.approval })
    if (needs.includes('campaign')) requireShown(endpoint, input)
    const id = await store.insertPlan(sql, organizationId, {
      endpoint,
      method: input.method,
      path: input.path,
      api_key_id,
      user_id,
      asked_by: await personOf(sql, caller),
      assistant,
      subject: needs.length === 0 ? '' : await subjectOf(sql, organizationId, endpoint, input),
      note: input.note,
      people_tolerance_percent: input.people_tolerance_percent,
      effects: carried.effects,
      seen: carried.seen,
      seen_sha256: hashOf(carried.seen),
      needs,
      hours: needs.length === 0 ? planHours : approvalHours,
      seal,
    })
    const row = await findPlan(sql, caller, id)
    if (needs.length > 0) {
      if (endpoint === 'deleteMailingList') await keepDeleteCode(sql, caller, codeIn(input), approvalHours)
      const details = { endpoint, needs }
      await audit(sql, { kind: 'plan.asked', subject_type: 'Plan', subject_id: id, details })
      await mailDeciders(sql, organizationId, row, askingMail(row, pageOf(baseUrl, organizationId)))
    }
    return row
  })
}

/** A confirmation is for two minutes, and a decision takes days. */
const codeIn = ({ path }: PlanInput) => decodeURIComponent(path.split('/').at(-1) ?? '')

const pageOf = (baseUrl: string, organizationId: number) => `${baseUrl}/console/o/${organizationId}/approvals`

async function subjectOf(
  sql: Sql,
  organizationId: number,
  endpoint: string,
  { path, body }: PlanInput,
): Promise<string> {
  // A name of somebody who is to be erased would be kept.
  if (endpoint === 'eraseSubscriber') return ''
  return (await findRecordName(sql, organizationId, path)) || nameIn(body)
}

/** Whoever decides sees what is saved, so the call must not bring along anything else. */
function requireShown(endpoint: string, { body }: PlanInput): void {
  const campaign = asHash(body?.['campaign'] ?? body)
  const given = [...Object.keys(campaign), ...Object.keys(asHash(campaign['dispatch_attributes']))]
  const others = given.filter((name) => !startMembers.includes(name))
  if (endpoint === 'updateCampaign' && others.length === 0) return
  throw invalid(
    'sending this campaign needs an approval: save the campaign as a draft first, and plan updateCampaign (PUT campaigns/:id) with nothing but dispatch_attributes.state and begins_at',
  )
}

const startMembers = ['dispatch_attributes', 'state', 'begins_at']

function asHash(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
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
  // Others' plans may be about other lists, and about what a key has no right to.
  if (caller.list_ids !== null || (caller.by_rights && caller.user_id === null)) {
    return { all: false, own: { keyId: caller.api_key_id, userId: caller.user_id }, person: '', kinds: [] }
  }
  return {
    all: caller.role !== 'standard',
    own: null,
    person: await personOf(sql, caller),
    kinds: await findOwnKinds(sql, caller),
  }
}

/** What the call would be given, as long as the plan is open. */
export function requestOf(
  { id, body_sealed: sealed }: Pick<PlanRow, 'id' | 'body_sealed'>,
  { organization_id: organizationId }: Pick<Caller, 'organization_id'>,
  secrets: Secrets,
): RequestLine[] {
  if (sealed === null) return []
  return requestLines(JSON.parse(secrets.unseal(sealed, { table: 'plans', organizationId, id })))
}

export type Call = { method: PlanRow['method']; path: string; body: string | null }

/** What is to be called to apply it. @throws AppError `not_found`, and with the status 409 if it cannot be applied. */
export async function callOf(
  sql: Sql,
  caller: Caller,
  secrets: Secrets,
  { id, emergencyReason }: Pick<Applying, 'id' | 'emergencyReason'>,
): Promise<Call> {
  const row = await findPlan(sql, caller, id)
  if (isEmergency(row, emergencyReason)) await requireEmergencyRight(sql, caller, row)
  else requireApplicable(row)
  const { method, path, body_sealed: sealed } = row
  const place = { table: 'plans', organizationId: caller.organization_id, id } as const
  return { method, path, body: sealed === null ? null : secrets.unseal(sealed, place) }
}

/** `emergencyReason` '': it is none. `baseUrl`: as in `Planned`. */
export type Applying = { id: number; emergencyReason: string; baseUrl: string }

function isEmergency({ state, is_expired: isExpired }: PlanRow, reason: string): boolean {
  return reason !== '' && state === 'waiting' && !isExpired
}

function requireApplicable({ id, state, is_expired: isExpired, problem }: PlanRow): void {
  if (state === 'applied') throw conflict(`plan ${id} was applied before`)
  if (state === 'void') throw conflict(`plan ${id} is void: ${problem}; plan the call again`)
  if (state === 'refused')
    throw conflict(`plan ${id} was refused; change what was refused, and plan the call again`)
  if (isExpired) throw conflict(`plan ${id} has expired; plan the call again`)
  if (state === 'waiting') throw conflict(`plan ${id} waits for the approval of a second person`)
}

/** In the transaction of the call: commits it as the plan that is applied. @returns what differs; none: it is applied. */
export async function settle(
  sql: Transaction,
  { caller, audit }: Actor,
  { id, emergencyReason, baseUrl }: Applying,
  carried: Carried,
): Promise<string[]> {
  const { organization_id: organizationId } = caller
  const row = await store.lockPlan(sql, organizationId, id)
  const emergency = isEmergency(row, emergencyReason)
  if (emergency) await requireEmergencyRight(sql, caller, row)
  else requireApplicable(row)
  const rules = await findApprovalRules(sql, organizationId)
  const kinds = neededKinds(rules, { endpoint: row.endpoint, approval: carried.approval })
  if (kinds.some((kind) => !row.needs.includes(kind))) return ['what the organization wants to have approved']
  const differences = differencesOf(row.seen, carried.seen, row.people_tolerance_percent)
  if (differences.length > 0) return differences
  if (emergency)
    await store.decidePlan(sql, organizationId, id, {
      state: 'applied',
      userId: caller.user_id ?? 0,
      reason: emergencyReason,
    })
  else await store.endPlan(sql, organizationId, id, { state: 'applied' })
  // No path: it may have an address, and an event outlives the erasure of the person.
  const details = { endpoint: row.endpoint }
  const kind = emergency ? 'plan.applied_in_emergency' : 'plan.applied'
  await audit(sql, { kind, subject_type: 'Plan', subject_id: id, details })
  if (emergency)
    await mailDeciders(
      sql,
      organizationId,
      row,
      emergencyMail(row, emergencyReason, pageOf(baseUrl, organizationId)),
    )
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
