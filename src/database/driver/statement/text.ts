import { Helper, Parameter, Statement, type Value } from './sql.ts'

/** A statement as the driver takes it. Without `values` the text may hold several statements. */
export type Query = {
  text: string
  values?: Parameterized[]
  rowMode?: 'array'
  /** Made of a template: of a limited number of texts, so that the server can keep its plan. */
  isPlanned: boolean
}

type Parameterized = string | Buffer | null
type Writing = { text: string; values: Parameterized[] }

/** The statement with all its parts, as one text with numbered parameters. @throws Error `UNDEFINED_VALUE`. */
export function write(statement: Statement): Query {
  const { text, parts, given, areArrays } = statement
  const rowMode = areArrays ? { rowMode: 'array' as const } : {}
  if (parts === undefined) {
    const values = given.map((value) => parameterOf(value)[0])
    return { text: text[0] ?? '', isPlanned: false, ...(values.length === 0 ? {} : { values }), ...rowMode }
  }
  const writing: Writing = { text: '', values: [] }
  append(writing, statement)
  return { ...writing, isPlanned: true, ...rowMode }
}

function append(writing: Writing, { text, parts = [] }: Pick<Statement, 'text' | 'parts'>): void {
  writing.text += text[0] ?? ''
  for (let index = 0; index < parts.length; index += 1) {
    appendValue(writing, parts[index])
    writing.text += text[index + 1] ?? ''
  }
}

function appendValue(writing: Writing, value: Value | undefined): void {
  if (value instanceof Statement) append(writing, value)
  else if (value instanceof Helper) appendHelper(writing, value)
  else if (Array.isArray(value) && value[0] instanceof Statement) {
    for (const part of value as Statement[]) {
      writing.text += ' '
      append(writing, part)
    }
  } else {
    const [text, type] = parameterOf(value)
    writing.text += `$${writing.values.push(text)}${type}`
  }
}

function appendHelper(writing: Writing, { part, columns }: Helper): void {
  const before = writing.text.slice(-100)
  const named = columns.flat()
  if (typeof part === 'string') writing.text += identifier(part)
  else if (Array.isArray(part) && typeof part[0] !== 'object')
    appendList(writing, part, /\bin\s*$/i.test(before))
  else if (Array.isArray(part)) appendRows(writing, part as Columns[], named)
  else if (/\binto\s+\S+\s*$/i.test(before)) appendRows(writing, [part as Columns], named)
  else appendAssignments(writing, part as Columns, named)
}

type Columns = Record<string, Value>

function appendList(writing: Writing, list: readonly (string | number)[], areValues: boolean): void {
  if (!areValues) writing.text += list.map((name) => identifier(String(name))).join(',')
  // What is in no list is in this one.
  else if (list.length === 0) writing.text += '(null)'
  else appendRow(writing, list)
}

function appendRow(writing: Writing, values: readonly (Value | undefined)[]): void {
  for (const [index, value] of values.entries()) {
    writing.text += index === 0 ? '(' : ','
    appendValue(writing, value)
  }
  writing.text += ')'
}

function appendRows(writing: Writing, rows: readonly Columns[], named: readonly string[]): void {
  const columns = named.length > 0 ? named : Object.keys(rows[0] ?? {})
  writing.text += `(${columns.map(identifier).join(',')}) values `
  for (const [index, row] of rows.entries()) {
    if (index > 0) writing.text += ','
    appendRow(
      writing,
      columns.map((column) => row[column]),
    )
  }
}

function appendAssignments(writing: Writing, row: Columns, named: readonly string[]): void {
  const columns = named.length > 0 ? named : Object.keys(row)
  for (const [index, column] of columns.entries()) {
    writing.text += `${index === 0 ? '' : ','}${identifier(column)}=`
    appendValue(writing, row[column])
  }
}

/** `a.b` is the column b of a. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
}

/**
 * A value in PostgreSQL's own text, and the cast that says its type where the server would guess at another: it takes
 * an unknown value beside an interval for an interval.
 */
function parameterOf(value: unknown): [Parameterized, string] {
  switch (typeof value) {
    case 'string':
      return [value, '']
    case 'number':
      return [String(value), '']
    case 'boolean':
      return [value ? 't' : 'f', '::boolean']
    case 'bigint':
      return [String(value), '::bigint']
    default:
      return objectOf(value)
  }
}

function objectOf(value: unknown): [Parameterized, string] {
  if (value === null) return [null, '']
  if (value instanceof Date) return [value.toISOString(), '::timestamptz']
  if (value instanceof Uint8Array)
    return [Buffer.from(value.buffer, value.byteOffset, value.length), '::bytea']
  if (Array.isArray(value)) return [arrayText(value), '']
  if (value instanceof Parameter && value.value !== undefined) {
    if (value.type === 'text[]') return [arrayText(value.value as unknown[]), '::text[]']
    return [value.value === null ? null : JSON.stringify(value.value), '::jsonb']
  }
  if (value !== undefined && !(value instanceof Parameter)) {
    throw new TypeError('An object cannot be a parameter by itself: use `sql.json`.')
  }
  throw Object.assign(new Error('A value is undefined: write null.'), { code: 'UNDEFINED_VALUE' })
}

function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number') return `"${value}"`
  return `"${quoted(typeof value === 'string' ? value : String(parameterOf(value)[0]))}"`
}

/** Texts are rarely of these characters: looking is cheaper than replacing. */
function quoted(text: string): string {
  return /["\\]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : text
}
