import { mounts, type Endpoint } from '../../contract/api/endpoint.ts'

const [canonicalMount] = mounts
// Longest first: `/api/v2/x` is not `v2/x` under `/api`.
const mountsByLength = [...mounts].toSorted((a, b) => b.length - a.length)

/**
 * One rewrite before the router replaces ten registrations of each route (docs/decisions/001). Drops the origin of
 * absolute-form targets.
 */
export function canonicalUrl(url: string): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '')
  const mount = mountsByLength.find((prefix) => target.startsWith(`${prefix}/`))
  if (mount === undefined) return target.startsWith('/') ? target : `/${target}`
  const rest = target.slice(mount.length + 1).replace(/^\/+/, '')
  return `${canonicalMount}/${canonicalPath(rest)}`
}

/** What the router must know about an endpoint: `canonicalUrl` rewrites all other spellings. */
export function routesOf({ path, aliases = [] }: Pick<Endpoint, 'path' | 'aliases'>): string[] {
  const paths = new Set([path, ...aliases].map(canonicalPath))
  return [...paths].map((one) => `${canonicalMount}/${one}`)
}

function canonicalPath(path: string): string {
  return path.replace(/^organization\//, 'organizations/')
}
