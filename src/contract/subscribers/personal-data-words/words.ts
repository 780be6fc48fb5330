import type { Language } from '../../users/languages.ts'
import { english, type DataWords } from './en.ts'
import { german } from './de.ts'
import { french } from './fr.ts'
import { spanish } from './es.ts'
import { italian } from './it.ts'
import { portuguese } from './pt.ts'
import { dutch } from './nl.ts'
import { polish } from './pl.ts'
import { japanese } from './ja.ts'
import { arabic } from './ar.ts'

const translations: Record<Language, DataWords> = {
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

export function dataWords(language: Language): DataWords {
  return translations[language]
}
