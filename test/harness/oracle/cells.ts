import { DateTime } from 'luxon'
import type { OracleImport, OracleStatus, OracleSubscriber } from './model.ts'

/** A good row as a subscriber, with its key. */
export type ReadRow = OracleSubscriber & { key: string }

const statuses: readonly string[] = ['active', 'unsubscribed', 'bounced', 'deactivated', 'scomp']

const times: Record<string, 'subscribeTime' | 'removeTime' | 'confirmTime'> = {
  subscribe_time: 'subscribeTime',
  remove_time: 'removeTime',
  confirm_time: 'confirmTime',
}

const machines: Record<string, 'subscribeIp' | 'removeIp'> = {
  subscribe_ip: 'subscribeIp',
  remove_ip: 'removeIp',
}

/** @returns null for a row that fails. */
export function readCells(order: OracleImport, cells: string[]): ReadRow | null {
  if (cells.length > order.mapping.length) return null
  const row: ReadRow = {
    key: '',
    email: '',
    status: order.defaultStatus ?? 'active',
    fields: { ...order.defaultFields },
  }
  if (order.hasConfirmed === true && order.defaultConfirmed !== undefined) {
    row.confirmed = order.defaultConfirmed
  }
  if (order.hasFormat === true && order.defaultFormat !== undefined) row.format = order.defaultFormat
  for (const [index, name] of order.mapping.entries()) {
    if (!readCell(order, row, name, cells[index] ?? '')) return null
  }
  if (!isAddress(row.email)) return null
  row.status = statusOf(order, row, cells)
  const keyValue = order.keyField === undefined ? row.email : row.fields[order.keyField]
  const isPlain = typeof keyValue === 'string' || typeof keyValue === 'number'
  row.key = isPlain ? String(keyValue).trim().toLowerCase() : ''
  return row.key === '' ? null : row
}

function statusOf(order: OracleImport, row: ReadRow, cells: string[]): OracleStatus {
  if (row.status !== 'active') return row.status
  const hit = order.statusColumns?.find(({ column, when, unless = [] }) => {
    const cell = (cells[column - 1] ?? '').trim().toLowerCase()
    return when === undefined ? !unless.includes(cell) : when.includes(cell)
  })
  if (hit !== undefined) return hit.status
  const place = order.mapping.indexOf('status')
  const isSilent = place < 0 || (cells[place] ?? '').trim() === ''
  return isSilent && row.removeTime !== undefined ? 'unsubscribed' : 'active'
}

/** The key that a row names, also if the row fails. @returns null if it cannot be read. */
export function readKey(order: OracleImport, cells: string[]): string | null {
  const text = cells[order.mapping.indexOf(order.keyField ?? 'email')] ?? ''
  if (order.keyField === undefined) return isAddress(text.trim()) ? text.trim().toLowerCase() : null
  const check = order.fields?.[order.keyField] ?? ((value: string) => value)
  const value = check(text)
  const isPlain = typeof value === 'string' || typeof value === 'number'
  return isPlain && String(value).trim() !== '' ? String(value).trim().toLowerCase() : null
}

/** @returns false for a cell that breaks a rule. */
function readCell(order: OracleImport, row: ReadRow, name: string, text: string): boolean {
  const word = text.trim().toLowerCase()
  if (name === '') return true
  if (name === 'email') {
    row.email = text.trim()
    return true
  }
  if (isOwn(name)) return word === '' || readAttribute(order, row, name, word)
  if (text.includes('\0')) return false
  const check = order.fields?.[name] ?? ((value: string) => (value.trim() === '' ? null : value))
  const value = check(text)
  if (value !== null && value !== undefined) row.fields[name] = value
  return value !== undefined
}

function isOwn(name: string): boolean {
  return (
    name === 'status' || name === 'confirmed' || name === 'email_format' || name in times || name in machines
  )
}

function readAttribute(order: OracleImport, row: ReadRow, name: string, word: string): boolean {
  if (name === 'status') {
    row.status = word as OracleStatus
    return statuses.includes(word)
  }
  if (name === 'confirmed') {
    const isTrue = ['true', '1', 'yes', 'y', 't', 'on'].includes(word)
    if (order.hasConfirmed === true) row.confirmed = isTrue
    return order.hasConfirmed !== true || isTrue || ['false', '0', 'no', 'n', 'f', 'off'].includes(word)
  }
  if (name === 'email_format') {
    if (order.hasFormat === true) row.format = word === 'plaintext' ? 'text' : word
    return order.hasFormat !== true || ['html', 'text', 'plaintext', 'both'].includes(word)
  }
  const machine = machines[name]
  if (machine !== undefined) {
    row[machine] = word
    return /^(\d{1,3})(\.\d{1,3}){3}$/.test(word)
  }
  const time = readTime(word, order)
  const member = times[name]
  if (member !== undefined && time !== undefined) row[member] = time
  return time !== undefined
}

/** Only the simple addresses of test files, not all valid ones. */
export function isAddress(text: string): boolean {
  return (
    text.length < 256 &&
    /^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text) &&
    !/\.\.|^\.|\.@|@-|-$|-\.|\.-/.test(text)
  )
}

const clocks = ['h:mm:ssa', 'HH:mm:ss', 'h:mma', 'HH:mm']

/** The layouts of the specification, section 2.1, read by a different library. @returns an ISO text in UTC. */
export function readTime(
  text: string,
  { zone = 'utc', dateFormat = 'mdy' }: Pick<OracleImport, 'zone' | 'dateFormat'>,
) {
  const numeric = dateFormat === 'mdy' ? ['MM-dd-yyyy', 'MM/dd/yyyy'] : ['dd-MM-yyyy', 'dd/MM/yyyy']
  const layouts = [
    "yyyy-MM-dd't'HH:mm:ssZZ",
    'MMMM d, yyyy HH:mm',
    'MMMM d, yyyy',
    'd MMMM yyyy',
    'yyyy-MM-dd HH:mm',
    'yyyy-MM-dd',
    ...numeric.flatMap((date) => [date, ...clocks.map((clock) => `${date} ${clock}`)]),
  ]
  for (const layout of layouts) {
    const time = DateTime.fromFormat(text.trim().toLowerCase(), layout, { zone, locale: 'en-US' })
    if (time.isValid) return time.toUTC().toISO()
  }
  return undefined
}
