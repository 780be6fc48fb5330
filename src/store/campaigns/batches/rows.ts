import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import type { ClaimedCampaign } from '../claims.ts'
import type { Addressee } from '../recipients/found.ts'

/** With the content that it gets. */
export type Chosen = Addressee & { content_id: number }

export type Batch = { id: number; addressees: Chosen[] }

/** Before the first of its messages leaves. */
export async function insertBatch(
  sql: Sql,
  claim: ClaimedCampaign,
  addressees: readonly Chosen[],
  reserved: number,
): Promise<number> {
  const { people, occasions, contents } = messageArrays(sql, addressees)
  const [row] = await sql<{ id: number }[]>`
    insert into sending_batches
      (organization_id, campaign_id, range_id, epoch, subscriber_ids, occasions, content_ids, reserved)
    values (${claim.organization_id}, ${claim.id}, ${claim.range?.id ?? null}, ${(claim.range ?? claim).epoch},
      ${people}, ${occasions}, ${contents}, ${reserved})
    returning id`
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

function messageArrays(sql: Sql, messages: readonly Message[]) {
  return {
    people: sql`${messages.map((one) => String(one.subscriber_id))}::text[]::bigint[]`,
    occasions: sql`${messages.map((one) => String(one.occasion))}::text[]::bigint[]`,
    contents: sql`${messages.map((one) => one.content_id)}::integer[]`,
  }
}

/** `left`: those of its messages that have no result yet. */
export type BatchLeft = { id: number; left: readonly Message[] }

/**
 * Takes the messages that have results out of their batches, and deletes those that are complete. Call it before the
 * deliveries are written: whoever asks whether a message is being handed over locks its batch.
 * @returns how many messages are no longer reserved: none of batches that another sender has found and recorded
 */
export async function shrinkBatches(
  sql: Transaction,
  organizationId: number,
  batches: readonly BatchLeft[],
): Promise<number> {
  const ofBatch = (id: number) => sql`organization_id = ${organizationId} and id = ${id}::bigint`
  const isComplete = ({ left }: BatchLeft) => left.length === 0
  // One statement a batch, sent together: docs/decisions/080. What is reserved is read: after a lost answer, the sender does
  // not know whether it was released before.
  const [gone, kept] = await Promise.all([
    Promise.all(
      batches
        .filter(isComplete)
        .map(
          ({ id }) => sql<Reserved[]>`delete from sending_batches where ${ofBatch(id)} returning reserved`,
        ),
    ),
    Promise.all(
      batches
        .filter((batch) => !isComplete(batch))
        .map(async ({ id, left }) => {
          const rows = await sql<
            Reserved[]
          >`select reserved from sending_batches where ${ofBatch(id)} for update`
          return rows.map(({ reserved }) => ({ id, left, reserved, stays: Math.min(reserved, left.length) }))
        }),
    ),
  ])
  await Promise.all(
    kept.flat().map(({ id, left, stays }) => {
      const { people, occasions, contents } = messageArrays(sql, left)
      return sql`
        update sending_batches
        set subscriber_ids = ${people}, occasions = ${occasions}, content_ids = ${contents}, reserved = ${stays}
        where ${ofBatch(id)}`
    }),
  )
  const released = [
    ...gone.flat().map(({ reserved }) => reserved),
    ...kept.flat().map(({ reserved, stays }) => reserved - stays),
  ]
  return released.reduce((sum, count) => sum + count, 0)
}

type Reserved = { reserved: number }

/** `all`: of a campaign that no sender claims again. */
export type LeftOf = { rangeId: number | null; beforeEpoch: number } | 'all'

type Message = { subscriber_id: number; occasion: number; content_id: number }

/** In the same transaction, the caller records the messages as uncertain and then releases their reservations. */
export async function takeLeftBatches(
  sql: Transaction,
  campaign: Pick<ClaimedCampaign, 'organization_id' | 'id'>,
  of: LeftOf,
): Promise<{ messages: Message[]; reserved: number }> {
  const isOf =
    of === 'all'
      ? sql``
      : sql`and range_id is not distinct from ${of.rangeId}::bigint and epoch < ${of.beforeEpoch}`
  // The driver does not parse arrays of large numbers, so the messages are rows.
  const rows = await sql<(Message & { place: number; reserved: number })[]>`
    with taken as (
      delete from sending_batches
      where organization_id = ${campaign.organization_id} and campaign_id = ${campaign.id} ${isOf}
      returning subscriber_ids, occasions, content_ids, reserved)
    select m.subscriber_id, m.occasion, m.content_id, m.place, taken.reserved
    from taken, unnest(subscriber_ids, occasions, content_ids) with ordinality
      m (subscriber_id, occasion, content_id, place)`
  const reserved = rows.reduce((sum, row) => sum + (row.place === 1 ? row.reserved : 0), 0)
  return { messages: rows, reserved }
}
