import { spellingsOf } from '../email.ts'

/** Matches the address ignoring case, but not as part of a longer one. @param key the normalized address. */
export function mentionOf(key: string): (text: string) => boolean {
  const spellings = spellingsOf(key)
  const written = [...spellings, ...spellings.map((text) => encodeURIComponent(text).toLowerCase())].map(
    (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  )
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}._+-])(?:${written.join('|')})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`,
    'u',
  )
  return (text) => pattern.test(text.normalize('NFC').toLowerCase())
}
