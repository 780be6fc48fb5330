import { languages, type Language } from '../languages.ts'
import { arabic } from './ar.ts'
import { german } from './de.ts'
import { dutch } from './nl.ts'
import { english, type AccountWords } from './en.ts'
import { french } from './fr.ts'
import { italian } from './it.ts'
import { japanese } from './ja.ts'
import { polish } from './pl.ts'
import { portuguese } from './pt.ts'
import { spanish } from './es.ts'

const translations: Record<Language, AccountWords> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  ja: japanese,
  ar: arabic,
}

/** Those that a browser can ask for. */
export const accountLanguages = languages

/** @param language null: none was chosen. */
export function accountWords(language: Language | null): AccountWords {
  return translations[language ?? 'en']
}
