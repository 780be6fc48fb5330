import { nearest } from '../../contract/values/nearest.ts'
import { codeNames, codeTable, type MergeField } from '../codes.ts'

/** Also codes of other products: `{{first_name}}`, `*|FNAME|*`. */
const placeholder =
  /%%([\p{L}\p{N}][\p{L}\p{N}_ :.-]{0,58})%%|\{\{ ?([\p{L}\p{N}][\p{L}\p{N}_ .-]{0,58}?) ?\}\}|\*\|([\p{L}\p{N}][\p{L}\p{N}_:]{0,58})\|\*/gu

const foundMax = 10

export type UnknownCode = { code: string; meant: string | null }

export function findUnknownCodes(text: string, fields: readonly MergeField[]): UnknownCode[] {
  const codes = codeTable(fields)
  const names = codeNames(fields)
  const found = new Map<string, UnknownCode>()
  for (const [whole, own, braces, stars] of text.matchAll(placeholder)) {
    if (found.size >= foundMax) break
    // A code can be in a text a hundred thousand times, and looking for what was meant is slow.
    if (found.has(whole)) continue
    const name = own ?? braces ?? stars ?? ''
    const isKnown = codes(name) !== undefined
    if (own !== undefined && isKnown) continue
    const meant = isKnown ? name : nearest(name, names)
    found.set(whole, { code: whole, meant: meant === null ? null : `%%${meant}%%` })
  }
  return [...found.values()]
}

export function unknownCodes(text: string, fields: readonly MergeField[]): string[] {
  return findUnknownCodes(text, fields).map(({ code, meant }) => {
    const hint = meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`
    return `${code} is not a known code and stays in the message as it is${hint}`
  })
}
