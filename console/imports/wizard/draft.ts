import { useEffect, useState } from 'react'
import type { z } from 'zod'
import type { createSubscriberImport } from '../../../src/contract/imports/endpoints.ts'
import type { InspectedColumn, Inspection } from '../../../src/contract/imports/inspection.ts'
import type { FieldType } from '../../../src/contract/lists/field-values.ts'
import { columnWords } from '../../words/imports.ts'
import { paramsOf, sourceIn, type Source } from './source.ts'

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
  /** By `optOutKey`. */
  optOuts: Record<string, OptOutChoice>
  rules: Rules
}

export const nothingChosen: Draft = {
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

export function draftName(listId: number, source: Source): string {
  // As the address of the wizard gives it, so that it is the same from the preview.
  return `${listId}:${JSON.stringify(sourceIn(paramsOf({ listId, source })))}`
}

/** For the way back from the preview to the rules. */
export function keepRule(name: string, rules: Partial<Rules>): void {
  const key = keyOfDraft(name)
  const draft = stored(key)
  sessionStorage.setItem(key, JSON.stringify({ ...draft, rules: { ...draft.rules, ...rules } }))
}

const keyOfDraft = (name: string) => `quiver-import:${name}`

/** Kept in the tab, so that neither a reload nor the way back from the preview loses it. */
export function useDraft(name: string): [Draft, (change: Partial<Draft>) => void] {
  const key = keyOfDraft(name)
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

function isOfReading({ among }: ColumnChoice, { columns }: Inspection): boolean {
  return (among ?? columns.length) === columns.length
}

/** How many choices do not count, because they were made when the file had another number of columns. */
export function choicesLost(inspection: Inspection, { columns }: Draft): number {
  return Object.values(columns).filter((choice) => !isOfReading(choice, inspection)).length
}

/** In another character set a heading has other letters. */
export function newFieldName({ new_custom_field: proposed, header, number }: InspectedColumn): string {
  return proposed?.name ?? (header === '' ? columnWords.column(number) : header)
}

/** The choice for each column, in order. It stays when the file is read in another way that has the same columns. */
export function choicesOf(inspection: Inspection, { columns }: Draft): ColumnChoice[] {
  return inspection.columns.map((column) => {
    const proposed = column.new_custom_field
    const chosen = columns[column.number]
    if (chosen !== undefined && isOfReading(chosen, inspection))
      return chosen.newType === null ? chosen : { ...chosen, field: newFieldName(column) }
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

/** With its heading: read in another way, the file has other columns, which a decision is not about. */
export function optOutKey({ number, header }: Pick<OptOutColumn, 'number' | 'header'>): string {
  return `${number} ${header}`
}

/** What was decided, or follows from the words of the file; null: a person has to decide. */
export function optOutChoice(column: OptOutColumn, { optOuts }: Draft): OptOutChoice | null {
  return optOuts[optOutKey(column)] ?? (column.opt_out.is_decided ? 'apply' : null)
}

/** What a person still has to say before an import begins by these rules; null: nothing. */
export function missingIn({ isLater, beginsAt, bringBack, hasConsent }: Rules): 'time' | 'consent' | null {
  if (isLater && beginsAt === '') return 'time'
  return bringBack && !hasConsent ? 'consent' : null
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
