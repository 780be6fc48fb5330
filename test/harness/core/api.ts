import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { formatCredential } from '../../../src/contract/api/credential.ts'
import type { KeyRole } from '../../../src/contract/api/endpoint.ts'
import type { Database, Sql } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { createRouter, type Router } from '../../../src/http/route/bind.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { openSecrets, type Secrets } from '../../../src/secrets/ring.ts'
import { insertApiKey } from '../../../src/store/api-keys/rows.ts'
import {
  ensureSystemOrganization,
  insertOrganization,
} from '../../../src/store/conditions/system-organization.ts'
import { checkAnswer } from './answers.ts'
import { aDatabase } from './database.ts'

/** A caller: an organization and one of its keys. */
export type Actor = { organizationId: number; apiKeyId: number; credential: string }

/** A key, or a logged-in user: see `aSession`. */
export type Anyone = Actor | { headers: Record<string, string> }

/** An envelope, with the paging members of a list. `Data` is the type that the test expects, unchecked. */
export type Answer<Data> = {
  status: number
  body: {
    success: boolean
    data: Data
    error_code: string | null
    error_message: string | null
    page?: number | null
    per_page?: number
    num_records?: number
    num_pages?: number
    page_token?: string | null
    next_page_token?: string | null
    warnings?: string[]
  }
}

export type PlainAnswer = { status: number; headers: Record<string, unknown>; text: string }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Hash = Record<string, unknown>

export type Api = {
  /**
   * One request as a client makes it. `path` is below the mount (`mailing_lists/1`); `body` is sent as JSON; `as`
   * defaults to `a`, null sends no credential.
   */
  call: <Data = Hash>(
    method: Method,
    path: string,
    body?: unknown,
    as?: Anyone | null,
  ) => Promise<Answer<Data>>
  /** A call with this exact body. */
  callText: <Data = Hash>(method: Method, path: string, body: string) => Promise<Answer<Data>>
  /** A GET that may answer without the envelope. @returns the text of the answer. */
  read: (path: string, as?: Anyone | null) => Promise<PlainAnswer>
  /** For calls with special headers, and answers whose headers matter. */
  app: FastifyInstance
  sql: Database
  url: string
  /** That of the server, under row-level security. */
  database: Database
  secrets: Secrets
  /** For other processes of the test, which need the same secrets. */
  secretKey: string
  /** Two organizations in UTC with an organization_admin key each, and a system_admin key. */
  a: Actor
  b: Actor
  system: Actor
}

type Routes = (route: Router, secrets: Secrets) => void

/** A server with the given routes on an empty database of its own; both end with the test. */
export function anApi(...routes: Routes[]): Promise<Api> {
  return anApiWith(randomBytes(32).toString('hex'), ...routes)
}

/** The same with this secret, for a server that outlives the test. */
export async function anApiWith(secretKey: string, ...routes: Routes[]): Promise<Api> {
  const { sql, url: databaseUrl, connections } = await aDatabase()
  const secrets = openSecrets(secretKey)
  const app = createServer(quietLog, 'real')
  onTestFinished(() => app.close())
  // Row-level security applies as in an installation.
  const database = connections({
    max: 4,
    applicationName: 'test api',
    role: applicationRole,
    autoSubscriberManagement: true,
  })
  const route = createRouter(app, database, secrets)
  for (const register of routes) register(route, secrets)
  await ensureSystemOrganization(sql)

  const a = await anActor(sql, secrets, await insertOrganization(sql, 'A', 'UTC'))
  const send = async (method: Method, path: string, payload: string | undefined, as: Anyone | null) => {
    const url = `/ga/api/v2/${path}`
    const reply = await app.inject({
      method,
      url,
      headers: headersOf(as),
      ...(payload === undefined ? {} : { payload }),
    })
    checkAnswer(method, url, reply.statusCode, reply.headers['content-type']?.toString(), reply.body)
    return reply
  }
  const call: Api['call'] = async (method, path, body, as = a) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const reply = await send(method, path, payload, as)
    return { status: reply.statusCode, body: JSON.parse(reply.body) }
  }
  const callText: Api['callText'] = async (method, path, body) => {
    const reply = await send(method, path, body, a)
    return { status: reply.statusCode, body: JSON.parse(reply.body) }
  }
  const read: Api['read'] = async (path, as = a) => {
    const reply = await send('GET', path, undefined, as)
    return { status: reply.statusCode, headers: reply.headers, text: reply.body }
  }
  return {
    app,
    call,
    callText,
    read,
    sql,
    url: databaseUrl,
    database,
    secrets,
    secretKey,
    a,
    b: await anActor(sql, secrets, await insertOrganization(sql, 'B', 'UTC')),
    system: await anActor(sql, secrets, 1, 'system_admin'),
  }
}

function headersOf(as: Anyone | null): Record<string, string> {
  if (as === null) return {}
  return 'headers' in as ? as.headers : { authorization: `Basic ${as.credential}` }
}

/** A further key of an organization. */
export async function anActor(
  sql: Sql,
  secrets: Secrets,
  organizationId: number,
  role: KeyRole = 'organization_admin',
): Promise<Actor> {
  const key = randomBytes(20).toString('hex')
  const apiKeyId = await insertApiKey(sql, organizationId, {
    name: 'test',
    role,
    keyHmac: secrets.fingerprint(key),
    seal: (id) => secrets.seal(key, { table: 'api_keys', organizationId, id }),
  })
  return { organizationId, apiKeyId, credential: formatCredential({ organizationId, key }) }
}

/** A log that prints only unexpected errors. */
export const quietLog: FastifyBaseLogger = {
  level: 'error',
  fatal: console.error,
  error: console.error,
  warn: () => {},
  info: () => {},
  debug: () => {},
  trace: () => {},
  silent: () => {},
  child: () => quietLog,
}
