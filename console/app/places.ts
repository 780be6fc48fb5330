import { useParams, useSearchParams } from 'wouter'
import { useOpenSession } from './session.tsx'

/** @returns the address of a page of the session's organization: `inOrganization('/lists/3')`. */
export function useInOrganization(): (path: string) => string {
  const { organization } = useOpenSession()
  return (path) => `/o/${organization.id}${path}`
}

/** @returns an id of the path. Without the ids that it names a page does not open (`KnownRecord`). */
export function useIdParam(name: string): number {
  return Number(useParams()[name])
}

/**
 * The address of a view contains what it shows, so that a colleague's link shows the same.
 * @example const [q, setQ] = useQueryParam('q')
 */
export function useQueryParam(name: string, otherwise = ''): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: string) =>
    setParams((now) => withParam(now, name, value === otherwise ? null : value), { replace: true })
  return [params.get(name) ?? otherwise, set]
}

/** @returns the parameters with one changed; null leaves it out. */
export function withParam(params: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value === null) next.delete(name)
  else next.set(name, value)
  // Another filter begins on its first page.
  if (name !== 'page') next.delete('page')
  return next
}

/** @returns the page number of a list, counted from 0 as the API counts. */
export function usePageParam(): [number, (page: number) => void] {
  const [text, set] = useQueryParam('page', '0')
  const page = /^\d{1,6}$/.test(text) ? Number(text) : 0
  return [page, (next) => set(String(next))]
}

/** The zone in which times are shown: the person's own, else the organization's. */
export function useZone(): string {
  return useOpenSession().time_zone
}
