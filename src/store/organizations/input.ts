import type { OrganizationChanges } from '../../contract/organizations/input.ts'
import type {
  BounceEmailReference,
  NamedReference,
  OrganizationPermissionsInput,
} from '../../contract/organizations/permissions.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { plainOf, quotaColumns, type ColumnChanges } from './columns.ts'

export type ReadOrganization = {
  columns: ColumnChanges
  virtualMtaIds: number[] | undefined
  problems: string[]
}

type InputCheck = { sql: Transaction; organizationId: number; problems: string[] }

export async function readOrganizationInput(
  sql: Transaction,
  organizationId: number,
  input: OrganizationChanges,
): Promise<ReadOrganization> {
  const place: InputCheck = { sql, organizationId, problems: [] }
  const columns: ColumnChanges = {
    ...plainColumns(input),
    ...(await managementColumns(place, input.auto_subscriber_management)),
    ...(await permissionColumns(place, input.permissions ?? {})),
  }
  const virtualMtaIds = await findVirtualMtas(place, input.permissions?.virtual_mta)
  return { columns, virtualMtaIds, problems: place.problems }
}

function plainColumns(input: OrganizationChanges): ColumnChanges {
  const { time_zone_name: zone, sending_quota: sending, subscriber_quota: subscribers } = input
  return {
    ...given(plainOf(input)),
    ...(zone && { time_zone: zone.zone, time_zone_label: zone.label }),
    ...quotaColumns('sending_quota', sending),
    ...quotaColumns('subscriber_quota', subscribers),
  }
}

type Given<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> }

function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null)) as Given<Values>
}

async function managementColumns(
  place: InputCheck,
  management: OrganizationChanges['auto_subscriber_management'],
): Promise<ColumnChanges> {
  if (management == null) return {}
  const columns: ColumnChanges = { distribute_removals: management.distribute_removals }
  for (const kind of ['unsub', 'bounce', 'scomp'] as const) {
    const reference = management[`${kind}_suppression_list`]
    if (reference === undefined) continue
    const attribute = `auto_subscriber_management.${kind}_suppression_list`
    columns[`${kind}_suppression_list_id`] =
      reference === null ? null : await findNamed(place, 'suppression_lists', attribute, reference)
  }
  return columns
}

async function permissionColumns(
  place: InputCheck,
  permissions: OrganizationPermissionsInput,
): Promise<ColumnChanges> {
  const { bounce_email: bounceEmail, url_domain: urlDomain } = permissions
  return {
    ...given({
      forced_unsub_tag_mode: permissions.forced_unsub_tag_mode,
      virtual_mta_mode: permissions.virtual_mta?.mode,
      email_address_mode: permissions.email_address?.mode,
      special_sending_rule_mode: permissions.special_sending_rule?.mode,
      speed_mode: permissions.speed,
      can_edit_header_and_footer: permissions.can_edit_header_and_footer,
      can_embed_pictures: permissions.can_embed_pictures,
      can_attach_files: permissions.can_attach_files,
    }),
    ...(bounceEmail && {
      bounce_email_mode: bounceEmail.mode,
      ...(await findBounceEmail(place, bounceEmail.mode === 'hide_one' ? bounceEmail.bounce_email : null)),
    }),
    ...(urlDomain && {
      url_domain_mode: urlDomain.mode,
      url_domain_id: urlDomain.mode === 'hide_one' ? await findUrlDomain(place, urlDomain.url_domain) : null,
    }),
  }
}

function findUrlDomain(
  place: InputCheck,
  reference: NonNullable<OrganizationPermissionsInput['url_domain']>['url_domain'],
): Promise<number | null> {
  const { id, domain } = reference ?? {}
  return findNamed(place, 'url_domains', 'permissions.url_domain.url_domain', { id, name: domain })
}

const keys = { suppression_lists: 'name', url_domains: 'domain' } as const

/** By id, or without one by name, ignoring case. @returns null after adding a problem. */
async function findNamed(
  { sql, organizationId, problems }: InputCheck,
  table: keyof typeof keys,
  attribute: string,
  { id, name }: NamedReference,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    select id from ${sql(table)}
    where organization_id = ${organizationId}
      and ${id == null ? sql`lower(${sql(keys[table])}) = lower(${name?.trim() ?? ''})` : sql`id = ${id}`}
    for key share`
  if (row === undefined) problems.push(`${attribute} does not exist`)
  return row?.id ?? null
}

type BounceEmailColumns = Pick<ColumnChanges, 'bounce_email_user_id' | 'bounce_email_domain_id'>

/** A whole number is the user part of a bounce e-mail's id, if only one bounce e-mail has it. */
async function findBounceEmail(
  { sql, organizationId, problems }: InputCheck,
  reference: BounceEmailReference | null | undefined,
): Promise<BounceEmailColumns> {
  const none = { bounce_email_user_id: null, bounce_email_domain_id: null }
  if (reference == null) return none
  const { id, email } = reference
  const rows = await sql<BounceEmailColumns[]>`
    select user_id as bounce_email_user_id, domain_id as bounce_email_domain_id from bounce_emails
    where organization_id = ${organizationId} and ${
      id == null
        ? sql`lower(email) = lower(${email?.trim() ?? ''})`
        : sql`${id} in (user_id || '@' || domain_id, user_id::text)`
    }
    limit 2 for key share`
  const [row] = rows
  if (row !== undefined && rows.length === 1) return row
  problems.push('permissions.bounce_email.bounce_email does not exist')
  return none
}

/** undefined: not given. Modes other than select_some have none. */
async function findVirtualMtas(
  { sql, organizationId, problems }: InputCheck,
  permission: OrganizationPermissionsInput['virtual_mta'],
): Promise<number[] | undefined> {
  if (permission == null) return undefined
  const references = permission.mode === 'select_some' ? (permission.virtual_mtas ?? []) : []
  const ids = references.flatMap(({ id }) => id ?? [])
  const names = references.flatMap(({ id, name }) => (id == null ? [(name ?? '').trim()] : []))
  const rows = await sql<{ id: number; name: string | null }[]>`
    select v.id, given.name from virtual_mtas v
    left join unnest(${names}::text[]) given (name) on lower(v.name) = lower(given.name)
    where v.organization_id = ${organizationId} and (v.id = any(${ids}::integer[]) or given.name is not null)
    for key share of v`
  const foundIds = new Set(rows.map(({ id }) => id))
  const foundNames = new Set(rows.map(({ name }) => name))
  references.forEach((reference, index) => {
    const isThere =
      reference.id == null ? foundNames.has((reference.name ?? '').trim()) : foundIds.has(reference.id)
    if (!isThere) problems.push(`permissions.virtual_mta.virtual_mtas.${index} does not exist`)
  })
  return [...foundIds]
}
