export type JsonFault = { line: number; column: number; expected: string }

type State = 'value' | 'first element' | 'first key' | 'key' | 'colon' | 'next' | 'end'

class Unexpected extends Error {
  readonly index: number
  readonly expected: string

  constructor(index: number, expected: string) {
    super(expected)
    this.index = index
    this.expected = expected
  }
}

/** JSON.parse itself often gives no position. @returns line and column from 1, in characters; null for valid JSON. */
export function findJsonFault(text: string): JsonFault | null {
  try {
    walk(text)
    return null
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error
    const ends = error.index >= text.length ? ', but the body ends' : ''
    return { ...positionOf(text, error.index), expected: error.expected + ends }
  }
}

/** Counts: an array of the lines or characters would take many times the memory of the body. */
function positionOf(text: string, index: number): Pick<JsonFault, 'line' | 'column'> {
  let [line, start, column] = [1, 0, 1]
  for (let end = text.indexOf('\n'); end !== -1 && end < index; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  for (let at = start; at < index; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) column += 1
  return { line, column }
}

const expectations: Record<Exclude<State, 'next'>, string> = {
  value: 'a value',
  'first element': 'a value or ]',
  'first key': 'a key in double quotes or }',
  key: 'a key in double quotes',
  colon: ':',
  end: 'the end of the body',
}

/** @throws Unexpected at the first character that cannot continue a JSON text. */
function walk(text: string): void {
  const open: ('}' | ']')[] = []
  let state: State = 'value'
  let index = 0
  const after = (): State => (open.length === 0 ? 'end' : 'next')
  for (;;) {
    index = match(/[ \t\n\r]*/y, text, index)
    if (state === 'end' && index === text.length) return
    const character = text[index] ?? ''
    const closer = open.at(-1) ?? ''
    const mayClose = state === 'next' || state === 'first element' || state === 'first key'
    if (mayClose && character !== '' && character === closer) {
      open.pop()
      state = after()
      index += 1
    } else if (state === 'next' || state === 'colon' || state === 'end') {
      const wanted = state === 'next' ? ',' : state === 'colon' ? ':' : ''
      const expected = state === 'next' ? `, or ${closer}` : expectations[state]
      if (wanted === '' || character !== wanted) throw new Unexpected(index, expected)
      state = state === 'next' && closer === '}' ? 'key' : 'value'
      index += 1
    } else if (state === 'key' || state === 'first key') {
      if (character !== '"') throw new Unexpected(index, expectations[state])
      index = endOfString(text, index)
      state = 'colon'
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']')
      state = character === '{' ? 'first key' : 'first element'
      index += 1
    } else {
      index = endOfScalar(text, index, expectations[state])
      state = after()
    }
  }
}

function match(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index
  return pattern.test(text) ? pattern.lastIndex : index
}

function endOfScalar(text: string, index: number, expected: string): number {
  if (text[index] === '"') return endOfString(text, index)
  const end = match(/true|false|null|-?(?:0|[1-9]\d*)/y, text, index)
  if (end === index) {
    if (text[index] === '-') throw new Unexpected(index + 1, 'a digit')
    throw new Unexpected(index, expected)
  }
  if (!/\d/.test(text[end - 1] ?? '')) return end
  const fraction = endOfPart(/\.\d*/y, text, end)
  return endOfPart(/[eE][+-]?\d*/y, text, fraction)
}

/** Fractions and exponents end with a digit. */
function endOfPart(pattern: RegExp, text: string, index: number): number {
  const end = match(pattern, text, index)
  if (end > index && !/\d/.test(text[end - 1] ?? '')) throw new Unexpected(end, 'a digit')
  return end
}

// JSON does not allow control characters in strings.
// oxlint-disable-next-line no-control-regex
const plain = /[^"\\\u0000-\u001f]*/y

function endOfString(text: string, begin: number): number {
  let index = begin + 1
  for (;;) {
    index = match(plain, text, index)
    if (text[index] === '"') return index + 1
    if (text[index] === undefined) throw new Unexpected(index, '" at the end of the string')
    if (text[index] !== '\\') {
      throw new Unexpected(index, 'an escape such as \\n instead of a control character')
    }
    const end = match(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y, text, index)
    if (end === index) throw new Unexpected(index, 'an escape such as \\n, \\\\ or \\u00e9')
    index = end
  }
}
