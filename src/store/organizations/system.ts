import { forbidden, invalid } from '../../contract/api/errors.ts'
import type { Role } from '../../contract/api/endpoint.ts'
import type { OrganizationChanges } from '../../contract/organizations/input.ts'
import { editRefusal } from '../../contract/organizations/rights.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { readOrganizationInput } from './columns.ts'
import { releaseImports, wakeImports } from '../imports/of-organization.ts'
import { lockOrganization } from './rows.ts'
import type { ColumnChanges, OrganizationRow } from './rows.ts'

export const systemOrganizationId = 1

/** Makes the System Organization unless it exists (first start). */
export async function ensureSystemOrganization(sql: Sql): Promise<void> {
  await sql`
    insert into organizations (id, name) values (${systemOrganizationId}, 'System Organization')
    on conflict do nothing`
  await sql`
    select setval(pg_get_serial_sequence('organizations', 'id'), greatest(last_value, 1))
    from (select max(id) as last_value from organizations) highest`
}

/** @returns the id of the new organization. */
export async function insertOrganization(sql: Sql, name: string, timeZone: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into organizations (name, time_zone) values (${name}, ${timeZone}) returning id`
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

/** An id for an organization that is about to be made, so that it can be made in its own scope. */
export async function nextOrganizationId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('organizations', 'id'))::integer as id`
  if (row === undefined) throw new Error('nextval returned no row')
  return row.id
}

/**
 * Makes an organization with everything that is given. Run it in a transaction, in the organization's own scope.
 * @throws AppError `validation_failed`.
 */
export async function makeOrganization(
  sql: Sql,
  id: number,
  input: OrganizationChanges & { name: string },
  defaultZone: string,
): Promise<void> {
  const { columns, virtualMtaIds, problems } = await readOrganizationInput(sql, id, input)
  if (problems.length > 0) throw invalid(problems.join(', '))
  await namesApart(sql`insert into organizations ${sql({ id, time_zone: defaultZone, ...columns })}`)
  await replaceVirtualMtas(sql, id, virtualMtaIds)
}

/** What an update did: for the audit log. */
export type OrganizationUpdate = {
  /** The fields that have another value now. */
  changed: string[]
  before: OrganizationRow
}

/**
 * Changes what is given and is not so already. Run it in a transaction.
 * @throws AppError `not_found`, `validation_failed`; `not_authorized` for a change that is not the caller's to make.
 */
export async function updateOrganization(
  sql: Sql,
  id: number,
  input: OrganizationChanges,
  role: Role,
): Promise<OrganizationUpdate> {
  const before = await lockOrganization(sql, id)
  const { columns, virtualMtaIds, problems } = await readOrganizationInput(sql, id, input)
  if (problems.length > 0) throw invalid(problems.join(', '))
  const changes = differing(before, columns)
  const hasOtherMtas = virtualMtaIds !== undefined && !isSameSet(virtualMtaIds, before.virtual_mtas)
  const changed = [
    ...new Set([...Object.keys(changes).map(fieldOf), ...(hasOtherMtas ? ['permissions'] : [])]),
  ]
  const refusal = editRefusal(role, changed, before)
  if (refusal !== null) throw forbidden(refusal)
  if (id === systemOrganizationId && changes.active === false) {
    throw invalid('active must be true for the System Organization')
  }
  if (Object.keys(changes).length > 0) {
    await namesApart(sql`update organizations set ${sql(changes)} where id = ${id}`)
  }
  if (hasOtherMtas) await replaceVirtualMtas(sql, id, virtualMtaIds)
  if (changes.active === false) await releaseImports(sql, id)
  if (changes.active === true) await wakeImports(sql, id)
  return { changed, before }
}

function differing(before: OrganizationRow, columns: ColumnChanges): ColumnChanges {
  const current: Record<string, unknown> = before
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => current[name] !== value))
}

function isSameSet(ids: number[], rows: { id: number }[]): boolean {
  return ids.length === rows.length && rows.every(({ id }) => ids.includes(id))
}

const managementColumn = /^distribute_removals$|_suppression_list_id$/
const permissionColumn = /_mode$|^bounce_email_|^url_domain_id$|^can_edit_header_and_footer$/

/** The field of the API that a column belongs to. */
function fieldOf(column: string): string {
  if (column.startsWith('time_zone')) return 'time_zone_name'
  if (column.startsWith('sending_quota_')) return 'sending_quota'
  if (column.startsWith('subscriber_quota_')) return 'subscriber_quota'
  if (managementColumn.test(column)) return 'auto_subscriber_management'
  return permissionColumn.test(column) ? 'permissions' : column
}

async function replaceVirtualMtas(sql: Sql, id: number, virtualMtaIds: number[] | undefined): Promise<void> {
  if (virtualMtaIds === undefined) return
  await sql`delete from organization_virtual_mtas where organization_id = ${id}`
  await sql`
    insert into organization_virtual_mtas (organization_id, virtual_mta_id)
    select ${id}, given.virtual_mta_id from unnest(${virtualMtaIds}::integer[]) given (virtual_mta_id)`
}

/** @throws AppError `validation_failed` where the statement would give two organizations one name. */
async function namesApart(statement: PromiseLike<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    const isTaken =
      error instanceof Error && 'constraint_name' in error && error.constraint_name === 'organizations_name'
    throw isTaken ? invalid('name has already been taken') : error
  }
}
