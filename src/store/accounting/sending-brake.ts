import {
  brakeDefaults,
  brakeStep,
  brakeSteps,
  type BrakeInput,
} from '../../contract/accounting/sending-brake.ts'
import { notFound } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { insertAuditEvent } from '../audit-events/rows.ts'
import { mailAdministrators } from '../users/system-mails.ts'
import { wake } from '../server/wake.ts'

// The counters change in the transactions that record results: an exceeded limit stops sending in the same one.

type Limits = { bounce_limit: number; complaint_limit: number; messages_min: number }

export type SendingBrake = Limits & {
  braked_at: Date | null
  reason: string
  messages: number
  hard_bounces: number
  complaints: number
}

/** `isPartial`: the messages to which the bounces belong are counted by the next call. */
export type BrakeCounts = { messages: number; hardBounces: number; complaints: number; isPartial: boolean }

function columns(sql: Sql) {
  return sql`
    b.braked_at, b.reason, (select sum(n) from unnest(b.sent) n)::bigint as messages,
    (select sum(n) from unnest(b.hard_bounces) n)::bigint as hard_bounces,
    (select sum(n) from unnest(b.complaints) n)::bigint as complaints, ${limits(sql)}`
}

function limits(sql: Sql) {
  return sql`
    coalesce(b.bounce_limit, ${brakeDefaults.bounceLimit})::float8 as bounce_limit,
    coalesce(b.complaint_limit, ${brakeDefaults.complaintLimit})::float8 as complaint_limit,
    coalesce(b.messages_min, ${brakeDefaults.messagesMin})::integer as messages_min`
}

/** Adds to a counter: to its newest step, or to a new one if that step is full. */
function advanced(sql: Sql, counter: 'sent' | 'hard_bounces' | 'complaints', by: number) {
  const steps = sql`b.${sql(counter)}`
  return sql`case when b.sent[1] >= ${brakeStep} then (array[${by}::integer] || ${steps})[1:${brakeSteps}]
    else array[${steps}[1] + ${by}::integer] || ${steps}[2:] end`
}

/** Run it after `addStats`: senders of the organization wait for the row from here on. */
export async function countForBrake(
  sql: Sql,
  organizationId: number,
  { messages, hardBounces, complaints, isPartial }: BrakeCounts,
): Promise<void> {
  if (messages === 0 && hardBounces === 0 && complaints === 0) return
  // The sums are made here: in a cluster, what an insert returns has no sub-selects.
  const [row] = await sql<
    (Limits & { braked_at: Date | null; reason: string; sent: string; bounces: string; spam: string })[]
  >`
    insert into sending_brakes as b (organization_id, sent, hard_bounces, complaints)
    values (${organizationId}, array[${messages}::integer], array[${hardBounces}::integer], array[${complaints}::integer])
    on conflict (organization_id) do update
      set sent = ${advanced(sql, 'sent', messages)}, hard_bounces = ${advanced(sql, 'hard_bounces', hardBounces)},
        complaints = ${advanced(sql, 'complaints', complaints)}
    returning b.braked_at, b.reason, b.sent, b.hard_bounces as bounces, b.complaints as spam, ${limits(sql)}`
  if (row === undefined || row.braked_at !== null || isPartial) return
  const { sent, bounces, spam, ...others } = row
  const reason = reasonOf({
    ...others,
    messages: sumOf(sent),
    hard_bounces: sumOf(bounces),
    complaints: sumOf(spam),
  })
  if (reason === null) return
  await sql`
    update sending_brakes set braked_at = now(), reason = ${reason} where organization_id = ${organizationId}`
  const subject = { subject_type: 'Organization', subject_id: organizationId, details: { reason } }
  await insertAuditEvent(sql, organizationId, { kind: 'sending_brake.pulled', ...subject })
  await mailAdministrators(sql, organizationId, noticeOf(reason))
}

/** Of an array of integers, which the driver leaves as text. */
function sumOf(steps: string): number {
  return steps
    .slice(1, -1)
    .split(',')
    .reduce((sum, step) => sum + Number(step), 0)
}

function reasonOf(brake: SendingBrake): string | null {
  const { messages, hard_bounces: bounces, complaints } = brake
  if (messages < brake.messages_min) return null
  const words = (count: number, what: string, limit: number) =>
    `${percent(count, messages)} % of the last ${messages} messages ${what}, more than the limit of ${limit} %`
  const { bounce_limit: bounceLimit, complaint_limit: complaintLimit } = brake
  if (isPassed(bounces, messages, bounceLimit)) return words(bounces, 'bounced hard', bounceLimit)
  if (isPassed(complaints, messages, complaintLimit)) {
    return words(complaints, 'were called spam', complaintLimit)
  }
  return null
}

function isPassed(count: number, messages: number, limit: number): boolean {
  return limit > 0 && count * 100 > limit * messages
}

function percent(count: number, messages: number): string {
  return ((count * 100) / messages).toFixed(2)
}

function noticeOf(reason: string): { subject: string; text: string } {
  return {
    subject: 'Sending is paused',
    text: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. Campaigns and autoresponders of the organization wait, because mail servers would refuse the mail of the whole server.

To go on: find out where the addresses come from, remove those that nobody has confirmed, then ask an administrator of the system to release the brake (POST organizations/:id/sending_brake/release). Waiting messages leave by themselves after that.
`,
  }
}

const waiting = 'the release of the sending brake'

/** @returns null if the brake is not pulled. */
export async function findBrakeShortage(sql: Sql, organizationId: number): Promise<string | null> {
  const [row] = await sql<{ reason: string }[]>`
    select reason from sending_brakes where organization_id = ${organizationId} and braked_at is not null`
  return row === undefined ? null : `${waiting}: ${row.reason}`
}

/** An organization that has sent nothing has no row. @throws AppError `not_found`. */
export async function findSendingBrake(sql: Sql, organizationId: number): Promise<SendingBrake> {
  const [brake] = await sql<SendingBrake[]>`
    select ${columns(sql)}
    from organizations o
    left join sending_brakes own on own.organization_id = o.id
    cross join lateral (select own.braked_at, coalesce(own.reason, '') as reason, coalesce(own.sent, '{0}') as sent,
      coalesce(own.hard_bounces, '{0}') as hard_bounces, coalesce(own.complaints, '{0}') as complaints,
      own.bounce_limit, own.complaint_limit, own.messages_min) b
    where o.id = ${organizationId} and o.deleted_at is null`
  if (brake === undefined) throw notFound('organization')
  return brake
}

export async function changeBrakeLimits(
  sql: Sql,
  organizationId: number,
  changes: BrakeInput,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  await sql`
    insert into sending_brakes (organization_id) values (${organizationId}) on conflict do nothing`
  if (Object.keys(given).length === 0) return
  await sql`update sending_brakes set ${sql(given)} where organization_id = ${organizationId}`
}

/** Resets the counters, because the old ones would pull the brake again. @returns false if it was not pulled. */
export async function releaseBrake(sql: Transaction, organizationId: number): Promise<boolean> {
  // Jobs first: senders take the locks in this order.
  await sql`
    update jobs set next_attempt_at = null
    where organization_id = ${organizationId} and finished_at is null and starts_with(waiting_for, ${waiting})`
  await sql`
    update reaction_turns set waits_until = null
    where organization_id = ${organizationId} and starts_with(waiting_for, ${waiting})`
  const { count } = await sql`
    update sending_brakes
    set braked_at = null, reason = '', sent = '{0}', hard_bounces = '{0}', complaints = '{0}'
    where organization_id = ${organizationId} and braked_at is not null`
  await wake(sql, 'sending')
  return count > 0
}
