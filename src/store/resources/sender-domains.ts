import { domainToASCII } from 'node:url'
import { invalid } from '../../contract/api/errors.ts'
import {
  lapseDays,
  senderDomainsMax,
  type SenderDomainInput,
} from '../../contract/resources/sender-domains.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { forEachOf } from '../server/leases.ts'
import { insertColumns, type Resource } from './rows.ts'

export type SenderDomainRow = {
  id: number
  domain: string
  token: string
  created_at: Date
  proven_at: Date | null
  proven_by: 'txt' | 'dkim' | null
  missing_since: Date | null
  lapsed_at: Date | null
  checked_at: Date | null
  problem: string
}

export const senderDomains: Resource<SenderDomainInput, never, SenderDomainRow> = {
  what: 'sender domain',
  subject: 'sender_domain',
  table: 'sender_domains',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql<SenderDomainRow[]>`
    select id, domain, token, created_at, proven_at, proven_by, missing_since, lapsed_at, checked_at, problem
    from sender_domains where organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'domain', index: 'sender_domains_domain' },
  insert: async (sql, organizationId, { domain }) => {
    const [counted] = await sql<{ count: number }[]>`
      select count(*) from sender_domains where organization_id = ${organizationId}`
    if ((counted?.count ?? 0) >= senderDomainsMax) {
      throw invalid(`organization cannot have more than ${senderDomainsMax} sender domains: delete one first`)
    }
    return insertColumns(sql, organizationId, 'sender_domains', { domain: asciiDomain(domain) })
  },
  update: async () => {},
  // A DKIM key that signs is a claim to its domain.
  users: (sql, organizationId, { id }) => sql`
    select 'DkimKey' as type, k.id from dkim_keys k
    join sender_domains d on d.organization_id = k.organization_id and d.domain = k.ascii_domain
    where k.organization_id = ${organizationId} and d.id = ${id} and k.active`,
  release: async () => {},
}

/** Both spellings of an internationalized domain are stored as one. */
export function asciiDomain(domain: string): string {
  return domainToASCII(domain) || domain.toLowerCase()
}

/** Has no effect if the organization has the domain, or the maximum of domains, already. */
export async function claimSenderDomain(sql: Sql, organizationId: number, domain: string): Promise<void> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) from sender_domains where organization_id = ${organizationId}`
  if (row.count >= senderDomainsMax) return
  await sql`
    insert into sender_domains (organization_id, domain) values (${organizationId}, ${asciiDomain(domain)})
    on conflict (organization_id, domain) do nothing`
}

export type ProofKey = { selector: string; public_key: string }

const keysMax = 5

export async function findProofKeys(sql: Sql, organizationId: number, domain: string): Promise<ProofKey[]> {
  return sql<ProofKey[]>`
    select selector, public_key from dkim_keys
    where organization_id = ${organizationId} and ascii_domain = ${domain} and active
    order by id desc limit ${keysMax}`
}

export type DueDomain = { organization_id: number; id: number; domain: string; token: string }

/** Also plans the next check in case the process dies. Across organizations. */
export async function takeDueDomains(sql: Sql, limit: number): Promise<DueDomain[]> {
  const due = await sql<{ organization_id: number; id: number }[]>`
    select organization_id, id from sender_domains s
    where next_check_at <= now()
      and exists (select from organizations o where o.id = s.organization_id and o.deleted_at is null)
    order by next_check_at limit ${limit}`
  return forEachOf(
    due,
    (organizationId, ids) => sql<DueDomain[]>`
    update sender_domains set next_check_at = now() + interval '10 minutes'
    where organization_id = ${organizationId} and id in (
      select id from sender_domains
      where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and next_check_at <= now()
      for update skip locked)
    returning organization_id, id, domain, token`,
  )
}

export type Evidence =
  | { kind: 'found'; by: 'txt' | 'dkim' }
  | { kind: 'missing' | 'unknown'; problem: string }

/** `refused`: the record was found, but another organization has proven the domain before. */
export type CheckResult = {
  domain: string
  change: 'proven' | 'lapsed' | 'missing' | 'refused' | null
}

/** A domain whose name servers have not answered for this long lapses like one without its record. */
const silenceDays = 30

