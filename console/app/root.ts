/**
 * Where the console and the server are mounted: `/console` and the empty path, or below a path of a proxy. Scripts are
 * served from `…/console/assets/`, or `…/console/de-1a2b/assets/` for a language; in development from `/`.
 */
const own = import.meta.url
const here = new URL(import.meta.env.DEV ? '/' : own.replace(/(?:\w+-\w+\/)?assets\/[^/]*$/, ''), own)

/** For the router, without a slash at its end: `/console`. */
export const consolePath = import.meta.env.DEV ? '' : here.pathname.replace(/\/$/, '')

/** For the client: the server's own address, without a slash at its end. */
export const serverUrl = new URL(import.meta.env.DEV ? '/' : '../', here).href.replace(/\/$/, '')

/** Of a picture, at this address of the server: its own may begin with another domain. */
export function pictureUrl({ url }: { url: string }): string {
  return `${serverUrl}/a/${url.split('/').at(-1) ?? ''}`
}
