import { linesOf } from './plain-text.ts'

/**
 * What the returned message says is not what its receiver says of it: its subject and lines that quote it are taken out
 * of a report before the report is judged.
 */

const label =
  /^[\s*|]*(?:the |message |mail |original |your )*(?:subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|тема|ämne|emne|předmět|predmet|konu|tárgy|aihe|件名|主题|主旨|主題|제목)(?: was| line)?\s*[:：]/iu
/** Of two servers, not of the message. */
const dialogue = /^\s*(?:>{3}|<{3})/
const quotes = /["“”„'‘’«»‹›`「」]/
const ends = /["“”„'‘’«»‹›`「」\n]/
/** Merge codes, which a message replaces by values. */
const code = /%%.{0,200}?%%|\{\{.{0,200}?\}\}/
const valueMax = 200
const piecesMax = 20
/** Shorter subjects may be the receiver's words. */
const wordsOfSentence = 5

export function withoutQuotedLines(text: string): string {
  return linesOf(text)
    .filter((line) => !label.test(line) && (!/^\s*>/.test(line) || dialogue.test(line)))
    .join('\n')
}

export type Bare = {
  text: string
  /** With short subjects where they are in no quotes: where `text` names no cause, they may do so. */
  doubtful: string
}

export function withoutSubjects(text: string, subjects: readonly string[]): Bare {
  const pieces = subjects.map(piecesOf)
  const isSentence = (of: readonly string[]) => of.join(' ').split(' ').length >= wordsOfSentence
  return {
    text: pieces.reduce((rest, of) => cut(rest, of, isWord(of) ? 'apart' : 'anywhere'), text),
    doubtful: pieces.reduce((rest, of) => cut(rest, of, isSentence(of) ? 'anywhere' : 'quoted'), text),
  }
}

/** `Undeliverable: ` and the subject of the message, whole or cut. */
export function withoutOwnSubject(subject: string, subjects: readonly string[]): string {
  return subjects.map(piecesOf).reduce((rest, pieces) => {
    const whole = cut(rest, pieces, 'anywhere')
    return whole === rest ? withoutBeginning(rest, pieces[0] ?? '') : whole
  }, subject)
}

const isWord = (pieces: readonly string[]) => pieces.length < 2 && !(pieces[0] ?? '').includes(' ')

function piecesOf(subject: string): string[] {
  return subject
    .slice(0, 1000)
    .split(code)
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter((piece) => piece !== '')
    .slice(0, piecesMax)
}

/** `apart`: in quotes or alone on its line. */
type Place = 'quoted' | 'apart' | 'anywhere'

/** Between two pieces is the value of a merge code. */
function cut(text: string, pieces: readonly string[], place: Place): string {
  const [first = ''] = pieces
  if (first === '') return text
  const { line, places } = onOneLine(text)
  const kept: string[] = []
  let at = 0
  for (let begin = line.indexOf(first); begin !== -1; begin = line.indexOf(first, begin + 1)) {
    const from = places[begin] ?? 0
    if (from < at) continue
    const last = endOfAll(line, begin, pieces)
    if (last === -1) continue
    const end = (places[last - 1] ?? 0) + 1
    if (place !== 'anywhere' && !isBetween(text, [from, end], place === 'quoted' ? quotes : ends)) continue
    kept.push(text.slice(at, from))
    at = end
  }
  return [...kept, text.slice(at)].join(' ')
}

/** Lines of a report are folded anywhere. @returns with one blank for each white space, and where its characters are in `text`. */
function onOneLine(text: string): { line: string; places: number[] } {
  const places: number[] = []
  let isBlank = false
  const letters: string[] = []
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    const wasBlank = isBlank
    isBlank = blank.test(letter)
    if (isBlank && wasBlank) continue
    letters.push(isBlank ? ' ' : letter)
    places.push(at)
  }
  return { line: letters.join(''), places }
}

const blank = /\s/

function isBetween(text: string, [from, end]: [number, number], marks: RegExp): boolean {
  return marks.test(text[from - 1] ?? '\n') && marks.test(text[end] ?? '\n')
}

function endOfAll(line: string, from: number, [first = '', ...others]: readonly string[]): number {
  let end = from + first.length
  for (const piece of others) {
    const place = line.slice(end, end + valueMax + piece.length).indexOf(piece)
    if (place === -1) return -1
    end += place + piece.length
  }
  return end
}

const beginningMin = 8

function withoutBeginning(subject: string, own: string): string {
  const bare = subject.replace(/(?:\.{2,3}|…)?\s*$/, '')
  for (let length = Math.min(own.length, bare.length); length >= beginningMin; length -= 1) {
    if (bare.endsWith(own.slice(0, length))) return bare.slice(0, -length)
  }
  return subject
}
