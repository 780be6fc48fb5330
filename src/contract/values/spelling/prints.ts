// Prints of addresses: 32 bits of what stands around each `@` of a text, so that one who looks for an address need not read
// texts that cannot mention it (docs/decisions/011).

/** Of the ASCII characters: 0 for those at which both parts end, otherwise their lower case. */
const localCodes = codesOf(/[a-z0-9._+-]/)
const domainCodes = codesOf(/[a-z0-9-]/)

function codesOf(allowed: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => {
    const lower = String.fromCharCode(code).toLowerCase()
    return allowed.test(lower) ? lower.charCodeAt(0) : 0
  })
}

const dot = 0x2e
const written = ['@', '%40'] as const

/**
 * Calls `note` with each print, and the place of its `@`. Texts in which `mentionOf` (mentions.ts) finds an address have one
 * of the prints of its spellings; others may have it, too.
 */
export function eachPrint(text: string, note: (print: number, at: number) => void): void {
  for (const sign of written) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      note(plainPrint(text, at, at + sign.length) ?? printInWords(text, at, at + sign.length), at)
    }
  }
}

export function printsOf(text: string): number[] {
  const prints: number[] = []
  eachPrint(text, (print) => prints.push(print))
  return prints
}

const start = 0x811c9dc5
const prime = 0x01000193

/** FNV-1a of the local part backwards and the domain. @returns null if letters beyond ASCII touch it. */
function plainPrint(text: string, at: number, end: number): number | null {
  let hash = start
  for (let index = at - 1; index >= 0; index -= 1) {
    const code = text.charCodeAt(index)
    if (code > 127) return null
    const letter = localCodes[code] as number
    if (letter === 0) break
    hash = Math.imul(hash ^ letter, prime)
  }
  hash = Math.imul(hash ^ 0x40, prime)
  for (let index = end; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 127) return null
    const letter = code === dot ? dot : (domainCodes[code] as number)
    if (letter === 0) break
    if (code === dot) {
      const next = text.charCodeAt(index + 1)
      if (next > 127) return null
      if (!(domainCodes[next] as number) || next === 0x2d) break
    }
    hash = Math.imul(hash ^ letter, prime)
  }
  return mixed(hash)
}

/** The same of text in any letters. */
function printInWords(text: string, at: number, end: number): number {
  let first = at
  while (first > 0 && isWord(text.charCodeAt(first - 1))) first -= 1
  let last = end
  while (last < text.length && isWord(text.charCodeAt(last))) last += 1
  const local = /[\p{L}\p{N}._+-]*$/u.exec(folded(text.slice(first, at)))?.[0] ?? ''
  const domain =
    /^[\p{L}\p{N}-]*(?:\.[\p{L}\p{N}][\p{L}\p{N}-]*)*/u.exec(folded(text.slice(end, last)))?.[0] ?? ''
  let hash = start
  for (let index = local.length - 1; index >= 0; index -= 1) {
    hash = Math.imul(hash ^ local.charCodeAt(index), prime)
  }
  hash = Math.imul(hash ^ 0x40, prime)
  for (let index = 0; index < domain.length; index += 1) {
    hash = Math.imul(hash ^ domain.charCodeAt(index), prime)
  }
  return mixed(hash)
}

function isWord(code: number): boolean {
  return code > 127 || localCodes[code] !== 0
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Spreads the hash over all 32 bits: whoever looks for it expects it at its share of the sorted prints. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
