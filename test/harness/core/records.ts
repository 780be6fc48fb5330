import type { FieldType } from '../../../src/contract/lists/field-values.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'

/** Inserts records into the tables with defaults for everything that a test does not name. */

export async function aList(sql: Sql, organizationId: number, attributes: object = {}): Promise<number> {
  return insert(sql, 'mailing_lists', { organization_id: organizationId, name: 'List', ...attributes })
}

/** The counts of all lists, for subscribers that were inserted without them. */
export async function recount(sql: Sql): Promise<void> {
  await sql`delete from subscriber_counts`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active, unsubscribed, scomp, bounced, deactivated)
    select organization_id, mailing_list_id, count(*) filter (where status = 'active'),
      count(*) filter (where status = 'unsubscribed'), count(*) filter (where status = 'scomp'),
      count(*) filter (where status = 'bounced'), count(*) filter (where status = 'deactivated')
    from subscribers group by 1, 2`
}

export async function aRemoteList(sql: Sql): Promise<number> {
  const connection = await insert(sql, 'database_connections', { organization_id: 1, name: 'elsewhere' })
  return aList(sql, 1, { is_remote_list: true, database_connection_id: connection })
}

/** `listId` null: a global field. */
export async function aField(
  sql: Sql,
  organizationId: number,
  listId: number | null,
  attributes: { name: string; field_type?: FieldType } & Record<string, unknown>,
): Promise<number> {
  return insert(sql, 'custom_fields', {
    organization_id: organizationId,
    mailing_list_id: listId,
    field_type: 'text',
    ...attributes,
  })
}

export async function someOptions(
  sql: Sql,
  organizationId: number,
  fieldId: number,
  names: string[],
): Promise<void> {
  for (const [index, name] of names.entries()) {
    await insert(sql, 'custom_field_options', {
      organization_id: organizationId,
      custom_field_id: fieldId,
      position: index + 1,
      name,
    })
  }
}

export async function anAutoresponder(
  sql: Sql,
  organizationId: number,
  listId: number,
  attributes: object = {},
): Promise<number> {
  return insert(sql, 'autoresponders', {
    organization_id: organizationId,
    mailing_list_id: listId,
    name: 'Welcome',
    trigger: 'subscription',
    trigger_run_on_api: true,
    ...attributes,
  })
}

async function insert(sql: Sql, table: string, row: object): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into ${sql(table)} ${sql(row as Record<string, string>)} returning id`
  if (made === undefined) throw new Error('insert returned no row')
  return made.id
}
