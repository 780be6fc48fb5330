/** Lower-case names. */
export type Fields = ReadonlyMap<string, string>

export function blocksOf(text: string): Fields[] {
  const blocks: Map<string, string>[] = [new Map()]
  let last = ''
  for (const line of text.split(/\r?\n/)) {
    const block = blocks.at(-1) ?? new Map<string, string>()
    const colon = line.indexOf(':')
    if (line.trim() === '') {
      if (block.size > 0) blocks.push(new Map())
      last = ''
    } else if (/^[ \t]/.test(line)) {
      if (last !== '') block.set(last, `${block.get(last) ?? ''} ${line.trim()}`)
    } else {
      const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      last = block.has(name) ? '' : name
      if (last !== '') block.set(last, line.slice(colon + 1).trim())
    }
  }
  return blocks.filter((block) => block.size > 0)
}

/** Parses `rfc822; anna@example.com`, `"Anna" <anna@example.com>` or an address. */
export function addressOf(text: string | undefined): string | null {
  const bare = (text ?? '').slice(0, 1000).replace(/^\s*(rfc822|utf-8)\s*;/i, '')
  return /[^\s<>,"]{1,256}@[^\s<>;,"@]{1,256}/.exec(bare)?.[0] ?? null
}

export function lineOf(text: string, charactersMax: number): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.slice(0, charactersMax).toWellFormed()
}
