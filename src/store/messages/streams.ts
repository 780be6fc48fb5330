import { invalid } from '../../contract/api/errors.ts'
import { defaultStream, type StreamChanges, type StreamInput } from '../../contract/messages/streams.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { findPermissionProblems } from '../resources/permissions.ts'
import { insertColumns, setColumns, type Resource } from '../resources/rows.ts'
import { findSenderProblems } from '../resources/sender-addresses.ts'
import { nextVersion } from '../server/next-version.ts'
import { wakeSenders } from '../server/wake.ts'

export const messageStreams: Resource<StreamInput, StreamChanges> = {
  what: 'message stream',
  versioned: true,
  subject: 'message_stream',
  table: 'message_streams',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql`
    select s.id, s.name, s.from_name, s.from_email, s.reply_to, s.virtual_mta_id, s.url_domain_id,
      s.bounce_email_user_id || '@' || s.bounce_email_domain_id as bounce_email_id, s.track_opens, s.track_links,
      s.unsubscription, s.body_days, s.paused,
      case when t.waits_until > now() then t.waiting_for else '' end as waiting_for, s.updated_at
    from message_streams s
    left join message_turns t on t.organization_id = ${organizationId} and t.stream_id = s.id
    where s.organization_id = ${organizationId}`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'message_streams_name' },
  insert: async (sql, organizationId, input) => {
    const columns = await columnsOf(sql, organizationId, input, null)
    return insertColumns(sql, organizationId, 'message_streams', columns)
  },
  update: async (sql, organizationId, row, changes) => {
    const [current] = await sql<Stored[]>`
      select from_email, reply_to, virtual_mta_id, url_domain_id, bounce_email_user_id, bounce_email_domain_id
      from message_streams where organization_id = ${organizationId} and id = ${row.id}`
    const columns = await columnsOf(sql, organizationId, changes, current ?? null)
    await setColumns(sql, organizationId, messageStreams, { row, columns })
    await sql`
      update message_streams set updated_at = ${nextVersion(sql)}
      where organization_id = ${organizationId} and id = ${row.id}`
    await sql`
      update message_turns set waits_until = null
      where organization_id = ${organizationId} and stream_id = ${row.id}`
    await wakeSenders(sql, 'messages')
  },
  // A few are enough to say so.
  users: (sql, organizationId, { id }) => sql`
    select 'Message' as type, id from (
      select id from messages where organization_id = ${organizationId} and stream_id = ${id} order by id desc limit 10) m`,
  release: async () => {},
}

type References = {
  virtual_mta_id: number | null
  url_domain_id: number | null
  bounce_email_user_id: number | null
  bounce_email_domain_id: number | null
}
type Stored = References & { from_email: string; reply_to: string }

/** @throws AppError `validation_failed`. */
async function columnsOf(
  sql: Transaction,
  organizationId: number,
  {
    virtual_mta_id: virtualMtaId,
    url_domain_id: urlDomainId,
    bounce_email_id: bounceEmailId,
    ...given
  }: StreamChanges,
  current: Stored | null,
) {
  const [userId, domainId] = bounceEmailId?.split('@').map(Number) ?? []
  const references: Partial<References> = {
    // The System Default Route has no row: its id is 0.
    ...(virtualMtaId === undefined ? {} : { virtual_mta_id: virtualMtaId === 0 ? null : virtualMtaId }),
    ...(urlDomainId === undefined ? {} : { url_domain_id: urlDomainId }),
    ...(bounceEmailId === undefined
      ? {}
      : { bounce_email_user_id: userId ?? null, bounce_email_domain_id: domainId ?? null }),
  }
  const columns = { ...given, ...references }
  const change = { wanted: columns, current }
  const problems = [
    ...(await missingOf(sql, organizationId, references)),
    ...(await findPermissionProblems(sql, organizationId, change)),
    ...(await findSenderProblems(sql, organizationId, change)),
  ]
  if (problems.length > 0) throw invalid(problems.map((one) => one.replace('_user_id', '_id')).join(', '))
  return columns
}

/** Found records cannot be deleted until the transaction ends. @returns problems. */
async function missingOf(
  sql: Transaction,
  organizationId: number,
  wanted: Partial<References>,
): Promise<string[]> {
  const problems: string[] = []
  const references = [
    ['virtual_mta_id', 'virtual_mtas'],
    ['url_domain_id', 'url_domains'],
  ] as const
  for (const [name, table] of references) {
    const id = wanted[name]
    if (id === undefined || id === null) continue
    const [row] = await sql`
      select 1 from ${sql(table)} where organization_id = ${organizationId} and id = ${id} for key share`
    if (row === undefined) problems.push(`${name} does not exist`)
  }
  const { bounce_email_user_id: userId = null, bounce_email_domain_id: domainId = null } = wanted
  if (userId === null) return problems
  const [row] = await sql`
    select 1 from bounce_emails
    where organization_id = ${organizationId} and user_id = ${userId} and domain_id = ${domainId} for key share`
  return row === undefined ? [...problems, 'bounce_email_id does not exist'] : problems
}

/** What a new message takes from its stream. */
export type StreamDefaults = {
  id: number
  name: string
  from_name: string
  from_email: string
  reply_to: string
  track_opens: boolean
  track_links: boolean
  unsubscription: boolean
  url_origin: string | null
}

/** By lower-case name. The default stream is created when it is first named. */
export async function findStreams(
  sql: Sql,
  organizationId: number,
  names: readonly string[],
): Promise<Map<string, StreamDefaults>> {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))]
  const found = await readStreams(sql, organizationId, wanted)
  if (!wanted.includes(defaultStream) || found.has(defaultStream)) return found
  await sql`
    insert into message_streams (organization_id, name) values (${organizationId}, ${defaultStream})
    on conflict do nothing`
  return readStreams(sql, organizationId, wanted)
}

async function readStreams(
  sql: Sql,
  organizationId: number,
  names: readonly string[],
): Promise<Map<string, StreamDefaults>> {
  const rows = await sql<StreamDefaults[]>`
    select s.id, s.name, s.from_name, s.from_email, s.reply_to, s.track_opens, s.track_links, s.unsubscription,
      case when d.ssl then 'https://' else 'http://' end || d.domain as url_origin
    from message_streams s
    left join url_domains d on d.organization_id = ${organizationId} and d.id = s.url_domain_id
    where s.organization_id = ${organizationId} and lower(s.name) = any(${[...names]}::text[])`
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]))
}
