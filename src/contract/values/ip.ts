/** The longest text of an IP address: an IPv6 address of full groups that ends in a dotted IPv4 address. */
const lengthMax = 45

/**
 * Reads one IP address and gives its canonical spelling: IPv4 as four decimal numbers, IPv6 as RFC 5952 writes it
 * (lower case, no leading zeros, the longest run of zeros as `::`). White space around it is dropped.
 * Null for everything else: `010.1.1.1` (octal to some readers), `127.1`, netmasks, ports, zones (`fe80::1%eth0`).
 */
export function parseIp(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length > lengthMax) return null
  if (!trimmed.includes(':')) return dotted.test(trimmed) ? trimmed : null
  const groups = groupsOf(trimmed)
  return groups === null ? null : spellGroups(groups)
}

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const dotted = new RegExp(String.raw`^${octet}\.${octet}\.${octet}\.${octet}$`)

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(text: string): number[] | null {
  const halves = text.split('::')
  if (halves.length > 2) return null
  const [head = '', tail] = halves
  const left = readGroups(head, tail === undefined)
  if (tail === undefined) return left?.length === 8 ? left : null
  const right = readGroups(tail, true)
  if (left === null || right === null) return null
  const missing = 8 - left.length - right.length
  return missing < 1 ? null : [...left, ...Array.from({ length: missing }, () => 0), ...right]
}

/** Groups separated by single colons; the last may be a dotted IPv4 address where the address ends with it. */
function readGroups(text: string, endsAddress: boolean): number[] | null {
  if (text === '') return []
  const words = text.split(':')
  const groups: number[] = []
  for (const [index, word] of words.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(word)) {
      groups.push(Number.parseInt(word, 16))
      continue
    }
    if (!endsAddress || index !== words.length - 1 || !dotted.test(word)) return null
    const [a = 0, b = 0, c = 0, d = 0] = word.split('.').map(Number)
    groups.push(a * 256 + b, c * 256 + d)
  }
  return groups
}

function spellGroups(groups: number[]): string {
  const hex = groups.map((group) => group.toString(16))
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return `::ffff:${spellOctets(groups[6] ?? 0)}.${spellOctets(groups[7] ?? 0)}`
  }
  const { start, length } = longestZeros(groups)
  if (length < 2) return hex.join(':')
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
}

function spellOctets(group: number): string {
  return `${group >> 8}.${group & 255}`
}

/** The first longest run of zero groups; RFC 5952 shortens that one, and only when it is two groups or more. */
function longestZeros(groups: number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 }
  let length = 0
  for (const [index, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0
    if (length > best.length) best = { start: index - length + 1, length }
  }
  return best
}
