import type { Inspection } from '../../contract/imports/inspection.ts'
import type { importInput } from '../../contract/imports/input.ts'
import { separatorNames } from '../../files/inspection/layout.ts'
import type { z } from 'zod'
import { printable, tableOf } from './terminal.ts'

/** What the person said instead of the proposal. */
export type Choices = {
  map?: string[] | undefined
  overwrite: boolean
  acceptOptOuts: boolean
  ignoreOptOuts: boolean
  leaveOutOptOuts: boolean
}

type Input = z.input<typeof importInput>

export type Settings = Omit<Input, 'file_source' | 'column_mapping'> & { column_mapping: string[] }

export type Proposal = {
  settings: Settings
  text: string
  /** Questions that only a person can answer; `--yes` is refused while there are some. */
  undecided: string[]
}

/** @throws Error, a sentence, if no column can be the address. */
export function makeProposal(inspection: Inspection, choices: Choices): Proposal {
  const { columns, subscriber_import: found } = inspection
  const mapping = choices.map ?? found.column_mapping
  checkMapping(mapping, columns.length)
  const { status_columns: rules = [], ...format } = found.file_format
  const isDecided = choices.acceptOptOuts || choices.ignoreOptOuts || choices.leaveOutOptOuts
  const undecided = isDecided ? [] : questionsOf(inspection)
  const applied = choices.leaveOutOptOuts ? rules.map((rule) => ({ ...rule, leave_out: true })) : rules
  const kept = choices.ignoreOptOuts ? [] : applied
  const created = found.create_custom_fields?.filter(({ name }) => mapping.includes(name)) ?? []
  const { subscriber_defaults: defaults } = found
  const settings: Settings = {
    overwrite: choices.overwrite,
    column_mapping: mapping,
    ...(created.length === 0 ? {} : { create_custom_fields: created }),
    ...(defaults === undefined || choices.ignoreOptOuts ? {} : { subscriber_defaults: defaults }),
    file_format: formatOf(format, kept),
  }
  return { settings, text: textOf(inspection, settings, choices), undecided }
}

type Format = NonNullable<Settings['file_format']>

function formatOf(
  format: Omit<Inspection['subscriber_import']['file_format'], 'status_columns'>,
  status_columns: NonNullable<Inspection['subscriber_import']['file_format']['status_columns']>,
): Format {
  return { ...format, ...(status_columns.length === 0 ? {} : { status_columns }) }
}

function checkMapping(mapping: readonly string[], width: number): void {
  if (mapping.length !== width) {
    throw new Error(
      `The file has ${width} columns and --map names ${mapping.length}. Use an empty name for a column that you do not want: --map email,,Name`,
    )
  }
  if (mapping.some((name) => name.trim().toLowerCase() === 'email')) return
  throw new Error('No column looks like email addresses. Name the columns: --map email,,Name')
}

function questionsOf({ decisions }: Inspection): string[] {
  return decisions.filter(({ kind }) => kind !== 'email').map(({ question }) => question)
}

function textOf(
  inspection: Inspection,
  settings: Settings,
  { map, overwrite, leaveOutOptOuts }: Choices,
): string {
  const { columns, format, warnings } = inspection
  const created = new Set((settings.create_custom_fields ?? []).map(({ name }) => name))
  const rules = settings.file_format?.status_columns ?? []
  const lines = columns.map(({ number, header, examples }, index) => {
    const name = settings.column_mapping[index] ?? ''
    const becomes = created.has(name) ? `${name} (new field)` : name === '' ? '(not imported)' : name
    const statuses = [...new Set(rules.filter(({ column }) => column === number).map(({ status }) => status))]
    const title = header.trim() === '' ? `column ${number}` : header
    return [
      title,
      examples[0] ?? '',
      statuses.length === 0
        ? becomes
        : `${becomes}; opt-outs${leaveOutOptOuts ? ' left out' : ''}: ${statuses.join(', ')}`,
    ]
  })
  const separator = separatorNames[format.csv_field_separator.value]
  const leftOut = columns.filter(
    ({ examples }, index) =>
      settings.column_mapping[index] === '' && (examples.length > 0 || !inspection.is_whole),
  )
  const canCreate =
    map === undefined && created.size === 0 && leftOut.some((column) => column.new_custom_field !== null)
  const { status } = settings.subscriber_defaults ?? {}
  const notes = [
    `${format.character_set.value}, separator: ${separator}, quote: ${format.csv_field_enclosure.value}${overwrite ? '; active subscribers are overwritten' : ''}`,
    leftOut.length === 0 ? '' : `Left out: ${leftOut.map(({ header, number }) => header.trim() || `column ${number}`).join(', ')}.${canCreate ? ' With --create-fields they become custom fields.' : ''}`,
    status === undefined || status === null ? '' : `All rows without another status become ${status}.`,
    format.date_format.certainty === 'guess' ? dateNote(format.date_format.value) : '',
    ...warnings,
  ] // oxfmt-ignore
  const shown = notes.filter((note) => note !== '').map(printable)
  return `${tableOf([['Column', 'Example', 'Imported as'], ...lines], 48)}\n\n  ${shown.join('\n  ')}\n`
}

function dateNote(order: 'mdy' | 'dmy'): string {
  return order === 'mdy'
    ? 'Dates like 01/02/2014 are read as January 2. If they mean February 1, add --dates dmy.'
    : 'Dates like 01/02/2014 are read as February 1. If they mean January 2, add --dates mdy.'
}
