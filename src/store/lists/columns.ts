import type { MailingListInput } from '../../contract/lists/input.ts'
import type { Transaction } from '../../database/driver/connection.ts'

const plainColumns = [
  'name',
  'd_from_email',
  'd_from_name',
  'd_reply_to',
  'd_sender_email',
  'd_speed',
  'd_autowinner_enabled',
  'd_autowinner_percentage',
  'd_autowinner_delay_amount',
  'd_autowinner_delay_unit',
  'd_autowinner_metric',
  'has_format',
  'has_confirmed',
  'custom_headers_enabled',
  'custom_headers',
] as const

const references = [
  { column: 'd_virtual_mta_id', named: 'd_virtual_mta', table: 'virtual_mtas', key: 'name' },
  { column: 'd_url_domain_id', named: 'd_url_domain', table: 'url_domains', key: 'domain' },
  {
    column: 'database_connection_id',
    named: 'database_connection_name',
    table: 'database_connections',
    key: 'name',
  },
] as const

type Column = string | number | boolean | null
type Input = Omit<MailingListInput, 'name'> & { name?: string | undefined }

export type ReadInput = {
  columns: Record<string, Column>
  seedListIds: number[] | undefined
  problems: string[]
}

/** Of id and name, the id counts; null and "" mean none. Found records cannot be deleted until the transaction ends. */
export async function readListInput(
  sql: Transaction,
  organizationId: number,
  input: Input,
): Promise<ReadInput> {
  const problems: string[] = []
  const columns: Record<string, Column> = {}
  for (const column of plainColumns) {
    const value = input[column]
    if (value !== undefined) columns[column] = value
  }
  for (const reference of references) {
    const found = await findReference(sql, organizationId, reference, input)
    if (found?.problem !== undefined) problems.push(found.problem)
    if (found !== undefined) columns[reference.column] = found.id
  }
  Object.assign(columns, await findBounceEmail(sql, organizationId, input, problems))
  return { columns, seedListIds: await findSeedLists(sql, organizationId, input, problems), problems }
}

/** @returns undefined if nothing was given; `id` null for none. */
async function findReference(
  sql: Transaction,
  organizationId: number,
  { column, named, table, key }: (typeof references)[number],
  input: Input,
): Promise<{ id: number | null; problem?: string } | undefined> {
  const id = input[column]
  const name = input[named]?.trim()
  if (id === undefined && input[named] === undefined) return undefined
  // The System Default Route has no row: its id is 0.
  if (id === 0 || (id == null && (!name || isDefaultRoute(table, name)))) {
    // A remote list always has a connection: for it, null means not given.
    return table === 'database_connections' ? undefined : { id: null }
  }
  const [row] = await sql<{ id: number }[]>`
    select id from ${sql(table)}
    where organization_id = ${organizationId}
      and ${id == null ? sql`lower(${sql(key)}) = lower(${name ?? ''})` : sql`id = ${id}`}
    for key share`
  return row ?? { id: null, problem: `${id == null ? named : column} does not exist` }
}

function isDefaultRoute(table: string, name: string): boolean {
  return table === 'virtual_mtas' && name.toLowerCase() === 'system default route'
}

type BounceEmail = { d_bounce_email_user_id: number | null; d_bounce_email_domain_id: number | null }
const noBounceEmail: BounceEmail = { d_bounce_email_user_id: null, d_bounce_email_domain_id: null }

async function findBounceEmail(
  sql: Transaction,
  organizationId: number,
  input: Pick<MailingListInput, 'd_bounce_email' | 'd_bounce_email_id'>,
  problems: string[],
): Promise<BounceEmail | undefined> {
  const { d_bounce_email: email, d_bounce_email_id: id } = input
  if (email === undefined && id === undefined) return undefined
  if (!email && !id) return noBounceEmail
  const [row] = await sql<BounceEmail[]>`
    select user_id as d_bounce_email_user_id, domain_id as d_bounce_email_domain_id
    from bounce_emails
    where organization_id = ${organizationId}
      and ${id ? sql`user_id || '@' || domain_id = ${id}` : sql`lower(email) = lower(${email?.trim() ?? ''})`}
    for key share`
  if (row === undefined) problems.push(`${id ? 'd_bounce_email_id' : 'd_bounce_email'} does not exist`)
  return row ?? noBounceEmail
}

async function findSeedLists(
  sql: Transaction,
  organizationId: number,
  input: Pick<MailingListInput, 'd_seed_list_ids' | 'd_seed_list_names'>,
  problems: string[],
): Promise<number[] | undefined> {
  const { d_seed_list_ids: ids, d_seed_list_names: names } = input
  if (ids && names) {
    problems.push('d_seed_list_ids and d_seed_list_names cannot both be given')
    return undefined
  }
  if (ids === undefined && names === undefined) return undefined
  const wanted = new Set<number | string>(ids ?? names?.map((name) => name.trim().toLowerCase()))
  const rows = await sql<{ id: number }[]>`
    select id from seed_lists
    where organization_id = ${organizationId}
      and ${ids ? sql`id = any(${ids})` : sql`lower(name) = any(${[...wanted].map(String)})`}
    for key share`
  if (rows.length < wanted.size) {
    problems.push(`${ids ? 'd_seed_list_ids' : 'd_seed_list_names'} names a seed list that does not exist`)
  }
  return rows.map((row) => row.id)
}

export async function replaceSeedLists(
  sql: Transaction,
  organizationId: number,
  id: number,
  seedListIds: number[] | undefined,
): Promise<void> {
  if (seedListIds === undefined) return
  await sql`
    delete from mailing_list_seed_lists where organization_id = ${organizationId} and mailing_list_id = ${id}`
  await sql`
    insert into mailing_list_seed_lists (organization_id, mailing_list_id, seed_list_id)
    select ${organizationId}, ${id}, seed_list_id from unnest(${seedListIds}::integer[]) given (seed_list_id)
    returning 1`
}
