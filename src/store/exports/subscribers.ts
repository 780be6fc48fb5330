import type { Readable } from 'node:stream'
import type { ExportColumn } from '../../contract/exports/columns.ts'
import type { ExportFormat } from '../../contract/exports/input.ts'
import { isConsentColumn } from '../../contract/imports/plan.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { FieldRules } from '../../contract/lists/field-values.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Fragment, Transaction } from '../../database/driver/connection.ts'
import { inlined } from '../../database/inline.ts'
import { segmentSets } from '../segments/condition.ts'
import { peopleOf, plain } from '../bulk-changes/selection.ts'
import { allPeople } from '../responses/people.ts'
import { subscriberWith } from '../subscribers/by-id.ts'
import type { ExportSelection } from './rows.ts'

export type Selection = {
  organizationId: number
  listId: number
  timeZone: string
  /** null: the whole list. */
  clauses: readonly Clause[] | null
  /** null: all subscribers. */
  selection: ExportSelection | null
  /** null: all. */
  statuses: readonly SubscriberStatus[] | null
}

/**
 * The subscribers by id, each a line of the file, in one statement that the server streams. COPY of a query obeys
 * row-level security. Formatted by the server: reading rows and formatting them here took twice the time.
 */
export async function copySubscribers(
  sql: Transaction,
  selection: Selection,
  columns: readonly ExportColumn[],
  format: ExportFormat,
): Promise<Readable> {
  const { clauses, statuses, organizationId, listId, selection: chosen } = selection
  const segment = clauses === null ? null : await segmentSets(sql, selection, clauses)
  const rows = sql`
    select ${format.type === 'csv' ? cellsOf(sql, columns, format) : objectOf(sql, columns)}
    from ${chosenPeople(sql, selection)} ${segment === null ? sql`` : segment.joins} ${pausesOf(sql, columns)} ${consentsOf(sql, selection, columns)}
    where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}
      ${segment === null ? sql`` : sql`and ${segment.condition}`}
      ${chosen !== null && 'q' in chosen ? sql`and ${plain(sql, { ...chosen, status: null })}` : sql``}
      ${
        statuses === null
          ? sql``
          : sql`and s.status in (${joined(
              sql,
              statuses.map((status) => sql`${status}`),
            )})`
      }
    order by s.id`
  return sql.unsafe(inlined(sql`copy (${rows}) to stdout (${optionsOf(sql, format)})`)).readable()
}

/** `s`: those who may be of the selection. The people of a number are read as their list is, each found by their key. */
function chosenPeople(sql: Transaction, { organizationId, listId, selection }: Selection): Fragment {
  if (selection === null || 'q' in selection) return sql`subscribers s`
  if ('ids' in selection) return peopleOf(sql, { organizationId, listId }, selection)
  const people = allPeople(sql, organizationId, selection.source, selection.people)
  return sql`(${people}) person cross join ${subscriberWith(sql, { organizationId, listId }, sql`person.id`)} s`
}

/** Only where the column is wanted: a small table, which the server hashes once. */
function pausesOf(sql: Transaction, columns: readonly ExportColumn[]): Fragment {
  return columns.some(({ kind, name }) => kind === 'attribute' && name === 'paused_until')
    ? sql`left join subscriber_pauses pause on pause.organization_id = s.organization_id
        and pause.mailing_list_id = s.mailing_list_id and pause.subscriber_id = s.id and pause.paused_until > now()`
    : sql``
}

/** Only where a column of it is wanted. By the index of consents for each person: no number of consents takes memory. */
function consentsOf(
  sql: Transaction,
  { organizationId, listId }: Selection,
  columns: readonly ExportColumn[],
): Fragment {
  if (!columns.some(({ kind, name }) => kind === 'attribute' && isConsentColumn(name))) return sql``
  return sql`left join lateral (
      select f.name as consent_form, c.consent_version, c.given_at as consent_given_at,
        c.given_ip as consent_given_ip, c.confirmed_at as consent_confirmed_at,
        c.confirmed_ip as consent_confirmed_ip
      from consents c
      join web_forms f on f.organization_id = ${organizationId} and f.id = c.web_form_id
      where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and c.subscriber_id = s.id
      order by c.given_at desc, c.id desc limit 1) consent on true`
}

/** Between the members of a JSON object, in place of a comma: JSON escapes control characters, so no value has it. */
export const memberSeparator = '\u0002'

