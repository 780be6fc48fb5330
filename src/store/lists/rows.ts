import { invalid, notFound } from '../../contract/api/errors.ts'
import type { MailingListChanges, MailingListInput } from '../../contract/lists/input.ts'
import {
  changedListProblems,
  mergePreview,
  newListProblems,
  primaryKeyProblems,
  type CurrentList,
} from '../../contract/lists/problems.ts'
import type { MailingList, MailingListQuery } from '../../contract/lists/endpoints.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { forgetImportPeople } from '../segments/import-people.ts'
import { cancelCampaigns } from '../campaigns/changes.ts'
import { cancelExports } from '../exports/rows.ts'
import { importKind } from '../imports/claims.ts'
import { cancelJobs } from '../jobs/states.ts'
import { cancelBulkChanges } from '../bulk-changes/rows.ts'
import { findFieldRules, lockCustomFields } from './custom-fields.ts'
import { readListInput, replaceSeedLists } from './columns.ts'
import { systemOrganizationId } from '../conditions/system-organization.ts'
import { findPermissionProblems } from '../resources/permissions.ts'
import { findSenderProblems } from '../resources/sender-addresses.ts'

function columns(sql: Sql, organizationId: number) {
  return sql`
    l.id, l.name, l.d_from_email, l.d_from_name, l.d_reply_to, l.d_sender_email, l.d_speed,
    coalesce(v.name, 'System Default Route') as d_virtual_mta, coalesce(l.d_virtual_mta_id, 0) as d_virtual_mta_id,
    u.domain as d_url_domain, l.d_url_domain_id, b.email as d_bounce_email,
    l.d_bounce_email_user_id || '@' || l.d_bounce_email_domain_id as d_bounce_email_id, (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.id), '[]')
      from mailing_list_seed_lists ls
      join seed_lists s on s.organization_id = ls.organization_id and s.id = ls.seed_list_id
      where ls.organization_id = ${organizationId} and ls.mailing_list_id = l.id) as d_seed_lists,
    l.d_autowinner_enabled, regexp_replace(l.d_autowinner_percentage::text, '0$', '') as d_autowinner_percentage,
    l.d_autowinner_delay_amount, l.d_autowinner_delay_unit, l.d_autowinner_metric, l.has_format, l.has_confirmed,
    l.custom_headers_enabled, l.custom_headers, l.primary_key_custom_field_id, (
      select coalesce(jsonb_object_agg(f.name,
        jsonb_build_object('name', f.name, 'type', f.field_type, 'value', preview.value)), '{}')
      from (select (jsonb_each(l.preview_custom_field_data)).*) preview
      join custom_fields f on f.organization_id = ${organizationId} and f.id = preview.key::integer
        and f.deleted_at is null) as preview_custom_field_data,
    l.is_remote_list, l.database_connection_id, d.name as database_connection_name`
}

function lists(sql: Sql) {
  return sql`
    mailing_lists l
    left join virtual_mtas v on v.organization_id = l.organization_id and v.id = l.d_virtual_mta_id
    left join url_domains u on u.organization_id = l.organization_id and u.id = l.d_url_domain_id
    left join bounce_emails b on b.organization_id = l.organization_id and b.user_id = l.d_bounce_email_user_id
      and b.domain_id = l.d_bounce_email_domain_id
    left join database_connections d on d.organization_id = l.organization_id and d.id = l.database_connection_id`
}

function listed(sql: Sql, organizationId: number, filter: MailingListQuery) {
  const { name, name_contains: nameContains, ids, is_remote_list: isRemote } = filter
  return sql`
    l.organization_id = ${organizationId} and l.deleted_at is null
    ${name === undefined ? sql`` : sql`and lower(l.name) = lower(${name}::text)`}
    ${nameContains === undefined ? sql`` : sql`and strpos(lower(l.name), lower(${nameContains}::text)) > 0`}
    ${ids === undefined ? sql`` : sql`and l.id = any(${ids}::bigint[])`}
    ${isRemote === undefined ? sql`` : sql`and l.is_remote_list = ${isRemote}`}`
}

