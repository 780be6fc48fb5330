import type { Sql } from '../../database/driver/connection.ts'

export type Channel =
  | 'sending'
  | 'subscriber_imports'
  | 'subscriber_exports'
  | 'subscriber_bulk_changes'
  | 'webhook_events'

/**
 * Wakes the workers when the transaction commits. A statement of its own: as a part of one that writes, it would run where
 * the rows are, and in a cluster no worker listens there.
 */
export async function wake(sql: Sql, channel: Channel): Promise<void> {
  await sql`select pg_notify(${channel}, '')`
}

/** What a notification of `sending` concerns if it is for one loop only. Servers that do not know it wake all loops. */
export const signUpMails = 'sign-up mails'

/** Wakes only the loop that sends the mails of web forms: strangers cause these notifications, and all loops are twelve. */
export async function wakeSignUpMails(sql: Sql): Promise<void> {
  await sql`select pg_notify('sending', ${signUpMails})`
}
