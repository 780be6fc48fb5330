import { isStorable } from '../values/text.ts'
import { ScimError, type ScimType } from './errors.ts'

/** `text`: as it was written. */
export type AttributePath = { text: string; urn: string | null; name: string; sub: string | null }

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]

export type Filter =
  | { op: 'and' | 'or'; filters: readonly Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: 'pr'; path: AttributePath }
  | { op: Comparison; path: AttributePath; value: string | number | boolean | null }
  | { op: 'has'; path: AttributePath; filter: Filter }

/** Where a PATCH changes something: `emails[type eq "work"].value`. */
export type Target = { path: AttributePath; filter: Filter | null }

type Token = { kind: 'word' | 'text' | 'number' | 'mark'; text: string }

const charactersMax = 4_000
const depthMax = 20

const pattern =
  /\s+|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w:.])|([A-Za-z$][\w$:.-]*)|([()[\]]|\.[A-Za-z$][\w$-]*)/y

/** RFC 7644, section 3.4.2.2. @throws ScimError `invalidFilter` */
export function parseFilter(text: string): Filter {
  const reader = createReader(text, 'invalidFilter')
  const filter = parseOr(reader, 0)
  reader.end()
  return filter
}

/** RFC 7644, section 3.5.2. @throws ScimError `invalidPath` */
export function parseTarget(text: string): Target {
  const reader = createReader(text, 'invalidPath')
  const path = reader.path()
  const filter = reader.is('[') ? parseBrackets(reader, 0) : null
  const sub = filter === null || reader.isEnd() ? null : reader.take('mark', 'a sub-attribute').slice(1)
  reader.end()
  return { path: sub === null ? path : { ...path, sub }, filter }
}

/** @throws ScimError `invalidPath` */
export function parsePath(text: string): AttributePath {
  const { path, filter } = parseTarget(text)
  if (filter !== null) throw new ScimError('invalidPath', `${text} is not the name of an attribute`)
  return path
}

type Reader = {
  is: (text: string) => boolean
  skip: (text: string) => boolean
  take: (kind: Token['kind'], what: string) => string
  path: () => AttributePath
  value: () => string | number | boolean | null
  isEnd: () => boolean
  end: () => void
  fail: (what: string) => ScimError
}

function createReader(text: string, fault: ScimType): Reader {
  if (text.length > charactersMax) {
    throw new ScimError(fault, `it has more than ${charactersMax} characters: ask for less at once`)
  }
  const tokens = tokensOf(text, fault)
  let at = 0
  const fail = (what: string) => {
    const found = tokens[at]?.text.slice(0, 60)
    return new ScimError(
      fault,
      `${what} was expected ${found === undefined ? 'at the end' : `instead of ${found}`}`,
    )
  }
  const isNext = (wanted: string) => {
    const next = tokens[at]
    return next !== undefined && next.kind !== 'text' && next.text.toLowerCase() === wanted
  }
  const skip = (wanted: string) => {
    if (!isNext(wanted)) return false
    at += 1
    return true
  }
  const take = (kind: Token['kind'], what: string) => {
    const next = tokens[at]
    if (next?.kind !== kind) throw fail(what)
    at += 1
    return next.text
  }
  return {
    is: isNext,
    skip,
    take,
    fail,
    path: () => pathOf(take('word', 'the name of an attribute'), fault),
    value: () => {
      for (const [word, value] of [
        ['true', true],
        ['false', false],
        ['null', null],
      ] as const) {
        if (skip(word)) return value
      }
      if (tokens[at]?.kind === 'number') return Number(take('number', 'a value'))
      const quoted = take('text', 'a value in quotes, a number, true, false or null')
      try {
        const text = JSON.parse(quoted) as string
        if (isStorable(text)) return text
        throw new ScimError(fault, `${quoted.slice(0, 60)} contains a character that cannot be processed`)
      } catch (error) {
        if (error instanceof ScimError) throw error
        throw new ScimError(fault, `${quoted.slice(0, 60)} is no string of JSON`)
      }
    },
    isEnd: () => at === tokens.length,
    end: () => {
      if (at < tokens.length) throw fail('the end')
    },
  }
}

function tokensOf(text: string, fault: ScimType): Token[] {
  const tokens: Token[] = []
  pattern.lastIndex = 0
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex
    const match = pattern.exec(text)
    if (match === null) throw new ScimError(fault, `${text.slice(from, from + 60)} cannot be read`)
    const [, quoted, number, word, mark] = match
    if (quoted !== undefined) tokens.push({ kind: 'text', text: quoted })
    if (number !== undefined) tokens.push({ kind: 'number', text: number })
    if (word !== undefined) tokens.push({ kind: 'word', text: word })
    if (mark !== undefined) tokens.push({ kind: 'mark', text: mark })
  }
  return tokens
}

/** How many comparisons it makes with each value. */
export function lengthOf(filter: Filter): number {
  if (filter.op === 'and' || filter.op === 'or')
    return filter.filters.reduce((sum, one) => sum + lengthOf(one), 0)
  return filter.op === 'not' || filter.op === 'has' ? lengthOf(filter.filter) : 1
}

function parseOr(reader: Reader, depth: number): Filter {
  if (depth > depthMax) throw reader.fail(`a filter of at most ${depthMax} levels`)
  const filters = [parseAnd(reader, depth)]
  while (reader.skip('or')) filters.push(parseAnd(reader, depth))
  const [only] = filters
  return filters.length === 1 && only !== undefined ? only : { op: 'or', filters }
}

function parseAnd(reader: Reader, depth: number): Filter {
  const filters = [parseOne(reader, depth)]
  while (reader.skip('and')) filters.push(parseOne(reader, depth))
  const [only] = filters
  return filters.length === 1 && only !== undefined ? only : { op: 'and', filters }
}

function parseOne(reader: Reader, depth: number): Filter {
  if (reader.skip('not')) {
    if (!reader.is('(')) throw reader.fail('( after not')
    return { op: 'not', filter: parseOne(reader, depth + 1) }
  }
  if (reader.skip('(')) {
    const filter = parseOr(reader, depth + 1)
    if (!reader.skip(')')) throw reader.fail(')')
    return filter
  }
  const path = reader.path()
  if (reader.is('[')) return { op: 'has', path, filter: parseBrackets(reader, depth + 1) }
  if (reader.skip('pr')) return { op: 'pr', path }
  const op = comparisons.find((one) => reader.skip(one))
  if (op === undefined) throw reader.fail('an operator such as eq')
  return { op, path, value: reader.value() }
}

function parseBrackets(reader: Reader, depth: number): Filter {
  reader.skip('[')
  const filter = parseOr(reader, depth)
  if (!reader.skip(']')) throw reader.fail(']')
  return filter
}

/** A URN ends before the last colon; its version has a dot. */
function pathOf(text: string, fault: ScimType): AttributePath {
  const end = text.lastIndexOf(':')
  const [name = '', sub, ...more] = text.slice(end + 1).split('.')
  if (name === '' || sub === '' || more.length > 0) {
    throw new ScimError(fault, `${text.slice(0, 200)} is not the name of an attribute`)
  }
  return { text, urn: end < 0 ? null : text.slice(0, end), name, sub: sub ?? null }
}
