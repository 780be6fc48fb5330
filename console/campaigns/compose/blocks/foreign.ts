import type { DraftContent } from '../saving/change.ts'

type Shown = Pick<DraftContent, 'html' | 'document'>

/** Of `<img src>` and `background`, and of styles. In HTML an address has `&amp;` for `&`. */
const inHtml = [
  /<img\b[^>]*?\ssrc\s*=\s*(?:"(https?:[^"]+)"|'(https?:[^']+)'|(https?:[^\s>"']+))/gi,
  /\sbackground\s*=\s*(?:"(https?:[^"]+)"|'(https?:[^']+)'|(https?:[^\s>"']+))/gi,
  /url\(\s*(?:"(https?:[^")]+)"|'(https?:[^')]+)'|(https?:[^\s)"']+))\s*\)/gi,
]

/** `/a/<organization>-<token>`, on whichever name the server has. */
const ofQuiver = /\/a\/\d+-[\w-]{22}$/

/**
 * The pictures that a message loads from other servers, as their addresses are written in it. Not those whose address
 * depends on the person.
 */
export function foreignPictures({ html, document }: Shown): string[] {
  const found = new Set<string>()
  if (document === null) {
    for (const pattern of inHtml) {
      for (const [, ...written] of html.matchAll(pattern)) found.add(written.find(Boolean) ?? '')
    }
  } else {
    JSON.stringify(document, (key, value: unknown) => {
      if (key === 'src' && typeof value === 'string' && /^https?:/i.test(value)) found.add(value)
      return value
    })
  }
  return [...found].filter((url) => url !== '' && !url.includes('%%') && !ofQuiver.test(url))
}

/** The address as a browser reads it from the attribute. */
export function addressOf(written: string): string {
  return written.trim().replaceAll('&amp;', '&')
}

/** @param copies new addresses by the written ones. Longer ones first: one may be the beginning of another. */
export function withPictures({ html, document }: Shown, copies: ReadonlyMap<string, string>): Partial<Shown> {
  if (document !== null) {
    const copied = JSON.stringify(document, (key, value: unknown) =>
      key === 'src' && typeof value === 'string' ? (copies.get(value) ?? value) : value,
    )
    return { document: JSON.parse(copied) as typeof document }
  }
  const longest = [...copies].toSorted(([one], [other]) => other.length - one.length)
  return { html: longest.reduce((text, [written, url]) => text.replaceAll(written, () => url), html) }
}
