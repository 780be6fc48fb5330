import { parse } from 'csv-parse/sync'
import { readCells, readKey, type ReadRow } from './cells.ts'
import type { OracleImport, OracleStatus, OracleSubscriber } from './model.ts'
import { fromWindows1252 } from '../importing/windows-1252.ts'

/**
 * An independent answer to "what must this import do": a short program over maps that shares only the specification
 * with the product. It reads the whole file with another CSV parser, row by row.
 */

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
  /** The addresses of those who were not in the file, by key. */
  pruned: Map<string, string>
}

/** @param before the list before the import, by key; it is not changed. */
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
  const inFile = new Set(rows.map((cells) => readKey(order, cells)))
  const pruned = prune(order.notInFile, subscribers, inFile)
  return { records: rows.length, logs, subscribers: order.dryRun === true ? before : subscribers, pruned }
}

/** After all rows: whoever is active and named by no row, good, bad or repeated, gets the status. */
function prune(
  action: OracleImport['notInFile'],
  subscribers: Map<string, OracleSubscriber>,
  inFile: Set<string | null>,
): Map<string, string> {
  const gone = new Map<string, string>()
  if (action === undefined) return gone
  for (const [key, subscriber] of subscribers) {
    if (subscriber.status !== 'active' || inFile.has(key)) continue
    subscriber.status = action === 'deactivate' ? 'deactivated' : 'unsubscribed'
    if (action === 'unsubscribe') {
      delete subscriber.removeIp
      delete subscriber.removeTime
    }
    gone.set(key, subscriber.email)
  }
  return gone
}

function recordsOf(order: OracleImport): string[][] {
  const enclosure = order.enclosure ?? '"'
  const isUnicode = (order.characterSet ?? 'utf-8').startsWith('utf-')
  const text = textOf(order)
  // Excel's first line names the separator and is no row.
  const [sepLine = '', named] = /^\ufeff?"?sep=(.)"?\r?\n/i.exec(text) ?? []
  const separator = order.separator ?? ','
  const delimiter = separator === ',' ? (named ?? ',') : separator
  const rows: string[][] = parse(withoutBlanks(text.slice(sepLine.length), delimiter, enclosure), {
    delimiter,
    quote: enclosure,
    escape: enclosure,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: isUnicode,
  })
  return (order.hasHeaders ?? true) ? rows.slice(1) : rows
}

/** The library keeps blanks before the quote of a cell, and the quote with them. A blank that divides cells is none. */
function withoutBlanks(text: string, delimiter: string, enclosure: string): string {
  let kept = ''
  // To ask `kept` how it ends copies it each time: a file of 15,000 rows took 20 seconds.
  let last = ''
  let blanks: string | null = ''
  let isQuoted = false
  let isOfQuotes = false
  for (const letter of Array.from(text)) {
    if (isQuoted) {
      isQuoted = letter !== enclosure
      kept += letter
    } else if (blanks !== null && (letter === ' ' || letter === '\t') && letter !== delimiter) {
      blanks += letter
    } else {
      const isBegun = letter !== delimiter && letter !== '\r' && letter !== '\n'
      // A doubled quote within a quoted cell ends it and begins it again.
      isQuoted = letter === enclosure && (blanks !== null || (isOfQuotes && last === enclosure))
      isOfQuotes = isQuoted || (isOfQuotes && isBegun)
      kept += (isQuoted ? '' : (blanks ?? '')) + letter
      blanks = isBegun ? null : ''
    }
    last = letter
  }
  return kept + (blanks ?? '')
}

function textOf({ file, characterSet = 'utf-8' }: OracleImport): string {
  const bytes = Buffer.from(file)
  if (characterSet === 'utf-8') return bytes.toString()
  if (characterSet !== 'utf-16') return fromWindows1252(bytes)
  return (bytes[0] === 0xfe && bytes[1] === 0xff ? Buffer.from(bytes).swap16() : bytes).toString('utf16le')
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

/** Times, IP addresses and the spelling of the address do not change. */
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
