import { parseEmail, spellingsOf } from '../email.ts'
import { eachPrint, printsOf } from './prints.ts'

/** Matches the address ignoring case, but not as part of a longer one. @param key the normalized address. */
export function mentionOf(key: string): (text: string) => boolean {
  const spelled = writtenAs(key).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}._+-])(?:${spelled.join('|')})(?![\p{L}\p{N}-]|\.[\p{L}\p{N}])`,
    'u',
  )
  return (text) => pattern.test(text.normalize('NFC').toLowerCase())
}

/** In lower case, and with `%40` for the `@`, and so on, as in the address of a page: there, each case has its own code. */
export function writtenAs(key: string): string[] {
  const spellings = spellingsOf(key)
  const encoded = [...spellings, ...spellings.map((text) => text.toUpperCase())].map((text) =>
    encodeURIComponent(text).toLowerCase(),
  )
  return [...new Set([...spellings, ...encoded])]
}

/** Addresses that are looked for in texts, however many they are. */
export type Wanted = {
  keys: readonly string[]
  /** Of all their spellings. */
  prints: readonly number[]
  /** Whether a text mentions one of them, as `mentionOf`. */
  isMentioned: (text: string) => boolean
  /** Without the lines that are one of them, and the numbers of those, ascending. @param text lines, each ended by LF */
  withoutLines: (text: string) => { rest: string; taken: number[] }
}

/** @param keys normalized addresses. */
export function wantedAddresses(keys: readonly string[]): Wanted {
  const owners = new Map<number, Set<string>>()
  for (const key of keys) {
    for (const print of writtenAs(key).flatMap(printsOf)) {
      owners.set(print, (owners.get(print) ?? new Set()).add(key))
    }
  }
  const patterns = new Map<string, (text: string) => boolean>()
  const patternOf = (key: string) => {
    const pattern = patterns.get(key) ?? mentionOf(key)
    patterns.set(key, pattern)
    return pattern
  }
  const known = new Set(keys)
  return {
    keys,
    prints: [...owners.keys()],
    isMentioned: (text) => {
      const candidates = new Set<string>()
      eachPrint(text, (print) => owners.get(print)?.forEach((key) => candidates.add(key)))
      return [...candidates].some((key) => patternOf(key)(text))
    },
    withoutLines: (text) => {
      const places: number[] = []
      eachPrint(text, (print, at) => {
        if (owners.has(print)) places.push(at)
      })
      const isOne = (line: string) => known.has(parseEmail(line)?.key ?? line)
      return parted(text, places, isOne)
    },
  }
}

/** @param places in the lines that may be wanted */
function parted(text: string, places: readonly number[], isWanted: (line: string) => boolean) {
  const taken: number[] = []
  let rest = ''
  let [number, start, kept] = [0, 0, 0]
  const endOf = (line: number) => {
    const end = text.indexOf('\n', line)
    return end === -1 ? text.length : end
  }
  for (const place of places.toSorted((one, other) => one - other)) {
    if (place < start) continue
    let end = endOf(start)
    for (; end < place; end = endOf(start)) {
      number += 1
      start = end + 1
    }
    if (!isWanted(text.slice(start, end))) continue
    taken.push(number)
    rest += text.slice(kept, start)
    number += 1
    start = end + 1
    kept = start
  }
  return { rest: rest + text.slice(kept), taken }
}
