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
