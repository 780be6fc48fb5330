import type { SubscriberStatus } from '../../contract/imports/states.ts'
import { printsOfLog } from '../conditions/prints.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost } from '../../database/lease.ts'
import { advance, type JobClaim } from '../jobs/lease.ts'
import type { ClaimedImport } from './claims.ts'
import { isOfList, planByIndex, unitSeparator } from '../subscribers/by-key.ts'

type Claim = JobClaim & Pick<ClaimedImport, 'mailing_list_id'>

/** Side by side. `versions`: the transactions that last wrote them (xmin). */
export type People = { ids: number[]; versions: number[]; keys: string[] }

/**
 * The next active subscribers by id, which is mostly the order on disk. Without those that were added or changed since
 * the import started. A row from more than 2^32 transactions ago may be taken for a new one, and is then left alone.
 */
export async function findPeople(
  sql: Transaction,
  claim: Claim,
  afterId: number,
  count: number,
): Promise<People> {
  await planByIndex(sql)
  const [row] = await sql<[{ ids: string | null; versions: string | null; keys: string | null }]>`
    with started as materialized (
      select started_snapshot as snapshot, pg_snapshot_xmax(pg_current_snapshot())::text::bigint as now
      from subscriber_imports where organization_id = ${claim.organization_id} and id = ${claim.id})
    select string_agg(id::text, ',') as ids, string_agg(version::text, ',') as versions,
      string_agg(key, ${unitSeparator}) as keys
    from (
      select s.id, s.xmin::text::bigint as version, s.key from subscribers s
      where s.organization_id = ${claim.organization_id} and s.mailing_list_id = ${claim.mailing_list_id}
        and s.id > ${afterId} and s.status = 'active'
        and pg_visible_in_snapshot(
          greatest((select now from started) - (((select now from started) - s.xmin::text::bigint) & 4294967295), 0)::text::xid8,
          (select snapshot from started))
      order by s.id limit ${count}) people`
  if (row.ids === null) return { ids: [], versions: [], keys: [] }
  return {
    ids: row.ids.split(',').map(Number),
    versions: (row.versions ?? '').split(',').map(Number),
    keys: (row.keys ?? '').split(unitSeparator),
  }
}

export async function countActive(sql: Sql, claim: Claim): Promise<number> {
  const [row] = await sql<{ active: number }[]>`
    select active from subscriber_counts
    where organization_id = ${claim.organization_id} and mailing_list_id = ${claim.mailing_list_id}`
  return row?.active ?? 0
}

/** How many people the dry run that became an import would have pruned. */
export async function findDryRunCount(sql: Sql, organizationId: number, dryRunId: number): Promise<number> {
  const [row] = await sql<{ found: number | null }[]>`
    select prune_found as found from subscriber_imports
    where organization_id = ${organizationId} and id = ${dryRunId}`
  return row?.found ?? 0
}

export type PruneRange = { number: number; ids: number[]; versions: number[] }

export async function insertPruneRange(sql: Transaction, claim: Claim, range: PruneRange): Promise<void> {
  await sql`
    insert into import_prune_ranges (organization_id, import_id, number, subscriber_ids, versions)
    values (${claim.organization_id}, ${claim.id}, ${range.number}, ${numbers(sql, range.ids)},
      ${numbers(sql, range.versions)})`
}

function numbers(sql: Sql, values: readonly number[]) {
  return sql`string_to_array(${values.join(',')}, ',')::bigint[]`
}

/** @throws LeaseLost. */
export async function recordComparison(
  sql: Transaction,
  claim: Claim,
  { active, found }: { active: number; found: number },
): Promise<void> {
  await sql`
    update subscriber_imports set prune_active = ${active}, prune_found = ${found}
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
  await advance(sql, claim, 0)
}

export async function findOpenPruneRange(sql: Sql, claim: Claim): Promise<PruneRange | null> {
  const [range] = await sql<{ number: number; ids: string; versions: string }[]>`
    select number, array_to_string(subscriber_ids, ',') as ids, array_to_string(versions, ',') as versions
    from import_prune_ranges
    where organization_id = ${claim.organization_id} and import_id = ${claim.id} and pruned_ids is null
    order by number limit 1`
  if (range === undefined) return null
  const { number, ids, versions } = range
  return { number, ids: ids.split(',').map(Number), versions: versions.split(',').map(Number) }
}

export type Pruned = { ids: number[]; keys: string[]; addresses: string[] }

/**
 * Ends the subscriptions of those who are as they were when the file was compared. Locks by key, as imports do. The look-up
 * by id is written like `subscribersByKey`, for the same reason.
 * @param status null: only finds them.
 */
export async function endPruned(
  sql: Transaction,
  claim: Claim,
  range: PruneRange,
  status: SubscriberStatus | null,
): Promise<Pruned> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  await planByIndex(sql)
  const gone = sql`
    , gone as (
      update subscribers s set updated_at = now(), status = ${status}
        ${status === 'unsubscribed' ? sql`, remove_time = now(), remove_ip = null` : sql``}
      from same where s.ctid = same.place and ${isOfList(sql, 's', organizationId, listId)})`
  const rows = await sql<{ id: number; key: string; address: string }[]>`
    with wanted as materialized (
      select * from unnest(${numbers(sql, range.ids)}, ${numbers(sql, range.versions)}) w (id, version)),
    found as materialized (
      select o.place, w.version
      from wanted w
      cross join lateral (
        select o.ctid as place from subscribers o
        where o.organization_id = ${organizationId} and o.mailing_list_id = ${listId} and o.id >= w.id and o.id <= w.id
        order by o.id limit 1) o),
    same as materialized (
      select s.ctid as place, s.id, s.key, coalesce(s.email, s.key) as address
      from found f
      join subscribers s on s.ctid = f.place and ${isOfList(sql, 's', organizationId, listId)}
      where s.status = 'active' and s.xmin = f.version::text::xid
      order by s.key ${status === null ? sql`` : sql`for update of s`})
    ${status === null ? sql`` : gone}
    select id, key, address from same order by key`
  return {
    ids: rows.map(({ id }) => id),
    keys: rows.map(({ key }) => key),
    addresses: rows.map(({ address }) => address),
  }
}

/** @throws LeaseLost if the range is done already: everything in the transaction rolls back. */
export async function finishPruneRange(
  sql: Transaction,
  claim: Claim,
  { number }: PruneRange,
  { ids, addresses }: Pruned,
): Promise<void> {
  const { count } = await sql`
    update import_prune_ranges set pruned_ids = ${numbers(sql, ids)}
    where organization_id = ${claim.organization_id} and import_id = ${claim.id} and number = ${number}
      and pruned_ids is null`
  if (count !== 1) throw new LeaseLost(`import ${claim.id}`)
  if (addresses.length === 0) return
  const content = `${addresses.join('\n')}\n`
  await sql`
    insert into import_logs (organization_id, import_id, range_number, classification, content, prints)
    values (${claim.organization_id}, ${claim.id}, ${number}, 'pruned', ${content}, ${printsOfLog('pruned', content)})`
}

/** Run it last, as `addCounters`. @throws LeaseLost if the import was paused, cancelled or taken over. */
export async function addPruned(
  sql: Transaction,
  claim: Claim,
  { pruned, leftAlone }: { pruned: number; leftAlone: number },
): Promise<void> {
  await sql`
    update subscriber_imports
    set pruned = pruned + ${pruned}, prune_left_alone = prune_left_alone + ${leftAlone}
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
  await advance(sql, claim, 0)
}
