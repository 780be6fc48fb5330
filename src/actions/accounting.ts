import type { BrakeInput } from '../contract/accounting/sending-brake.ts'
import type { SendingCredits } from '../contract/accounting/credits.ts'
import type { ReportQuery } from '../contract/accounting/messages-sent.ts'
import { localDateAt, periodBounds, readReportRange } from '../contract/accounting/periods.ts'
import type { PageRequest } from '../contract/api/paging.ts'
import type { Scoped, Sql } from '../database/driver/connection.ts'
import {
  addCredits,
  checkOrganizationHasCredits,
  findSendingCredits,
  removeCredits,
  setCredits,
} from '../store/accounting/credits.ts'
import { findCreditLedger, type LedgerRow } from '../store/accounting/credit-ledger.ts'
import { findReportClock } from '../store/accounting/messages-sent.ts'
import {
  changeBrakeLimits,
  findSendingBrake,
  releaseBrake,
  type SendingBrake,
} from '../store/accounting/sending-brake.ts'
import { callerName } from '../store/callers.ts'
import type { Actor } from './actor.ts'

/** @throws AppError `not_found`; `validation_failed` if the organization does not use credits. */
export async function showCredits(sql: Sql, organizationId: number): Promise<SendingCredits> {
  await checkOrganizationHasCredits(sql, organizationId)
  return findSendingCredits(sql, organizationId)
}

export async function findLedger(
  sql: Sql,
  organizationId: number,
  query: ReportQuery,
  page: PageRequest,
): Promise<{ zone: string; credits: SendingCredits; rows: LedgerRow[]; count: number }> {
  const { zone, nowMs } = await findReportClock(sql, organizationId)
  const bounds = periodBounds(readReportRange(query, 'daily', localDateAt(nowMs, zone)), 'daily', zone)
  const range = { start: new Date(bounds.at(0) ?? 0), end: new Date(bounds.at(-1) ?? 0), zone }
  const [credits, found] = await Promise.all([
    findSendingCredits(sql, organizationId),
    findCreditLedger(sql, organizationId, range, page),
  ])
  return { zone, credits, ...found }
}

const changes = { 'credits.added': addCredits, 'credits.removed': removeCredits, 'credits.set': setCredits }

export type CreditOrder = { kind: keyof typeof changes; fields: () => { credits: number } }

export function changeCredits(
  sql: Scoped,
  { caller, audit, requestId }: Actor & { requestId: string },
  organizationId: number,
  { kind, fields }: CreditOrder,
): Promise<SendingCredits> {
  return sql.begin(async (sql) => {
    await checkOrganizationHasCredits(sql, organizationId)
    const { credits } = fields()
    const source = { caller: callerName(caller), requestId }
    const { before, after } = await changes[kind](sql, organizationId, credits, source)
    const details = { credits, old: before, new: after }
    await audit(
      sql,
      { kind, subject_type: 'Organization', subject_id: organizationId, details },
      organizationId,
    )
    return findSendingCredits(sql, organizationId)
  })
}

export function showBrake(sql: Sql, organizationId: number): Promise<SendingBrake> {
  return findSendingBrake(sql, organizationId)
}

export function limitSending(
  sql: Scoped,
  { audit }: Actor,
  organizationId: number,
  fields: () => BrakeInput,
): Promise<SendingBrake> {
  return sql.begin(async (sql) => {
    await findSendingBrake(sql, organizationId)
    const changes = fields()
    await changeBrakeLimits(sql, organizationId, changes)
    await audit(sql, brakeEvent('updated', organizationId, changes), organizationId)
    return findSendingBrake(sql, organizationId)
  })
}

/** If sending is not paused, nothing changes and nothing is logged. */
export function allowSending(sql: Scoped, { audit }: Actor, organizationId: number): Promise<SendingBrake> {
  return sql.begin(async (sql) => {
    const { reason } = await findSendingBrake(sql, organizationId)
    const isReleased = await releaseBrake(sql, organizationId)
    if (isReleased) await audit(sql, brakeEvent('released', organizationId, { reason }), organizationId)
    return findSendingBrake(sql, organizationId)
  })
}

function brakeEvent(what: 'updated' | 'released', organizationId: number, details: object) {
  const subject = { subject_type: 'Organization', subject_id: organizationId }
  return { kind: `sending_brake.${what}`, ...subject, details }
}
