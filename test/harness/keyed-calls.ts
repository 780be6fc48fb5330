import { onTestFinished } from 'vitest'
import { connect } from '../../src/database/connection.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { createRouter } from '../../src/http/route.ts'
import type { Router } from '../../src/http/route.ts'
import { createServer } from '../../src/http/server.ts'
import type { Actor, Api } from './api.ts'
import { logInto } from './server.ts'

export type KeyedAnswer = {
  status: number
  /** The body as it came. */
  text: string
  /** What the header Idempotency-Replayed says. */
  isReplayed: boolean
}

export type KeyedCall = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body: unknown,
  key: string | null,
  as?: Actor,
) => Promise<KeyedAnswer>

/**
 * A further server on the database of `api`, for calls with an Idempotency-Key.
 * @param url another way to the same database
 */
export function aKeyedServer(
  api: Api,
  routes: readonly ((route: Router) => void)[],
  url = api.url,
): { send: KeyedCall; faults: unknown[] } {
  const faults: unknown[] = []
  const app = createServer(logInto(faults), 'real')
  onTestFinished(() => app.close())
  const database = connect(url, { max: 10, applicationName: 'test keyed', role: applicationRole })
  onTestFinished(() => database.end())
  const route = createRouter(app, database, api.secrets)
  for (const register of routes) register(route)
  const send: KeyedCall = async (method, path, body, key, as = api.a) => {
    const reply = await app.inject({
      method,
      url: path.startsWith('/') ? path : `/ga/api/v2/${path}`,
      headers: {
        authorization: `Basic ${as.credential}`,
        ...(key === null ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    const replayed = reply.headers['idempotency-replayed']
    return { status: reply.statusCode, text: reply.body, isReplayed: replayed === 'true' }
  }
  return { send, faults }
}
