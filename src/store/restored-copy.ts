import type { Sql } from '../database/driver/connection.ts'

/** Why a campaign stands still that was due while its database may have been a copy's. */
export const waitingForConfirmation = 'confirmation after a restore'

/**
 * A server with this data directory starts to work with this database. The first ever is the one that it belongs to;
 * any later one may be that of a copy, restored somewhere else: what is sent waits for an operator. Everywhere, in a
 * transaction.
 * @returns whether this directory is held.
 */
export async function noteIdentity(sql: Sql, identity: string): Promise<boolean> {
  // Two that start at once see each other.
  await sql`select pg_advisory_xact_lock(hashtext('server_identities'))`
  await sql`
    insert into server_identities (identity, confirmed_at)
    values (${identity}, case when exists (select from server_identities) then null else now() end)
    on conflict do nothing`
  const [row] = await sql<{ held: boolean }[]>`
    select confirmed_at is null as held from server_identities where identity = ${identity}`
  if (row?.held !== true) return false
  await holdLateCampaigns(sql)
  return true
}

/**
 * Whether a server with this identity may send, tell and download nothing, because an operator has to confirm a copy
 * first. Others that work with the same database are not held by it. Everywhere.
 */
export async function isHeld(sql: Sql, identity: string): Promise<boolean> {
  const [row] = await sql<{ held: boolean }[]>`
    select confirmed_at is null as held from server_identities where identity = ${identity}`
  return row?.held !== false
}

/**
 * An operator says that this is where mail is sent from. Campaigns that should have begun more than an hour ago stay
 * paused one by one: the server that was copied may have sent them. Everywhere, in a transaction.
 * @returns whether there was anything to confirm, and how many campaigns are paused.
 */
export async function confirmIdentities(sql: Sql): Promise<{ confirmed: boolean; paused: number }> {
  const [waiting] = await sql`select 1 from server_identities where confirmed_at is null limit 1`
  if (waiting === undefined) return { confirmed: false, paused: 0 }
  await holdLateCampaigns(sql)
  await sql`update server_identities set confirmed_at = now() where confirmed_at is null`
  await sql`select pg_notify('sending', ''), pg_notify('subscriber_imports', '')`
  const [row] = await sql<{ paused: number }[]>`
    select count(*) as paused from campaigns where paused and waiting_for = ${waitingForConfirmation}`
  return { confirmed: true, paused: row?.paused ?? 0 }
}

async function holdLateCampaigns(sql: Sql): Promise<void> {
  await sql`
    update campaigns set paused = true, waiting_for = ${waitingForConfirmation}, updated_at = now()
    where state in ('scheduled', 'sending') and not paused and begins_at < now() - interval '1 hour'`
}
