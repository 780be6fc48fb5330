/**
 * Both spellings of an internationalized domain name, `bücher.example` and `xn--bcher-kva.example`, by Punycode (RFC 3492).
 * Our own, for it runs in browsers, and because the keys of stored addresses must not change with the Unicode version of a
 * runtime's `URL`. migrations/021-one-mailbox.sql has the same in SQL.
 */

const prefix = 'xn--'
const base = 36
const thresholdMax = 26
const skew = 38
const damp = 700
const firstBias = 72
const firstCode = 0x80
const lastCode = 0x10ffff

export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false
  return true
}

/** In ASCII and lower case. Labels that are ASCII already stay, be they well-formed or not. */
export function asciiDomain(domain: string): string {
  if (isAscii(domain)) return domain.toLowerCase()
  return domain.toLowerCase().normalize('NFC').split('.').map(asciiLabel).join('.')
}

/** With the letters that its labels stand for. Labels that stand for none stay. */
export function domainInLetters(domain: string): string {
  return domain.toLowerCase().normalize('NFC').split('.').map(labelInLetters).join('.')
}

function asciiLabel(label: string): string {
  return isAscii(label) ? label : prefix + encode(label)
}

/** The label itself unless it is what `asciiLabel` makes of the letters. */
function labelInLetters(label: string): string {
  if (!label.startsWith(prefix)) return label
  const letters = decode(label.slice(prefix.length))
  return letters !== null && isNormal(letters) && asciiLabel(letters) === label ? letters : label
}

function isNormal(text: string): boolean {
  return text === text.toLowerCase().normalize('NFC') && /^[\p{L}\p{M}\p{N}-]+$/u.test(text)
}

function encode(label: string): string {
  const codes = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  const basic = codes.filter((code) => code < firstCode)
  let text = String.fromCodePoint(...basic) + (basic.length > 0 ? '-' : '')
  let done = basic.length
  let delta = 0
  let bias = firstBias
  for (let next = firstCode; done < codes.length; next++) {
    const from = next
    next = Math.min(...codes.filter((code) => code >= from))
    delta += (next - from) * (done + 1)
    for (const code of codes) {
      if (code < next) delta++
      if (code !== next) continue
      text += digitsOf(delta, bias)
      bias = adapted(delta, done + 1, done === basic.length)
      delta = 0
      done++
    }
    delta++
  }
  return text
}

function digitsOf(delta: number, bias: number): string {
  let text = ''
  let rest = delta
  for (let place = base; ; place += base) {
    const threshold = thresholdOf(place, bias)
    if (rest < threshold) return text + digitOf(rest)
    text += digitOf(threshold + ((rest - threshold) % (base - threshold)))
    rest = Math.floor((rest - threshold) / (base - threshold))
  }
}

/** null: no Punycode. */
function decode(text: string): string | null {
  const dash = text.lastIndexOf('-')
  const codes = Array.from(text.slice(0, Math.max(dash, 0)), (character) => character.codePointAt(0) ?? 0)
  let code = firstCode
  let place = 0
  let bias = firstBias
  for (let index = dash + 1; index < text.length;) {
    const before = place
    let weight = 1
    for (let step = base; ; step += base) {
      const digit = digits.indexOf(text.charAt(index++) || ' ')
      if (digit === -1) return null
      place += digit * weight
      if (place > lastCode * (codes.length + 1)) return null
      const threshold = thresholdOf(step, bias)
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = codes.length + 1
    bias = adapted(place - before, length, before === 0)
    code += Math.floor(place / length)
    place %= length
    if (code > lastCode) return null
    codes.splice(place++, 0, code)
  }
  return String.fromCodePoint(...codes)
}

function thresholdOf(place: number, bias: number): number {
  return Math.min(Math.max(place - bias, 1), thresholdMax)
}

function adapted(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / length)
  let bias = 0
  for (; rest > ((base - 1) * thresholdMax) / 2; bias += base) rest = Math.floor(rest / (base - 1))
  return bias + Math.floor((base * rest) / (rest + skew))
}

const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

function digitOf(value: number): string {
  return digits.charAt(value)
}
