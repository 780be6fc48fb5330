import { createHmac, timingSafeEqual } from 'node:crypto'
import { badRequest } from '../contract/errors.ts'
import { pagingOf, readPage, readPerPage } from '../contract/paging.ts'
import type { Query } from '../contract/paging.ts'
import type { Secrets } from '../secrets.ts'

/** One page of a list in id order, found by its number or by the token of the page before. */
export type TokenPage = {
  perPage: number
  start: { afterId: number } | { offset: number }
  /** null in token mode. */
  page: number | null
  token: string | null
  scope: string
}

export type PageTokens = {
  /**
   * @param scope what the list is limited to, the organization first; a token holds for its own scope only.
   * @throws AppError `invalid_request`: page and page_token together, a token that is not ours or of another scope.
   */
  readPage: (query: Query, scope: readonly unknown[]) => TokenPage
  /**
   * @param found up to one row more than the page holds: whether there is one decides whether a page follows.
   * @returns the page's rows, and the paging keys of the answer.
   */
  answerPage: <Row extends { id: number }>(
    page: TokenPage,
    found: readonly Row[],
    recordCount: number,
  ) => { rows: Row[]; paging: object }
}

const idBytes = 8
const signatureBytes = 16

/**
 * Page tokens: the last id of a page and a signature over it and the scope, so that a caller can neither make one nor
 * take one to another list. Nothing is kept on the server, and what is created or deleted between two pages moves
 * nothing: the next page begins after that id.
 */
export function createPageTokens(secrets: Secrets): PageTokens {
  const key = secrets.keyFor('page token')
  const sign = (scope: string, id: Buffer) =>
    createHmac('sha256', key).update(scope).update(id).digest().subarray(0, signatureBytes)
  return {
    readPage: (query, scopeParts) => {
      const scope = JSON.stringify(scopeParts)
      const token = query['page_token']
      if (token === undefined) {
        const { page, perPage, offset } = readPage(query)
        return { perPage, page, start: { offset }, token: null, scope }
      }
      if (query['page'] !== undefined) throw badRequest('page and page_token cannot be given together')
      const afterId = readToken(token, (id) => sign(scope, id))
      return { perPage: readPerPage(query), page: null, start: { afterId }, token, scope }
    },
    answerPage: (page, found, recordCount) => {
      const rows = found.slice(0, page.perPage)
      const last = found.length > page.perPage ? rows.at(-1) : undefined
      const paging = pagingOf({ page: page.page ?? 0, perPage: page.perPage, offset: 0 }, recordCount)
      const next = last === undefined ? null : writeToken(last.id, (id) => sign(page.scope, id))
      return { rows, paging: { ...paging, page: page.page, page_token: page.token, next_page_token: next } }
    },
  }
}

type Sign = (id: Buffer) => Buffer

function writeToken(lastId: number, sign: Sign): string {
  const id = Buffer.alloc(idBytes)
  id.writeBigUInt64BE(BigInt(lastId))
  return Buffer.concat([id, sign(id)]).toString('base64url')
}

function readToken(token: string, sign: Sign): number {
  const bytes = /^[\w-]{32}$/.test(token) ? Buffer.from(token, 'base64url') : Buffer.alloc(0)
  const id = bytes.subarray(0, idBytes)
  const signature = bytes.subarray(idBytes)
  if (signature.length !== signatureBytes || !timingSafeEqual(signature, sign(id))) {
    throw badRequest('page_token is not one that this list has given')
  }
  return Number(id.readBigUInt64BE())
}
