import { invalid, notFound } from '../../contract/api/errors.ts'
import type { SendingCredits } from '../../contract/accounting/credits.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { wake } from '../server/wake.ts'

/** One statement changes the balance and writes the ledger, so neither exists without the other. */

export type CreditSource = { caller: string | null; requestId: string | null }

/** Of messages: one of the two. */
type Sender = { campaignId: number | null; autoresponderId: number | null }

export type CreditChange = { before: number; after: number }

/** @throws AppError `not_found`; `validation_failed` if the organization does not use credits. */
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

/** @throws AppError `validation_failed` if the balance would exceed the largest safe integer. */
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

/** @throws AppError `validation_failed` if there are fewer; nothing changes. */
export async function removeCredits(
  sql: Transaction,
  organizationId: number,
  credits: number,
  source: CreditSource,
): Promise<CreditChange> {
  const change = await changeBalance(sql, organizationId, { kind: 'removed', amount: -credits }, source)
  if (change === null) throw invalid('credits must be at most the available credits')
  return change
}

/** The ledger gets the difference. Credits reserved for messages in progress are added to the balance. */
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

/** Campaigns that wait for credits start. Call it before the balance changes: senders also lock jobs first. */
async function wakeWaiting(sql: Sql, organizationId: number): Promise<void> {
  await sql`
    update jobs set next_attempt_at = null
    where organization_id = ${organizationId} and finished_at is null and waiting_for = 'sending credits'`
  await sql`
    update reaction_turns set waits_until = null
    where organization_id = ${organizationId} and waiting_for = 'sending credits'`
  await wake(sql, 'sending')
}

/** Call it in the transaction that sends or records the messages. @returns false if there are not enough credits. */
export async function spendCredits(
  sql: Sql,
  organizationId: number,
  count: number,
  sender: Sender = { campaignId: null, autoresponderId: null },
): Promise<boolean> {
  const source = { caller: null, requestId: null, ...sender }
  return (await changeBalance(sql, organizationId, { kind: 'spent', amount: -count }, source)) !== null
}

type Change = { kind: 'added' | 'removed' | 'spent'; amount: number } | { kind: 'set'; balance: number }

/** @returns null if the balance would leave its bounds; nothing changed. */
async function changeBalance(
  sql: Sql,
  organizationId: number,
  change: Change,
  { caller, requestId, campaignId = null, autoresponderId = null }: CreditSource & Partial<Sender>,
): Promise<CreditChange | null> {
  const target =
    change.kind === 'set'
      ? sql`${change.balance}::bigint + old.reserved`
      : sql`old.available + ${change.amount}::bigint`
  // Sent messages are always paid for, even from reserved credits; other changes leave reserved credits alone.
  const least = change.kind === 'spent' ? sql`0` : sql`old.reserved`
  await sql`
    insert into credit_balances (organization_id) values (${organizationId}) on conflict do nothing`
  // The lock makes a transaction that waited compute from the latest balance.
  const [row] = await sql<CreditChange[]>`
    with changed as (
      update credit_balances b set available = ${target}
      from (select available, reserved from credit_balances
        where organization_id = ${organizationId} for update) old
      where b.organization_id = ${organizationId}
        and ${target} between ${least} and ${Number.MAX_SAFE_INTEGER}::bigint
      returning old.available as before, b.available as after),
    written as (
      insert into credit_ledger (organization_id, kind, amount, balance_after, caller, request_id, campaign_id, autoresponder_id)
      select ${organizationId}, ${change.kind}, after - before, after, ${caller}, ${requestId},
        ${campaignId}::integer, ${autoresponderId}::integer
      from changed
      returning 1)
    select before, after from changed`
  return row ?? null
}
