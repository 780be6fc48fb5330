import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import { useByAssistants } from '../../actions/plans/assistants.ts'
import type { Caller } from '../../store/callers.ts'
import { refusalOf } from '../../contract/api/access.ts'

export type OpenCall = { endpoint: Endpoint; use: 'read' | 'plan' }

const calls: readonly OpenCall[] = endpoints.flatMap((endpoint) => {
  const use = useByAssistants(endpoint)
  return use === 'read' || use === 'plan' ? [{ endpoint, use }] : []
})

/** What an assistant can do with this key; to it there is nothing else. */
export function openCalls(caller: Caller): OpenCall[] {
  const readsOnly = caller.grant?.may_change === false
  return calls.filter(
    ({ endpoint, use }) => refusalOf(caller, endpoint) === null && !(readsOnly && use === 'plan'),
  )
}

/** @throws AppError `not_found`, the same for a call that there is not and for one that the key does not open. */
export function findCall(open: readonly OpenCall[], id: string): OpenCall {
  const found = open.find(({ endpoint }) => endpoint.id === id)
  if (found === undefined)
    throw new AppError('not_found', 'there is no such call for this key: search lists those that there are')
  return found
}

const searchedMax = 12

/** The calls that a query is about, best first. */
export function searchCalls(open: readonly OpenCall[], query: string): OpenCall[] {
  const words = wordsOf(query)
  const scored = open.map((call) => ({ call, score: scoreOf(call.endpoint, words) }))
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, searchedMax)
    .map(({ call }) => call)
}

function scoreOf({ id, tag, summary, path }: Endpoint, words: readonly string[]): number {
  const places = [
    { weight: 3, has: wordsOf(id) },
    { weight: 2, has: wordsOf(tag) },
    { weight: 1, has: [...wordsOf(summary), ...wordsOf(path)] },
  ]
  const scores = words.flatMap((word) => places.map(({ weight, has }) => (has.includes(word) ? weight : 0)))
  return scores.reduce((sum, score) => sum + score, 0)
}

/** Without the plural: who looks for segments means listSegments and createSegment. */
function wordsOf(text: string): string[] {
  const words = text.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return [...new Set(words.match(/[a-z]{2,}/g) ?? [])].map((word) => word.replace(/(?<=..)s$/, ''))
}

export type Params = Record<string, string | number>

/** Of a call, below the mount. @throws AppError `validation_failed`, `not_found`. */
export function pathOf({ path }: Pick<Endpoint, 'path'>, params: Params): string {
  return path.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = String(params[name] ?? '')
    if (value === '') throw invalid(`params.${name} cannot be blank: describe tells the params of a call`)
    // A path that leads elsewhere would be another call.
    if (/^\.\.?$/.test(value)) throw notFound('record')
    return encodeURIComponent(value)
  })
}
