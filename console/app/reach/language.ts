import { languageCookie, type Language } from '../../../src/contract/users/languages.ts'
import { language, languagesThere } from '../../design/figures.ts'
import { serverUrl } from '../root.ts'

const yearSeconds = 31_536_000

/** Opens the page again in another language: its words come with its scripts. null: as the browser asks. */
export function chooseLanguage(chosen: Language | null): void {
  const age = chosen === null ? 0 : yearSeconds
  // Of the whole server: its pages for passwords are beside the console.
  const { pathname } = new URL(`${serverUrl}/`)
  document.cookie = `${languageCookie}=${chosen ?? ''}; Path=${pathname}; Max-Age=${age}; SameSite=Lax`
  if (chosen !== language) window.location.reload()
}

/** After a log-in on a device that does not know the user's language yet. */
export function readIn(chosen: Language | null): void {
  if (chosen === null || chosen === language || !languagesThere.includes(chosen)) return
  // A cookie that does not help must not load the page again and again.
  if (!document.cookie.includes(`${languageCookie}=${chosen}`)) chooseLanguage(chosen)
}
