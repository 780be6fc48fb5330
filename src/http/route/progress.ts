import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { spellingsOf } from '../../contract/api/endpoint.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { fail } from '../../contract/api/envelope.ts'
import { AppError, tooManyRequests } from '../../contract/api/errors.ts'
import { tooManyWaitingCode } from '../../database/driver/semaphore.ts'
import { isDatabaseAway } from '../../database/retry.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { callerName } from '../../store/callers.ts'
import type { Caller } from '../../store/callers.ts'
import { authenticate, requireRole } from './auth.ts'
import { readCall } from './call.ts'
import type { Call } from './call.ts'
import { openEventStream } from './event-stream.ts'
import type { EventStream } from './event-stream.ts'
import { requireSecondFactor } from './session-auth.ts'
import type { CallerOf } from './streamed.ts'

type Seen = { record: object; isOver: boolean }

/** Answers with a stream of events: the record again whenever it has changed, until it is over. */
export type ProgressRouter = <Path extends string, Body extends z.ZodType, Query extends z.ZodObject>(
  definition: Endpoint<Path, Body, z.ZodType, Query>,
  look: (call: Call<Path, Body, Query>) => Promise<Seen>,
) => void

export function createProgressRouter(
  app: FastifyInstance,
  database: Database,
  secrets: Secrets,
  callerOf: CallerOf,
): ProgressRouter {
  const streams = createStreams()
  app.addHook('preClose', async () => streams.end())
  return (definition, look) => {
    const run = async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await callerOf(definition, database, request, reply)
      const scopes = database.shareOf(caller.organization_id)
      const call = readCall(definition, { request, body: undefined, upload: null }, scopes, caller)
      const check = async () => {
        const now = await authenticate({ database, scopes: database }, secrets, request)
        requireSecondFactor(now.session, definition)
        requireRole(now, definition)
      }
      const watched = { caller, look: () => look(call), check }
      return streams.open(watched, request, reply)
    }
    for (const path of new Set(spellingsOf(definition))) {
      app.route({ method: definition.method, url: `/ga/api/v2/${path}`, handler: run })
    }
  }
}

type Watched = {
  caller: Caller
  look: () => Promise<Seen>
  /** @throws AppError if the call would be refused now. */
  check: () => Promise<void>
}

/** Milliseconds between two looks: the limit of two events a second. */
const lookMs = 500
/** How soon a stream ends after its credential was revoked. */
const checkMs = 5_000
const limits = { ofOrganization: 10, ofProcess: 200 }

type Watcher = { watched: Watched; stream: EventStream; request: FastifyRequest; checkedMs: number }

/**
 * Each organization with open streams has one loop, which holds a connection only while it looks. Streams of one
 * caller for the same record share the look.
 */
function createStreams() {
  const watchers = new Map<number, Set<Watcher>>()
  const countAll = () => [...watchers.values()].reduce((sum, { size }) => sum + size, 0)

  const placeIn = (organizationId: number): Set<Watcher> => {
    const own = watchers.get(organizationId) ?? new Set()
    if (own.size >= limits.ofOrganization || countAll() >= limits.ofProcess) throw tooMany
    return own
  }
  const open = async (watched: Watched, request: FastifyRequest, reply: FastifyReply) => {
    const { organization_id: organizationId } = watched.caller
    placeIn(organizationId)
    const first = await watched.look()
    const stream = openEventStream(request.headers['last-event-id'])
    reply.headers(headers)
    if (request.method === 'HEAD') return reply.send('')
    // Others may have come meanwhile.
    const own = placeIn(organizationId)
    if (!deliver(stream, first)) {
      const watcher = { watched, stream, request, checkedMs: performance.now() }
      own.add(watcher)
      stream.readable.once('close', () => own.delete(watcher))
      if (!watchers.has(organizationId)) {
        watchers.set(organizationId, own)
        void watch(own, () => watchers.delete(organizationId))
      }
    }
    return reply.send(stream.readable)
  }
  /** Their clients connect again, perhaps to another server. */
  const end = () => {
    for (const { stream } of [...watchers.values()].flatMap((own) => [...own])) stream.end()
  }
  return { open, end }
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // For nginx, which would hold events back.
  'x-accel-buffering': 'no',
  // A server that stops would wait until the client no longer keeps the connection of an ended stream.
  connection: 'close',
}

const tooMany = tooManyRequests(
  `at most ${limits.ofOrganization} progress streams of an organization can be open at once: close some, or poll the record`,
  5,
)

async function watch(own: ReadonlySet<Watcher>, over: () => void): Promise<void> {
  while (own.size > 0) {
    await pause(lookMs, undefined, { ref: false })
    const nowMs = performance.now()
    for (const watcher of own) {
      if (nowMs - watcher.checkedMs < checkMs) continue
      watcher.checkedMs = nowMs
      await watcher.watched.check().catch((error: unknown) => refuse(watcher, error))
    }
    for (const name of new Set([...own].map(nameOf))) {
      await lookFor([...own].filter((watcher) => nameOf(watcher) === name))
    }
  }
  over()
}

/** Not only the record: what a link in it allows depends on the caller. */
function nameOf({ watched, request }: Watcher): string {
  return `${callerName(watched.caller)} ${request.url}`
}

async function lookFor(same: readonly Watcher[]): Promise<void> {
  const [one] = same
  if (one === undefined) return
  try {
    const seen = await one.watched.look()
    for (const { stream } of same) deliver(stream, seen)
  } catch (error) {
    for (const watcher of same) refuse(watcher, error)
  }
}

/** @returns whether it was the last event. */
function deliver(stream: EventStream, { record, isOver }: Seen): boolean {
  const data = JSON.stringify(record)
  stream.send('progress', data)
  if (isOver) stream.end('end', data)
  return isOver
}

/** A database that is away for a moment ends no stream: the next look follows. */
function refuse({ stream, request }: Watcher, error: unknown): void {
  if (error instanceof AppError && error.status < 500) {
    return stream.end('refused', JSON.stringify(fail(error.code, error.message)))
  }
  if (isDatabaseAway(error) || temporary.has(codeOf(error) ?? '')) return stream.beat()
  request.log.error({ err: error }, 'a progress stream failed')
  stream.end()
}

const temporary = new Set<string>([tooManyWaitingCode, sqlState.queryCanceled])
