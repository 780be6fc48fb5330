import { AppError } from '../../contract/api/errors.ts'
import { createEffort, ScimError } from '../../contract/scim/errors.ts'
import { lengthOf, parseFilter, parsePath, type Filter } from '../../contract/scim/filter.ts'
import { compareBy, testOf } from '../../contract/scim/match.ts'
import type { Resource, ResourceKind } from '../../contract/scim/schemas.ts'
import { isObject } from '../../contract/scim/values.ts'
import type { Page } from '../../store/scim/users.ts'
import { listAnswer, type Answered } from './answers.ts'
import { select, selectionOf, type Selection } from './present.ts'

export const resultsMax = 200
const resultsDefault = 100

/** RFC 7644, section 3.4.2: of a query, or of the body of a search. */
export type Asked = Partial<
  Record<
    'filter' | 'sortBy' | 'sortOrder' | 'startIndex' | 'count' | 'attributes' | 'excludedAttributes',
    unknown
  >
>

export type Source = {
  /** @param filter what a statement can look up of it is enough; null page: all */
  find: (filter: Filter | null, page: Page | null, selection: Selection) => Promise<Resource[]>
  count: () => Promise<number>
}

/** @throws ScimError */
export async function answerList(
  kind: ResourceKind,
  asked: Asked,
  { find, count }: Source,
): Promise<Answered> {
  const selection = selectionOf(kind, asked)
  const given = textOf(asked.filter, 'filter')?.trim() ?? ''
  const filter = given === '' ? null : parseFilter(given)
  const startIndex = Math.max(1, wholeOf(asked.startIndex, 'startIndex') ?? 1)
  const limit = Math.min(resultsMax, Math.max(0, wholeOf(asked.count, 'count') ?? resultsDefault))
  const page = { offset: startIndex - 1, limit }
  const sortBy = textOf(asked.sortBy, 'sortBy')
  if (filter === null && sortBy === null) {
    const [total, found] = [await count(), limit === 0 ? [] : await find(null, page, selection)]
    return answer(kind, found, { total, startIndex, selection })
  }
  const test = filter === null ? () => true : testOf(kind, filter)
  const found = await find(filter, null, selection)
  if (filter !== null) createEffort()(lengthOf(filter) * found.reduce((sum, one) => sum + sizeOf(one), 0))
  const chosen = found.filter(test)
  const sorted = sortBy === null ? chosen : inOrder(kind, chosen, sortBy, asked.sortOrder)
  const shown = sorted.slice(page.offset, page.offset + limit)
  return answer(kind, shown, { total: chosen.length, startIndex, selection })
}

/** A comparison with a group looks at its members. */
const sizeOf = ({ members }: Resource) => 1 + (Array.isArray(members) ? members.length : 0)

type Counted = { total: number; startIndex: number; selection: Selection }

function answer(kind: ResourceKind, found: readonly Resource[], { total, startIndex, selection }: Counted) {
  return listAnswer(
    found.map((one) => select(kind, one, selection)),
    total,
    startIndex,
  )
}

function inOrder(
  kind: ResourceKind,
  found: readonly Resource[],
  sortBy: string,
  sortOrder: unknown,
): Resource[] {
  const order = textOf(sortOrder, 'sortOrder')?.toLowerCase() ?? 'ascending'
  if (order !== 'ascending' && order !== 'descending') {
    throw new ScimError('invalidValue', 'sortOrder must be ascending or descending')
  }
  const sorted = found.toSorted(compareBy(kind, parsePath(sortBy)))
  return order === 'ascending' ? sorted : sorted.toReversed()
}

function wholeOf(value: unknown, name: string): number | null {
  if (value === undefined || value === null || value === '') return null
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text === 'string' && /^-?\d{1,9}$/.test(text)) return Number(text)
  throw new ScimError('invalidValue', `${name} must be a whole number`)
}

function textOf(value: unknown, name: string): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw new ScimError('invalidValue', `${name} must be given once, as a text`)
  return value
}

/** @throws AppError `invalid_request` */
export function searchOf(body: unknown): Asked {
  if (isObject(body)) return body
  throw new AppError('invalid_request', 'the body must be a JSON object')
}
