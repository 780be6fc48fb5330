import { createHmac, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { badRequest } from '../../contract/api/errors.ts'
import { pageOf, pagingOf } from '../../contract/api/paging.ts'
import type { tokenQuery } from '../../contract/api/paging.ts'
import type { Secrets } from '../../secrets.ts'

/**
 * One page of a list, found by its number or by the token of the page before. `afterName`: in lists that are ordered
 * by a name and then by id.
 */
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
   * @param scope what the list is limited to, the organization first; a token holds for its own scope only.
   * @throws AppError `invalid_request`: a token that is not ours or of another scope.
   */
  readPage: (query: z.output<typeof tokenQuery>, scope: readonly unknown[]) => TokenPage
  /**
   * @param found up to one row more than the page holds: whether there is one decides whether a page follows.
   * @param nameOf what the list is ordered by before the id, where there is such a thing; never empty.
   * @returns the page's rows, and the paging keys of the answer.
   */
  answerPage: <Row extends { id: number }>(
    page: TokenPage,
    found: readonly Row[],
    recordCount: number,
    nameOf?: (row: Row) => string,
  ) => { rows: Row[]; paging: object }
}

const idBytes = 8
const signatureBytes = 16
/** More than a hundred characters can take, however they are encoded. */
const tokenLengthMax = 1_000

/**
 * Page tokens: the last id of a page, the name before it where names order the list, and a signature over both and the scope, so that a caller can neither make one nor
 * take one to another list. Nothing is kept on the server, and what is created or deleted between two pages moves
 * nothing: the next page begins after that id.
 */
export function createPageTokens(secrets: Secrets): PageTokens {
  const key = secrets.keyFor('page token')
  // No scope is the beginning of another: each is a whole JSON array.
  const sign = (scope: string, place: Buffer) =>
    createHmac('sha256', key).update(scope).update(place).digest().subarray(0, signatureBytes)
  return {
    readPage: (query, scopeParts) => {
      const scope = JSON.stringify(scopeParts)
      const { page_token: token, per_page: perPage } = query
      if (token === undefined) {
        const { page, offset } = pageOf(query)
        return { perPage, page, start: { offset }, token: null, scope }
      }
      const start = readToken(token, (place) => sign(scope, place))
      return { perPage, page: null, start, token, scope }
    },
    answerPage: (page, found, recordCount, nameOf = () => '') => {
      const rows = found.slice(0, page.perPage)
      const last = found.length > page.perPage ? rows.at(-1) : undefined
      const paging = pagingOf({ page: page.page ?? 0, perPage: page.perPage, offset: 0 }, recordCount)
      const next =
        last === undefined ? null : writeToken(last.id, nameOf(last), (place) => sign(page.scope, place))
      return { rows, paging: { ...paging, page: page.page, page_token: page.token, next_page_token: next } }
    },
  }
}

type Sign = (place: Buffer) => Buffer

/** The id, the signature, and the name as it stands. */
function writeToken(lastId: number, lastName: string, sign: Sign): string {
  const id = Buffer.alloc(idBytes)
  id.writeBigUInt64BE(BigInt(lastId))
  const name = Buffer.from(lastName, 'utf8')
  return Buffer.concat([id, sign(Buffer.concat([id, name])), name]).toString('base64url')
}

function readToken(token: string, sign: Sign): { afterId: number; afterName?: string } {
  const bytes = token.length > tokenLengthMax ? Buffer.alloc(0) : Buffer.from(token, 'base64url')
  const id = bytes.subarray(0, idBytes)
  const signature = bytes.subarray(idBytes, idBytes + signatureBytes)
  const name = bytes.subarray(idBytes + signatureBytes)
  if (
    // Decoding passes over what is not base64, and takes several spellings for one.
    bytes.toString('base64url') !== token ||
    signature.length !== signatureBytes ||
    !timingSafeEqual(signature, sign(Buffer.concat([id, name])))
  ) {
    throw badRequest('page_token is not one that this list has given')
  }
  const afterId = Number(id.readBigUInt64BE())
  return name.length === 0 ? { afterId } : { afterId, afterName: name.toString('utf8') }
}
