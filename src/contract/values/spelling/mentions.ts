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
  const spelled = keys.flatMap(writtenAs)
  const prints = new Set(spelled.flatMap(printsOf))
  const isSpelledAt = spellingsAt(spelled)
  const known = new Set(keys)
  return {
    keys,
    prints: [...prints],
    isMentioned: (text) => {
      let isFound = false
      eachPrint(text, (print, at) => {
        if (!isFound && prints.has(print)) isFound = isSpelledAt(text, at)
      })
      return isFound
    },
    withoutLines: (text) => {
      const places: number[] = []
      eachPrint(text, (print, at) => {
        if (prints.has(print)) places.push(at)
      })
      const isOne = (line: string) => known.has(parseEmail(line)?.key ?? line)
      return parted(text, places, isOne)
    },
  }
}

/**
 * Whether one of the spellings stands around the sign at a place, as `mentionOf` finds them. The cost grows with the different
 * lengths of their parts and not with their number: somebody can choose a thousand addresses that have one print.
 */
function spellingsAt(spelled: readonly string[]): (text: string, at: number) => boolean {
  /** By the part from the sign on: what stands before it. */
  const ends = new Map<string, Set<string>>()
  for (const one of spelled) {
    const at = one.lastIndexOf(one.includes('@') ? '@' : '%40')
    const end = one.slice(at)
    ends.set(end, (ends.get(end) ?? new Set()).add(one.slice(0, at)))
  }
  const endLengths = lengthsOf(ends.keys())
  const startLengths = new Map([...ends].map(([end, starts]) => [end, lengthsOf(starts)]))
  // A letter and its marks can become one letter.
  const reach = 4 * Math.max(0, ...spelled.map(({ length }) => length)) + 16
  return (text, at) => {
    const before = folded(text.slice(Math.max(0, at - reach), at))
    const after = folded(text.slice(at, at + reach))
    return endLengths.some((length) => {
      const end = after.slice(0, length)
      const starts = ends.get(end)
      if (starts === undefined || goesOn.test(after.slice(length, length + 4))) return false
      return (startLengths.get(end) ?? []).some((size) => {
        const place = before.length - size
        return (
          place >= 0 &&
          starts.has(before.slice(place)) &&
          !begins.test(before.slice(Math.max(0, place - 2), place))
        )
      })
    })
  }
}

/** What makes an address a part of a longer one. */
const begins = /[\p{L}\p{N}._+-]$/u
const goesOn = /^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u

function lengthsOf(texts: Iterable<string>): number[] {
  return [...new Set([...texts].map(({ length }) => length))]
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
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
