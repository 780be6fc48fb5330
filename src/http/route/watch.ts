import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../../contract/api/envelope.ts'
import { AppError, tooManyRequests } from '../../contract/api/errors.ts'
import { tooManyWaitingCode } from '../../database/driver/semaphore.ts'
import { isDatabaseAway } from '../../database/retry.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import { callerName, type Caller } from '../../store/callers.ts'
import { openEventStream, type EventStream } from './event-stream.ts'

/** What one stream has sent: the last event, and of each record the text, the state and the event. */
export type Told = { seq: number; records: Map<string, { text: string; state: string; seq: number }> }

/** Sends what was seen to one of the streams that share a look. @returns whether it was the last event. */
export type Delivery = (stream: EventStream, told: Told) => boolean

export type Watched = {
  caller: Caller
  look: () => Promise<Delivery>
  /** Streams with the same name share a look. */
  name: string
  /** @returns false if the caller has become another one. @throws AppError if the call would be refused now. */
  check: () => Promise<boolean>
}

/** Milliseconds between two looks: the limit of two deliveries a second. */
const lookMs = 500
/** How soon a stream ends after its credential was revoked. */
const checkMs = 5_000

type Watcher = {
  watched: Watched
  stream: EventStream
  told: Told
  request: FastifyRequest
  checkedMs: number
}

/** `ofCaller`: of one user or key, who must not take the places of the others. */
type Limits = { what: string; ofCaller: number; ofOrganization: number; ofProcess: number }

export type Streams = {
  open: (watched: Watched, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/**
 * Each organization with open streams has one loop, which holds a connection only while it looks. Streams of one name
 * share the look.
 */
export function createStreams(app: FastifyInstance, limits: Limits): Streams {
  const watchers = new Map<number, Set<Watcher>>()
  const countAll = () => [...watchers.values()].reduce((sum, { size }) => sum + size, 0)
  const refusals = refusalsOf(limits)

  const watchersOf = (caller: Caller): Set<Watcher> => {
    const own = watchers.get(caller.organization_id) ?? new Set()
    const name = callerName(caller)
    const theirs = [...own].filter(({ watched }) => callerName(watched.caller) === name)
    if (theirs.length >= limits.ofCaller) throw refusals.ofCaller
    if (own.size >= limits.ofOrganization) throw refusals.ofOrganization
    if (countAll() >= limits.ofProcess) throw refusals.ofProcess
    return own
  }
  const open: Streams['open'] = async (watched, request, reply) => {
    const { organization_id: organizationId } = watched.caller
    watchersOf(watched.caller)
    const deliver = await watched.look()
    const stream = openEventStream(request.headers['last-event-id'])
    reply.headers(headers)
    if (request.method === 'HEAD') return reply.send('')
    // Others may have come meanwhile.
    const own = watchersOf(watched.caller)
    const told: Told = { seq: 0, records: new Map() }
    if (!deliver(stream, told)) {
      const watcher = { watched, stream, told, request, checkedMs: performance.now() }
      own.add(watcher)
      stream.readable.once('close', () => own.delete(watcher))
      if (!watchers.has(organizationId)) {
        watchers.set(organizationId, own)
        void watch(own, () => watchers.delete(organizationId))
      }
    }
    return reply.send(stream.readable)
  }
  // Their clients connect again, perhaps to another server.
  app.addHook('preClose', async () => {
    for (const { stream } of [...watchers.values()].flatMap((own) => [...own])) stream.end()
  })
  return { open }
}

function refusalsOf({ what, ofCaller, ofOrganization, ofProcess }: Limits) {
  return {
    ofCaller: tooManyRequests(
      `at most ${ofCaller} ${what} of a user or key can be open at once: close some, or poll the record`,
      5,
    ),
    ofOrganization: tooManyRequests(
      `at most ${ofOrganization} ${what} of an organization can be open at once: close some, or poll the record`,
      5,
    ),
    ofProcess: tooManyRequests(
      `the server has its limit of ${ofProcess} ${what} open: try again later, or poll the record`,
      30,
    ),
  }
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  // For nginx, which would hold events back.
  'x-accel-buffering': 'no',
  // A server that stops would wait until the client no longer keeps the connection of an ended stream.
  connection: 'close',
}

async function watch(own: ReadonlySet<Watcher>, over: () => void): Promise<void> {
  while (own.size > 0) {
    await pause(lookMs, undefined, { ref: false })
    const nowMs = performance.now()
    for (const watcher of own) {
      if (nowMs - watcher.checkedMs < checkMs) continue
      watcher.checkedMs = nowMs
      await check(watcher)
    }
    for (const name of new Set([...own].map(({ watched }) => watched.name))) {
      await lookFor([...own].filter(({ watched }) => watched.name === name))
    }
  }
  over()
}

/** A client whose rights have changed connects again, and gets what it may see now. */
async function check(watcher: Watcher): Promise<void> {
  try {
    if (!(await watcher.watched.check())) watcher.stream.end()
  } catch (error) {
    refuse(watcher, error)
  }
}

async function lookFor(same: readonly Watcher[]): Promise<void> {
  const [one] = same
  if (one === undefined) return
  try {
    const deliver = await one.watched.look()
    for (const { stream, told } of same) deliver(stream, told)
  } catch (error) {
    for (const watcher of same) refuse(watcher, error)
  }
}

/** A database that is away for a moment ends no stream: the next look follows. */
function refuse({ stream, request }: Watcher, error: unknown): void {
  if (error instanceof AppError && error.status < 500) {
    return stream.end('refused', JSON.stringify(fail(error.code, error.message)))
  }
  if (isDatabaseAway(error) || temporary.has(codeOf(error) ?? '')) return stream.beat()
  request.log.error({ err: error }, 'a stream of events failed')
  stream.end()
}

const temporary = new Set<string>([tooManyWaitingCode, sqlState.queryCanceled])
