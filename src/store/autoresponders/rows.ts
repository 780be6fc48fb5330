import { newAutoresponder, type AutoresponderValues } from '../../contract/autoresponders/rules.ts'
import { invalid, notFound } from '../../contract/api/errors.ts'
import type { AttachmentRecord } from '../../contract/resources/attachments.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { isBreachOf } from '../../database/sqlstate.ts'
import { attachmentsOf } from '../resources/attachments.ts'
import { nextVersion } from '../server/next-version.ts'

export type AutoresponderRow = AutoresponderValues & {
  id: number
  mailing_list_id: number
  paused_at: Date | null
  updated_at: Date
  triggered_on: string | null
  segmentation_criteria_name: string | null
  special_sending_rule_name: string | null
  content_attachments: AttachmentRecord[]
}

const valueColumns = Object.keys(newAutoresponder)
/** An array is read as JSON. */
const plainColumns = valueColumns.filter((name) => name !== 'content_attachment_ids')

/** `lock`: other changes of the list's autoresponders wait. @throws AppError `validation_failed` for a remote list. */
export async function requireAutoresponderList(
  sql: Sql,
  organizationId: number,
  listId: number,
  options: { lock: boolean } = { lock: false },
): Promise<void> {
  const [row] = await sql<{ is_remote_list: boolean }[]>`
    select is_remote_list
    from mailing_lists
    where organization_id = ${organizationId} and id = ${listId}::bigint and deleted_at is null
    ${options.lock ? sql`for no key update` : sql``}`
  if (row === undefined) throw notFound('mailing list')
  if (row.is_remote_list) throw invalid('autoresponders are not available on remote lists')
}

export async function findAutoresponders(
  sql: Sql,
  organizationId: number,
  listId: number,
  page: PageRequest,
): Promise<{ rows: AutoresponderRow[]; count: number }> {
  const [rows, [counted]] = await Promise.all([
    sql<AutoresponderRow[]>`
      select ${columns(sql, organizationId)}
      from autoresponders
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and deleted_at is null
        and sequence_id is null
      order by id limit ${page.perPage} offset ${page.offset}`,
    sql<{ count: number }[]>`
      select count(*) from autoresponders
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and deleted_at is null
        and sequence_id is null`,
  ])
  return { rows, count: counted?.count ?? 0 }
}

/** `withSteps`: a step of a sequence is found by its id as well. */
export async function findAutoresponder(
  sql: Sql,
  organizationId: number,
  { listId, id }: { listId: number; id: number },
  { withSteps = false } = {},
): Promise<AutoresponderRow> {
  const [row] = await sql<AutoresponderRow[]>`
    select ${columns(sql, organizationId)}
    from autoresponders
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = ${id}::bigint
      and deleted_at is null ${withSteps ? sql`` : sql`and sequence_id is null`}`
  if (row === undefined) throw notFound('autoresponder')
  return row
}

/** @throws AppError `validation_failed` if the name is taken. */
export async function insertAutoresponder(
  sql: Sql,
  organizationId: number,
  listId: number,
  values: AutoresponderValues,
): Promise<AutoresponderRow> {
  const owner = { organization_id: organizationId, mailing_list_id: listId }
  return explainName(async () => {
    const [made] = await sql<[{ id: number }]>`
      insert into autoresponders ${sql({ ...owner, ...writable(sql, values) })} returning id`
    if (values.paused) {
      await sql`
        update autoresponders set paused_at = now() where organization_id = ${organizationId} and id = ${made.id}`
    }
    return findAutoresponder(sql, organizationId, { listId, id: made.id })
  })
}

export async function updateAutoresponderRow(
  sql: Sql,
  organizationId: number,
  id: number,
  values: AutoresponderValues,
): Promise<AutoresponderRow> {
  return explainName(async () => {
    // The time of the pause remains while the flag is set.
    const pausedAt = values.paused ? sql`least(paused_at, now())` : sql`null`
    const { count } = await sql`
      update autoresponders
      set ${sql(writable(sql, values))}, paused_at = ${pausedAt}, updated_at = ${nextVersion(sql)}
      where organization_id = ${organizationId} and id = ${id}`
    if (count === 0) throw notFound('autoresponder')
    await sql`
      update autoresponders set paused = ${values.paused}
      where organization_id = ${organizationId} and sequence_id = ${id} and paused <> ${values.paused}`
    const [row] = await sql<[AutoresponderRow]>`
      select ${columns(sql, organizationId)} from autoresponders
      where organization_id = ${organizationId} and id = ${id}`
    return row
  })
}

function columns(sql: Sql, organizationId: number) {
  return sql`id, mailing_list_id, paused_at, updated_at, triggered_on, ${sql(plainColumns)},
    to_jsonb(content_attachment_ids) as content_attachment_ids, (
    select g.name from segments g
    where g.organization_id = ${organizationId} and g.id = autoresponders.segmentation_criteria_id
  ) as segmentation_criteria_name, (
    select r.name from special_sending_rules r
    where r.organization_id = ${organizationId} and r.id = autoresponders.special_sending_rule_id
  ) as special_sending_rule_name,
  ${attachmentsOf(sql, organizationId, 'autoresponders.content_attachment_ids')} as content_attachments`
}

function writable(sql: Sql, values: AutoresponderValues) {
  const entries = Object.entries(values).filter(([name]) => valueColumns.includes(name))
  const row = Object.fromEntries<string | number | boolean | null>(
    entries.flatMap(([name, value]) =>
      typeof value === 'object' && value !== null ? [] : [[name, value] as const],
    ),
  )
  const { content_document: document, trigger_click_urls: urls, content_attachment_ids: files } = values
  return {
    ...row,
    trigger_click_urls: sql.json(urls),
    content_document: document === null ? null : sql.json(document),
    content_attachment_ids: [...files],
  }
}

async function explainName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isBreachOf(error, 'autoresponders_name') ? invalid('name has already been taken') : error
  }
}
