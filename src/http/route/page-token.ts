import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { badRequest } from '../../contract/api/errors.ts'
import { pageOf, pagingOf, type Count, type tokenQuery } from '../../contract/api/paging.ts'
import type { Secrets } from '../../secrets/ring.ts'

/** `afterName` is set if the list is ordered by name, then id. */
export type TokenPage = {
  perPage: number
  start: { afterId: number; afterName?: string } | { offset: number }
  /** null in token mode. */
  page: number | null
  token: string | null
  scope: string
}

export type PageTokens = {
  /**
   * @param scope the limits of the list, organization first; a token is valid only for its own scope.
   * @throws AppError `invalid_request`: the token is invalid or of another scope.
   */
  readPage: (query: z.output<typeof tokenQuery>, scope: readonly unknown[]) => TokenPage
  /**
   * @param found up to one row more than the page holds, which shows whether another page follows.
   * @param count a `Count` if the list is bounded.
   * @param nameOf the name that the list is ordered by, if any; never empty.
   */
  answerPage: <Row extends { id: number }>(
    page: TokenPage,
    found: readonly Row[],
    count: number | Count,
    nameOf?: (row: Row) => string,
  ) => { rows: Row[]; paging: object }
  /** For lists that end a page where their search ended, which need not be at a row. `next` null: the last page. */
  answerUpTo: (page: TokenPage, next: { id: number; name: string } | null, count: Count) => object
}

const idBytes = 8
const signatureBytes = 16
/** More than the longest key of a subscriber needs, which an index entry limits to 2,700 bytes. */
const tokenLengthMax = 4_000

/**
 * A token contains the last id and a text (the last name if the list is ordered by name, or what its first page has counted),
 * signed together with the scope. Rows created or deleted between two pages do not shift the next page.
 */
export function createPageTokens(secrets: Secrets): PageTokens {
  const use = 'page token'
  // Each scope is a complete JSON array, so no scope is the prefix of another.
  const sign = (scope: string, place: Buffer, key = secrets.keyFor(use)) =>
    createHmac('sha256', key).update(scope).update(place).digest().subarray(0, signatureBytes)
  return {
    readPage: (query, scopeParts) => {
      const scope = JSON.stringify(scopeParts)
      const { page_token: token, per_page: perPage } = query
      if (token === undefined) {
        const { page, offset } = pageOf(query)
        return { perPage, page, start: { offset }, token: null, scope }
      }
      const start = readToken(token, (place) => secrets.keysFor(use).map((key) => sign(scope, place, key)))
      return { perPage, page: null, start, token, scope }
    },
    answerPage: (page, found, count, nameOf = () => '') => {
      const rows = found.slice(0, page.perPage)
      const last = found.length > page.perPage ? rows.at(-1) : undefined
      const request = { page: page.page ?? 0, perPage: page.perPage, offset: 0 }
      const paging = pagingOf(request, count)
      const next =
        last === undefined ? null : writeToken(last.id, nameOf(last), (place) => sign(page.scope, place))
      return { rows, paging: { ...paging, page: page.page, page_token: page.token, next_page_token: next } }
    },
    answerUpTo: (page, next, count) => ({
      ...pagingOf({ page: 0, perPage: page.perPage, offset: 0 }, count),
      page: page.page,
      page_token: page.token,
      next_page_token:
        next === null ? null : writeToken(next.id, next.name, (place) => sign(page.scope, place)),
    }),
  }
}

type Sign = (place: Buffer) => Buffer
/** One signature per key of the server: tokens from before a key rotation remain valid. */
type SignAll = (place: Buffer) => Buffer[]

/** Id, signature, name in UTF-8. */
function writeToken(lastId: number, lastName: string, sign: Sign): string {
  const id = Buffer.alloc(idBytes)
  id.writeBigUInt64BE(BigInt(lastId))
  const name = Buffer.from(lastName, 'utf8')
  return Buffer.concat([id, sign(Buffer.concat([id, name])), name]).toString('base64url')
}

function readToken(token: string, signAll: SignAll): { afterId: number; afterName?: string } {
  const bytes = token.length > tokenLengthMax ? Buffer.alloc(0) : Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, idBytes)
  const signature = bytes.subarray(idBytes, idBytes + signatureBytes)
  const name = bytes.subarray(idBytes + signatureBytes)
  if (
    // The decoder skips invalid characters and accepts several spellings of one value.
    bytes.toString('base64url') !== token ||
    signature.length !== signatureBytes ||
    !signAll(Buffer.concat([id, name])).some((right) => timingSafeEqual(signature, right))
  ) {
    throw badRequest('page_token is not valid for this list')
  }
  const afterId = Number(id.readBigUInt64BE())
  return name.length === 0 ? { afterId } : { afterId, afterName: name.toString('utf8') }
}
