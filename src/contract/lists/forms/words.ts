import { languages, type Language, type OwnTexts } from '../../responses/words.ts'
import { de } from './words-de.ts'
import { en, type FormWords } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { it } from './words-it.ts'
import { nl } from './words-nl.ts'
import { pl } from './words-pl.ts'
import { pt } from './words-pt.ts'

export const formWordsIn: Record<Language, FormWords> = { en, de, fr, es, it, nl, pl, pt }

/** The key of a text of web forms among the texts of a list: `formSentTitle`. */
export type FormTextKey = `form${Capitalize<keyof FormWords>}`

const keys = Object.keys(en) as (keyof FormWords)[]

function textKeyOf(key: keyof FormWords): FormTextKey {
  return `form${key.charAt(0).toUpperCase()}${key.slice(1)}` as FormTextKey
}

export const formTextsIn = Object.fromEntries(
  languages.map((language) => [
    language,
    Object.fromEntries(keys.map((key) => [textKeyOf(key), formWordsIn[language][key]])),
  ]),
) as Record<Language, Record<FormTextKey, string>>

/** With those of the list. What a form itself says comes before both. */
export function formWordsOf(language: Language, own: OwnTexts = {}): FormWords {
  const texts = own[language]
  if (texts === undefined) return formWordsIn[language]
  const words = keys.map((key) => [key, texts[textKeyOf(key)] ?? formWordsIn[language][key]])
  return Object.fromEntries(words) as FormWords
}
