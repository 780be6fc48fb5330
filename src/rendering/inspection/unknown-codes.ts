import type { ContentLanguage } from '../../contract/campaigns/language.ts'
import { nearest } from '../../contract/values/spelling/nearest.ts'
import { codeNames, codeTable, type MergeField } from '../codes.ts'
import { findForeignTags } from './dialects.ts'

const placeholder = /%%([\p{L}\p{N}][\p{L}\p{N}_ :.-]{0,58})(?:\|[^%]{0,500})?%%/gu

const foundMax = 10

export type UnknownCode = { code: string; meant: string | null }

/** Codes of nothing, and tags of other programs. */
export function findUnknownCodes(
  text: string,
  fields: readonly MergeField[],
  language: ContentLanguage = 'codes',
): UnknownCode[] {
  const codes = codeTable(fields)
  const names = codeNames(fields)
  const found = new Map<string, UnknownCode>()
  for (const [whole, name = ''] of text.matchAll(placeholder)) {
    if (found.size >= foundMax) break
    // A code can be in a text a hundred thousand times, and looking for what was meant is slow.
    if (found.has(whole) || codes(name) !== undefined) continue
    const meant = nearest(name, names)
    found.set(whole, { code: whole, meant: meant === null ? null : `%%${meant}%%` })
  }
  for (const tag of findForeignTags(text, fields, language)) found.set(tag.code, tag)
  return [...found.values()].slice(0, foundMax)
}

export function unknownCodes(
  text: string,
  fields: readonly MergeField[],
  language: ContentLanguage = 'codes',
): string[] {
  return findUnknownCodes(text, fields, language).map(({ code, meant }) => {
    const hint = meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`
    return `${code} is not a known code and stays in the message as it is${hint}`
  })
}
