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
}

/** `apart`: in quotes or alone on its line. */
type Place = 'quoted' | 'apart' | 'anywhere'

/** Between two pieces is the value of a merge code. */
function cut(text: string, pieces: readonly string[], place: Place): string {
  const [first = ''] = pieces
  if (first === '') return text
  const kept: string[] = []
  let at = 0
  for (let from = text.indexOf(first[0] ?? ''); from !== -1; from = text.indexOf(first[0] ?? '', from + 1)) {
    if (from < at) continue
    const end = endOfAll(text, from, pieces)
    if (end === -1) continue
    if (place !== 'anywhere' && !isBetween(text, [from, end], place === 'quoted' ? quotes : ends)) continue
    kept.push(text.slice(at, from))
    at = end
  }
  return [...kept, text.slice(at)].join(' ')
}

function isBetween(text: string, [from, end]: [number, number], marks: RegExp): boolean {
  return marks.test(text[from - 1] ?? '\n') && marks.test(text[end] ?? '\n')
}

function endOfAll(text: string, from: number, [first = '', ...others]: readonly string[]): number {
  let end = endOf(text, from, first)
  for (const piece of others) {
    if (end === -1) return -1
    const near = text.slice(end, end + valueMax + piece.length)
    const place = near.indexOf(piece)
    if (place === -1) return -1
    end += place + piece.length
  }
  return end
}

/** Lines of a report are folded anywhere. */
function endOf(text: string, from: number, piece: string): number {
  let at = from
  for (const letter of piece) {
    if (letter === ' ') {
      const begin = at
      while (/\s/.test(text[at] ?? '')) at += 1
      if (at === begin) return -1
    } else if (!text.startsWith(letter, at)) return -1
    else at += letter.length
  }
  return at
}

const beginningMin = 8

function withoutBeginning(subject: string, own: string): string {
  const bare = subject.replace(/(?:\.{2,3}|…)?\s*$/, '')
  for (let length = Math.min(own.length, bare.length); length >= beginningMin; length -= 1) {
    if (bare.endsWith(own.slice(0, length))) return bare.slice(0, -length)
  }
  return subject
}
