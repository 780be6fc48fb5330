import { languages, type Language } from './words.ts'

/**
 * The language of a reader.
 * @param setting of the list or the organization; null: as the browser asks.
 * @param accepted the header Accept-Language (RFC 9110, section 12.5.4).
 */
export function languageFor(setting: Language | null, accepted = ''): Language {
  return setting ?? wantedLanguage(accepted, languages)
}

/** @param known those to choose from. @returns the one that the browser wants most, or English. */
export function wantedLanguage<Known extends string>(
  accepted: string,
  known: readonly Known[],
): Known | 'en' {
  const wanted = accepted
    // A header of this length names no language that a person reads.
    .slice(0, 500)
    .split(',')
    .map((part, place) => ({ ...readRange(part), place }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight || one.place - other.place)
  for (const { tag } of wanted) {
    const language = known.find((one) => tag === one || tag.startsWith(`${one}-`))
    if (language !== undefined) return language
  }
  return 'en'
}

function readRange(part: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
  const given = parameters.find((piece) => piece.startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.slice(2))
  return { tag, weight: Number.isFinite(weight) ? weight : 0 }
}
