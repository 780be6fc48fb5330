import { AppError, forbidden, invalid } from '../../contract/api/errors.ts'
import { approvalIsNeeded } from '../../contract/plans/titles.ts'
import { alwaysApproved, type ApprovalKind, type ApprovalRule } from '../../contract/plans/rules.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import * as store from '../../store/plans/rules.ts'
import { decidePlan, lockPlan, type PlanRow } from '../../store/plans/rows.ts'
import { insertSystemMail } from '../../store/users/system-mails.ts'
import type { Actor } from '../actor.ts'
import { conflict } from './conflict.ts'
import type { Measured } from './made-call.ts'
import { personOf } from './person.ts'

type Asked = { endpoint: string; approval: Measured['approval'] }

/** The kinds of approval that a call needs, by what it did in its transaction. @param rules before the call, which may change them */
export function neededKinds(rules: readonly ApprovalRule[], { endpoint, approval }: Asked): ApprovalKind[] {
  const always = Object.hasOwn(alwaysApproved, endpoint) ? alwaysApproved[endpoint] : undefined
  const asked = [
    ...(always === undefined ? [] : [{ kind: always, listId: null, number: null }]),
    ...(approval === undefined ? [] : [approval]),
  ]
  return asked.filter((one) => rules.some((rule) => holdsFor(rule, one))).map(({ kind }) => kind)
}

/** A number that is not known may be any. */
function holdsFor(rule: ApprovalRule, { kind, listId, number }: NonNullable<Measured['approval']>): boolean {
  const isOfList = rule.mailing_list_id === null || listId === null || rule.mailing_list_id === listId
  return rule.kind === kind && isOfList && (number === null || number > rule.above)
}

/** Of a call that was made directly. */
export function needsApproval(kinds: readonly ApprovalKind[], call: string): AppError {
  return conflict(
    `${approvalIsNeeded} (${kinds.join(', ')}): plan it, POST plans with ${call}, and apply the plan once it is approved`,
  )
}

/** @returns the kinds that this user may approve. */
export async function findOwnKinds(sql: Sql, caller: Caller): Promise<ApprovalKind[]> {
  if (caller.user_id === null || caller.list_ids !== null) return []
  const rules = await store.findApprovalRules(sql, caller.organization_id)
  const { user_id: id } = caller
  return rules.filter(({ approver_user_ids: named }) => named.includes(id)).map(({ kind }) => kind)
}

async function findDeciders(sql: Sql, organizationId: number, kinds: readonly string[]) {
  const rules = await store.findApprovalRules(sql, organizationId)
  const own = rules.filter(({ kind }) => kinds.includes(kind))
  const named = [...new Set(own.flatMap(({ approver_user_ids: some }) => some))]
  const isAnyAdmin = own.length === 0 || own.some(({ approver_user_ids: some }) => some.length === 0)
  const admins = isAnyAdmin ? await store.findApprovers(sql, organizationId, []) : []
  const others = named.length === 0 ? [] : await store.findApprovers(sql, organizationId, named)
  const deciders = [...admins, ...others.filter(({ id }) => !admins.some((one) => one.id === id))]
  const emergency = own.flatMap(({ emergency_user_ids: some }) => some)
  return { deciders, emergency }
}

/** Mails all who may decide, but the one who asked. */
export async function mailDeciders(
  sql: Transaction,
  organizationId: number,
  plan: Pick<PlanRow, 'needs' | 'asked_by' | 'id'>,
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  const { deciders } = await findDeciders(sql, organizationId, plan.needs)
  for (const { id, email, full_name: name } of deciders) {
    if (`user:${id}` === plan.asked_by) continue
    await insertSystemMail(sql, organizationId, {
      to_email: email,
      subject,
      text: `Hello ${name},\n\n${text}\n`,
    })
  }
}

export type Decision = { isApproved: boolean; reason: string }

