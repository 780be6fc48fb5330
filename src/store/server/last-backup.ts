import type { Sql } from '../../database/driver/connection.ts'

/** Of the whole server. */
export async function noteBackup(sql: Sql): Promise<void> {
  await sql`
    insert into last_backup (ended_at) values (now())
    on conflict (is_only) do update set ended_at = excluded.ended_at`
}

/** @returns null if none was recorded. */
export async function findLastBackup(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ ended_at: Date }[]>`select ended_at from last_backup`
  return row?.ended_at ?? null
}
