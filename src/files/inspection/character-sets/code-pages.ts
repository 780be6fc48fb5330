import { analyse } from 'chardet'
import iconv from 'iconv-lite'
import type { CharacterSetName } from '../../../contract/imports/character-sets.ts'
import type { Certainty } from '../../../contract/imports/inspection.ts'
import { decodeWindows1252 } from '../../csv/windows-1252.ts'

/** The usual ones first: of sets that fit equally well, the first is proposed. */
const western = ['windows-1252', 'macintosh', 'IBM850'] as const
const latin = [
  ...western,
  'windows-1250',
  'ISO-8859-2',
  'windows-1254',
  'windows-1257',
  'ISO-8859-15',
  'IBM852',
] as const
const alphabets = [
  'windows-1251',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'KOI8-R',
  'KOI8-U',
  'IBM866',
  'windows-874',
] as const
const doubleByte = ['Shift_JIS', 'EUC-KR', 'EUC-JP', 'GBK', 'Big5'] as const
const candidates = [...latin, ...alphabets, ...doubleByte]

/** Enough for a judgement. */
const sampleBytesMax = 16_384
const wordsMax = 2000
/** Of a word: cells with codes have longer ones. */
const charactersMax = 200

export type FoundCodePage = {
  value: (typeof candidates)[number]
  certainty: Certainty
  examples: string[]
  problem: string
}

/** @param bytes of a text that is not in UTF-8. @returns null if none of them is beyond ASCII. */
export function findCodePage(bytes: Buffer): FoundCodePage | null {
  const sample = foreignLines(bytes)
  if (sample.length === 0) return null
  const heard = new Map(analyse(sample).map(({ name, confidence }) => [name.toLowerCase(), confidence]))
  const judged = candidates.map((value, rank) => {
    const { penalty } = judge(sample, value)
    // What chardet hears in the language decides between sets that fit.
    return { value, score: penalty - confidenceOf(heard, value) / 1000 + rank / 1e4, penalty }
  })
  const [best, second] = judged.toSorted((a, b) => a.score - b.score)
  const isClear = best!.penalty < 0.15 && second!.penalty - best!.penalty > 0.15
  const { examples, problem } = judge(sample, best!.value)
  const isUsual = best!.value === 'windows-1252' && best!.penalty < 0.25 && highShare(sample) <= 0.3
  return { value: best!.value, certainty: isClear || isUsual ? 'likely' : 'guess', examples, problem }
}

/** Of letters; 0.05 is much for German, 0.9 usual for Greek or Russian. */
function highShare(lines: Buffer): number {
  let high = 0
  let letters = 0
  for (const byte of lines) {
    if (byte >= 0xc0) high += 1
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters += 1
  }
  return high / Math.max(high + letters, 1)
}

/** How the words beyond ASCII look in a character set, and what is wrong with them: empty if nothing is. */
export function lookAtWords(bytes: Buffer, set: CharacterSetName): { examples: string[]; problem: string } {
  const sample = foreignLines(bytes)
  if (set !== 'UTF-8') return judge(sample, set)
  const words = wordsIn(sample.toString('utf8'))
  // Text that somebody read in the wrong set before it was saved.
  const odd = words.filter((word) => /Ã[\u00a0-\u00bf]|â€|Â[\u00a0-\u00bf]|.\ufffd./u.test(word))
  return { examples: examplesOf(words), problem: problemOf(set, [], odd, Math.max(words.length, 1)) }
}

function wordsIn(text: string): string[] {
  const words = (text.match(runs) ?? []).filter((one) => /[^\0-\u007f]/.test(one))
  return [...new Set(words.map((one) => one.slice(0, charactersMax)))].slice(0, wordsMax)
}

function examplesOf(words: readonly string[]): string[] {
  return words.filter((word) => word.length > 1).slice(0, 5).map((word) => word.slice(0, 40)) // oxfmt-ignore
}

function confidenceOf(heard: ReadonlyMap<string, number>, set: string): number {
  const names: Record<string, string[]> = {
    'windows-1250': ['windows-1250', 'iso-8859-2'],
    'ISO-8859-2': ['windows-1250', 'iso-8859-2'],
    'ISO-8859-15': ['windows-1252', 'iso-8859-1'],
    'windows-1252': ['windows-1252', 'iso-8859-1'],
    'windows-1253': ['windows-1253', 'iso-8859-7'],
    'windows-1254': ['windows-1254', 'iso-8859-9'],
    'windows-1255': ['windows-1255', 'iso-8859-8'],
    'windows-1256': ['windows-1256', 'iso-8859-6'],
    GBK: ['gb18030'],
  }
  return Math.max(0, ...(names[set] ?? [set.toLowerCase()]).map((name) => heard.get(name) ?? 0))
}

