import { AppError, invalid } from '../../contract/api/errors.ts'
import { kindOfField, type TestKind } from '../../contract/segments/value-tests.ts'
import type { FieldType } from '../../contract/lists/field-values.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import { leavesOf, referencesOf } from '../../contract/segments/tree.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findVersions, missingVersions, type Versions } from '../conditions/campaign-versions.ts'
import type { IdRange } from './id-range.ts'

export type Target = {
  organizationId: number
  listId: number
  timeZone: string
  /** The campaign whose recipients are selected: its own messages and later campaigns are no part of the answer. */
  campaignId?: number
  /** Only these subscribers of the list are asked for. Absent: all. */
  ids?: IdRange
}

/** `subscribers`: in all states. */
export type KnownLists = ReadonlyMap<number, { hasOwnKey: boolean; subscribers: number }>

export type KnownCampaign = {
  id: number
  startedAt: Date
  /** What `campaign_people` has of it. null: nothing. */
  kept: { at: Date; lastSentAt: Date } | null
}

/** What the clauses name, as it is now. */
export type Known = {
  now: Date
  /** `YYYY-MM-DD` in the zone of the target. */
  today: string
  /** Whether the list tells people apart by a custom field. */
  hasOwnKey: boolean
  /** How many the list has, in all states. */
  subscribers: number
  lists: KnownLists
  fields: ReadonlyMap<number, TestKind>
  /** Of the list, the one that started last first. */
  campaigns: readonly KnownCampaign[]
  autoresponders: readonly number[]
  versions: Versions
  /** `isKept`: in `import_people`, otherwise in `import_undo_pieces`. */
  imports: ReadonlyMap<number, { isKept: boolean }>
  segments: ReadonlyMap<number, readonly Clause[]>
}

/** Of segments in segments; `checkSegments` refuses more when they are saved. */
export const segmentDepthMax = 5

/**
 * @throws AppError `validation_failed` with a sentence if something that the clauses name is gone: otherwise `is not`
 * would select everybody.
 */
export async function findKnown(sql: Sql, target: Target, clauses: readonly Clause[]): Promise<Known> {
  const segments = await findInner(sql, target, clauses)
  const all = [...clauses, ...[...segments.values()].flat()]
  const ids = (kind: Parameters<typeof referencesOf>[1]) => [
    ...new Set(referencesOf(all, kind).map(({ id }) => id)),
  ]
  const { now, lists, subscribers } = await findLists(sql, target, ids('mailing_list'))
  await requireSuppressionLists(sql, target, ids('suppression_list'))
  await requireForms(sql, target, ids('web_form'))
  const hasActivity = leavesOf(all).some(({ type }) => type === 'activity')
  return {
    now,
    today: formatInstant(now.getTime(), target.timeZone).slice(0, 10),
    hasOwnKey: lists.get(target.listId)?.hasOwnKey ?? false,
    subscribers,
    lists,
    fields: await findFields(sql, target, ids('custom_field')),
    ...(hasActivity
      ? await findSenders(sql, target, { campaigns: ids('campaign'), autoresponders: ids('autoresponder') })
      : { campaigns: [], autoresponders: [] }),
    versions: await requireVersions(sql, target, all),
    imports: await findImports(sql, target, ids('import')),
    segments,
  }
}

function broken(what: string): AppError {
  return invalid(`the segment names ${what}: change the segment, then try again`)
}

function requireAll(ids: readonly number[], found: ReadonlyMap<number, unknown>, what: string): void {
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw broken(`${what} that no longer exists (id ${missing})`)
}

async function findInner(
  sql: Sql,
  { organizationId, listId }: Target,
  clauses: readonly Clause[],
): Promise<Map<number, readonly Clause[]>> {
  const found = new Map<number, readonly Clause[]>()
  let wanted = referencesOf(clauses, 'segment').map(({ id }) => id)
  for (let depth = 1; wanted.length > 0; depth += 1) {
    if (depth > segmentDepthMax)
      throw broken(`segments in segments, more than ${segmentDepthMax} levels deep`)
    const rows = await sql<{ id: number; clauses: Clause[] }[]>`
      select id, clauses from segments
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = any(${wanted})`
    for (const row of rows) found.set(row.id, row.clauses)
    requireAll(wanted, found, 'another segment')
    wanted = [...new Set(rows.flatMap((row) => referencesOf(row.clauses, 'segment').map(({ id }) => id)))]
  }
  return found
}

async function findLists(
  sql: Sql,
  { organizationId, listId }: Target,
  ids: readonly number[],
): Promise<Pick<Known, 'now' | 'lists' | 'subscribers'>> {
  const rows = await sql<{ id: number; has_own_key: boolean; now: Date; subscribers: number }[]>`
    select l.id, l.primary_key_custom_field_id is not null as has_own_key, now() as now,
      coalesce(c.active + c.unsubscribed + c.scomp + c.bounced + c.deactivated, 0) as subscribers
    from mailing_lists l
    left join subscriber_counts c on c.organization_id = l.organization_id and c.mailing_list_id = l.id
    where l.organization_id = ${organizationId} and l.id = any(${[listId, ...ids]}) and l.deleted_at is null`
  const lists = new Map(
    rows.map(({ id, has_own_key: hasOwnKey, subscribers }) => [id, { hasOwnKey, subscribers }]),
  )
  requireAll(ids, lists, 'a mailing list')
  return { now: rows[0]?.now ?? new Date(), lists, subscribers: lists.get(listId)?.subscribers ?? 0 }
}

