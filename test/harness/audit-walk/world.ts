import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { registerApi } from '../../../src/http/server/api.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { createSpool } from '../../../src/files/spool.ts'
import type { Spool } from '../../../src/files/storage.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { anApiWith, type Actor, type Api } from '../core/api.ts'
import { aWorkFolder } from '../importing/stories.ts'
import { logInto } from '../core/server.ts'
import type { SessionActor } from '../records/sessions.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** `reader`: whoever has the link of a message, on a public page. */
type Who = Actor | SessionActor | 'reader' | null
type Data = Record<string, unknown> & { id: number }
type Send = (
  method: Method,
  path: string,
  body?: unknown,
  as?: Who,
) => Promise<{ status: number; data: Data }>
export type World = Api & {
  send: Send
  folder: string
}

/** A call that must leave exactly one event of its kind. */
export type AuditedCall = {
  method: Method
  path: string
  body?: unknown
  as: Who
  /** The organization of the event; default: that of the caller. `new`: the one that the call creates. */
  organizationId?: number | 'new'
  status?: number
  /** If the log takes no event. Default: 500. */
  faultStatus?: number
  /** false: the call changes nothing, or makes its other changes in another transaction. */
  isChange?: boolean
}

/** Event kinds with their causes; the records that a call needs are created first. */
export type Walk = Record<string, (world: World) => Promise<AuditedCall> | AuditedCall>

type Surroundings = { database: Api['database']; spool: Spool }

const secretKey = randomBytes(32).toString('hex')
/** Of the test that runs now. */
let current: Surroundings | undefined
let server: Promise<FastifyInstance> | undefined

/** One for all tests of a file: adding the routes of the whole API takes longer than most calls with their events. */
function theServer(): Promise<FastifyInstance> {
  const start = async () => {
    const app = createServer(logInto([]), 'real')
    const parts = { database: ofNow('database'), spool: ofNow('spool'), secrets: openSecrets(secretKey) }
    await registerApi(app, { ...parts, jsonBytesMax: 1_000 })
    return app
  }
  return (server ??= start())
}

/** What the test that runs now has of this name. */
function ofNow<Name extends keyof Surroundings>(name: Name): Surroundings[Name] {
  const now = () => {
    if (current === undefined) throw new Error('No test has a world.')
    return current[name]
  }
  return new Proxy(Function.prototype, {
    get: (_target, key) => Reflect.get(now(), key),
    apply: (_target, self, given) => Reflect.apply(now() as unknown as () => unknown, self, given),
  }) as unknown as Surroundings[Name]
}

export async function aWorld(): Promise<World> {
  const api = await anApiWith(secretKey)
  await api.sql`update api_keys set last_used_at = now()`
  const folder = await aWorkFolder()
  current = { database: api.database, spool: createSpool(join(folder, 'spool')) }
  const app = await theServer()
  const send: Send = async (method, path, body, as = null) => {
    const isPage = as === 'reader'
    const reply = await app.inject({
      method,
      url: path.startsWith('/') ? path : `/ga/api/v2/${path}`,
      // With a key a change must fit into one transaction.
      headers: { ...credentialOf(as), 'idempotency-key': randomUUID() },
      ...(body === undefined
        ? {}
        : { payload: isPage && typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isEnvelope = String(reply.headers['content-type']).startsWith('application/json')
    const data = isEnvelope ? reply.json<{ data: Data }>().data : { id: 0 }
    return { status: reply.statusCode, data }
  }
  return { ...api, send, folder }
}

function credentialOf(as: Who): Record<string, string> {
  if (as === null || as === 'reader') return {}
  return 'headers' in as ? as.headers : { authorization: `Basic ${as.credential}` }
}