/** Lines with a byte beyond ASCII. */
function foreignLines(bytes: Buffer): Buffer {
  const lines: Buffer[] = []
  let length = 0
  for (let at = 0; at < bytes.length && length < sampleBytesMax; at++) {
    if (bytes[at]! < 0x80) continue
    const start = bytes.lastIndexOf(0x0a, at) + 1
    const lineEnd = bytes.indexOf(0x0a, at)
    const end = lineEnd < 0 ? bytes.length : lineEnd + 1
    // Files of an old Mac have no line feed.
    const line = bytes.subarray(Math.max(start, at - sampleBytesMax), Math.min(end, at + sampleBytesMax))
    lines.push(line)
    length += line.length
    at = end - 1
  }
  return Buffer.concat(lines).subarray(0, sampleBytesMax)
}

type Judgement = { penalty: number; examples: string[]; problem: string }

function judge(sample: Buffer, set: CharacterSetName): Judgement {
  const text = set === 'windows-1252' ? decodeWindows1252(sample) : iconv.decode(sample, set)
  const words = wordsIn(text)
  // The last character of the sample may be cut.
  const whole = sample.length < sampleBytesMax ? words : words.slice(0, -1)
  const impossible = whole.filter((word) => /[\ufffd\u0080-\u009f]/.test(word))
  const isEast = doubleByte.some((one) => one === set)
  const isAlphabet = alphabets.some((one) => one === set)
  const odd = words.filter((word) => (isEast ? isOddEast(word) : isOddWord(word, isAlphabet)))
  const count = Math.max(words.length, 1)
  const strange = isEast
    ? 1 - usualShare(sample, set)
    : isAlphabet
      ? 1.05 - shareInScript(words)
      : 1 - languageShare(words, set)
  return {
    penalty: (3 * impossible.length + odd.length) / count + strange / 2,
    examples: examplesOf(words),
    problem: problemOf(set, impossible, odd, count) + hintOf(sample, odd),
  }
}

/** Somebody appended rows in a code page to a file in UTF-8, or one letter was cut. */
function hintOf(sample: Buffer, odd: readonly string[]): string {
  const isPartlyUtf8 = odd.length > 0 && /\u00c3[\u0080-\u00bf]/.test(sample.toString('latin1'))
  return isPartlyUtf8 ? ' Some lines are in UTF-8 and some are not: correct those that are not.' : ''
}

function problemOf(
  set: CharacterSetName,
  impossible: readonly string[],
  odd: readonly string[],
  count: number,
): string {
  const shown = (words: readonly string[]) => JSON.stringify((words[0] ?? '').slice(0, 40))
  if (impossible.length > 0) return `${shown(impossible)} has a byte that ${set} does not have.`
  return odd.length > count / 10 ? `${shown(odd)} looks wrong.` : ''
}

