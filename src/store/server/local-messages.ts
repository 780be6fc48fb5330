import type { Sql } from '../../database/driver/connection.ts'

/** In this order. A crash of the database may lose the last ones: the mailbox is for looking at messages only. */
export async function insertLocalMessages(sql: Sql, messages: readonly Buffer[]): Promise<void> {
  const sizes = messages.map(({ length }) => length)
  let end = 1
  const starts = sizes.map((size) => (end += size) - size)
  await sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true))
    insert into local_messages (message, size_bytes)
    select substring(${Buffer.concat(messages)}::bytea from start for size), size
    from relaxed, unnest(${starts}::integer[], ${sizes}::integer[]) with ordinality part (start, size, place)
    order by place`
}

/** Newest first. */
export async function findLocalMessages(sql: Sql, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`select id from local_messages order by id desc limit ${limit}`
  return rows.map(({ id }) => id)
}

/** @param bytes of its beginning; absent: all of it. @returns null if there is none. */
export async function readLocalMessage(sql: Sql, id: number, bytes?: number): Promise<Buffer | null> {
  const [row] = await sql<{ message: Buffer }[]>`
    select ${bytes === undefined ? sql`message` : sql`substring(message from 1 for ${bytes}::integer) as message`}
    from local_messages where id = ${id}`
  return row?.message ?? null
}

/** Keeps the newest messages, up to a number and a total size. */
export async function purgeLocalMessages(
  sql: Sql,
  { messages, bytes }: { messages: number; bytes: number },
): Promise<void> {
  await sql`
    delete from local_messages where id <= (
      select max(id) from (
        select id, row_number() over newest as place, sum(size_bytes) over newest as bytes
        from local_messages window newest as (order by id desc)) m
      where m.place > ${messages} or m.bytes > ${bytes}::bigint)`
}