function optionsOf(sql: Transaction, format: ExportFormat): Fragment {
  // A spreadsheet that splits at another character would find further cells in one that is not quoted.
  const quoted = format.guard_formulas ? sql`, force_quote *` : sql``
  return format.type === 'csv'
    ? sql`format csv, delimiter ${format.csv_field_separator}, quote ${format.csv_field_enclosure}${quoted}`
    : sql`format csv, delimiter ${memberSeparator}, quote ${'\u0001'}`
}

function cellsOf(sql: Transaction, columns: readonly ExportColumn[], format: ExportFormat): Fragment {
  const cells = columns.map((column) => {
    const cell = cellOf(sql, column)
    return format.guard_formulas ? guardedCell(sql, cell) : cell
  })
  const [only] = cells
  // An empty line would be no record; an empty text is quoted.
  return cells.length === 1 && only !== undefined ? sql`coalesce(${only}, '')` : joined(sql, cells)
}

/** As contract/values/spelling/formulas.ts. */
function guardedCell(sql: Transaction, cell: Fragment): Fragment {
  return sql`case when (${cell}) ~ ${"^'*[=+@\t\r-]"} and (${cell}) !~ ${'^[+-]?[0-9]+([.][0-9]+)?$'}
    then '''' || (${cell}) else (${cell}) end`
}

function cellOf(sql: Transaction, column: ExportColumn): Fragment {
  if (column.kind === 'field') return fieldCell(sql, column.rules)
  const value = attributeOf(sql, column.name)
  if (isPlain(column.name)) return sql`${value}::text`
  return isTime(column.name) ? sql`to_json(${value}) #>> '{}'` : value
}

function fieldCell(sql: Transaction, rules: FieldRules): Fragment {
  const id = String(rules.id)
  if (rules.field_type !== 'select_multiple_checkboxes') return sql`s.custom_fields ->> ${id}`
  return sql`(
    select string_agg(option, ${optionSeparator(rules.options)} order by place)
    from jsonb_array_elements_text(s.custom_fields -> ${id}) with ordinality chosen (option, place))`
}

/** One that no option contains, so that an import finds the same options again. Names have no line breaks. */
function optionSeparator(options: readonly string[]): string {
  return [',', ';', '|'].find((one) => !options.some((option) => option.includes(one))) ?? '\n'
}

/** Members of an object, which the worker joins: concatenating them here took three times as long. */
function objectOf(sql: Transaction, columns: readonly ExportColumn[]): Fragment {
  const members = columns.flatMap((column) =>
    column.kind === 'attribute' ? [member(sql, column.name, jsonOf(sql, column.name))] : [],
  )
  const fields = columns.flatMap((column) =>
    column.kind === 'field'
      ? [member(sql, column.name, sql`(s.custom_fields -> ${String(column.rules.id)})::text`)]
      : [],
  )
  const [first, ...others] = fields
  const opened = first === undefined ? [] : [sql`'"custom_fields":{' || ${first}`, ...others]
  const all = [...members, ...opened]
  return all
    .map((one, index) => {
      const begun = index === 0 ? sql`'{' || ${one}` : one
      if (index < all.length - 1) return begun
      return sql`${begun} || ${first === undefined ? '}' : '}}'}`
    })
    .reduce((before, next) => sql`${before}, ${next}`)
}

function member(sql: Transaction, name: string, value: Fragment): Fragment {
  return sql`${`${JSON.stringify(name)}:`} || coalesce(${value}, 'null')`
}

/** Words and addresses of networks need no escapes. */
function jsonOf(sql: Transaction, name: Attribute): Fragment {
  const value = attributeOf(sql, name)
  if (isPlain(name)) return sql`${value}::text`
  if (name === 'email' || name === 'consent_form' || isTime(name)) return sql`to_json(${value})::text`
  return sql`'"' || ${value} || '"'`
}

type Attribute = (ExportColumn & { kind: 'attribute' })['name']

/** Its text is JSON, too. */
function isPlain(name: Attribute): boolean {
  return name === 'confirmed' || name === 'consent_version'
}

function isTime(name: Attribute): boolean {
  return name === 'paused_until' || name.endsWith('_time') || name.endsWith('_at')
}

function attributeOf(sql: Transaction, name: Attribute): Fragment {
  if (name === 'paused_until') return sql`pause.paused_until`
  if (isConsentColumn(name)) return sql`consent.${sql(name)}`
  return name === 'email' ? sql`coalesce(s.email, s.key)` : sql`s.${sql(name)}`
}

function joined(sql: Transaction, parts: readonly Fragment[]): Fragment {
  return parts.reduce((before, next) => sql`${before}, ${next}`)
}
