import type { Sql } from '../../database/driver/connection.ts'

export type Channel = 'sending' | 'webhook_events'

/**
 * Wakes the workers when the transaction commits. A statement of its own: as a part of one that writes, it would run where
 * the rows are, and in a cluster no worker listens there.
 */
export async function wake(sql: Sql, channel: Channel): Promise<void> {
  await sql`select pg_notify(${channel}, '')`
}

/** Wakes the workers that run jobs of the kind. */
export async function wakeWorkers(sql: Sql, kind: string): Promise<void> {
  await sql`select pg_notify('jobs', ${kind})`
}

/** What a notification of `sending` concerns if it is for the loops of one queue. Servers that do not know it wake all. */
export const sendingQueues = ['reactions', 'previews', 'system mails', 'sign-up mails', 'messages'] as const
export type SendingQueue = (typeof sendingQueues)[number]

/** Wakes only the loops of this queue: a look of another one finds nothing, and in a cluster asks all shards for it. */
export async function wakeSenders(sql: Sql, queue: SendingQueue): Promise<void> {
  await sql`select pg_notify('sending', ${queue})`
}
