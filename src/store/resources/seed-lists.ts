import type { SeedListChanges, SeedListInput } from '../../contract/resources/seed-lists.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { insertColumns, setColumns, type Resource } from './rows.ts'

export const seedLists: Resource<SeedListInput, SeedListChanges> = {
  what: 'seed list',
  subject: 'seed_list',
  table: 'seed_lists',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select s.id, s.name, (
      select coalesce(jsonb_agg(a.email order by a.id), '[]') from seed_list_addresses a
      where a.organization_id = ${organizationId} and a.seed_list_id = s.id) as addresses_array
    from seed_lists s where s.organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'seed_lists_name' },
  insert: async (sql, organizationId, { name, addresses_array: addresses = [] }) => {
    const id = await insertColumns(sql, organizationId, 'seed_lists', { name })
    await insertAddresses(sql, organizationId, id, addresses)
    return id
  },
  update: async (sql, organizationId, row, { name, addresses_array: addresses }) => {
    await setColumns(sql, organizationId, seedLists, { row, columns: { name } })
    if (addresses === undefined) return
    await sql`
      delete from seed_list_addresses where organization_id = ${organizationId} and seed_list_id = ${row.id}`
    await insertAddresses(sql, organizationId, Number(row.id), addresses)
  },
  users: (sql, organizationId, { id }) => sql`
    select 'MailingList' as type, l.id from mailing_list_seed_lists s
    join mailing_lists l on l.organization_id = s.organization_id and l.id = s.mailing_list_id
    where s.organization_id = ${organizationId} and s.seed_list_id = ${id} and l.deleted_at is null
    union all
    select case when c.template then 'Template' else 'Campaign' end, c.id from campaign_seed_lists s
    join campaigns c on c.organization_id = s.organization_id and c.id = s.campaign_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where s.organization_id = ${organizationId} and s.seed_list_id = ${id} and c.finished_at is null
      and l.deleted_at is null`,
  release: async (sql, organizationId, { id }) => {
    await sql`
      delete from mailing_list_seed_lists s using mailing_lists l
      where s.organization_id = ${organizationId} and s.seed_list_id = ${id}
        and l.organization_id = s.organization_id and l.id = s.mailing_list_id and l.deleted_at is not null`
    await sql`
      delete from campaign_seed_lists s using campaigns c, mailing_lists l
      where s.organization_id = ${organizationId} and s.seed_list_id = ${id}
        and c.organization_id = s.organization_id and c.id = s.campaign_id
        and l.organization_id = c.organization_id and l.id = c.mailing_list_id
        and (l.deleted_at is not null or c.finished_at is not null)`
  },
}

async function insertAddresses(
  sql: Sql,
  organizationId: number,
  id: number,
  addresses: string[],
): Promise<void> {
  await sql`
    insert into seed_list_addresses (organization_id, seed_list_id, email)
    select ${organizationId}, ${id}, email from unnest(${addresses}::text[]) with ordinality given (email, place)
    order by place
    returning 1`
}
