import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'
import type { FieldType } from '../../../src/contract/lists/field-values.ts'
import type { Source } from './source.ts'

/** `field`: the entry of the mapping; empty: not imported. `newType`: the field is made by the import. */
export type ColumnChoice = {
  field: string
  newType: FieldType | null
  options?: string[] | undefined
  /** How many columns the file had when it was chosen: read with another separator, its columns are others. */
  among?: number
}

export const optOutChoices = ['apply', 'leave_out', 'ignore'] as const
export type OptOutChoice = (typeof optOutChoices)[number]

export type Rules = {
  status: 'active' | 'unsubscribed' | 'deactivated'
  letters: boolean
  update: boolean
  updateLeft: boolean
  bringBack: boolean
  hasConsent: boolean
  badValues: 'fail_row' | 'leave_empty'
  missing: 'keep' | 'deactivate' | 'unsubscribe'
  limit: string
  isLater: boolean
  beginsAt: string
}

/** What is known about the file; the rest is detected. */
export type Format = {
  csv_has_headers?: boolean
  skip_lines?: number
  character_set?: string
  csv_field_separator?: ',' | '\t' | ';' | '|'
  date_format?: 'mdy' | 'dmy'
  decimal_separator?: 'comma' | 'dot'
}

export type Draft = {
  format: Format
  /** By the number of the column, where they differ from the proposal. */
  columns: Record<number, ColumnChoice>
  optOuts: Record<number, OptOutChoice>
  rules: Rules
}

const nothingChosen: Draft = {
  format: {},
  columns: {},
  optOuts: {},
  rules: {
    status: 'active',
    letters: true,
    update: false,
    updateLeft: false,
    bringBack: false,
    hasConsent: false,
    badValues: 'fail_row',
    missing: 'keep',
    limit: '10%',
    isLater: false,
    beginsAt: '',
  },
}

/** Kept in the tab, so that neither a reload nor the way back from the preview loses it. */
export function useDraft(name: string): [Draft, (change: Partial<Draft>) => void] {
  const key = `quiver-import:${name}`
  const [draft, setDraft] = useState<Draft>(() => stored(key))
  useEffect(() => setDraft(stored(key)), [key])
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    sessionStorage.setItem(key, JSON.stringify(next))
    setDraft(next)
  }
  return [draft, change]
}

function stored(key: string): Draft {
  const text = sessionStorage.getItem(key)
  const given = text === null ? {} : (JSON.parse(text) as Partial<Draft>)
  return { ...nothingChosen, ...given, rules: { ...nothingChosen.rules, ...given.rules } }
}

/** The choice for each column, in order. It stays when the file is read in another way that has the same columns. */
export function choicesOf(inspection: Inspection, { columns }: Draft): ColumnChoice[] {
  return inspection.columns.map((column) => {
    const proposed = column.new_custom_field
    const chosen = columns[column.number]
    if (chosen !== undefined && (chosen.among ?? inspection.columns.length) === inspection.columns.length)
      return chosen
    return proposed === null
      ? { field: column.field, newType: null }
      : { field: proposed.name, newType: proposed.field_type, options: proposed.options }
  })
}

export type OptOutColumn = Inspection['columns'][number] & {
  opt_out: NonNullable<Inspection['columns'][number]['opt_out']>
}

export function optOutsOf(inspection: Inspection): OptOutColumn[] {
  return inspection.columns.filter(
    (column): column is OptOutColumn => (column.opt_out?.rules.length ?? 0) > 0,
  )
}

/** What was decided, or follows from the words of the file; null: a person has to decide. */
export function optOutChoice({ number, opt_out }: OptOutColumn, { optOuts }: Draft): OptOutChoice | null {
  return optOuts[number] ?? (opt_out.is_decided ? 'apply' : null)
}

type ImportBody = z.input<NonNullable<typeof createSubscriberImport.body>>

export function bodyOf(
  inspection: Inspection,
  draft: Draft,
  { source, isDryRun }: { source: Source; isDryRun: boolean },
): ImportBody {
  const { rules } = draft
  const choices = choicesOf(inspection, draft)
  const created = choices.filter(({ newType }) => newType !== null)
  const { file_format: format } = inspection.subscriber_import
  const rulesOf = (choice: OptOutChoice) =>
    optOutsOf(inspection)
      .filter((column) => optOutChoice(column, draft) === choice)
      .flatMap(({ opt_out }) => opt_out.rules)
  const leftOut = rulesOf('leave_out').map((rule) => ({ ...rule, leave_out: true }))
  const others = (format.status_columns ?? []).filter(
    ({ column }) => !optOutsOf(inspection).some(({ number }) => number === column),
  )
  const makesActive = rules.update && rules.bringBack && rules.hasConsent
  return {
    file_source: source,
    column_mapping: choices.map(({ field }) => field),
    create_custom_fields: created.map(({ field, newType, options }) => ({
      name: field,
      field_type: newType ?? 'text',
      ...(options === undefined ? {} : { options }),
    })),
    file_format: {
      ...format,
      // The first rule that applies decides.
      status_columns: [...leftOut, ...others, ...rulesOf('apply')],
    },
    subscriber_defaults: { status: inspection.subscriber_import.subscriber_defaults?.status ?? rules.status },
    on_bad_value: rules.badValues,
    overwrite: rules.update,
    overwrite_what: { status: makesActive },
    overwrite_when_status: { unsubscribed: rules.update && (rules.updateLeft || makesActive) },
    autoresponders: { subscription: { trigger: rules.letters } },
    ...(rules.missing === 'keep' ? {} : { not_in_file: rules.missing, prune_limit: rules.limit }),
    ...(isDryRun ? { dry_run: true } : { begins_at: rules.beginsAt.replace('T', ' ') }),
  }
}
