import type { FastifyRequest } from 'fastify'
import { wantedLanguage } from '../../contract/responses/language.ts'
import { languageCookie, type Language } from '../../contract/users/languages.ts'

/** @param there those to choose from. @returns the one chosen in this browser, or else the one that it asks for. */
export function languageOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  there: readonly Language[],
): Language {
  const [, chosen] = new RegExp(`(?:^|; *)${languageCookie}=(\\w+)`).exec(headers.cookie ?? '') ?? []
  return there.find((one) => one === chosen) ?? wantedLanguage(headers['accept-language'] ?? '', there)
}
