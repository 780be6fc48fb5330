import type { Sql, Transaction } from '../../database/driver/connection.ts'

// What a transaction writes, by PostgreSQL's own count: it includes what triggers and foreign keys do.

/** Whose changes a plan tells. Counters, logs and jobs follow from them. */
const told = [
  'api_keys',
  'assets',
  'attachments',
  'autoresponders',
  'bounce_emails',
  'brands',
  'campaigns',
  'custom_fields',
  'database_connections',
  'dkim_keys',
  'mailing_lists',
  'message_streams',
  'message_templates',
  'messages',
  'organizations',
  'seed_lists',
  'segments',
  'sender_domains',
  'special_sending_rules',
  'subscriber_bulk_changes',
  'subscriber_exports',
  'subscriber_imports',
  'subscribers',
  'suppressed_addresses',
  'suppression_lists',
  'url_domains',
  'user_roles',
  'users',
  'virtual_mtas',
  'web_forms',
  'webhooks',
]

export type RecordChange = { record: string; created: number; changed: number; deleted: number }

/** Counts of this connection: those of a transaction are the difference between its end and its beginning. */
export async function readRecordChanges(sql: Sql): Promise<RecordChange[]> {
  return sql<RecordChange[]>`
    select relname::text as record, n_tup_ins as created, n_tup_upd as changed, n_tup_del as deleted
    from pg_stat_xact_user_tables where schemaname = 'public' and relname = any(${told}::text[])
    order by 1`
}

export function changesSince(
  before: readonly RecordChange[],
  after: readonly RecordChange[],
): RecordChange[] {
  return after
    .map((one) => {
      const start = before.find(({ record }) => record === one.record)
      return {
        record: one.record,
        created: one.created - (start?.created ?? 0),
        changed: one.changed - (start?.changed ?? 0),
        deleted: one.deleted - (start?.deleted ?? 0),
      }
    })
    .filter(({ created, changed, deleted }) => created + changed + deleted > 0)
}

/** The collections of paths whose records a call changes, with columns that say nothing about them. */
const changedByCalls: Record<string, string> = {
  api_keys: 'api_keys',
  autoresponders: 'autoresponders',
  campaigns: 'campaigns',
  custom_fields: 'custom_fields',
  dkim_keys: 'dkim_keys',
  log_in_providers: 'log_in_providers',
  mailing_lists: 'mailing_lists',
  message_streams: 'message_streams',
  message_templates: 'message_templates',
  roles: 'user_roles',
  seed_lists: 'seed_lists',
  segments: 'segments',
  special_sending_rules: 'special_sending_rules',
  suppression_lists: 'suppression_lists',
  templates: 'campaigns',
  users: 'users',
  web_forms: 'web_forms',
  webhooks: 'webhooks',
}

const volatile = ['last_used_at', 'epoch', 'leased_until', 'worker', 'next_attempt_at', 'paced_until']

/** The record that a path names, as it is before the call, kept so until the transaction ends. null: it names none. */
export async function digestRecord(
  sql: Transaction,
  organizationId: number,
  path: string,
): Promise<string | null> {
  if (path === 'approval_rules') return digestRules(sql, organizationId)
  const { table, id } = recordOf(path)
  if (table === undefined) return null
  const [row] = await sql<{ digest: string }[]>`
    select md5((to_jsonb(r) - ${volatile}::text[])::text) as digest from ${sql(table)} r
    where r.organization_id = ${organizationId} and r.id = ${id} for no key update`
  return row?.digest ?? null
}

/** The name of the record that a path names. '': it names none. */
export async function findRecordName(sql: Sql, organizationId: number, path: string): Promise<string> {
  const { table, id } = recordOf(path)
  if (table === undefined) return ''
  const [row] = await sql<{ name: string | null }[]>`
    select coalesce(nullif(r ->> 'name', ''), nullif(r ->> 'full_name', ''), r ->> 'email') as name
    from (select to_jsonb(t) as r from ${sql(table)} t where t.organization_id = ${organizationId} and t.id = ${id}) t`
  return row?.name ?? ''
}

function recordOf(path: string): { table: string | undefined; id: number } {
  const [, collection = '', id = ''] = /(?:^|\/)([a-z_]+)\/(\d{1,9})(?:\/[a-z_]+)?$/.exec(path) ?? []
  const table = Object.hasOwn(changedByCalls, collection) ? changedByCalls[collection] : undefined
  return { table, id: Number(id) }
}

/** All of them are replaced at once. */
async function digestRules(sql: Transaction, organizationId: number): Promise<string> {
  const [row] = await sql<[{ digest: string }]>`
    select md5(coalesce(jsonb_agg(to_jsonb(r) order by r.position), '[]')::text) as digest from approval_rules r
    where r.organization_id = ${organizationId}`
  return row.digest
}
