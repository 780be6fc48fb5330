import { german } from './de.ts'
import { english, type AccountWords } from './en.ts'
import type { Language } from '../languages.ts'

/** Languages that have no words here yet read English. */
const translations: Partial<Record<Language, AccountWords>> = { en: english, de: german }

/** Those that a browser can ask for. */
export const accountLanguages = ['en', 'de'] as const satisfies readonly Language[]

/** @param language null: none was chosen. */
export function accountWords(language: Language | null): AccountWords {
  return translations[language ?? 'en'] ?? english
}
