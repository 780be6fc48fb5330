import { parse } from 'csv-parse/sync'

/**
 * An independent answer to "what must this import do": a short program over maps that shares nothing with the
 * product but the words of the specification. It reads the whole file into memory with another CSV parser and goes
 * through it row by row.
 */

export type OracleStatus = 'active' | 'unsubscribed' | 'bounced' | 'deactivated' | 'scomp'
export type OracleSubscriber = { email: string; status: OracleStatus; fields: Record<string, unknown> }

export type OracleImport = {
  file: string | Buffer
  /** What each column is: `email`, `status`, '' or a field name. */
  mapping: string[]
  hasHeaders?: boolean
  overwrite?: boolean
  overwriteStatus?: boolean
  overwriteFields?: boolean
  whenStatus?: Partial<Record<OracleStatus, boolean>>
  /** Checks of fields by name: the value, null for blank, undefined for invalid. No entry: a text. */
  fields?: Record<string, (text: string) => unknown>
  defaultFields?: Record<string, unknown>
  defaultStatus?: OracleStatus
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
  subscribers: Map<string, OracleSubscriber>
}

const statuses: readonly string[] = ['active', 'unsubscribed', 'bounced', 'deactivated', 'scomp']

/** Plain addresses only: what test files contain, not all that the rules allow. */
export function isAddress(text: string): boolean {
  return (
    text.length < 256 &&
    /^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) &&
    !/\.\.|^\.|\.@|@-|-$|-\.|\.-/.test(text)
  )
}

/** @param before the list as it was, by lower-cased address; it is not changed. */
export function expectImport(order: OracleImport, before: Map<string, OracleSubscriber>): OracleResult {
  const subscribers = new Map(
    [...before].map(([key, subscriber]) => [key, { ...subscriber, fields: { ...subscriber.fields } }]),
  )
  const logs = Object.fromEntries(classNames.map((name) => [name, []])) as unknown as OracleResult['logs']
  const rows: string[][] = parse(order.file, {
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
  })
  if (order.hasHeaders ?? true) rows.shift()
  const seen = new Set<string>()
  let freePlaces = order.freePlaces ?? Number.POSITIVE_INFINITY
  for (const cells of rows) {
    const row = readCells(order, cells)
    if (row === null) {
      logs.failed.push(cells)
      continue
    }
    const key = row.email.toLowerCase()
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

type ReadRow = { email: string; status: OracleStatus; fields: Record<string, unknown> }

function readCells(order: OracleImport, cells: string[]): ReadRow | null {
  if (cells.length > order.mapping.length) return null
  const row: ReadRow = {
    email: '',
    status: order.defaultStatus ?? 'active',
    fields: { ...order.defaultFields },
  }
  for (const [index, name] of order.mapping.entries()) {
    const text = cells[index] ?? ''
    if (name === 'email') row.email = text.trim()
    else if (name === 'status') {
      const word = text.trim().toLowerCase()
      if (word !== '' && !statuses.includes(word)) return null
      if (word !== '') row.status = word as OracleStatus
    } else if (name !== '') {
      if (text.includes('\0')) return null
      const check = order.fields?.[name] ?? ((value: string) => (value.trim() === '' ? null : value))
      const value = check(text)
      if (value === undefined) return null
      if (value !== null) row.fields[name] = value
    }
  }
  return isAddress(row.email) ? row : null
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
  return { email: row.email, status: row.status, fields: row.fields }
}

function updatedOf(order: OracleImport, row: ReadRow, old: OracleSubscriber): OracleSubscriber {
  const fields = { ...old.fields }
  if (order.overwriteFields ?? true) {
    for (const name of order.mapping) if (name !== 'email' && name !== 'status') delete fields[name]
    Object.assign(fields, row.fields)
  }
  return { email: old.email, status: order.overwriteStatus === true ? row.status : old.status, fields }
}
