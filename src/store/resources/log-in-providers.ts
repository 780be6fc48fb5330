import type {
  LogInProviderChanges,
  LogInProviderInput,
  MappedRole,
} from '../../contract/resources/log-in-providers.ts'
import type { Permissions } from '../../contract/users/permissions.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { nextId } from '../server/ids.ts'
import type { Resource } from './rows.ts'
import { asciiDomain } from './sender-domains.ts'

export type LogInProviderRow = {
  id: number
  name: string
  issuer: string
  client_id: string
  has_client_secret: boolean
  active: boolean
  email_domains: string[]
  for_all_organizations: boolean
  required: boolean
  creates_users: boolean
  permissions: Permissions
  role_id: number | null
  groups_claim: string
  group_rights: {
    group: string
    role: MappedRole
    permissions: Permissions
    role_id?: number | null | undefined
    mailing_list_ids?: number[] | null | undefined
  }[]
  back_channel_log_out: boolean
  session_minutes: number
}

type Place = { organizationId: number; id: number }

/** @param seal encrypts the secret of the client (src/secrets/ring.ts) */
export function logInProviders(
  seal: (text: string, place: Place & { table: 'log_in_providers' }) => Uint8Array,
): Resource<LogInProviderInput, LogInProviderChanges, LogInProviderRow> {
  const columnsOf = (sql: Sql, given: LogInProviderChanges, place: Place) => {
    const {
      client_secret: secret,
      email_domains: domains,
      permissions,
      group_rights: rights,
      ...plain
    } = given
    const sealed = secret == null ? secret : seal(secret, { table: 'log_in_providers', ...place })
    const all = {
      ...plain,
      client_secret_sealed: sealed,
      email_domains: domains && sql.json([...new Set(domains.map(asciiDomain))]),
      permissions: permissions && sql.json(permissions),
      group_rights: rights && sql.json(rights),
    }
    const entries = Object.entries(all).filter(([, value]) => value !== undefined)
    return Object.fromEntries(entries) as Record<string, string | boolean | number>
  }
  return {
    what: 'provider for the log-in',
    subject: 'log_in_provider',
    table: 'log_in_providers',
    id: (sql) => sql`id`,
    rows: (sql, organizationId) => sql<LogInProviderRow[]>`
      select id, name, issuer, client_id, client_secret_sealed is not null as has_client_secret, active, email_domains,
        for_all_organizations, required, creates_users, permissions, role_id, groups_claim, group_rights, back_channel_log_out,
        session_minutes
      from log_in_providers where organization_id = ${organizationId}`,
    byId: (sql) => sql`id`,
    unique: { attribute: 'name', index: 'log_in_providers_name' },
    insert: async (sql, organizationId, input) => {
      const id = await nextId(sql, 'log_in_providers')
      const row = { organization_id: organizationId, id, ...columnsOf(sql, input, { organizationId, id }) }
      await sql`insert into log_in_providers ${sql(row)}`
      return id
    },
    update: async (sql, organizationId, { id }, changes) => {
      const row = columnsOf(sql, changes, { organizationId, id: Number(id) })
      if (Object.keys(row).length === 0) return
      await sql`
        update log_in_providers set ${sql(row)} where organization_id = ${organizationId} and id = ${id}`
    },
    users: (sql) => sql`select '' as type, 0 as id where false`,
    release: async () => {},
  }
}

export type StoredProvider = LogInProviderRow & {
  organization_id: number
  client_secret_sealed: Uint8Array | null
}

/** Active, of an open organization. null: there is none. */
export async function findStoredProvider(
  sql: Sql,
  organizationId: number,
  id: number,
  { isActive = true } = {},
): Promise<StoredProvider | null> {
  const [row] = await sql<StoredProvider[]>`
    select p.organization_id, p.id, p.name, p.issuer, p.client_id, p.client_secret_sealed is not null as has_client_secret,
      p.client_secret_sealed, p.active, p.email_domains, p.for_all_organizations, p.required, p.creates_users, p.permissions, p.role_id,
      p.groups_claim, p.group_rights, p.back_channel_log_out, p.session_minutes
    from log_in_providers p join organizations o on o.id = p.organization_id
    where p.organization_id = ${organizationId} and p.id = ${id} and (p.active or not ${isActive})
      and o.active and o.deleted_at is null`
  return row ?? null
}

export type Offered = { organization_id: number; id: number; name: string }

/** Across organizations: those that everybody is offered, and those of a domain, if their organizations have proven it. */
export async function findOffered(sql: Sql, domain: string | null): Promise<Offered[]> {
  const holders = domain === null ? [] : await findHolders(sql, domain)
  return sql<Offered[]>`
    select p.organization_id, p.id, p.name
    from log_in_providers p join organizations o on o.id = p.organization_id
    where p.active and o.active and o.deleted_at is null
      and (p.for_all_organizations
        or p.email_domains ? ${domain ?? ''} and p.organization_id = any(${holders}::integer[]))
    order by p.for_all_organizations, p.organization_id, p.id limit 10`
}

/** Organizations that have proven the domain, of those whose providers have it. In two steps: a node of a cluster cannot ask the others. */
async function findHolders(sql: Sql, domain: string): Promise<number[]> {
  const having = await sql<{ id: number }[]>`
    select distinct organization_id as id from log_in_providers where active and email_domains ? ${domain}`
  const holders = await sql<{ id: number }[]>`
    select o.id from unnest(${having.map(({ id }) => id)}::integer[]) o (id)
    where sender_domain_holder(o.id, ${namesOf(domain)}::text[]) = 'own'`
  return holders.map(({ id }) => id)
}

/** The domain, and those above it. */
export function namesOf(domain: string): string[] {
  const labels = domain.split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

/** The name of the provider that users must log in with. null: none. */
export async function findRequiredProvider(
  sql: Sql,
  organizationId: number,
): Promise<{ id: number; name: string } | null> {
  const [row] = await sql<{ id: number; name: string }[]>`
    select id, name from log_in_providers
    where organization_id = ${organizationId} and required and active order by id limit 1`
  return row ?? null
}

/** Of active ones of the organization, whose tokens name this issuer. */
export function findProvidersOfIssuer(
  sql: Sql,
  organizationId: number,
  issuer: string,
): Promise<StoredProvider[]> {
  return sql<StoredProvider[]>`
    select p.* from log_in_providers p
    where p.organization_id = ${organizationId} and p.active and p.issuer = ${issuer} order by p.id`
}

/** What an organization has said of the groups of the people at a domain. null: nothing. */
export async function findMappingOf(
  sql: Sql,
  organizationId: number,
  domain: string,
): Promise<Pick<LogInProviderRow, 'permissions' | 'role_id' | 'groups_claim' | 'group_rights'> | null> {
  const [row] = await sql<LogInProviderRow[]>`
    select permissions, role_id, groups_claim, group_rights from log_in_providers
    where organization_id = ${organizationId} and email_domains ? ${domain}
    order by active desc, id limit 1`
  return row ?? null
}
