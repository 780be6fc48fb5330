import { createClient, type Client } from '../../src/client/api.ts'
import { serverUrl } from './root.ts'

/**
 * What goes with the calls of this tab, once known: the session's token with every change, and the organization that the
 * tab shows. If another tab has stepped elsewhere, the server refuses the call instead of acting there.
 */
export type Bearings = { csrfToken: string | null; organizationId: number | null }

export function clientOf(bearings: Bearings): Client {
  return createClient({
    url: serverUrl,
    credential: null,
    fetch: (target, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('x-quiver-page', '1')
      const { csrfToken, organizationId } = bearings
      if (init.method !== 'GET' && csrfToken !== null) headers.set('x-csrf-token', csrfToken)
      if (organizationId !== null) headers.set('x-organization', String(organizationId))
      // A save that is on its way when the page is closed still arrives. Browsers refuse larger bodies.
      const keepalive = init.method === 'PUT' && typeof init.body === 'string' && init.body.length < 20_000
      return fetch(target, { ...init, headers, credentials: 'same-origin', keepalive })
    },
  })
}
