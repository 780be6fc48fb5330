import { notFound } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { columnNames, type OrganizationColumns } from './columns.ts'

export type NamedRow = { id: number; name: string }

export type OrganizationRow = OrganizationColumns & {
  id: number
  unsub_suppression_list: NamedRow | null
  bounce_suppression_list: NamedRow | null
  scomp_suppression_list: NamedRow | null
  virtual_mtas: (NamedRow & { type: string })[]
  bounce_email: { id: string; email: string } | null
  url_domain: { id: number; domain: string } | null
}

/** @param id null: of all */
function columns(sql: Sql, id: number | null) {
  const own = id ?? sql`o.id`
  const list = (name: 'unsub' | 'bounce' | 'scomp') => sql`(
    select jsonb_build_object('id', s.id, 'name', s.name) from suppression_lists s
    where s.organization_id = ${own} and s.id = ${sql(`o.${name}_suppression_list_id`)})
    as ${sql(`${name}_suppression_list`)}`
  return sql`
    o.id, ${sql(columnNames.map((name) => `o.${name}`))},
    ${list('unsub')}, ${list('bounce')}, ${list('scomp')}, (
      select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'type', v.type) order by v.id), '[]')
      from organization_virtual_mtas ov
      join virtual_mtas v on v.organization_id = ov.organization_id and v.id = ov.virtual_mta_id
      where ov.organization_id = ${own}) as virtual_mtas, (
      select jsonb_build_object('id', b.user_id || '@' || b.domain_id, 'email', b.email) from bounce_emails b
      where b.organization_id = ${own} and b.user_id = o.bounce_email_user_id
        and b.domain_id = o.bounce_email_domain_id) as bounce_email, (
      select jsonb_build_object('id', u.id, 'domain', u.domain) from url_domains u
      where u.organization_id = ${own} and u.id = o.url_domain_id) as url_domain`
}

/** @throws AppError `not_found` if the organization does not exist or was deleted. */
export async function findOrganization(sql: Sql, id: number): Promise<OrganizationRow> {
  const [row] = await sql<OrganizationRow[]>`
    select ${columns(sql, id)} from organizations o where o.id = ${id} and o.deleted_at is null`
  if (row === undefined) throw notFound('organization')
  return row
}

export async function lockOrganization(sql: Transaction, id: number): Promise<OrganizationRow> {
  // `no key update` still allows foreign key checks.
  await sql`select 1 from organizations where id = ${id} for no key update`
  return findOrganization(sql, id)
}

export type OrganizationFilter = {
  id: number | null
  name: string | null
  nameContains: string | null
  ids: number[] | null
}

export type OrganizationOrder = 'id' | 'name'

/** After a row in the order of the list, or after a number of rows. */
export type OrganizationPageStart = { afterId: number; afterName?: string } | { offset: number }

export async function findOrganizations(
  sql: Sql,
  filter: OrganizationFilter,
  { order, start, limit }: { order: OrganizationOrder; start: OrganizationPageStart; limit: number },
): Promise<OrganizationRow[]> {
  return sql<OrganizationRow[]>`
    select ${columns(sql, null)} from organizations o
    where ${matching(sql, filter)} ${'afterId' in start ? behind(sql, order, start) : sql``}
    order by ${order === 'name' ? sql`lower(o.name), o.id` : sql`o.id`}
    limit ${limit} offset ${'offset' in start ? start.offset : 0}`
}

function behind(sql: Sql, order: OrganizationOrder, start: { afterId: number; afterName?: string }) {
  const { afterId, afterName = '' } = start
  return order === 'name'
    ? sql`and (lower(o.name), o.id) > (lower(${afterName}::text), ${afterId}::bigint)`
    : sql`and o.id > ${afterId}::bigint`
}

export async function countOrganizations(sql: Sql, filter: OrganizationFilter): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from organizations o where ${matching(sql, filter)}`
  return row?.count ?? 0
}

function matching(sql: Sql, { id, name, nameContains, ids }: OrganizationFilter) {
  return sql`
    o.deleted_at is null
    ${id === null ? sql`` : sql`and o.id = ${id}`}
    ${ids === null ? sql`` : sql`and o.id = any(${ids}::bigint[])`}
    ${name === null ? sql`` : sql`and lower(o.name) = lower(${name}::text)`}
    ${nameContains === null ? sql`` : sql`and strpos(lower(o.name), lower(${nameContains}::text)) > 0`}`
}
