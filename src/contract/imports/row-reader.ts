import { trimmed } from '../values/spelling/invisible.ts'
import { parseEmail, type EmailAddress } from '../values/email.ts'
import { emailProblem } from '../values/spelling/written-addresses.ts'
import { unguarded } from '../values/spelling/formulas.ts'
import { blankOf, compileFieldCheck, type FieldRules, type Notation } from '../lists/field-values.ts'
import { subscriberStatuses, type SubscriberStatus } from './states.ts'
import { parseIp } from '../values/ip.ts'
import { keyOfValue, keyProblem } from '../subscribers/values.ts'
import { parseDateTime } from '../times/instants.ts'
import { latestDay, todayInUtc } from '../times/short-years.ts'
import { isNoDate } from '../times/world-layouts.ts'
import { compileStatus } from './status-columns.ts'
import { formatOf, type Column, type Plan } from './plan.ts'

/** Times are epoch milliseconds; null if the file has no value. */
export type Row = {
  key: string
  /** As in the file, without surrounding white space. */
  address: string
  status: SubscriberStatus
  /** A rule of the import says that the row is not imported; `status` is why. */
  isLeftOut: boolean
  confirmed: boolean | null
  format: 'html' | 'text' | 'both' | null
  subscribeTime: number | null
  subscribeIp: string | null
  removeTime: number | null
  removeIp: string | null
  confirmTime: number | null
  pausedUntil: number | null
  /** JSON object of custom field values by id, including defaults, without blank values. */
  fields: string
  /** Ids, each ended by a comma, of custom fields that keep what the person has: their cells do not fit. */
  keptFields: string
}

export type RowReader = {
  plan: Plan
  /** Returns a sentence with all problems of an invalid row. */
  read: (cells: readonly string[]) => Row | string
  /** Equal keys are the same subscriber; null if the key is blank or invalid. */
  keyOf: (cell: string) => string | null
  fieldIds: string[]
  /** Of the row that was read last: the columns, from 0, whose cells do not fit. Valid until the next row. */
  unfit: () => UnfitCells
  /** By column: whether a cell that does not fit can be left empty. */
  canBeEmpty: readonly boolean[]
}

/** `problems`: of each of the columns; `sentence`: all of them; '' if there are none. */
export type UnfitCells = { columns: readonly number[]; problems: readonly string[]; sentence: string }

type Fill = (row: Row, cell: string) => string | null

export function compileRowReader(plan: Plan): RowReader {
  const keyOf = compileKey(plan)
  const columns: Columns = {
    plan,
    fills: plan.columns.map((column) => fillOf(plan, column)),
    keyOf,
    constants: constantFields(plan),
    canBeEmpty: plan.columns.map((column) => canBeEmpty(plan, column)),
    leavesEmpty: plan.onBadValue === 'leave_empty',
    unfit: { columns: [], problems: [], sentence: '' },
    statusOf: compileStatus(
      plan.statusColumns ?? [],
      plan.columns.findIndex(({ kind }) => kind === 'status'),
    ),
  }
  const reader = {
    plan,
    keyOf,
    fieldIds: fieldIdsOf(plan),
    read: (cells: readonly string[]) => parseRow(columns, cells),
    unfit: () => columns.unfit,
    canBeEmpty: columns.canBeEmpty,
  }
  if (plan.isGuarded !== true) return reader
  return {
    ...reader,
    keyOf: (cell) => keyOf(unguarded(cell)),
    read: (cells) => reader.read(cells.map(unguarded)),
  }
}

type Columns = {
  plan: Plan
  fills: readonly Fill[]
  keyOf: RowReader['keyOf']
  constants: string
  canBeEmpty: readonly boolean[]
  leavesEmpty: boolean
  /** One object for all rows. */
  unfit: { columns: number[]; problems: string[]; sentence: string }
  statusOf: ReturnType<typeof compileStatus>
}

/** Neither who it is, nor whether and from when the person may be written to, is ever left out. */
function canBeEmpty(plan: Plan, column: Column): boolean {
  if (column.kind === 'field') return !column.rules.required && column.rules.id !== plan.keyField?.id
  return !['email', 'status', 'paused_until', 'skip'].includes(column.kind)
}