/** Letters and what a wrong character set makes of them. One class, so that the time is that of the text. */
const runs = /[^\s,;|"'()<>[\]@/\\:.!?_-]+/g

/** Capitals and symbols within a word are signs of another character set: "MŸller", "£ukasz", "W¹sik". */
function isOddWord(word: string, isAlphabet: boolean): boolean {
  const plain = word.replaceAll(/^[«»„“”‘’‚‹›¿¡•·*+#&°§]+|[«»“”‘’‹›…™®©°€%*+#&§.]+$/g, '')
  if (!/[^\0-\u007f]/.test(plain))
    return plain === '' && !/^[«»„“”‘’‚‹›¿¡…™®©°€%*+#&§•·–—\u00a0-]+$/u.test(word)
  if (/\p{Ll}\p{Lu}/u.test(plain.replace(/^(Mc|Mac|De|Di|La|Le|Van|Von|O)(?=\p{Lu})/u, ''))) {
    return /\p{Ll}[^\0-\u007f\P{Lu}]|[^\0-\u007f\P{Ll}]\p{Lu}/u.test(plain)
  }
  if (/\p{Lu}[^\0-\u007f\P{Lu}]\p{Ll}/u.test(plain)) return true
  if (/(\p{L}[^\p{L}\p{M}\p{Nd}’‘´–—&·°€-]|[^\p{L}\p{M}\p{Nd}’‘´–—&·°€+#*-]\p{L})/u.test(plain)) return true
  // No Greek word has these letters there; Hebrew that is read as Greek does.
  if (/ς\p{L}|\p{Script=Greek}[βγδζθλμπτφχσ]$|[a-z][\u064b-\u0652]/u.test(plain)) return true
  if (/[\ufb01\ufb02ˆ˜¸˛ƒ]/.test(plain)) return true
  // Of letters of other alphabets that are read as Thai most become vowels, tones and digits.
  const thai = plain.match(/\p{Script=Thai}/gu)?.length ?? 0
  if (thai > 0 && (plain.match(/[ก-ฮ]/gu)?.length ?? 0) < 0.4 * thai) return true
  const foreign = plain.replaceAll(/[\0-\u007f]/g, '').length
  const isMixed = /[a-z]/i.test(plain) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/u.test(plain) // oxfmt-ignore
  return isMixed || (!isAlphabet && plain.length > 4 && foreign / plain.length > 0.6)
}

function isOddEast(word: string): boolean {
  // Half of a character that was misread leaves a Latin letter or a half-width sign.
  return (
    (/[\uff61-\uff9f]/.test(word) && !/^[\uff61-\uff9f]{2,}$/.test(word)) || /[a-z][\p{Script=Han}]|[\p{Script=Han}][a-z]/iu.test(word) || !/[\p{L}]/u.test(word) // oxfmt-ignore
  )
}

/** Of words with letters beyond ASCII: Latin letters with accents are in sets of the Arabic alphabet, too. */
function shareInScript(words: readonly string[]): number {
  const inScript = words.filter((word) => /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]/u.test(word)) // oxfmt-ignore
  return inScript.length / Math.max(words.length, 1)
}

/** Letters beyond ASCII of languages, by the sets that have them. */
const easternLanguages = [
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîşţșțáéó',
  'čćđšž',
]
const languages: Partial<Record<CharacterSetName, string[]>> = {
  'windows-1250': easternLanguages,
  'ISO-8859-2': easternLanguages,
  IBM852: easternLanguages,
  'windows-1254': ['çğıöşüâîi̇'],
  'windows-1257': ['āčēģīķļņšūž', 'ąčęėįšųūž', 'äõöüšž'],
}
const westernLanguages = [
  'äöüßéèáàô',
  'éèêëàâçîïôùûüœæáíñö',
  'áéíñóúüçªº',
  'ãáàâçéêíóôõúªº',
  'àèéìòùóíá',
  'åäöæøéüá',
  'ëéïöüèáóêç',
  'áéíóúýþæðö',
]

function languageShare(words: readonly string[], set: CharacterSetName): number {
  const letters = Array.from(words.join('').toLowerCase()).filter((letter) => /[^\0-\u007f]/.test(letter) && /\p{L}/u.test(letter)) // oxfmt-ignore
  if (letters.length === 0) return 1
  const shares = (languages[set] ?? westernLanguages).map(
    (alphabet) => letters.filter((letter) => alphabet.includes(letter)).length / letters.length,
  )
  // Sets of other languages have to be better than the usual one, not as good.
  return Math.max(...shares) - (languages[set] === undefined ? 0 : 0.1)
}

/** Characters of the first level and syllables: nearly all that people write. */
const usual: Partial<Record<CharacterSetName, (lead: number, trail: number) => boolean>> = {
  Shift_JIS: (lead, trail) => lead === 0x82 || lead === 0x83 || lead === 0x81 || (lead >= 0x88 && lead < 0x98) || (lead === 0x98 && trail < 0x73),
  'EUC-JP': (lead) => lead === 0xa1 || lead === 0xa4 || lead === 0xa5 || (lead >= 0xb0 && lead <= 0xcf),
  'EUC-KR': (lead, trail) => lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1,
  GBK: (lead, trail) => lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1,
  Big5: (lead, trail) => lead >= 0xa4 && lead <= 0xc6 && (trail < 0x7f || trail >= 0xa1),
} // oxfmt-ignore

const isHalfWidth = (byte = 0) => byte >= 0xa6 && byte <= 0xdf

function usualShare(sample: Buffer, set: CharacterSetName): number {
  const isUsual = usual[set]
  if (isUsual === undefined) return 0
  let pairs = 0
  let good = 0
  for (let at = 0; at + 1 < sample.length; at++) {
    const lead = sample[at]!
    const isSingle = lead < 0x80 || (set === 'Shift_JIS' && lead >= 0xa1 && lead <= 0xdf)
    if (isSingle && lead < 0x80) continue
    pairs++
    if (isSingle) {
      // Readings of names are in half-width syllables: one beside the other.
      if (isHalfWidth(sample[at - 1]) || isHalfWidth(sample[at + 1])) good++
      continue
    }
    if (isUsual(lead, sample[at + 1]!)) good++
    at++
  }
  return good / Math.max(pairs, 1)
}
