import { suggestion } from '../contract/values/nearest.ts'
import { codeNames, codeTable } from './codes.ts'
import type { MergeField } from './codes.ts'

/** Also codes of other products: `{{first_name}}`, `*|FNAME|*`. */
const placeholder =
  /%%([\p{L}\p{N}][\p{L}\p{N}_ :.-]{0,58})%%|\{\{ ?([\p{L}\p{N}][\p{L}\p{N}_ .-]{0,58}?) ?\}\}|\*\|([\p{L}\p{N}][\p{L}\p{N}_:]{0,58})\|\*/gu

const foundMax = 10

export function unknownCodes(text: string, fields: readonly MergeField[]): string[] {
  const codes = codeTable(fields)
  const names = codeNames(fields)
  const sentences = new Set<string>()
  for (const [whole, own, braces, stars] of text.matchAll(placeholder)) {
    if (sentences.size >= foundMax) break
    const name = own ?? braces ?? stars ?? ''
    if (own !== undefined && codes(own) !== undefined) continue
    const meant = own === undefined && codes(name) !== undefined ? `; did you mean "%%${name}%%"?` : ''
    const hint = meant === '' ? suggestion(name, names).replace(/"(.*)"/, '"%%$1%%"') : meant
    sentences.add(`${whole} is not a known code and stays in the message as it is${hint}`)
  }
  return [...sentences]
}
