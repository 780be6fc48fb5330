import type { Wanted } from '../../contract/values/spelling/mentions.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { folded, isMentioned, orLate, unescaped } from '../conditions/mentioned.ts'
import { hashMessageSuppressions } from './suppressions.ts'

/** What their streams keep no longer, at most `batchRows` a call. Across organizations. */
export async function purgeMessageBodies(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from message_bodies where (organization_id, message_id) in (
      select old.organization_id, old.message_id from message_streams s
      cross join lateral (
        select b.organization_id, b.message_id from message_bodies b
        where b.organization_id = s.organization_id and b.stream_id = s.id
          and b.ended_at < now() - s.body_days * interval '1 day'
        limit ${batchRows}) old
      limit ${batchRows})`
  return count
}

/** Messages to the addresses, and the bodies of others that name them. What was counted stays counted. @param bodies by `findBodies` */
export async function eraseMessages(
  sql: Transaction,
  organizationId: number,
  wanted: Wanted,
  bodies: readonly number[],
): Promise<number> {
  await sql`
    delete from message_bodies
    where organization_id = ${organizationId} and message_id = any(${[...bodies]}::bigint[])`
  const isTheirs = sql`organization_id = ${organizationId} and email_key = any(${[...wanted.keys]}::text[])`
  await sql`
    delete from message_hits where organization_id = ${organizationId} and message_id in (
      select id from messages where ${isTheirs})`
  const { count } = await sql`delete from messages where ${isTheirs} and holder is null`
  // What is being handed over is still to be counted.
  await sql`update messages set email = '', email_key = '', to_name = '', subject = '' where ${isTheirs}`
  await hashMessageSuppressions(sql, organizationId, wanted.keys)
  return count
}

/** Whole bodies, which can be large. */
const bodyRows = 20

/** The messages whose bodies name the addresses. `isLate`: as in `findWebhookEvents`. Locks nothing. */
export async function findBodies(
  sql: Sql,
  organizationId: number,
  wanted: Wanted,
  { isLate }: { isLate: boolean },
): Promise<number[]> {
  const text = sql`coalesce(html, '') || ' ' || coalesce(text, '')`
  const all = sql`${text} || ' ' || headers::text`
  const found: number[] = []
  for (let after = 0; ;) {
    const page = await sql<{ id: number; text: string; headers: string }[]>`
      select message_id as id, ${text} as text, headers::text as headers from message_bodies
      where organization_id = ${organizationId} and message_id > ${after} and ended_at is not null
        ${orLate(sql, sql`ended_at`, isLate)} and ${isMentioned(sql, folded(sql, all, wanted), wanted)}
      order by message_id limit ${bodyRows}`
    const last = page.at(-1)
    if (last === undefined) return found
    after = last.id
    const theirs = page.filter(
      (one) => wanted.isMentioned(one.text) || wanted.isMentioned(unescaped(one.headers)),
    )
    found.push(...theirs.map(({ id }) => id))
  }
}
