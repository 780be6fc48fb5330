import { expect, test } from 'vitest'
import { tokenQuery } from '../../../src/contract/api/paging.ts'
import { checkQuery } from '../../../src/contract/api/problems.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'

const tokens = tokensOf('a secret of the test, thirty-two characters')
const scope = [7, 'things']
const rows = [{ id: 3 }, { id: 8 }, { id: 9_007_199_254_740_991 }]

/** The tokens of a server with this secret. Pages are read from queries as clients send them. */
function tokensOf(secret: string) {
  const { readPage, answerPage } = createPageTokens(openSecrets(secret))
  return {
    answerPage,
    readPage: (query: Record<string, string>, within: readonly unknown[]) =>
      readPage(checkQuery(tokenQuery, query), within),
  }
}

function tokenOf(paging: object): string {
  if ('next_page_token' in paging && typeof paging.next_page_token === 'string') return paging.next_page_token
  throw new Error('no token')
}

test('a token leads to what follows the last row of its page', () => {
  const first = tokens.answerPage(tokens.readPage({ per_page: '2' }, scope), rows, 3)
  expect(first.rows).toEqual([{ id: 3 }, { id: 8 }])
  const token = tokenOf(first.paging)
  const second = tokens.readPage({ page_token: token, per_page: '1' }, scope)
  expect(second).toMatchObject({ start: { afterId: 8 }, page: null, token, perPage: 1 })
})

test('ids up to the largest exact number survive', () => {
  const page = tokens.readPage({ per_page: '3' }, scope)
  const token = tokenOf(tokens.answerPage(page, [...rows, { id: 1 }], 4).paging)
  expect(tokens.readPage({ page_token: token }, scope).start).toEqual({ afterId: 9_007_199_254_740_991 })
})

test('the last page has no token, a full one neither', () => {
  const page = tokens.readPage({ per_page: '3' }, scope)
  expect(tokens.answerPage(page, rows, 3)).toEqual({
    rows,
    paging: { page: 0, per_page: 3, num_records: 3, num_pages: 1, page_token: null, next_page_token: null },
  })
})

test('an empty list has no pages', () => {
  const { paging } = tokens.answerPage(tokens.readPage({}, scope), [], 0)
  expect(paging).toMatchObject({ num_records: 0, num_pages: 0, next_page_token: null })
})

test('page and page_token exclude each other', () => {
  expect(() => tokens.readPage({ page: '0', page_token: 'x' }, scope)).toThrow('cannot be given together')
})

test('a token is refused by every other list and every other server', () => {
  const token = tokenOf(tokens.answerPage(tokens.readPage({ per_page: '2' }, scope), rows, 3).paging)
  const other = tokensOf('another secret, also of thirty-two characters')
  for (const elsewhere of [[8, 'things'], [7, 'others'], [7, 'things', 'x'], ['7', 'things'], []]) {
    expect(() => tokens.readPage({ page_token: token }, elsewhere)).toThrow('page_token')
  }
  expect(() => other.readPage({ page_token: token }, scope)).toThrow('page_token')
})

test('a token that was changed in one character is refused', () => {
  const token = tokenOf(tokens.answerPage(tokens.readPage({ per_page: '2' }, scope), rows, 3).paging)
  for (const place of token.split('').keys()) {
    const changed = token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1)
    expect(() => tokens.readPage({ page_token: changed }, scope)).toThrow('page_token')
  }
})

test.each(['', 'x', 'a'.repeat(32), 'a'.repeat(10_000), '../..', '{}', '0'])('%j is no token', (text) => {
  expect(() => tokens.readPage({ page_token: text }, scope)).toThrow('page_token')
})
