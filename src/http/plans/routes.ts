import type { z } from 'zod'
import { carryOut, type Carried } from '../../actions/plans/carry-out.ts'
import { changeRules, decide, rightsOver } from '../../actions/plans/approvals.ts'
import {
  addPlan,
  callOf,
  findPlan,
  findPlans,
  requestOf,
  settle,
  voidPlan,
  type Applying,
} from '../../actions/plans/changes.ts'
import { requirePlannable } from '../../actions/plans/plannable.ts'
import { AppError } from '../../contract/api/errors.ts'
import type { Envelope } from '../../contract/api/envelope.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  applyPlan,
  approvePlan,
  createPlan,
  listPlans,
  refusePlan,
  showPlan,
  type planSchema,
} from '../../contract/plans/endpoints.ts'
import { listApprovalRules, updateApprovalRules } from '../../contract/plans/rules.ts'
import { findApprovalRules } from '../../store/plans/rules.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { PlanRow } from '../../store/plans/rows.ts'
import type { Acting, Inner, InnerAnswer, Inside } from './acting.ts'
import type { Router } from '../route/bind.ts'
import type { Call } from '../route/call.ts'

/** For bodies of campaigns. */
const bodyLimit = 4 * 1_048_576

type AnyCall = Pick<Call<'', z.ZodType>, 'sql' | 'caller' | 'door'>

export function planRoutes(route: Router, secrets: Secrets, baseUrl = 'http://127.0.0.1:8080'): void {
  const single = presentWith(secrets)
  route(listPlans, async (call) => {
    const request = call.page()
    const { rows, count } = await findPlans(call.sql, call.caller, call.query.state, request)
    return { data: rows.map((row) => present(row, call.caller.time_zone)), paging: pagingOf(request, count) }
  })

  route(showPlan, async (call) => {
    const row = await findPlan(call.sql, call.caller, call.params.id)
    return { data: await single(row, call) }
  })

  route(
    createPlan,
    async (call) => {
      const input = call.fields()
      const body = input.body === null ? null : JSON.stringify(input.body)
      const tried = await tryOut(route.inside, call, { ...input, body })
      const assistant = call.door.assistant ?? ''
      const row = await addPlan(call.sql, call, secrets, { baseUrl, input, ...tried, assistant })
      return { data: await single(row, call) }
    },
    { bodyLimit },
  )

  route(applyPlan, async (call) => {
    const { id } = call.params
    const applying = { id, emergencyReason: call.fields().emergency_reason, baseUrl }
    const inner = await callOf(call.sql, call.caller, secrets, applying)
    const done = await apply(route.inside, call, applying, inner)
    if ('problem' in done) return voidPlan(call.sql, call.caller, id, done.problem)
    const row = await findPlan(call.sql, call.caller, id)
    return { data: { plan: present(row, call.caller.time_zone), answer: done.answer } }
  })
}

export function approvalRoutes(route: Router, secrets: Secrets): void {
  const single = presentWith(secrets)
  for (const definition of [approvePlan, refusePlan]) {
    route(definition, async (call) => {
      const { id } = call.params
      await findPlan(call.sql, call.caller, id)
      const decision = { isApproved: definition === approvePlan, reason: call.fields().reason }
      await decide(call.sql, call, id, decision)
      return { data: await single(await findPlan(call.sql, call.caller, id), call) }
    })
  }

  route(listApprovalRules, async (call) => ({
    data: await findApprovalRules(call.sql, call.caller.organization_id),
  }))

  route(updateApprovalRules, async (call) => ({
    data: await changeRules(call.sql, call, () => call.fields()),
  }))
}

