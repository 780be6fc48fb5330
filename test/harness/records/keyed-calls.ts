import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { apiKeyRoutes } from '../../../src/http/api-keys.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { createRouter, type Router } from '../../../src/http/route/bind.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { sendingCreditRoutes } from '../../../src/http/accounting/credits.ts'
import { subscriberImportRoutes } from '../../../src/http/imports/routes.ts'
import { createSpool } from '../../../src/files/spool.ts'
import { anApi, type Actor, type Api } from '../core/api.ts'
import { aWorkFolder } from '../importing/stories.ts'
import { aList } from '../core/records.ts'
import { logInto } from '../core/server.ts'

export type KeyedAnswer = {
  status: number
  text: string
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

/** A server for calls that would do harm if repeated, a list of A, and 1,000 credits of A. */
export async function aKeyedApi() {
  const spool = createSpool(join(await aWorkFolder(), 'spool'))
  const api = await anApi()
  const { secrets } = api
  const routes = [
    mailingListRoutes,
    sendingCreditRoutes,
    (route: Router) => subscriberImportRoutes(route, { spool, jsonBytesMax: 100_000 }),
    (route: Router) =>
      apiKeyRoutes(route, { secrets, pageTokens: createPageTokens(secrets), revealApiKeys: 'always' }),
  ]
  const listId = await aList(api.sql, api.a.organizationId)
  await api.sql`update organizations set sending_quota_mode = 'fixed_credits'`
  // Otherwise the first calls would record the use of the key in the background.
  await api.sql`update api_keys set last_used_at = now()`
  await api.sql`insert into credit_balances (organization_id, available) values (${api.a.organizationId}, 1000)`
  return { ...api, routes, listId, ...aKeyedServer(api, routes) }
}

export type KeyedApi = Awaited<ReturnType<typeof aKeyedApi>>
