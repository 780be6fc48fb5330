import type { DkimAlgorithm, DkimCheckState, DkimKeyChanges } from '../../contract/resources/dkim-keys.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { forEachOf } from '../server/leases.ts'
import { nextId } from '../server/ids.ts'
import { insertColumns, setColumns, type Resource } from './rows.ts'
import { asciiDomain, claimSenderDomain } from './sender-domains.ts'

export type DkimKeyRow = {
  id: number
  domain: string
  selector: string
  algorithm: DkimAlgorithm
  active: boolean
  public_key: string
  created_at: Date
  checked_at: Date | null
  check_state: DkimCheckState | null
  problem: string
  lost_since: Date | null
}

export type NewDkimKey = {
  domain: string
  selector: string
  algorithm: DkimAlgorithm
  active: boolean
  publicKey: string
  seal: (id: number) => Uint8Array
}

export const dkimKeys: Resource<NewDkimKey, DkimKeyChanges, DkimKeyRow> = {
  what: 'DKIM key',
  subject: 'dkim_key',
  table: 'dkim_keys',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql<DkimKeyRow[]>`
    select id, domain, selector, algorithm, active, public_key, created_at, checked_at, check_state, problem,
      lost_since
    from dkim_keys
    where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'selector', index: 'dkim_keys_selector' },
  insert: async (sql, organizationId, { domain, selector, algorithm, active, publicKey, seal }) => {
    await claimSenderDomain(sql, organizationId, domain)
    const id = await nextId(sql, 'dkim_keys')
    return insertColumns(sql, organizationId, 'dkim_keys', {
      id,
      domain,
      ascii_domain: asciiDomain(domain),
      selector,
      algorithm,
      active,
      public_key: publicKey,
      private_key_sealed: seal(id),
    })
  },
  update: (sql, organizationId, row, { active }) =>
    setColumns(sql, organizationId, dkimKeys, { row, columns: { active } }),
  // Signed messages may still be in transit: the published record must stay, but not the row.
  users: (sql) => sql`select '' as type, 0 as id where false`,
  release: async () => {},
}

export type DueKey = Pick<DkimKeyRow, 'id' | 'domain' | 'selector' | 'algorithm' | 'public_key'> & {
  organization_id: number
}

/** Keys that sign. Also plans the next check in case the process dies. Across organizations. */
export async function takeDueKeys(sql: Sql, limit: number): Promise<DueKey[]> {
  const due = await sql<{ organization_id: number; id: number }[]>`
    select organization_id, id from dkim_keys s
    where active and next_check_at <= now()
      and exists (select from organizations o where o.id = s.organization_id and o.deleted_at is null)
    order by next_check_at limit ${limit}`
  return forEachOf(
    due,
    (organizationId, ids) => sql<DueKey[]>`
    update dkim_keys set next_check_at = now() + interval '10 minutes'
    where organization_id = ${organizationId} and id in (
      select id from dkim_keys
      where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and active and next_check_at <= now()
      for update skip locked)
    returning organization_id, id, domain, selector, algorithm, public_key`,
  )
}

/** No answer of the name servers loses no record. @returns whether the record was there before and is lost now. */
export async function recordDkimCheck(
  sql: Sql,
  organizationId: number,
  id: number,
  { state, problem }: { state: DkimCheckState; problem: string },
): Promise<boolean> {
  const isFound = state === 'found'
  const isLost = !isFound && state !== 'unknown'
  const [row] = await sql<{ is_newly_lost: boolean }[]>`
    with before as (
      select organization_id, id, lost_since, now() as now, now() - interval '1 day' as day_ago,
        now() + interval '1 day' as tomorrow, now() + interval '15 minutes' as soon, now() + interval '6 hours' as later
      from dkim_keys
      where organization_id = ${organizationId} and id = ${id} for update)
    update dkim_keys k
    set checked_at = now(), check_state = ${state}, problem = ${problem},
      seen_at = case when ${isFound} then b.now else k.seen_at end,
      lost_since = case when ${isFound} then null when ${isLost} and k.seen_at is not null then
        coalesce(k.lost_since, b.now) else k.lost_since end,
      -- A new record is looked for often on its first day.
      next_check_at = case when ${isFound} then b.tomorrow
        when k.seen_at is null and k.created_at > b.day_ago then b.soon else b.later end
    from before b
    where k.organization_id = b.organization_id and k.id = b.id
    returning k.lost_since is not null and b.lost_since is null as is_newly_lost`
  return row?.is_newly_lost === true
}

export type SigningKey = { id: number; domain: string; selector: string; private_key_sealed: Uint8Array }

/** The newest active key of each domain and algorithm; of a domain RSA comes first, which all receivers know. */
export async function findSigningKeys(sql: Sql, organizationId: number): Promise<SigningKey[]> {
  return sql<SigningKey[]>`
    select distinct on (domain, algorithm) id, domain, selector, private_key_sealed from dkim_keys
    where organization_id = ${organizationId} and active
    order by domain, algorithm desc, id desc`
}
