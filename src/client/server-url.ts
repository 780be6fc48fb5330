import { mounts } from '../contract/api/endpoint.ts'

/** The first mount of the API on the server, which may itself be named by a mount (`…/ga/api/v2`). */
export function apiUrlOf(serverUrl: string): string {
  const text = serverUrl.replace(/\/+$/, '')
  const mount = mounts.find((one) => text.endsWith(one))
  return `${mount === undefined ? text : text.slice(0, -mount.length)}${mounts[0]}`
}
