import { parse } from 'csv-parse/sync'
import { readCells } from './oracle-cells.ts'
import type { ReadRow } from './oracle-cells.ts'

/**
 * An independent answer to "what must this import do": a short program over maps that shares nothing with the
 * product but the words of the specification. It reads the whole file into memory with another CSV parser and goes
 * through it row by row.
 */

export type OracleStatus = 'active' | 'unsubscribed' | 'bounced' | 'deactivated' | 'scomp'

/** What is absent is null in the list; an absent `subscribeTime` is the time of adding. Times are ISO texts in UTC. */
export type OracleSubscriber = {
  email: string
  status: OracleStatus
  fields: Record<string, unknown>
  confirmed?: boolean
  format?: string
  subscribeTime?: string
  subscribeIp?: string
  removeTime?: string
  removeIp?: string
  confirmTime?: string
}

export type OracleImport = {
  file: string | Buffer
  /** What each column is: a subscriber field, '' or a custom field's name. */
  mapping: string[]
  hasHeaders?: boolean
  separator?: ',' | '\t'
  enclosure?: '"' | "'"
  characterSet?: 'utf-8' | 'iso-8859-1'
  dateFormat?: 'mdy' | 'dmy'
  /** Of the organization. */
  zone?: string
  overwrite?: boolean
  overwriteStatus?: boolean
  overwriteFields?: boolean
  overwriteConfirmed?: boolean
  overwriteFormat?: boolean
  whenStatus?: Partial<Record<OracleStatus, boolean>>
  /** Whether the list has these attributes. */
  hasConfirmed?: boolean
  hasFormat?: boolean
  /** The field that tells the list's subscribers apart; absent: the address. */
  keyField?: string
  /** Checks of fields by name: the value, null for blank, undefined for invalid. No entry: a text. */
  fields?: Record<string, (text: string) => unknown>
  defaultFields?: Record<string, unknown>
  defaultStatus?: OracleStatus
  defaultConfirmed?: boolean
  defaultFormat?: string
  /** Active subscribers that may still be added. */
  freePlaces?: number
}

export const classNames = [
  'added',
  'updated',
  'failed',
  'skipped_overwrite',
  'skipped_active',
  'skipped_unsubscribed',
  'skipped_scomp',
  'skipped_bounced',
  'skipped_deactivated',
  'skipped_duplicate',
  'skipped_over_limit',
] as const
export type ClassName = (typeof classNames)[number]

export type OracleResult = {
  records: number
  /** Addresses as in the file; for `failed` the cells, without the error. */
  logs: Record<Exclude<ClassName, 'failed'>, string[]> & { failed: string[][] }
  /** By lower-cased address, or lower-cased value of the key field. */
  subscribers: Map<string, OracleSubscriber>
}

/** @param before the list as it was, by key; it is not changed. */
export function expectImport(order: OracleImport, before: Map<string, OracleSubscriber>): OracleResult {
  const subscribers = new Map(
    [...before].map(([key, subscriber]) => [key, { ...subscriber, fields: { ...subscriber.fields } }]),
  )
  const logs = Object.fromEntries(classNames.map((name) => [name, []])) as unknown as OracleResult['logs']
  const rows = recordsOf(order)
  const seen = new Set<string>()
  let freePlaces = order.freePlaces ?? Number.POSITIVE_INFINITY
  for (const cells of rows) {
    const row = readCells(order, cells)
    if (row === null) {
      logs.failed.push(cells)
      continue
    }
    const { key } = row
    const old = subscribers.get(key)
    const name = seen.has(key) ? 'skipped_duplicate' : classOf(order, row.status, old, freePlaces)
    seen.add(key)
    logs[name].push(row.email)
    if (name !== 'added' && name !== 'updated') continue
    const next = name === 'added' || old === undefined ? addedOf(row) : updatedOf(order, row, old)
    freePlaces -= Number(next.status === 'active') - Number(old?.status === 'active')
    subscribers.set(key, next)
  }
  return { records: rows.length, logs, subscribers }
}

function recordsOf(order: OracleImport): string[][] {
  const enclosure = order.enclosure ?? '"'
  const isLatin = order.characterSet === 'iso-8859-1'
  const rows: string[][] = parse(order.file, {
    delimiter: order.separator ?? ',',
    quote: enclosure,
    escape: enclosure,
    encoding: isLatin ? 'latin1' : 'utf8',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: !isLatin,
  })
  return (order.hasHeaders ?? true) ? rows.slice(1) : rows
}

function classOf(
  order: OracleImport,
  status: OracleStatus,
  old: OracleSubscriber | undefined,
  freePlaces: number,
): Exclude<ClassName, 'failed'> {
  if (old === undefined) return status === 'active' && freePlaces < 1 ? 'skipped_over_limit' : 'added'
  if (order.overwrite !== true) return 'skipped_overwrite'
  const when = { active: true, ...order.whenStatus }
  if (when[old.status] !== true) return `skipped_${old.status}`
  const activates = order.overwriteStatus === true && status === 'active' && old.status !== 'active'
  return activates && freePlaces < 1 ? 'skipped_over_limit' : 'updated'
}

function addedOf(row: ReadRow): OracleSubscriber {
  const { key: _key, ...subscriber } = row
  return subscriber
}

/** Times, addresses of machines and the spelling of the address stay as they are. */
function updatedOf(order: OracleImport, row: ReadRow, old: OracleSubscriber): OracleSubscriber {
  const fields = { ...old.fields }
  if (order.overwriteFields ?? true) {
    for (const name of order.mapping) delete fields[name]
    Object.assign(fields, row.fields)
  }
  const next: OracleSubscriber = { ...old, fields }
  if (order.overwriteStatus === true) next.status = row.status
  if (order.overwriteConfirmed === true && row.confirmed !== undefined) next.confirmed = row.confirmed
  if (order.overwriteFormat === true && row.format !== undefined) next.format = row.format
  return next
}
