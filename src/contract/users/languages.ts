/** The languages of the console and of what it mails to its users, by the names that their speakers use. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ar: 'العربية',
} as const

export const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'ja',
  'ar',
] as const satisfies readonly (keyof typeof languageNames)[]

export type Language = keyof typeof languageNames

export function isLanguage(value: string): value is Language {
  return value in languageNames
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** The cookie of the console with the language that was chosen in this browser. */
export const languageCookie = 'quiver_language'
