import type { Sql } from '../../database/driver/connection.ts'
import type { AuditEventRow } from './log.ts'

/** Where the name of a record stands. People are named by their ids: the log keeps no addresses. */
const places: Readonly<Record<string, readonly [table: string, column: string]>> = {
  ApiKey: ['api_keys', 'name'],
  Asset: ['assets', 'filename'],
  Attachment: ['attachments', 'filename'],
  Autoresponder: ['autoresponders', 'name'],
  Campaign: ['campaigns', 'name'],
  CustomField: ['custom_fields', 'name'],
  DatabaseConnection: ['database_connections', 'name'],
  DkimKey: ['dkim_keys', 'domain'],
  LogInProvider: ['log_in_providers', 'name'],
  MailingList: ['mailing_lists', 'name'],
  MessageStream: ['message_streams', 'name'],
  MessageTemplate: ['message_templates', 'name'],
  ScimGroup: ['scim_groups', 'display_name'],
  SeedList: ['seed_lists', 'name'],
  Segment: ['segments', 'name'],
  SenderDomain: ['sender_domains', 'domain'],
  SpecialSendingRule: ['special_sending_rules', 'name'],
  SubscriberImport: ['subscriber_imports', 'source_filename'],
  SuppressionList: ['suppression_lists', 'name'],
  Template: ['campaigns', 'name'],
  UrlDomain: ['url_domains', 'domain'],
  User: ['users', 'full_name'],
  UserRole: ['user_roles', 'name'],
  VirtualMta: ['virtual_mtas', 'name'],
  WebForm: ['web_forms', 'name'],
  Webhook: ['webhooks', 'name'],
}

/** Details that are the id of a record. */
const referring: Readonly<Record<string, string>> = {
  api_key_id: 'ApiKey',
  autoresponder_id: 'Autoresponder',
  campaign_id: 'Campaign',
  custom_field_id: 'CustomField',
  mailing_list_id: 'MailingList',
  segment_id: 'Segment',
  to_mailing_list_id: 'MailingList',
  user_id: 'User',
}

type Named = Pick<AuditEventRow, 'subject_type' | 'subject_id' | 'details'>
type Reference = { type: string; id: number }

/** What the records of an event are called that still exist. */
export type Names = {
  subject: string | null
  /** By the names of the details that are their ids. */
  details: Record<string, string>
}

/** Whose names can be found. */
export const namedTypes: readonly string[] = Object.keys(places)

/** The names of all records that these events are about or refer to, by one statement. */
export async function findNames(
  sql: Sql,
  organizationId: number,
  events: readonly Named[],
): Promise<(event: Named) => Names> {
  const references = events.flatMap((event) => [...subjectOf(event), ...referredIn(event)])
  const [first, ...others] = Object.entries(places).flatMap(([type, [table, column]]) => {
    const ids = new Set(references.flatMap((one) => (one.type === type ? [one.id] : [])))
    if (ids.size === 0) return []
    return [
      sql`select ${type} as type, id::bigint as id, ${sql(column)} as name from ${sql(table)}
        where organization_id = ${organizationId} and id = any(${[...ids]}::bigint[])`,
    ]
  })
  if (first === undefined) return () => ({ subject: null, details: {} })
  const rows = await sql<{ type: string; id: number; name: string | null }[]>`
    ${others.reduce((all, one) => sql`${all} union all ${one}`, first)}`
  const names = new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]))
  const nameOf = ({ type, id }: Reference) => names.get(`${type} ${id}`) ?? null
  return (event) => {
    const [subject] = subjectOf(event)
    const details = referredIn(event).flatMap(({ name, ...reference }) => {
      const called = nameOf(reference)
      return called === null ? [] : [[name, called]]
    })
    return {
      subject: subject === undefined ? null : nameOf(subject),
      details: Object.fromEntries(details),
    }
  }
}

function subjectOf({ subject_type: type, subject_id: id }: Named): Reference[] {
  return type === null || id === null ? [] : [{ type, id }]
}

/** The details that are ids, and of what. */
function referredIn({ details }: Named): (Reference & { name: string })[] {
  return Object.entries(details).flatMap(([name, value]) => {
    const type = Object.hasOwn(referring, name) ? referring[name] : undefined
    return type === undefined || !Number.isSafeInteger(value) ? [] : [{ name, type, id: Number(value) }]
  })
}