async function requireSuppressionLists(
  sql: Sql,
  { organizationId }: Target,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await sql<{ id: number }[]>`
    select id from suppression_lists where organization_id = ${organizationId} and id = any(${[...ids]})`
  requireAll(ids, new Map(rows.map(({ id }) => [id, true])), 'a suppression list')
}

async function requireForms(
  sql: Sql,
  { organizationId, listId }: Target,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await sql<{ id: number }[]>`
    select id from web_forms
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = any(${[...ids]})
      and deleted_at is null`
  requireAll(ids, new Map(rows.map(({ id }) => [id, true])), 'a web form')
}

async function findFields(
  sql: Sql,
  { organizationId, listId }: Target,
  ids: readonly number[],
): Promise<Known['fields']> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: number; field_type: FieldType }[]>`
    select id, field_type from custom_fields
    where organization_id = ${organizationId} and id = any(${[...ids]}) and deleted_at is null
      and (mailing_list_id is null or mailing_list_id = ${listId})`
  const fields = new Map(rows.map(({ id, field_type }) => [id, kindOfField[field_type]]))
  requireAll(ids, fields, 'a custom field')
  return fields
}

async function findSenders(
  sql: Sql,
  { organizationId, listId, campaignId }: Target,
  named: Record<'campaigns' | 'autoresponders', readonly number[]>,
): Promise<Pick<Known, 'campaigns' | 'autoresponders'>> {
  const rows = await sql<SenderRow[]>`
    select id, started_at, people_kept_at, people_last_sent_at, reopened_at is not null as is_reopened, coalesce(id <> ${campaignId ?? 0} and started_at < coalesce((
        select started_at from campaigns where organization_id = ${organizationId} and id = ${campaignId ?? 0}),
      'infinity'), false) as is_before
    from campaigns
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and not template
      and (started_at is not null or id = any(${[...named.campaigns]}))
    order by started_at desc nulls last, id desc`
  requireAll(named.campaigns, new Map(rows.map(({ id }) => [id, true])), 'a campaign')
  const autoresponders = await sql<{ id: number }[]>`
    select id from autoresponders where organization_id = ${organizationId} and mailing_list_id = ${listId}`
  requireAll(named.autoresponders, new Map(autoresponders.map(({ id }) => [id, true])), 'an autoresponder')
  return {
    campaigns: rows.flatMap(campaignOf),
    autoresponders: autoresponders.map(({ id }) => id),
  }
}

async function requireVersions(
  sql: Sql,
  { organizationId }: Target,
  clauses: readonly Clause[],
): Promise<Versions> {
  const versions = await findVersions(sql, organizationId, clauses)
  const [missing] = missingVersions(versions, clauses)
  if (missing === undefined) return versions
  throw broken(`version ${missing.version} of the campaign ${missing.campaign.id}, which has fewer`)
}

type SenderRow = {
  id: number
  started_at: Date | null
  people_kept_at: Date | null
  people_last_sent_at: Date | null
  is_reopened: boolean
  is_before: boolean
}

function campaignOf(row: SenderRow): KnownCampaign[] {
  const { id, started_at: startedAt, people_kept_at: at, people_last_sent_at: lastSentAt } = row
  if (!row.is_before || startedAt === null) return []
  const isKept = at !== null && lastSentAt !== null && !row.is_reopened
  return [{ id, startedAt, kept: isKept ? { at, lastSentAt } : null }]
}

async function findImports(
  sql: Sql,
  { organizationId, listId }: Target,
  ids: readonly number[],
): Promise<Known['imports']> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: number; is_kept: boolean; is_recorded: boolean; is_undone: boolean }[]>`
    select i.id, i.people_kept as is_kept,
      i.people_kept or (i.keep_for_undo and i.logs_purged_at is null) as is_recorded,
      exists (select from import_undos u where u.organization_id = ${organizationId} and u.import_id = i.id) as is_undone
    from subscriber_imports i
    where i.organization_id = ${organizationId} and i.mailing_list_id = ${listId} and i.id = any(${[...ids]}::bigint[])`
  const imports = new Map(rows.map(({ id, is_kept: isKept }) => [id, { isKept }]))
  requireAll(ids, imports, 'an import')
  for (const { id, is_recorded: isRecorded, is_undone: isUndone } of rows) {
    if (isUndone) throw broken(`the import ${id}, which was undone`)
    if (!isRecorded) throw broken(`the import ${id}, of which nothing records whom it added and changed`)
  }
  return imports
}
