import type { Seen } from '../../../src/contract/responses/judging/verdict.ts'

/** The browser of a person. */
export const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export const byPerson: Seen = { userAgent: browser, purpose: '', isHead: false, network: '127.0.0.0/24' }
