import { invalid, notFound } from '../../contract/api/errors.ts'
import type { SendingCredits } from '../../contract/accounting/credits.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

/**
 * Balances and their ledger. A balance changes by one conditional update, and its row of the ledger is written by the
 * same statement: neither can be without the other, and nobody decides by a number that was read before.
 */

/** Who changed a balance: `callerName`, and the request. */
export type CreditSource = { caller: string | null; requestId: string | null }

export type CreditChange = { before: number; after: number }

/** @throws AppError `not_found`; `validation_failed` where the organization does not pay ahead. */
export async function checkOrganizationHasCredits(sql: Sql, organizationId: number): Promise<void> {
  const [row] = await sql<{ sending_quota_mode: string }[]>`
    select sending_quota_mode from organizations where id = ${organizationId} and deleted_at is null`
  if (row === undefined) throw notFound('organization')
  if (row.sending_quota_mode !== 'fixed_credits') {
    throw invalid('sending_quota.mode must be fixed_credits for sending credits')
  }
}

export async function findSendingCredits(sql: Sql, organizationId: number): Promise<SendingCredits> {
  const [row] = await sql<SendingCredits[]>`
    select available - reserved as current_credits_available, lifetime_messages_sent
    from credit_balances where organization_id = ${organizationId}`
  return row ?? { current_credits_available: 0, lifetime_messages_sent: 0 }
}

/** @throws AppError `validation_failed`: more than a number can hold. */
export async function addCredits(
  sql: Transaction,
  organizationId: number,
  credits: number,
  source: CreditSource,
): Promise<CreditChange> {
  await wakeWaiting(sql, organizationId)
  const change = await changeBalance(sql, organizationId, { kind: 'added', amount: credits }, source)
  if (change === null) throw invalid(`credits must leave at most ${Number.MAX_SAFE_INTEGER} available`)
  return change
}

/** @throws AppError `validation_failed`: there are fewer; nothing changes. */
export async function removeCredits(
  sql: Transaction,
  organizationId: number,
  credits: number,
  source: CreditSource,
): Promise<CreditChange> {
  const change = await changeBalance(sql, organizationId, { kind: 'removed', amount: -credits }, source)
  if (change === null) throw invalid('credits must be at most what is available')
  return change
}

/** The ledger gets the difference. What messages on their way are about to cost comes on top, and goes with them. */
export async function setCredits(
  sql: Transaction,
  organizationId: number,
  credits: number,
  source: CreditSource,
): Promise<CreditChange> {
  await wakeWaiting(sql, organizationId)
  const change = await changeBalance(sql, organizationId, { kind: 'set', balance: credits }, source)
  if (change === null) throw new Error('a balance could not be set')
  return change
}

/** What waited for credits need not wait for its next look. Before the balance: senders lock campaigns first, too. */
async function wakeWaiting(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    update campaigns set next_attempt_at = null
    where organization_id = ${organizationId} and state = 'sending' and waiting_for = 'sending credits'`
  await sql`
    update reaction_turns set waits_until = null
    where organization_id = ${organizationId} and waiting_for = 'sending credits'`
  await sql`select pg_notify('sending', '')`
}

/**
 * Takes what messages cost, in the transaction that sends them or writes them down.
 * @returns false: there are not enough, and nothing was taken.
 */
export async function spendCredits(sql: Sql, organizationId: number, count: number): Promise<boolean> {
  const source = { caller: null, requestId: null }
  return (await changeBalance(sql, organizationId, { kind: 'spent', amount: -count }, source)) !== null
}

type Change = { kind: 'added' | 'removed' | 'spent'; amount: number } | { kind: 'set'; balance: number }

/** @returns null: the balance would leave its bounds, and nothing changed. */
async function changeBalance(
  sql: Sql,
  organizationId: number,
  change: Change,
  { caller, requestId }: CreditSource,
): Promise<CreditChange | null> {
  const target =
    change.kind === 'set'
      ? sql`${change.balance}::bigint + old.reserved`
      : sql`old.available + ${change.amount}::bigint`
  // Messages that have left are paid for whatever was set aside for others; nobody takes what is set aside.
  const least = change.kind === 'spent' ? sql`0` : sql`old.reserved`
  await sql`
    insert into credit_balances (organization_id) values (${organizationId}) on conflict do nothing`
  // The old row is locked as it is now, so that who waited for another change counts from its result.
  const [row] = await sql<CreditChange[]>`
    with changed as (
      update credit_balances b set available = ${target}
      from (select organization_id, available, reserved from credit_balances
        where organization_id = ${organizationId} for update) old
      where b.organization_id = old.organization_id
        and ${target} between ${least} and ${Number.MAX_SAFE_INTEGER}::bigint
      returning old.available as before, b.available as after),
    written as (
      insert into credit_ledger (organization_id, kind, amount, balance_after, caller, request_id)
      select ${organizationId}, ${change.kind}, after - before, after, ${caller}, ${requestId} from changed)
    select before, after from changed`
  return row ?? null
}