/** A domain belongs to the first organization that proves it. @returns null if the domain was deleted meanwhile. */
export async function recordCheck(
  sql: Transaction,
  organizationId: number,
  id: number,
  evidence: Evidence,
): Promise<CheckResult | null> {
  await sql`select pg_advisory_xact_lock(hashtext('sender domains'))`
  const [row] = await sql<Pick<SenderDomainRow, 'domain' | 'proven_at' | 'missing_since'>[]>`
    select domain, proven_at, missing_since from sender_domains
    where organization_id = ${organizationId} and id = ${id} for update`
  if (row === undefined) return null
  const { domain } = row
  const wasProven = row.proven_at !== null
  if (evidence.kind === 'found') {
    const holder = wasProven ? 'own' : await findHolder(sql, organizationId, domain)
    if (holder === 'other' || holder === 'system') {
      await recordMiss(sql, organizationId, id, {
        problem: 'it is closed to this organization',
        isMissing: false,
      })
      return { domain, change: 'refused' }
    }
    await recordFind(sql, organizationId, id, evidence.by)
    return { domain, change: wasProven ? null : 'proven' }
  }
  const { problem, kind } = evidence
  const after = await recordMiss(sql, organizationId, id, { problem, isMissing: kind === 'missing' })
  if (wasProven && !after.isProven) return { domain, change: 'lapsed' }
  return { domain, change: row.missing_since === null && after.isMissing ? 'missing' : null }
}

async function recordFind(sql: Sql, organizationId: number, id: number, by: 'txt' | 'dkim'): Promise<void> {
  await sql`
    update sender_domains
    set proven_at = least(proven_at, now()), proven_by = ${by}, seen_at = now(), checked_at = now(),
      missing_since = null, lapsed_at = null, problem = '', next_check_at = now() + interval '1 day'
    where organization_id = ${organizationId} and id = ${id}`
}

async function recordMiss(
  sql: Sql,
  organizationId: number,
  id: number,
  { problem, isMissing }: { problem: string; isMissing: boolean },
): Promise<{ isProven: boolean; isMissing: boolean }> {
  const [row] = await sql<{ is_proven: boolean; is_missing: boolean }[]>`
    with state as (
      select organization_id, id, now() as now, now() + interval '6 hours' as later, now() + interval '15 minutes' as soon,
        now() - interval '1 day' as day_ago, now() - interval '30 days' as month_ago, proven_at is not null and (
          ${isMissing} and coalesce(missing_since, now()) <= now() - ${lapseDays} * interval '1 day'
          or seen_at <= now() - ${silenceDays} * interval '1 day') as lapses
      from sender_domains where organization_id = ${organizationId} and id = ${id})
    update sender_domains d
    set checked_at = now(), problem = ${problem},
      missing_since = case when d.proven_at is not null and not s.lapses then
        coalesce(d.missing_since, case when ${isMissing} then s.now end) end,
      proven_at = case when not s.lapses then d.proven_at end,
      lapsed_at = case when s.lapses then s.now else d.lapsed_at end,
      -- An unproven domain is looked for often on its first day, and given up after a month.
      next_check_at = case when d.proven_at is not null then s.later
        when coalesce(d.lapsed_at, d.created_at) > s.day_ago then s.soon
        when coalesce(d.lapsed_at, d.created_at) > s.month_ago then s.later end
    from state s
    where d.organization_id = s.organization_id and d.id = s.id
    returning d.proven_at is not null as is_proven, d.missing_since is not null as is_missing`
  return { isProven: row?.is_proven === true, isMissing: row?.is_missing === true }
}

/** As far as the organization may know it. */
export type Holder = 'own' | 'system' | 'other' | 'nobody'

export async function findHolder(sql: Sql, organizationId: number, domain: string): Promise<Holder> {
  return (await findVerdict(sql, organizationId, domain)).holder
}

export type Verdict = { holder: Holder; mode: 'open' | 'owned' | 'proven' }

/** Also returns `SENDER_DOMAINS`, with which the connection was opened. */
export async function findVerdict(sql: Sql, organizationId: number, domain: string): Promise<Verdict> {
  const labels = asciiDomain(domain).split('.')
  const names = labels.map((_, index) => labels.slice(index).join('.'))
  const [row] = await sql<Verdict[]>`
    select sender_domain_holder(${organizationId}, ${names}::text[]) as holder,
      coalesce(nullif(current_setting('quiver.sender_domains', true), ''), 'owned') as mode`
  if (row === undefined) throw new Error('a select returned no row')
  return row
}
