import type { Sql } from '../driver/connection.ts'

export type TenantTable = {
  name: string
  /** By which it is distributed. */
  column: 'organization_id' | 'id'
}

/**
 * With an organization in each row, but unique over all organizations: a distributed table cannot have such a key.
 * They stay on the coordinator, like the tables of the server.
 */
export const namesOfAll: readonly string[] = ['taken_names']

/** Of all organizations, read beside the rows of each: every worker has a copy. */
export const copiedTables: readonly string[] = ['system_suppressions']

/** Unique indexes over all organizations, whose promise `taken_names` keeps where there are shards. */
export const indexesOverAll: readonly string[] = ['users_email', 'organizations_name']

/** The organizations first: the others lie beside them. */
export async function tenantTables(sql: Sql): Promise<TenantTable[]> {
  const tables = await sql<TenantTable[]>`
    select c.relname as name, case when c.relname = 'organizations' then 'id' else 'organization_id' end as column
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not (c.relname = any(${[...namesOfAll]}::text[]))
      and (c.relname = 'organizations' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull))
    order by c.relname <> 'organizations', c.relname`
  return [...tables]
}

/** Of a cluster. */
export async function distributedTables(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where p.partmethod = 'h' order by 1`
  return tables.map(({ name }) => name)
}
