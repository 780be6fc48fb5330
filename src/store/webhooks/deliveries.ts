import { randomUUID } from 'node:crypto'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost, secondsFromNow } from '../../database/lease.ts'
import { insertAuditEvent } from '../audit-events/rows.ts'
import { candidatesMax, firstTaken, passTurn, takeRow, turnsIn } from '../server/leases.ts'
import { insertAttempt, type Attempt } from './attempts.ts'
import { eventAsSent } from './rows.ts'

// A worker holds a webhook during one request; all times are the database's, and every write names the epoch of its
// claim. The content of a request is fixed before it is sent: after a failure, or the worker's death, the same events
// are sent under the same id.

const leaseSeconds = 60

const webhookQueue = 'webhooks'

export const attemptsMax = 12

/** By the number of failures in a row; the last value repeats. */
const backOffSeconds = [10, 30, 60, 300, 1800, 3600, 10_800]

/** Limits of a request; a single event may have more characters. */
const eventsMax = 100
const charactersMax = 1_000_000

export type Delivery = {
  organizationId: number
  webhookId: number
  epoch: number
  url: string
  secretSealed: Uint8Array
  /** The same whenever the same events are sent again. */
  deliveryId: string
  /** UNIX time of the claim, by the database's clock: receivers refuse requests that are minutes off. */
  claimedAt: number
  eventIds: readonly number[]
  /** Without repeats. */
  eventTypes: readonly string[]
  body: string
}

type ClaimRow = {
  organization_id: number
  id: number
  epoch: number
  url: string
  secret_sealed: Uint8Array
  delivery_id: string | null
  delivery_events: number[] | null
}

/** Takes turns among organizations, then among their webhooks. @param full organizations to leave out */
export async function claimDelivery(
  sql: Transaction,
  full: readonly number[] = [],
): Promise<Delivery | null> {
  const claim = await claimWebhook(sql, full)
  if (claim === undefined) return null
  const { organization_id: organizationId, id: webhookId, epoch, url } = claim
  const events = await eventsOf(sql, claim)
  if (events.length === 0) {
    await sql`
      update webhooks set leased_until = null, delivery_id = null, delivery_events = null
      where organization_id = ${organizationId} and id = ${webhookId}`
    return null
  }
  const eventIds = events.map(({ id }) => id)
  const eventTypes = [...new Set(events.map(({ event_type: type }) => type))]
  const [kept] = await sql<{ delivery_id: string; served_at: Date }[]>`
    update webhooks set delivery_id = coalesce(delivery_id, ${randomUUID()}),
      delivery_events = ${eventIds}::bigint[]
    where organization_id = ${organizationId} and id = ${webhookId}
    returning delivery_id, served_at`
  if (kept === undefined) return null
  const body = `[${events.map(({ event }) => event).join(',')}]`
  const secretSealed = claim.secret_sealed
  return {
    organizationId,
    webhookId,
    epoch,
    url,
    secretSealed,
    deliveryId: kept.delivery_id,
    claimedAt: Math.floor(kept.served_at.getTime() / 1000),
    eventIds,
    eventTypes,
    body,
  }
}

async function claimWebhook(sql: Sql, full: readonly number[]): Promise<ClaimRow | undefined> {
  const candidates = await sql<Candidate[]>`
    select w.organization_id, w.id, w.epoch
    from webhooks w
    ${turnsIn(sql, webhookQueue, 'w')}
    where ${isWaiting(sql, full)} and ${isDue(sql)}
    order by t.served_at nulls first, w.served_at nulls first, w.organization_id, w.id
    limit ${candidatesMax}`
  const taken = await firstTaken(candidates, async (due) => {
    const row = await takeRow<Omit<ClaimRow, 'delivery_events'> & { events: string | null }>(sql, due, {
      table: 'webhooks',
      alias: 'w',
      isFree: sql`w.active and ${isDue(sql)}`,
      set: sql`served_at = clock.at`,
      from: sql`(select clock_timestamp() as at) clock`,
      leaseSeconds,
      returning: sql`w.organization_id, w.id, w.epoch, w.url, w.secret_sealed, w.delivery_id,
        w.delivery_events as events`,
    })
    if (row === null) return null
    // After the row: otherwise a worker that finds the row locked would wait for the turn.
    await passTurn(sql, webhookQueue, due.organization_id)
    const { events, ...claimed } = row
    // The driver leaves an array as text.
    const same = events === null ? null : events.slice(1, -1).split(',').filter(Boolean).map(Number)
    return { ...claimed, delivery_events: same }
  })
  return taken ?? undefined
}

type Candidate = Pick<ClaimRow, 'organization_id' | 'id' | 'epoch'>

function isDue(sql: Sql) {
  return sql`(w.next_attempt_at is null or w.next_attempt_at <= now())
    and (w.leased_until is null or w.leased_until < now())`
}

function isWaiting(sql: Sql, full: readonly number[]) {
  return sql`
    w.active
    and w.organization_id <> all(${[...full]}::integer[])
    and w.organization_id in (select id from organizations where active and deleted_at is null)
    and exists (
      select 1 from webhook_events e
      where e.organization_id = w.organization_id and e.webhook_id = w.id and e.dead_at is null)`
}

