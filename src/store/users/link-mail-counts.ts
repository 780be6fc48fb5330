import type { Sql, Transaction } from '../../database/driver/connection.ts'

export type MailCount = { key: Buffer; max: number }

/** `ids` take the count back; `waitSeconds`: until the limit allows another mail. */
export type CountedMails = { ids: number[] } | { reached: MailCount; waitSeconds: number }

/** Counts a mail under all keys, or under none if one of them is full. Call it across organizations. */
export async function insertMailCounts(
  sql: Transaction,
  counts: readonly MailCount[],
): Promise<CountedMails> {
  const ids: number[] = []
  for (const count of counts.toSorted((a, b) => Buffer.compare(a.key, b.key))) {
    await sql`select pg_advisory_xact_lock(${String(count.key.readBigInt64BE(0))}::bigint)`
  }
  for (const count of counts) {
    const waitSeconds = await secondsToWait(sql, count)
    if (waitSeconds > 0) return { reached: count, waitSeconds }
  }
  await forgetOld(sql)
  for (const { key } of counts) {
    const [row] = await sql<{ id: number }[]>`
      insert into link_mail_counts (key_hmac) values (${key}) returning id`
    if (row !== undefined) ids.push(row.id)
  }
  return { ids }
}

async function secondsToWait(sql: Sql, { key, max }: MailCount): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    select greatest(1, ceil(extract(epoch from counted_at + interval '24 hours' - now())))::integer as seconds
    from link_mail_counts
    where key_hmac = ${key} and counted_at > now() - interval '24 hours'
    order by counted_at desc offset ${max - 1} limit 1`
  return row?.seconds ?? 0
}

/** Deletes more than a mail adds. */
async function forgetOld(sql: Sql): Promise<void> {
  await sql`
    delete from link_mail_counts where (key_hmac, id) in (
      select key_hmac, id from link_mail_counts where counted_at < now() - interval '24 hours'
      order by counted_at limit 20 for update skip locked)`
}

export async function deleteMailCounts(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql`delete from link_mail_counts where id = any(${sql.array(ids.map(String))}::bigint[])`
}
