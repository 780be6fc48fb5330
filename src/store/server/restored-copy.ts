import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { confirmLine, judgeLine, noteOlder, type HoldReason, type Mark } from './database-line.ts'
import { isSomeProcessRunning } from './processes.ts'
import { wake, wakeWorkers } from './wake.ts'
import { nextVersion } from './next-version.ts'

export const waitingForConfirmation = 'confirmation after a restore'

/**
 * The database belongs to the first data directory ever registered; any later one may use a restored copy, so its
 * messages wait for an operator. Across organizations. @returns whether this directory is held.
 */
export async function noteIdentity(sql: Sql, identity: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('server_identities'))`
  await sql`
    insert into server_identities (identity, confirmed_at)
    values (${identity}, case when exists (select from server_identities) then null else now() end)
    on conflict do nothing`
  const [row] = await sql<{ held: boolean }[]>`
    select confirmed_at is null as held from server_identities where identity = ${identity}`
  if (row?.held !== true) return false
  // Beside a running server this is a machine that joins, and the campaigns are sent by the others.
  if (!(await isSomeProcessRunning(sql))) await holdLateCampaigns(sql)
  return true
}

/**
 * A held server sends, delivers and downloads nothing until an operator has confirmed it. Across organizations. Each thread
 * remembers what it has seen, so that none sends from a database that was restored beneath it.
 */
export function watchForCopies(identity: string): (sql: Sql) => Promise<boolean> {
  let seen: Mark | null = null
  return async (sql) => {
    const { isConfirmed, reason, latest } = await judgeLine(sql, seen, identity)
    if (reason === null) seen = latest ?? seen
    else if (reason === 'older' && seen !== null) await noteOlder(sql, seen)
    return !isConfirmed || reason !== null
  }
}

/** `another`: a process with another identity is held, and has noted within a minute that it runs. `reason`: all are. */
export type Held = { own: boolean; another: boolean; reason: HoldReason | null }

/** @param mark that the process has seen last */
export async function findHeld(sql: Sql, identity: string, mark: Mark | null): Promise<Held> {
  const [row] = await sql<[Omit<Held, 'reason'>]>`
    select coalesce(bool_or(confirmed_at is null) filter (where identity = ${identity}), true) as own,
      coalesce(bool_or(confirmed_at is null and seen_at > now() - interval '1 minute')
        filter (where identity <> ${identity}), false) as another
    from server_identities`
  const { reason } = await judgeLine(sql, mark)
  return { ...row, reason }
}

/** Of a held process that runs, so that the others see it. */
export async function noteHeld(sql: Sql, identity: string): Promise<void> {
  await sql`update server_identities set seen_at = now() where identity = ${identity}`
}

/**
 * Late campaigns (by more than an hour; of a database that was restored, all that are due) stay paused: the copied server
 * may have sent them. Across organizations.
 */
export async function confirmIdentities(sql: Transaction): Promise<{ confirmed: boolean; paused: number }> {
  const [waiting] = await sql`select 1 from server_identities where confirmed_at is null limit 1`
  const wasRestored = await confirmLine(sql)
  if (waiting === undefined && !wasRestored) return { confirmed: false, paused: 0 }
  await holdLateCampaigns(sql, wasRestored ? 0 : 1)
  await sql`update server_identities set confirmed_at = now() where confirmed_at is null`
  await wake(sql, 'sending')
  await wakeWorkers(sql, 'SubscriberImport')
  const [row] = await sql<{ paused: number }[]>`
    select count(*) as paused from jobs where state = 'paused' and waiting_for = ${waitingForConfirmation}`
  return { confirmed: true, paused: row?.paused ?? 0 }
}

async function holdLateCampaigns(sql: Sql, hours = 1): Promise<void> {
  const held = await sql<{ organization_id: number; id: number }[]>`
    update jobs set state = 'paused', paused_from = state, waiting_for = ${waitingForConfirmation}
    where kind = 'Campaign' and state in ('scheduled', 'sending') and begins_at < now() - ${hours} * interval '1 hour'
    returning organization_id, id`
  for (const { organization_id: organizationId, id } of held) {
    await sql`
      update campaigns set updated_at = ${nextVersion(sql)}
      where organization_id = ${organizationId} and id = ${id}`
  }
}