type EventRow = { id: number; event_type: string; event: string }

async function eventsOf(sql: Sql, claim: ClaimRow): Promise<EventRow[]> {
  const { organization_id: organizationId, id: webhookId, delivery_events: same } = claim
  return sql<EventRow[]>`
    select id, event_type, event from (
      select id, event_type, event, sum(length(event)) over (order by id) as characters, row_number() over (order by id) as place
      from (
        select id, event_type, (${eventAsSent(sql)})::text as event
        from webhook_events
        where organization_id = ${organizationId} and webhook_id = ${webhookId} and dead_at is null
          ${same === null ? sql`` : sql`and id = any(${same}::bigint[])`}
        order by id limit ${eventsMax}) next) measured
    where characters <= ${charactersMax} or place = 1 or ${same !== null}
    order by id`
}

/** See `Due`. */
export function dueDeliveries(sql: Sql, full: readonly number[] = []): Fragment {
  return sql`
    select extract(epoch from
      min(greatest(w.next_attempt_at, w.leased_until, now())) - now())::float8 as seconds
    from webhooks w where ${isWaiting(sql, full)}`
}

type Claim = Omit<Delivery, 'url' | 'secretSealed' | 'body'>

/** The receiver has accepted the events: the commit that releases the webhook deletes them. @throws LeaseLost. */
export async function deliverySucceeded(sql: Transaction, claim: Claim, attempt: Attempt): Promise<void> {
  await changeHeld(sql, claim, {
    failures: 0,
    next_attempt_at: null,
    last_error: null,
    delivery_id: null,
    delivery_events: null,
  })
  await sql`
    update webhooks set last_delivered_at = now()
    where organization_id = ${claim.organizationId} and id = ${claim.webhookId}`
  await sql`delete from webhook_events where ${eventsIn(sql, claim)}`
  await insertAttempt(sql, claim, attempt)
}

/** @param failure.waitSeconds what the receiver asks for: the pause is as long, up to the longest one; isSilent no answer came: the receiver is backed off, for later events, too. @throws LeaseLost. */
export async function deliveryFailed(
  sql: Transaction,
  claim: Claim,
  { isSilent, waitSeconds, ...attempt }: Attempt & { isSilent: boolean; waitSeconds: number | null },
): Promise<void> {
  const message = attempt.error
  const failures = await changeHeld(sql, claim, { last_error: message })
  await insertAttempt(sql, claim, attempt)
  const [tried] = await sql<{ dead: number }[]>`
    with tried as (
      update webhook_events set attempts = attempts + 1, last_error = ${message}
      where ${eventsIn(sql, claim)}
      returning attempts)
    select count(*) filter (where attempts >= ${attemptsMax}) as dead from tried`
  const isOver = (tried?.dead ?? 0) > 0
  if (isOver) {
    await sql`
      update webhook_events set dead_at = now() where ${eventsIn(sql, claim)} and attempts >= ${attemptsMax}`
  }
  // A receiver that answers has refused these events, and may accept the next ones.
  const before = isOver && !isSilent ? 0 : failures
  const pause = backOffSeconds[Math.min(before, backOffSeconds.length - 1)] ?? 0
  const delay = Math.max(pause, Math.min(waitSeconds ?? 0, backOffSeconds.at(-1) ?? 0))
  await sql`
    update webhooks set failures = ${isOver && !isSilent ? 0 : failures + 1},
      next_attempt_at = ${secondsFromNow(sql, delay)}
      ${isOver ? sql`, delivery_id = null, delivery_events = null` : sql``}
    where organization_id = ${claim.organizationId} and id = ${claim.webhookId}`
}

/** Deactivates the webhook; its events wait. @throws LeaseLost. */
export async function receiverGone(sql: Transaction, claim: Claim, attempt: Attempt): Promise<void> {
  await changeHeld(sql, claim, { active: false, last_error: attempt.error })
  await insertAttempt(sql, claim, attempt)
  await insertAuditEvent(sql, claim.organizationId, {
    kind: 'webhook.switched_off',
    subject_type: 'Webhook',
    subject_id: claim.webhookId,
  })
}

/** A stop is not a failure: another worker sends the same request. @throws LeaseLost. */
export async function releaseDelivery(sql: Transaction, claim: Claim): Promise<void> {
  await changeHeld(sql, claim, {})
}

function eventsIn(sql: Sql, { organizationId, webhookId, eventIds }: Claim) {
  return sql`
    organization_id = ${organizationId} and webhook_id = ${webhookId} and id = any(${[...eventIds]}::bigint[])`
}

async function changeHeld(sql: Sql, claim: Claim, changes: Record<string, unknown>): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    with held as (
      select organization_id, id, failures from webhooks
      where organization_id = ${claim.organizationId} and id = ${claim.webhookId} and epoch = ${claim.epoch}
        and leased_until is not null
      for no key update)
    update webhooks w set ${sql({ ...changes, leased_until: null })}
    from held where w.organization_id = held.organization_id and w.id = held.id
    returning held.failures`
  if (row === undefined) throw new LeaseLost(`webhook ${claim.webhookId}`)
  return row.failures
}