function parseRow(columns: Columns, cells: readonly string[]): Row | string {
  const { plan, fills, keyOf, constants, unfit } = columns
  if (unfit.sentence !== '') {
    unfit.columns.length = 0
    unfit.problems.length = 0
    unfit.sentence = ''
  }
  if (cells.length > fills.length) {
    return `has ${cells.length} cells where ${fills.length} columns are mapped`
  }
  const row: Row = {
    key: '',
    address: '',
    status: plan.defaults.status,
    isLeftOut: false,
    confirmed: plan.defaults.confirmed,
    format: plan.defaults.format,
    subscribeTime: null,
    subscribeIp: null,
    removeTime: null,
    removeIp: null,
    confirmTime: null,
    pausedUntil: null,
    fields: constants,
    keptFields: '',
  }
  for (let index = 0; index < fills.length; index += 1) {
    const problem = fills[index]?.(row, cells[index] ?? '') ?? null
    if (problem !== null) noteUnfit(unfit, index, problem)
  }
  if (unfit.sentence !== '' && !isImportedWithout(columns)) return unfit.sentence
  const decided = columns.statusOf(cells, row)
  if (decided !== null) {
    row.status = decided.status
    row.isLeftOut = decided.isLeftOut
  }
  if (plan.keyField !== null) {
    const cell = cells[plan.keyColumn] ?? ''
    row.key = keyOf(cell) ?? ''
    if (row.key === '') return `${plan.keyField.name} ${isBlank(cell) ? 'cannot be blank' : keyProblem}`
  }
  row.fields = row.fields === '' ? '{}' : `{${row.fields}}`
  return row
}

function noteUnfit(unfit: Columns['unfit'], column: number, problem: string): void {
  unfit.columns.push(column)
  unfit.problems.push(problem)
  unfit.sentence = unfit.sentence === '' ? problem : `${unfit.sentence}, ${problem}`
}

function isImportedWithout({ leavesEmpty, unfit, canBeEmpty: may }: Columns): boolean {
  return leavesEmpty && unfit.columns.every((column) => may[column])
}

function fillOf(plan: Plan, column: Column): Fill {
  if (column.kind === 'field') return fieldFill(plan, column.rules)
  const latest = latestDay('', plan.today ?? todayInUtc())
  const times = { dateFormat: plan.dateFormat, zone: plan.zone, latest }
  const time = (cell: string) =>
    isBlank(cell) || isNoDate(cell) ? null : (parseDateTime(cell, times) ?? Number.NaN)
  switch (column.kind) {
    case 'email':
      return fillEmail
    case 'status':
      return fillStatus
    case 'confirmed':
      return fillConfirmed
    case 'email_format':
      return fillFormat
    case 'subscribe_ip':
      return ipFill('subscribe_ip', (row, ip) => (row.subscribeIp = ip))
    case 'remove_ip':
      return ipFill('remove_ip', (row, ip) => (row.removeIp = ip))
    case 'subscribe_time':
      return timeFill('subscribe_time', time, (row, ms) => (row.subscribeTime = ms))
    case 'remove_time':
      return timeFill('remove_time', time, (row, ms) => (row.removeTime = ms))
    case 'confirm_time':
      return timeFill('confirm_time', time, (row, ms) => (row.confirmTime = ms))
    case 'paused_until':
      return timeFill('paused_until', time, (row, ms) => (row.pausedUntil = ms))
    default:
      return () => null
  }
}

/** A cell with a link of a spreadsheet has `mailto:` in front, which no address begins with that anybody uses. */
function emailOf(cell: string): EmailAddress | null {
  return parseEmail(cell.includes(':') ? trimmed(cell).replace(/^mailto:/i, '') : cell)
}

function fillEmail(row: Row, cell: string): string | null {
  const email = emailOf(cell)
  if (email === null) return trimmed(cell) === '' ? 'email cannot be blank' : `email ${emailProblem(cell)}`
  row.address = email.address
  row.key = email.key
  return null
}

function fillStatus(row: Row, cell: string): string | null {
  if (trimmed(cell) === '') return null
  const word = trimmed(cell).toLowerCase()
  const status = subscriberStatuses.find((candidate) => candidate === word)
  if (status === undefined) return `status must be one of ${subscriberStatuses.join(', ')}`
  row.status = status
  return null
}

