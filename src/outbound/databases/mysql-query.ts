import { finalFailure } from '../request-failed.ts'

const pieces =
  /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|#[^\n]*|--(?=\s|$)[^\n]*|\/\*[\s\S]*?\*\/|[\p{L}_$][\p{L}\p{N}_$]*|\S/gsu

const firstWords = new Set(['select', 'with', 'table', 'values'])

/**
 * Refuses what is no single query in words that help. The server has the last word (`asPartOfAnother`), because it alone
 * knows how it reads a text. @returns the query without what follows it. @throws RequestFailed
 */
export function readQuery(text: string): string {
  // Comments that the server executes: also hints, which lift the limit of time. In a string they are refused, too.
  if (/\/\*(?:M?!|\+)/i.test(text))
    throw finalFailure('The query must not contain /*! or /*+, which the server executes: remove them.')
  let depth = 0
  let end = text.length
  const words: string[] = []
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if (/^(?:#|\/\*|--)/.test(piece)) continue
    if (end < text.length) throw finalFailure('The query must be a single statement: remove what follows ;.')
    if (piece === ';') end = index
    else words.push(piece.toLowerCase())
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (depth < 0) break
  }
  if (depth !== 0) throw finalFailure('The query has a bracket too many or too few: correct it.')
  const first = words.find((word) => word !== '(')
  if (first === undefined || !firstWords.has(first))
    throw finalFailure(
      'The query must begin with SELECT, WITH, TABLE or VALUES: it reads rows and changes nothing.',
    )
  if (words.includes('into'))
    throw finalFailure(
      'The query must not write its rows elsewhere: remove INTO, or put the name into backquotes.',
    )
  const isLocking = words.some((word, at) =>
    /^for (?:update|share)$|^lock in$/.test(`${word} ${words[at + 1] ?? ''}`),
  )
  if (isLocking)
    throw finalFailure('The query must not lock rows: remove FOR UPDATE, FOR SHARE or LOCK IN SHARE MODE.')
  return text.slice(0, end)
}

/**
 * A statement to be prepared and never run: the server prepares it only if it reads the whole query as one that can stand
 * in another. That lets in any columns and their order; of a derived table, two columns of one name would be an error.
 */
export function asPartOfAnother(query: string): string {
  return `select exists (${query}\n)`
}
