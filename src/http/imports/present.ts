import { classifications } from '../../contract/imports/states.ts'
import type { ImportElement, ImportRecord } from '../../contract/imports/endpoints.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { isOverPruneLimit, pruneLimitOf } from '../../contract/imports/prune.ts'
import { undoClasses } from '../../contract/imports/undo.ts'
import type { ImportRow } from '../../store/imports/rows.ts'
import type { UndoRow } from '../../store/imports/columns.ts'

export function presentElement(row: ImportRow, zone: string): ImportElement {
  return {
    ...head(row, zone),
    stats: {
      number_of_records: row.number_of_records,
      records_imported: row.records_imported,
    },
  }
}

export function presentImport(row: ImportRow, zone: string): ImportRecord {
  const subscribers = Object.fromEntries(classifications.map((name) => [name, row[name]]))
  return {
    ...head(row, zone),
    error_message: row.error_message,
    overwrite: row.overwrite,
    autoresponders: row.autoresponders,
    overwrite_what: row.overwrite_what,
    overwrite_when_status: row.overwrite_when_status,
    column_mapping: row.column_mapping,
    default_custom_fields: row.default_custom_fields,
    file_format: row.file_format,
    stats: {
      number_of_records: row.number_of_records,
      records_imported: row.records_imported,
      subscribers: subscribers as ImportRecord['stats']['subscribers'],
      ...pruneStats(row),
    },
    ...addedStatuses(row),
    ...badValues(row),
    subscriber_defaults: row.subscriber_defaults,
    ...newFields(row),
    ...pruning(row),
    ...(row.undo !== null && { undo: presentUndo(row.undo, zone) }),
    on_bad_value: row.on_bad_value,
    ...(!row.keep_for_undo && { keep_for_undo: false as const }),
  }
}

function addedStatuses(row: ImportRow): Pick<ImportRecord, 'added_statuses'> {
  const { added_unsubscribed: unsubscribed, added_scomp: scomp, added_bounced: bounced } = row
  const { added_deactivated: deactivated } = row
  const active = row.added - unsubscribed - scomp - bounced - deactivated
  if (active === row.added) return {}
  return { added_statuses: { active, unsubscribed, scomp, bounced, deactivated } }
}

function badValues({ bad_values: found, bad_value_rows: rows, column_mapping: names }: ImportRow) {
  const columns = Object.entries(found)
  if (columns.length === 0) return {}
  const bad_values = columns
    .map(([column, { count, canBeEmpty, examples }]) => ({
      column: Number(column) + 1,
      field: names[Number(column)] ?? '',
      count,
      can_be_empty: canBeEmpty,
      examples,
    }))
    .toSorted((one, other) => one.column - other.column)
  return { bad_values, rows_with_bad_values: rows }
}

function pruneStats(row: ImportRow): Pick<ImportRecord['stats'], 'prune'> {
  if (row.not_in_file === null) return {}
  const { prune_active: active, prune_found: not_in_file, pruned, prune_left_alone: left_alone } = row
  const isCompared = active !== null && not_in_file !== null
  const is_over_limit = isCompared
    ? isOverPruneLimit(pruneLimitOf(row.prune_limit), not_in_file, active)
    : null
  return { prune: { active, not_in_file, is_over_limit, pruned, left_alone } }
}

function newFields({ create_custom_fields: fields }: ImportRow): Pick<ImportRecord, 'create_custom_fields'> {
  if (fields === null) return {}
  const created = fields.map(({ name, field_type, id }) => ({ name, field_type, custom_field_id: id }))
  return { create_custom_fields: created }
}

function pruning({ not_in_file, prune_limit }: ImportRow): Pick<ImportRecord, 'not_in_file' | 'prune_limit'> {
  return not_in_file === null ? {} : { not_in_file, prune_limit: pruneLimitOf(prune_limit) }
}

function presentUndo(undo: UndoRow, zone: string): ImportRecord['undo'] {
  const time = (text: string | null) => (text === null ? null : formatInstant(Date.parse(text), zone))
  const counters = Object.fromEntries(undoClasses.map((name) => [name, undo[name]]))
  return {
    state: undo.state,
    started_at: time(undo.started_at),
    finished_at: time(undo.finished_at),
    error_message: undo.error_message,
    people: undo.people,
    reactions_withdrawn: undo.reactions_withdrawn,
    counters: counters as NonNullable<ImportRecord['undo']>['counters'],
  }
}

function head(row: ImportRow, zone: string) {
  return {
    id: row.id,
    mailing_list_id: row.mailing_list_id,
    mailing_list_name: row.mailing_list_name,
    created_at: formatInstant(row.created_at.getTime(), zone),
    state: row.state,
    begins_at: formatInstant(row.begins_at.getTime(), zone),
    finished_at: row.finished_at === null ? null : formatInstant(row.finished_at.getTime(), zone),
    file_source: {
      type: row.source_type,
      filename: row.source_filename,
      url: row.source_url,
      ...(row.upload_id !== null && { id: row.upload_id }),
      ...(row.source_import_id !== null && { import_id: row.source_import_id }),
    },
    ...dryRun(row, zone),
  }
}

type OfDryRun = Pick<ImportElement, 'dry_run' | 'importable_until' | 'real_import_id' | 'dry_run_id'>

function dryRun(
  { dry_run, dry_run_id, real_import_id, importable_until: until }: ImportRow,
  zone: string,
): OfDryRun {
  return {
    ...(dry_run && { dry_run }),
    ...(until !== null && { importable_until: formatInstant(until.getTime(), zone) }),
    ...(real_import_id !== null && { real_import_id }),
    ...(dry_run_id !== null && { dry_run_id }),
  }
}
