import { invalid } from '../../contract/api/errors.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { isBreachOf } from '../../database/sqlstate.ts'
import { takeName } from '../server/taken-names.ts'
import type { ColumnChanges } from './columns.ts'

/** Run it in the organization's own scope. @throws AppError `validation_failed`: the name is taken. */
export async function insertOrganizationRow(
  sql: Transaction,
  id: number,
  columns: ColumnChanges,
  virtualMtaIds: number[] | undefined,
): Promise<void> {
  await refuseTakenName(sql`insert into organizations ${sql({ id, ...columns })}`)
  await takeOwnName(sql, id, columns)
  await replaceVirtualMtas(sql, id, virtualMtaIds)
}

export async function updateOrganizationRow(
  sql: Transaction,
  id: number,
  columns: ColumnChanges,
  virtualMtaIds: number[] | undefined,
): Promise<void> {
  if (Object.keys(columns).length > 0) {
    await refuseTakenName(sql`update organizations set ${sql(columns)} where id = ${id}`)
    await takeOwnName(sql, id, columns)
  }
  await replaceVirtualMtas(sql, id, virtualMtaIds)
}

async function replaceVirtualMtas(
  sql: Transaction,
  id: number,
  virtualMtaIds: number[] | undefined,
): Promise<void> {
  if (virtualMtaIds === undefined) return
  await sql`delete from organization_virtual_mtas where organization_id = ${id}`
  await sql`
    insert into organization_virtual_mtas (organization_id, virtual_mta_id)
    select ${id}, given.virtual_mta_id from unnest(${virtualMtaIds}::integer[]) given (virtual_mta_id)
    returning 1`
}

async function refuseTakenName(statement: PromiseLike<unknown>): Promise<void> {
  try {
    await statement
  } catch (error) {
    throw isBreachOf(error, 'organizations_name') ? taken() : error
  }
}

async function takeOwnName(sql: Transaction, id: number, { name }: ColumnChanges): Promise<void> {
  if (typeof name !== 'string') return
  const [key] = await sql<[{ lower: string }]>`select lower(${name}::text)`
  const isFree = await takeName(sql, 'organization', key.lower, { organizationId: id, userId: 0 })
  if (!isFree) throw taken()
}

function taken() {
  return invalid('name has already been taken')
}
