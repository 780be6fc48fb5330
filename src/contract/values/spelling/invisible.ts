/** What Unicode lets programs show as nothing: zero-width spaces, marks of direction, soft hyphens, variation selectors, … */
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u
const blank = /^\s$/

/** Of them, those that are never part of a name: others join letters, turn them round or make a picture of them. */
const meaningless = /^[\u00AD\u180E\u200B\u2060\uFEFF]$/

/** Without white space and invisible characters at the ends. */
export function trimmed(text: string): string {
  return stripped(text, ignorable)
}

export function trimmedName(text: string): string {
  return stripped(text, meaningless)
}

/** Walks from the ends, so that its time is that of what it removes. */
function stripped(text: string, marks: RegExp): string {
  const isNothing = (character: string) => blank.test(character) || marks.test(character)
  let start = 0
  let end = text.length
  while (start < end) {
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0)
    if (!isNothing(character)) break
    start += character.length
  }
  while (end > start) {
    const isPair = end - start > 1 && (text.codePointAt(end - 2) ?? 0) > 0xff_ff
    const character = text.slice(isPair ? end - 2 : end - 1, end)
    if (!isNothing(character)) break
    end -= character.length
  }
  return text.slice(start, end)
}

const shownMax = 20

/** `contains an invisible character (U+200B) after ann`; null: it contains none. */
export function invisibleProblem(text: string): string | null {
  const inside = trimmed(text)
  let before = ''
  for (const character of inside) {
    if (ignorable.test(character)) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
      return `contains an invisible character (U+${code}) after ${before}`
    }
    before = `${before}${character}`.slice(-shownMax)
  }
  return null
}
