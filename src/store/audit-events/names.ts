import type { Sql } from '../../database/driver/connection.ts'
import type { AuditEventRow } from './log.ts'

/** Where the name of a record stands. People are named by their ids: the log keeps no addresses. */
const places: Readonly<Record<string, readonly [table: string, column: string]>> = {
  ApiKey: ['api_keys', 'name'],
  Asset: ['assets', 'filename'],
  Attachment: ['attachments', 'filename'],
  Autoresponder: ['autoresponders', 'name'],
  BounceEmail: ['bounce_emails', 'email'],
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

type Reference = { type: string; id: number }

/** @returns what a record that still exists is called; null: it is gone, or has no name. */
export type NameOf = (type: string | null, id: unknown) => string | null

/** The names of all records that these events are about or refer to, by one statement. */
export async function findNames(
  sql: Sql,
  organizationId: number,
  events: readonly Pick<AuditEventRow, 'subject_type' | 'subject_id' | 'details'>[],
): Promise<NameOf> {
  const references = events.flatMap(referencesOf)
  const [first, ...others] = Object.entries(places).flatMap(([type, [table, column]]) => {
    const ids = new Set(references.flatMap((one) => (one.type === type ? [one.id] : [])))
    if (ids.size === 0) return []
    return [
      sql`select ${type} as type, id::bigint as id, ${sql(column)} as name from ${sql(table)}
        where organization_id = ${organizationId} and id = any(${[...ids]}::bigint[])`,
    ]
  })
  if (first === undefined) return () => null
  const rows = await sql<{ type: string; id: number; name: string | null }[]>`
    ${others.reduce((all, one) => sql`${all} union all ${one}`, first)}`
  const names = new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]))
  return (type, id) => names.get(`${type} ${String(id)}`) ?? null
}

function referencesOf({
  subject_type: type,
  subject_id: id,
  details,
}: Pick<AuditEventRow, 'subject_type' | 'subject_id' | 'details'>): Reference[] {
  const subject = type === null || id === null ? [] : [{ type, id }]
  return [...subject, ...referredIn(details)]
}

/** The details that are ids, and of what. */
export function referredIn(details: Readonly<Record<string, unknown>>): (Reference & { name: string })[] {
  return Object.entries(details).flatMap(([name, value]) => {
    const type = Object.hasOwn(referring, name) ? referring[name] : undefined
    return type === undefined || !Number.isSafeInteger(value) ? [] : [{ name, type, id: Number(value) }]
  })
}
