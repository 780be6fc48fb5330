import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { forbidden } from '../../contract/api/errors.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { routesOf } from '../server/canonical-url.ts'
import { callerName } from '../../store/callers.ts'
import { authenticate, requireRole, type Authenticated } from './auth.ts'
import { readCall, type Call } from './call.ts'
import { requireSecondFactor } from './session-auth.ts'
import type { CallerOf } from './streamed.ts'
import { createStreams, type Delivery, type Streams, type Told } from './watch.ts'

type Change = {
  resource: string
  id: number
  /** Its change is sent before that of counters. */
  state: string
  patch: object
}

type Looking<Seen> = <Path extends string, Body extends z.ZodType, Query extends z.ZodObject>(
  definition: Endpoint<Path, Body, z.ZodType, Query>,
  look: (call: Call<Path, Body, Query>) => Promise<Seen>,
) => void

export type StreamRouter = {
  /** Answers with a stream of events: the record again whenever it has changed, until it is over. */
  progress: Looking<{ record: object; isOver: boolean }>
  /** Answers with what changes among some records from now on. What a caller sees follows from role and permissions. */
  changes: Looking<{ records: readonly Change[]; isOver: boolean }>
}

type Parts = { app: FastifyInstance; database: Database; secrets: Secrets; callerOf: CallerOf }

export function createStreamRouter(parts: Parts): StreamRouter {
  const { app } = parts
  const progress = createStreams(app, {
    what: 'progress streams',
    ofCaller: 10,
    ofOrganization: 10,
    ofProcess: 200,
  })
  const changes = createStreams(app, {
    what: 'streams of changes',
    ofCaller: 20,
    ofOrganization: 100,
    ofProcess: 1_000,
  })
  return {
    progress: (definition, look) =>
      serve(parts, progress, definition, {
        // What a link in a record allows depends on the caller.
        nameOf: (caller, url) => `${callerName(caller)} ${url}`,
        look: async (call) => sendRecord(await look(call)),
      }),
    changes: (definition, look) =>
      serve(parts, changes, definition, {
        nameOf: (caller, url) => `${rightsOf(caller)} ${url}`,
        look: async (call) => changesSince(await look(call)),
      }),
  }
}

type Kind<Path extends string, Body extends z.ZodType, Query extends z.ZodObject> = {
  nameOf: (caller: Authenticated, url: string) => string
  look: (call: Call<Path, Body, Query>) => Promise<Delivery>
}

function serve<Path extends string, Body extends z.ZodType, Query extends z.ZodObject>(
  { app, database, secrets, callerOf }: Parts,
  streams: Streams,
  definition: Endpoint<Path, Body, z.ZodType, Query>,
  { nameOf, look }: Kind<Path, Body, Query>,
): void {
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await callerOf(definition, database, request, reply)
    const scopes = database.shareOf(caller.organization_id)
    const call = readCall(definition, { request, body: undefined }, scopes, caller)
    const check = async () => {
      const now = await authenticate({ database, scopes: database }, secrets, request, definition)
      // The session has stepped into another organization, or out of this one.
      if (now.organization_id !== caller.organization_id) throw forbidden('the session acts elsewhere now')
      requireSecondFactor(now.session, definition)
      requireRole(now, definition)
      return rightsOf(now) === rightsOf(caller)
    }
    const watched = { caller, look: () => look(call), name: nameOf(caller, request.url), check }
    return streams.open(watched, request, reply)
  }
  for (const url of routesOf(definition)) {
    app.route({ method: definition.method, url, handler: run })
  }
}

function rightsOf({
  organization_id: organizationId,
  role,
  permissions,
  by_rights: byRights,
  list_ids: listIds,
  time_zone: zone,
}: Authenticated): string {
  return JSON.stringify([organizationId, role, permissions, byRights, listIds, zone])
}

function sendRecord({ record, isOver }: { record: object; isOver: boolean }): Delivery {
  return (stream) => {
    const data = JSON.stringify(record)
    stream.send('progress', data)
    if (isOver) stream.end('end', data)
    return isOver
  }
}

/** Of each delivery; there are two a second. */
const eventsMax = 2

type Seen = { records: readonly Change[]; isOver: boolean }

/**
 * The first delivery of a stream takes note only: its client fetches the records when it hears hello. What is not sent
 * now differs at the next look as well, and is newer then.
 */
function changesSince({ records, isOver }: Seen): Delivery {
  const seen = records.map((record) => ({
    ...record,
    key: `${record.resource}/${record.id}`,
    text: JSON.stringify(record.patch),
  }))
  return (stream, told) => {
    if (told.seq === 0) {
      stream.post('hello', (told.seq += 1), {})
      for (const { key, text, state } of seen) told.records.set(key, { text, state, seq: 0 })
    }
    const changed = seen.filter(({ key, text }) => told.records.get(key)?.text !== text)
    const inOrder = changed.toSorted((one, other) => orderOf(told, one) - orderOf(told, other))
    for (const { key, text, state, resource, id, patch } of inOrder.slice(0, eventsMax)) {
      const isNew = !told.records.has(key)
      if (!stream.post('change', told.seq + 1, { resource, id, ...(isNew && { changed: true }), patch }))
        break
      told.seq += 1
      told.records.set(key, { text, state, seq: told.seq })
    }
    // A tab that stays open for weeks does not remember everything that it has seen.
    const kept = new Set(seen.map(({ key }) => key))
    for (const key of told.records.keys()) if (!kept.has(key)) told.records.delete(key)
    stream.tick(told.seq)
    if (isOver) stream.end()
    return isOver
  }
}

/** New records and new states first, then the record that was sent longest ago. */
function orderOf({ records }: Told, { key, state }: { key: string; state: string }): number {
  const before = records.get(key)
  return before?.state === state ? before.seq : -1
}
