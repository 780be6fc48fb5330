import type { Sql } from '../../../src/database/driver/connection.ts'

/** Records around mailing lists, inserted into the tables. */

/** One record of each kind that a list can refer to, and a second seed list. @returns their ids. */
export async function someReferences(sql: Sql, organizationId: number) {
  const made = (table: string, row: Record<string, string>) =>
    insert(sql, table, { organization_id: organizationId, ...row })
  await sql`
    insert into bounce_emails (organization_id, user_id, domain_id, email)
    values (${organizationId}, 4, 1, 'bounce@example.com')`
  return {
    mta: await made('virtual_mtas', { name: 'Fast', type: 'ip_address' }),
    domain: await made('url_domains', { domain: 'links.example.com' }),
    seeds: await made('seed_lists', { name: 'Seeds' }),
    moreSeeds: await made('seed_lists', { name: 'More' }),
    connection: await made('database_connections', { name: 'Warehouse' }),
  }
}

export async function aSubscriber(
  sql: Sql,
  organizationId: number,
  listId: number,
  key: string,
): Promise<number> {
  return insert(sql, 'subscribers', { organization_id: organizationId, mailing_list_id: listId, key })
}

/** A scheduled import. */
export async function anImport(
  sql: Sql,
  organizationId: number,
  listId: number,
  attributes: {
    column_mapping?: string[]
    default_custom_fields?: Record<string, string>
    [column: string]: unknown
  } = {},
): Promise<number> {
  const { column_mapping = ['email'], default_custom_fields = {}, ...given } = attributes
  const entries = Object.entries(given)
  const columns = Object.fromEntries(entries.filter(([name]) => !(name in jobColumns)))
  const ofJob = entries.flatMap(([name, value]) => {
    const column = jobColumns[name as keyof typeof jobColumns] as string | undefined
    return column === undefined ? [] : [[column, value]]
  })
  const id = await insert(sql, 'subscriber_imports', {
    organization_id: organizationId,
    mailing_list_id: listId,
    source_type: 'url',
    overwrite: false,
    autoresponders: sql.json({}),
    overwrite_what: sql.json({}),
    overwrite_when_status: sql.json({}),
    subscriber_defaults: sql.json({}),
    file_format: sql.json({}),
    column_mapping: sql.json(column_mapping),
    default_custom_fields: sql.json(default_custom_fields),
    ...columns,
  })
  await insert(sql, 'jobs', {
    organization_id: organizationId,
    kind: 'SubscriberImport',
    id,
    mailing_list_id: listId,
    name: given.source_filename ?? '',
    begins_at: '2020-01-01',
    ...(Object.fromEntries(ofJob) as object),
  })
  return id
}

/** Attributes of an import that its job has. */
const jobColumns = {
  state: 'state',
  paused_from: 'paused_from',
  begins_at: 'begins_at',
  created_at: 'created_at',
  started_at: 'started_at',
  finished_at: 'finished_at',
  error_message: 'error_message',
  number_of_records: 'total',
  records_imported: 'progress',
  leased_until: 'leased_until',
  epoch: 'epoch',
  worker: 'worker',
  presence: 'presence',
  attempts: 'attempts',
  next_attempt_at: 'next_attempt_at',
}

async function insert(sql: Sql, table: string, row: object): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into ${sql(table)} ${sql(row as Record<string, string>)} returning id`
  if (made === undefined) throw new Error('insert returned no row')
  return made.id
}