/** Makes the call and undoes it. @throws AppError with which the call itself is refused. */
async function tryOut(
  inside: Inside,
  { door }: AnyCall,
  inner: Inner,
): Promise<{ endpoint: string; carried: Carried }> {
  let tried: { endpoint: string; carried: Carried } | undefined
  const acting: Acting = {
    carryOut: (database, { definition, caller }, work) => {
      requirePlannable(definition)
      const { id: endpoint } = definition
      const place = { organizationId: caller.organization_id, timeZone: caller.time_zone, endpoint }
      return carryOut(database, {
        place: { ...place, path: inner.path },
        work,
        settle: async (_sql, carried) => {
          tried = { endpoint, carried }
          return false
        },
      })
    },
  }
  const answer = await inside(door, inner, acting)
  if (tried !== undefined) return tried
  throw refusalOf(answer)
}

type Applied = { answer: unknown } | { problem: string }

/** @returns `problem` if the state has changed. @throws AppError if whoever applies it may not. */
async function apply(
  inside: Inside,
  call: Pick<Call<'', z.ZodType>, 'caller' | 'door' | 'audit'>,
  applying: Applying,
  inner: Inner,
): Promise<Applied> {
  let differences: string[] = []
  let isApplied = false
  const acting: Acting = {
    carryOut: (database, { definition, caller }, work) => {
      const place = { organizationId: caller.organization_id, timeZone: caller.time_zone }
      return carryOut(database, {
        place: { ...place, endpoint: definition.id, path: inner.path },
        work,
        settle: async (sql, carried) => {
          differences = await settle(sql, call, applying, carried)
          isApplied = differences.length === 0
          return isApplied
        },
      })
    },
  }
  const answer = await inside(call.door, inner, acting)
  if (differences.length > 0) return { problem: `since then has changed: ${differences.join(', ')}` }
  if (isApplied && answer.status === 200) return { answer: dataOf(answer.text) }
  const refusal = refusalOf(answer)
  const isOfState = refusal.code === 'not_found' || refusal.status === 422
  if (!isOfState) throw refusal
  return { problem: `the call is now refused: ${refusal.message}` }
}

function dataOf(text: string): unknown {
  return (JSON.parse(text) as { data: unknown }).data
}

function refusalOf({ status, text }: Pick<InnerAnswer, 'status' | 'text'>): AppError {
  const answer = JSON.parse(text) as Envelope<unknown>
  if (answer.success) return new AppError('validation_failed', 'path cannot be planned')
  const { error_code: code, error_message: message, errors = [] } = answer
  // With ERROR_STATUS=always_200 the code alone tells.
  return new AppError(code, message, { errors, ...(status === 200 ? {} : { status }) })
}

type Single = z.input<typeof createPlan.data>

/** One plan, with what its call would be given and what the caller may do about it. */
function presentWith(secrets: Secrets) {
  return async (row: PlanRow, { sql, caller }: Pick<AnyCall, 'sql' | 'caller'>): Promise<Single> => ({
    ...present(row, caller.time_zone),
    request: requestOf(row, caller, secrets),
    ...(await rightsOver(sql, caller, row)),
  })
}

export function present(row: PlanRow, zone: string): z.input<typeof planSchema> {
  const time = (at: Date) => formatInstant(at.getTime(), zone)
  const { api_key_id: keyId, user_id: userId, decided_by_user_id: deciderId, decided_at: decidedAt } = row
  return {
    id: row.id,
    state: row.state,
    endpoint: row.endpoint,
    method: row.method,
    path: row.path,
    asked_by: { type: keyId === null ? 'user' : 'api_key', id: keyId ?? userId ?? 0, name: row.asker_name },
    assistant: row.assistant,
    subject: row.subject,
    note: row.note,
    people_tolerance_percent: row.people_tolerance_percent,
    effects: row.effects,
    seen: Buffer.from(row.seen_sha256).toString('hex'),
    needs: row.needs,
    decision:
      deciderId === null || decidedAt === null
        ? null
        : {
            user_id: deciderId,
            name: row.decider_name,
            at: time(decidedAt),
            reason: row.decision_reason,
            is_emergency: row.is_emergency,
          },
    problem: row.problem,
    created_at: time(row.created_at),
    expires_at: time(row.expires_at),
    ended_at: row.ended_at === null ? null : time(row.ended_at),
  }
}
