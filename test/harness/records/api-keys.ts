import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import type { ApiKey } from '../../../src/contract/api-keys.ts'
import { parseAuthorization } from '../../../src/contract/api/credential.ts'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { apiKeyRoutes } from '../../../src/http/api-keys.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import type { RateLimits } from '../../../src/http/route/rate-limit.ts'
import { createRouter, type Router } from '../../../src/http/route/bind.ts'
import { createServer } from '../../../src/http/server/create.ts'
import type { Secrets } from '../../../src/secrets/ring.ts'
import { anApi, quietLog, type Actor, type Api } from '../core/api.ts'

type Reveal = 'once' | 'always'

const routes = (revealApiKeys: Reveal, keysMax?: number) => (route: Router, secrets: Secrets) =>
  apiKeyRoutes(route, { secrets, pageTokens: createPageTokens(secrets), revealApiKeys, keysMax })

export function aKeyApi({
  revealApiKeys = 'always',
  keysMax,
}: { revealApiKeys?: Reveal; keysMax?: number } = {}): Promise<Api> {
  return anApi(routes(revealApiKeys, keysMax))
}

/** A second server on the same database, with settings of the test. */
export function aSecondServer(
  { url, secrets }: Api,
  { rateLimits, log = quietLog }: { rateLimits?: RateLimits; log?: FastifyBaseLogger } = {},
): FastifyInstance {
  const app = createServer(log, 'real')
  onTestFinished(() => app.close())
  const database = connect(url, { max: 4, applicationName: 'second api', role: applicationRole })
  onTestFinished(() => database.end())
  routes('always')(createRouter(app, database, secrets, rateLimits), secrets)
  return app
}

export async function aKey(
  api: Api,
  attributes: object = {},
  as: Actor = api.a,
  path = 'api_keys',
): Promise<ApiKey> {
  const { status, body } = await api.call<ApiKey>('POST', path, { name: 'Key', ...attributes }, as)
  if (status !== 200) throw new Error(`${status} ${body.error_message}`)
  return body.data
}

export function actorOf(key: ApiKey): Actor {
  const credential = key.api_key ?? ''
  const organizationId = parseAuthorization(`Basic ${credential}`)?.organizationId ?? 0
  return { organizationId, apiKeyId: key.id, credential }
}

export async function statusOf(app: FastifyInstance, credential: string | null): Promise<number> {
  const headers = { authorization: `Basic ${credential}` }
  return (await app.inject({ url: '/ga/api/v2/api_keys?per_page=1', headers })).statusCode
}
