import { de } from './words-de.ts'
import { en, type PublicWords } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { it } from './words-it.ts'
import { nl } from './words-nl.ts'
import { pl } from './words-pl.ts'
import { pt } from './words-pt.ts'

export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const
export type Language = (typeof languages)[number]

export const wordsIn: Record<Language, PublicWords> = { en, de, fr, es, it, nl, pl, pt }

/** In characters. */
export const publicTextMax = 1000

/** Texts of a list that differ from `wordsIn`, by language and key. They are plain text, like those. */
export type OwnTexts = Partial<Record<Language, Partial<Record<string, string>>>>

/** Keys that no page has any more do no harm. */
export function wordsOf(language: Language, own: OwnTexts): PublicWords {
  return { ...wordsIn[language], ...own[language] }
}