const checkConfirmed = compileFieldCheck(
  {
    id: 0,
    name: 'confirmed',
    field_type: 'boolean',
    required: false,
    minimum_length: null,
    maximum_length: null,
    minimum_value: null,
    maximum_value: null,
    options: [],
  },
  'mdy',
)

function fillConfirmed(row: Row, cell: string): string | null {
  const checked = checkConfirmed(cell)
  if ('problem' in checked) return `confirmed ${checked.problem}`
  if (checked.value !== null) row.confirmed = checked.value === true
  return null
}

function fillFormat(row: Row, cell: string): string | null {
  if (isBlank(cell)) return null
  const format = formatOf(cell.trim())
  if (format === null) return 'email_format must be one of html, text, both'
  row.format = format
  return null
}

function ipFill(name: string, set: (row: Row, ip: string) => void): Fill {
  const problem = `${name} is not an IP address`
  return (row, cell) => {
    if (isBlank(cell)) return null
    const ip = parseIp(cell)
    if (ip === null) return problem
    set(row, ip)
    return null
  }
}

/** @param read NaN: no time. */
function timeFill(
  name: string,
  read: (cell: string) => number | null,
  set: (row: Row, ms: number | null) => void,
): Fill {
  const problem = `${name} must be a date and time such as 2026-12-31 09:00`
  return (row, cell) => {
    const ms = read(cell)
    if (Number.isNaN(ms)) return problem
    set(row, ms)
    return null
  }
}

function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === ''
}

function fieldFill(plan: Plan, rules: FieldRules): Fill {
  const check = compileFieldCheck(rules, plan.dateFormat, notationOf(plan))
  const isEmpty = blankOf(rules.field_type)
  const prefix = `"${rules.id}":`
  const fallback = plan.defaultFields[rules.id]
  const fallbackText = fallback === undefined ? null : prefix + JSON.stringify(fallback)
  return (row, cell) => {
    if (fallbackText !== null && isEmpty(cell)) {
      append(row, fallbackText)
      return null
    }
    const checked = check(cell)
    if ('problem' in checked) {
      // If the row is imported all the same, the cell is as a blank one, but takes nothing from anybody.
      if (fallbackText === null) row.keptFields += `${rules.id},`
      else append(row, fallbackText)
      return `${rules.name} ${checked.problem}`
    }
    const { value } = checked
    if (value === null) return null
    if (typeof value === 'string' && !mustEscape.test(value)) append(row, `${prefix}"${value}"`)
    else append(row, prefix + JSON.stringify(value))
    return null
  }
}

function notationOf({ today, decimalSeparator, stripsCurrency }: Plan): Notation {
  return {
    ...(today === undefined ? {} : { today }),
    separator: decimalSeparator,
    stripsCurrency,
  }
}

function append(row: Row, member: string): void {
  row.fields = row.fields === '' ? member : `${row.fields},${member}`
}

// Hardly any cell needs escaping, and this test takes a third of the time of JSON.stringify.
// oxlint-disable-next-line no-control-regex
const mustEscape = /["\\\u0000-\u001f\ud800-\udfff]/

function constantFields(plan: Plan): string {
  const mapped = new Set(
    plan.columns.map((column) => (column.kind === 'field' ? String(column.rules.id) : '')),
  )
  return Object.entries(plan.defaultFields)
    .filter(([id]) => !mapped.has(id))
    .map(([id, value]) => `"${id}":${JSON.stringify(value)}`)
    .join(',')
}

function fieldIdsOf(plan: Plan): string[] {
  const mapped = plan.columns.flatMap((column) => (column.kind === 'field' ? [String(column.rules.id)] : []))
  return [...new Set([...mapped, ...Object.keys(plan.defaultFields)])]
}

function compileKey(plan: Plan): RowReader['keyOf'] {
  if (plan.keyField === null) return (cell) => emailOf(cell)?.key ?? null
  const check = compileFieldCheck(plan.keyField, plan.dateFormat, notationOf(plan))
  return (cell) => {
    const checked = check(cell)
    return 'problem' in checked ? null : keyOfValue(checked.value ?? undefined)
  }
}
