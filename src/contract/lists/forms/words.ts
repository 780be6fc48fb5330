import type { Language } from '../../responses/words.ts'
import { de } from './words-de.ts'
import { en } from './words-en.ts'
import type { FormWords } from './words-en.ts'
import { es } from './words-es.ts'
import { fr } from './words-fr.ts'
import { it } from './words-it.ts'
import { nl } from './words-nl.ts'
import { pl } from './words-pl.ts'
import { pt } from './words-pt.ts'

export const formWordsIn: Record<Language, FormWords> = { en, de, fr, es, it, nl, pl, pt }
