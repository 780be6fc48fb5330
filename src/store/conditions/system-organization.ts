import type { Sql } from '../../database/driver/connection.ts'

export const systemOrganizationId = 1

/** @returns whether it was missing. */
export async function ensureSystemOrganization(sql: Sql): Promise<boolean> {
  const { count } = await sql`
    insert into organizations (id, name) values (${systemOrganizationId}, 'System Organization')
    on conflict do nothing`
  if (count > 0) await noteName(sql, systemOrganizationId, 'System Organization')
  await sql`
    select setval(pg_get_serial_sequence('organizations', 'id'), greatest(last_value, 1))
    from (select max(id) as last_value from organizations) highest`
  return count > 0
}

export async function insertOrganization(sql: Sql, name: string, timeZone: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into organizations (name, time_zone) values (${name}, ${timeZone}) returning id`
  if (row === undefined) throw new Error('insert returned no row')
  await noteName(sql, row.id, name)
  return row.id
}

async function noteName(sql: Sql, id: number, name: string): Promise<void> {
  await sql`
    insert into taken_names (kind, name, organization_id) values ('organization', lower(${name}::text), ${id})
    on conflict do nothing`
}

/** With its id, a new organization can be created in its own scope. */
export async function nextOrganizationId(sql: Sql): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('organizations', 'id'))::integer as id`
  if (row === undefined) throw new Error('nextval returned no row')
  return row.id
}