/** @throws AppError `not_authorized`, and with the status 409 if there is nothing to decide. */
export function decide(
  sql: Scoped,
  { caller, audit }: Actor,
  id: number,
  { isApproved, reason }: Decision,
): Promise<void> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const row = await lockPlan(sql, organizationId, id)
    await requireDecider(sql, caller, row)
    if (row.state !== 'waiting') throw conflict(`plan ${id} waits for no decision: it is ${row.state}`)
    if (row.is_expired) throw conflict(`plan ${id} has expired`)
    if (!isApproved && reason === '') throw invalid('reason cannot be blank')
    const state = isApproved ? 'approved' : 'refused'
    await decidePlan(sql, organizationId, id, { state, userId: caller.user_id ?? 0, reason })
    const details = {
      endpoint: row.endpoint,
      needs: row.needs,
      seen: Buffer.from(row.seen_sha256).toString('hex'),
    }
    await audit(sql, { kind: `plan.${state}`, subject_type: 'Plan', subject_id: id, details })
  })
}

/** Why a caller may not decide: only a person who has logged in and did not ask may. null: they may. */
async function whyNotDecide(sql: Sql, caller: Caller, row: PlanRow): Promise<string | null> {
  if (caller.user_id === null || caller.grant !== undefined) {
    return 'a person approves: log in; an API key or a program cannot'
  }
  if ((await personOf(sql, caller)) === row.asked_by) {
    return 'nobody approves what they have asked for, by themselves or with a key of theirs'
  }
  const { deciders } = await findDeciders(sql, caller.organization_id, row.needs)
  if (deciders.some(({ id }) => id === caller.user_id)) return null
  return 'the approval rules of the organization name others for this'
}

async function requireDecider(sql: Sql, caller: Caller, row: PlanRow): Promise<void> {
  const why = await whyNotDecide(sql, caller, row)
  if (why !== null) throw forbidden(why)
}

async function hasEmergencyRight(sql: Sql, caller: Caller, row: PlanRow): Promise<boolean> {
  const { emergency } = await findDeciders(sql, caller.organization_id, row.needs)
  return caller.user_id !== null && caller.grant === undefined && emergency.includes(caller.user_id)
}

/** @throws AppError `not_authorized`. */
export async function requireEmergencyRight(sql: Sql, caller: Caller, row: PlanRow): Promise<void> {
  if (await hasEmergencyRight(sql, caller, row)) return
  throw forbidden('the approval rules of the organization give you no right to an emergency')
}

/** What a caller may do about a plan that waits. */
export async function rightsOver(
  sql: Sql,
  caller: Caller,
  row: PlanRow,
): Promise<{ may_decide: boolean; may_apply_in_emergency: boolean }> {
  if (row.state !== 'waiting' || row.is_expired) return { may_decide: false, may_apply_in_emergency: false }
  return {
    may_decide: (await whyNotDecide(sql, caller, row)) === null,
    may_apply_in_emergency: await hasEmergencyRight(sql, caller, row),
  }
}

/** @throws AppError `validation_failed`. */
export function changeRules(
  sql: Scoped,
  { caller, audit }: Actor,
  fields: () => { approval_rules: ApprovalRule[] },
): Promise<ApprovalRule[]> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const { approval_rules: rules } = fields()
    for (const [at, rule] of rules.entries()) await checkRule(sql, caller, rule, `approval_rules.${at}`)
    const before = await store.findApprovalRules(sql, organizationId)
    await store.replaceApprovalRules(sql, organizationId, rules)
    await audit(sql, { kind: 'approval_rules.updated', details: { from: before, to: rules } })
    return store.findApprovalRules(sql, organizationId)
  })
}

async function checkRule(sql: Sql, caller: Caller, rule: ApprovalRule, path: string): Promise<void> {
  const { organization_id: organizationId } = caller
  const { approver_user_ids: approvers, emergency_user_ids: emergency } = rule
  const found = await store.findApprovers(sql, organizationId, approvers)
  if (approvers.length > 0 && found.length < new Set(approvers).size) {
    throw invalid(
      `${path}.approver_user_ids names somebody who is not an active user of the organization, or sees only some of its lists`,
    )
  }
  const inNeed = emergency.length === 0 ? [] : await store.findApprovers(sql, organizationId, emergency)
  if (inNeed.length < new Set(emergency).size) {
    throw invalid(
      `${path}.emergency_user_ids names somebody who is not an active user of the organization, or sees only some of its lists`,
    )
  }
  if (found.length < 2) {
    throw invalid(
      `${path} leaves fewer than two users who may approve: whoever asks may not, so nobody could`,
    )
  }
}