export async function findMailingLists(
  sql: Sql,
  organizationId: number,
  filter: MailingListQuery,
  page: PageRequest,
): Promise<{ rows: MailingList[]; count: number }> {
  const [rows, [counted]] = await Promise.all([
    sql<MailingList[]>`
      select ${columns(sql, organizationId)} from ${lists(sql)}
      where ${listed(sql, organizationId, filter)}
      order by l.id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`
      select count(*) from mailing_lists l where ${listed(sql, organizationId, filter)}`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

export async function findMailingList(sql: Sql, organizationId: number, id: number): Promise<MailingList> {
  const [row] = await sql<MailingList[]>`
    select ${columns(sql, organizationId)} from ${lists(sql)}
    where l.organization_id = ${organizationId} and l.id = ${id}::bigint and l.deleted_at is null`
  if (row === undefined) throw notFound('mailing list')
  return row
}

export async function insertMailingList(
  sql: Transaction,
  organizationId: number,
  input: MailingListInput,
): Promise<number> {
  const { columns, seedListIds, problems } = await readListInput(sql, organizationId, input)
  refuse([
    ...newListProblems(input, organizationId === systemOrganizationId),
    ...problems,
    ...(await findPermissionProblems(sql, organizationId, {
      wanted: columns,
      current: null,
      prefix: 'd_',
    })),
    ...(await findSenderProblems(sql, organizationId, { wanted: columns, current: null, prefix: 'd_' })),
  ])
  const [row] = await sql<{ id: number }[]>`
    insert into mailing_lists
      ${sql({ organization_id: organizationId, is_remote_list: input.is_remote_list === true, ...columns })}
    returning id`
  if (row === undefined) throw new Error('insert returned no row')
  await replaceSeedLists(sql, organizationId, row.id, seedListIds)
  return row.id
}

export async function updateMailingList(
  sql: Transaction,
  organizationId: number,
  id: number,
  changes: MailingListChanges,
): Promise<void> {
  // Before the list's own lock: all transactions that take both take them in this order.
  if (changes.primary_key_custom_field_id !== undefined) await lockCustomFields(sql, organizationId)
  const list = await lockMailingList(sql, organizationId, id)
  const rules = await findFieldRules(sql, organizationId, id)
  const { columns, seedListIds, problems } = await readListInput(sql, organizationId, changes)
  const preview = mergePreview(list.preview_custom_field_data, changes, rules)
  const isInUse = await isListInUse(sql, organizationId, id)
  refuse([
    ...changedListProblems(list, changes),
    ...primaryKeyProblems(list, changes, rules, isInUse),
    ...problems,
    ...preview.problems,
    ...(await findPermissionProblems(sql, organizationId, {
      wanted: columns,
      current: list,
      prefix: 'd_',
    })),
    ...(await findSenderProblems(sql, organizationId, { wanted: columns, current: list, prefix: 'd_' })),
  ])
  const { primary_key_custom_field_id = list.primary_key_custom_field_id } = changes
  const settings = {
    ...columns,
    primary_key_custom_field_id,
    preview_custom_field_data: sql.json(preview.values),
  }
  await sql`
    update mailing_lists set ${sql(settings)} where organization_id = ${organizationId} and id = ${id}`
  await replaceSeedLists(sql, organizationId, id, seedListIds)
}

/** Transactions that add subscribers wait for this lock. @throws AppError `not_found`. */
async function lockMailingList(sql: Transaction, organizationId: number, id: number): Promise<CurrentList> {
  const [row] = await sql<CurrentList[]>`
    select custom_headers_enabled, custom_headers, primary_key_custom_field_id, preview_custom_field_data,
      is_remote_list, d_virtual_mta_id, d_url_domain_id, d_bounce_email_user_id, d_bounce_email_domain_id,
      d_from_email, d_reply_to, d_sender_email, d_speed
    from mailing_lists
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null
    for update`
  if (row === undefined) throw notFound('mailing list')
  return row
}

/** Whether subscribers are, or soon will be, identified by the list's key. */
async function isListInUse(sql: Sql, organizationId: number, id: number): Promise<boolean> {
  const [row] = await sql<{ in_use: boolean }[]>`
    select exists (
      select 1 from subscribers where organization_id = ${organizationId} and mailing_list_id = ${id})
    or exists (
      select 1 from import_jobs
      where organization_id = ${organizationId} and mailing_list_id = ${id} and finished_at is null)
    or exists (
      select 1 from web_forms
      where organization_id = ${organizationId} and mailing_list_id = ${id} and deleted_at is null) as in_use`
  return row?.in_use === true
}

function refuse(problems: string[]): void {
  if (problems.length > 0) throw invalid(problems.join(', '))
}

/**
 * Cancels imports, exports and campaigns first: a worker locks its own row before the list's, so the other order could deadlock.
 * Then it locks the list, and cancels those that were created in the meantime.
 */
export async function deleteMailingList(sql: Transaction, organizationId: number, id: number): Promise<void> {
  await cancelJobs(sql, { organizationId, kind: importKind, listId: id })
  await cancelExports(sql, organizationId, id)
  await cancelBulkChanges(sql, organizationId, id)
  await cancelCampaigns(sql, organizationId, id)
  const { count } = await sql`
    select 1 from mailing_lists
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null
    for update`
  if (count === 0) throw notFound('mailing list')
  await cancelJobs(sql, { organizationId, kind: importKind, listId: id })
  await cancelExports(sql, organizationId, id)
  await cancelBulkChanges(sql, organizationId, id)
  await cancelCampaigns(sql, organizationId, id)
  await sql`
    update mailing_lists set deleted_at = now() where organization_id = ${organizationId} and id = ${id}`
}

/** At most `batchRows` subscribers per call. @returns how many were removed; 0: nothing is left to purge. */
export async function purgeDeletedLists(sql: Sql, batchRows: number): Promise<number> {
  for (;;) {
    const [list] = await sql<PurgedList[]>`
      select organization_id, id from mailing_lists
      where deleted_at is not null and purged_at is null
      order by deleted_at limit 1`
    if (list === undefined) return 0
    const removed = await purgeBatch(sql, list, batchRows)
    if (removed < batchRows) await finishPurge(sql, list)
    if (removed > 0) return removed
  }
}

type PurgedList = { organization_id: number; id: number }

async function purgeBatch(sql: Sql, list: PurgedList, batchRows: number): Promise<number> {
  const { count } = await sql`
    with batch as materialized (
      select id from subscribers
      where organization_id = ${list.organization_id} and mailing_list_id = ${list.id}
      order by id limit ${batchRows}),
    forgotten as (
      delete from autoresponder_reactions r using batch
      where r.organization_id = ${list.organization_id} and r.mailing_list_id = ${list.id}
        and r.subscriber_id = batch.id and not r.handed_over),
    unread as (
      delete from remote_recipients r using batch
      where r.organization_id = ${list.organization_id} and r.subscriber_id = batch.id),
    unknown as (
      delete from remote_identities i using batch
      where i.organization_id = ${list.organization_id} and i.mailing_list_id = ${list.id}
        and i.subscriber_id = batch.id),
    unproven as (
      delete from consents c using batch
      where c.organization_id = ${list.organization_id} and c.mailing_list_id = ${list.id}
        and c.subscriber_id = batch.id)
    delete from subscribers s using batch
    where s.organization_id = ${list.organization_id} and s.mailing_list_id = ${list.id} and s.id = batch.id`
  return count
}

async function finishPurge(sql: Sql, list: PurgedList): Promise<void> {
  await forgetImportPeople(sql, list.organization_id, list.id)
  await sql`
    with forgotten as (
      delete from autoresponder_reactions
      where organization_id = ${list.organization_id} and mailing_list_id = ${list.id} and not handed_over),
    -- The content of uncertain messages, which cannot be resent.
    unwritten as (
      update deliveries d set content_replacements = null
      from autoresponders a
      where a.organization_id = ${list.organization_id} and a.mailing_list_id = ${list.id}
        and d.organization_id = ${list.organization_id} and d.campaign_id is null and d.autoresponder_id = a.id
        and d.state = 'uncertain' and d.content_replacements is not null),
    uncounted as (
      delete from subscriber_counts
      where organization_id = ${list.organization_id} and mailing_list_id = ${list.id}),
    unasked as (
      delete from sign_ups
      where organization_id = ${list.organization_id} and mailing_list_id = ${list.id}),
    -- Of subscribers who were deleted before.
    unproven as (
      delete from consents
      where organization_id = ${list.organization_id} and mailing_list_id = ${list.id}),
    unnoted as (
      delete from soft_bounces
      where organization_id = ${list.organization_id} and mailing_list_id = ${list.id})
    update mailing_lists set purged_at = now(), preview_custom_field_data = '{}'
    where organization_id = ${list.organization_id} and id = ${list.id} and purged_at is null
      and not exists (
        select 1 from subscribers
        where organization_id = ${list.organization_id} and mailing_list_id = ${list.id})`
}
