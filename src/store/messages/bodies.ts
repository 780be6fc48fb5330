import { spellingsOf } from '../../contract/values/email.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
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

/** Messages to the address, and the bodies of others that name it. What was counted stays counted. */
export async function eraseMessages(sql: Transaction, organizationId: number, key: string): Promise<number> {
  const spellings = spellingsOf(key)
  await sql`
    delete from message_bodies
    where organization_id = ${organizationId} and ended_at is not null and (
      select bool_or(strpos(lower(coalesce(html, '') || ' ' || coalesce(text, '') || ' ' || headers::text), spelling) > 0)
      from unnest(${spellings}::text[]) s (spelling))`
  await sql`
    delete from message_hits where organization_id = ${organizationId} and message_id in (
      select id from messages where organization_id = ${organizationId} and email_key = ${key})`
  const { count } = await sql`
    delete from messages where organization_id = ${organizationId} and email_key = ${key} and holder is null`
  // What is being handed over is still to be counted.
  await sql`
    update messages set email = '', email_key = '', to_name = '', subject = ''
    where organization_id = ${organizationId} and email_key = ${key}`
  await hashMessageSuppressions(sql, organizationId, key)
  return count
}
