import { trimmed } from './spelling/invisible.ts'
import { asciiDomain, domainInLetters } from './spelling/domain-names.ts'

/** `key` identifies the address within a list: lower case, with its domain in ASCII, so all spellings are equal. */
export type EmailAddress = { address: string; key: string }

/** RFC 5321, section 4.5.3.1, and RFC 1035, section 2.3.4, for the ASCII form of the address. */
const localLengthMax = 64
const labelLengthMax = 63
const addressLengthMax = 254

const at = 0x40
const dot = 0x2e
const dash = 0x2d

const isLocal = 1
const isDomain = 2
const isUpper = 4
const isDigit = 8

/** The parts in which each ASCII character is allowed. */
const classes = new Uint8Array(128)
mark('abcdefghijklmnopqrstuvwxyz', isLocal | isDomain)
mark('ABCDEFGHIJKLMNOPQRSTUVWXYZ', isLocal | isDomain | isUpper)
mark('0123456789', isLocal | isDomain | isDigit)
mark('-._', isLocal | isDomain)
mark("+=%/:;?!#$&'*`{}|~", isLocal)

function mark(characters: string, bits: number): void {
  for (const character of characters) classes[character.charCodeAt(0)] = bits
}

/**
 * Trims and validates one address; null if it is not valid.
 * - The local part may have dots anywhere: `a..b@` and `.a@` exist at real providers.
 * - A domain needs two labels: `anna@gmail` cannot receive mail from the internet, so it is a typing error.
 * - The last label is not all digits, which would be (part of) an IP address.
 *
 * One pass, no regular expression for plain ASCII: it runs for every imported row.
 */
export function parseEmail(text: string): EmailAddress | null {
  const address = isTrimmed(text) ? text : trimmed(text)
  const { length } = address
  if (length > addressLengthMax) return null

  let index = 0
  let seen = 0
  for (; index < length; index++) {
    const code = address.charCodeAt(index)
    if (code === at) break
    const bits = classOf(code)
    if ((bits & isLocal) === 0) return null
    seen |= bits
  }
  if (index === 0 || index > localLengthMax || index === length) return null

  const domain = classifyAsciiDomain(address, index + 1)
  if (domain === notAscii) return readInternational(address, index + 1)
  if (domain === refused) return null
  return { address, key: ((seen | domain) & isUpper) === 0 ? address : address.toLowerCase() }
}

const refused = -1
const notAscii = -2

/** The classes of all its characters combined, or `refused`, or `notAscii`. */
function classifyAsciiDomain(address: string, start: number): number {
  const { length } = address
  let seen = 0
  let dots = 0
  let label = 0 // Classes of the current label, joined by "and": it keeps `isDigit` while all are digits.
  let previous = dot
  let labelStart = start
  for (let index = start; index < length; index++) {
    const code = address.charCodeAt(index)
    if (code > 127) return notAscii
    const bits = classOf(code)
    if ((bits & isDomain) === 0) return refused
    if (code === dot) {
      if (previous === dot || previous === dash || index - labelStart > labelLengthMax) return refused
      labelStart = index + 1
      dots++
    } else if (previous === dot) {
      if (code === dash) return refused
      label = bits
    } else label &= bits
    seen |= bits
    previous = code
  }
  const endsWell = previous !== dot && previous !== dash && (label & isDigit) === 0
  return endsWell && dots > 0 && length - labelStart <= labelLengthMax ? seen : refused
}

/**
 * IDNA2008 (RFC 5892): letters, marks and digits that NFKC leaves unchanged, no leading mark, no `--` in third and
 * fourth place; upper case is mapped to lower case (RFC 5895). The mailer checks contextual and bidirectional rules.
 */
function readInternational(address: string, start: number): EmailAddress | null {
  const domain = address.slice(start).toLowerCase().normalize('NFC')
  if (domain.normalize('NFKC') !== domain) return null
  const labels = domain.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || /^\p{N}+$/u.test(last) || !labels.every(isSaneLabel)) return null
  const inAscii = asciiDomain(domain)
  if (start + inAscii.length > addressLengthMax) return null
  if (!inAscii.split('.').every((label) => label.length <= labelLengthMax)) return null
  if (isMapped(domain, inAscii)) return null
  return { address, key: address.slice(0, start).toLowerCase() + inAscii }
}

/** Whether IDNA stands for another name with these letters: it would be another mailbox than that of the key. */
function isMapped(domain: string, inAscii: string): boolean {
  const url = `http://${domain}`
  return URL.canParse(url) && new URL(url).hostname !== inAscii
}

function isSaneLabel(label: string): boolean {
  if (/^[a-z0-9_-]+$/.test(label)) return !label.startsWith('-') && !label.endsWith('-')
  return (
    label.length <= labelLengthMax &&
    /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label) &&
    !/^..--/u.test(label)
  )
}

function classOf(code: number): number {
  return code < 128 ? (classes[code] ?? 0) : 0
}

/** Cheaper than `trimmed`; true if both ends are visible ASCII. */
function isTrimmed(text: string): boolean {
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  return first > 0x20 && first < 0x7f && last > 0x20 && last < 0x7f
}

const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that most servers deliver to: without what follows a `+`, and for Gmail without dots. For limits only, because
 * some servers have other rules.
 */
export function mailboxOf(address: string): string {
  const domain = domainOf(address)
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  const name = local.replace(/(?<=.)\+.*$/s, '')
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

/** What the keys of the addresses that a search means contain: lower case, and what follows an `@` in ASCII. */
export function searchedKey(text: string): string {
  const words = text.trim().toLowerCase()
  const at = words.lastIndexOf('@')
  return at === -1 ? words : words.slice(0, at + 1) + asciiDomain(words.slice(at + 1))
}

/** The key and what else people may have written for it: some of its labels, or all, in letters. */
export function spellingsOf(key: string): string[] {
  const at = key.lastIndexOf('@') + 1
  const [first = '', ...labels] = key.slice(at).split('.')
  const spelled = (label: string) => [...new Set([label, domainInLetters(label)])]
  const starts = spelled(first).map((label) => key.slice(0, at) + label)
  return labels.reduce(
    (before, label) =>
      before.flatMap((start) => spelled(label).map((one) => `${start}.${one}`)).slice(0, spellingsMax),
    starts,
  )
}

/** More than the labels of any name that people use give. */
const spellingsMax = 64

/** In ASCII, as keys have it. The whole text if it has no `@`. */
export function domainOf(address: string): string {
  return asciiDomain(address.slice(address.lastIndexOf('@') + 1))
}
