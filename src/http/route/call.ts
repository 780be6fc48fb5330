import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Origin } from '../../actions/actor.ts'
import { noteForeignAccess } from '../../actions/audit-events.ts'
import type { SharedKey } from '../../actions/idempotency/gathered.ts'
import type { RecordPlace } from '../../actions/place.ts'
import type { Endpoint, PathParams } from '../../contract/api/endpoint.ts'
import { badRequest, notFound } from '../../contract/api/errors.ts'
import { pageOf, type pageQuery, type PageRequest } from '../../contract/api/paging.ts'
import { checkQuery } from '../../contract/api/problems.ts'
import { isStorable, parseId } from '../../contract/values/text.ts'
import type { Scoped, Scopes, Sql } from '../../database/driver/connection.ts'
import { insertAuditEvent, type NewAuditEvent } from '../../store/audit-events/rows.ts'
import { limitsOf } from '../../actions/permission.ts'
import { doorOf, type Door } from '../plans/acting.ts'
import type { Authenticated } from './auth.ts'
import { isCostly } from './costly.ts'
import { readExpected, readRecord } from './record.ts'
import { originOf } from './open.ts'
import { readQuery } from './query.ts'

/** The input of a handler, validated except for the result of `fields()`. */
export type Call<Path extends string, Body extends z.ZodType, Query extends z.ZodObject = z.ZodObject> = {
  sql: Scoped
  /** For calls of system administrators that name another organization. */
  within: (organizationId: number) => Scoped
  /** For calls across organizations, which only system administrators can make. */
  everywhere: () => Scoped
  caller: Authenticated
  /** Writes in the transaction of the change. Default: the log of the caller's organization. */
  audit: (sql: Sql, event: NewAuditEvent, organizationId?: number) => Promise<void>
  hasAudited: () => boolean
  /** The version that a change of an endpoint with `versioned` is about; null: any. */
  expectedAt: Date | null
  params: PathParams<Path>
  /** The list in a nested alias of the path; the call is limited to it. */
  aliasListId: number | undefined
  query: z.output<Query>
  /** Sentences about what was ignored. */
  warnings: string[]
  /** Adds each sentence once. */
  warn: (sentence: string) => void
  page: () => PageRequest
  /** Validates the body. Call it after finding the object of the path, because a missing object is reported first. */
  fields: () => z.output<Body>
  /** Unvalidated, for the few keys next to the record. */
  body: unknown
  origin: Origin
  requestId: string
  isCostly: boolean
  /** It shares its transaction with no other call. */
  isAlone: boolean
  /** Of a call with an `Idempotency-Key` that is not alone: for actions that gather calls. */
  once: SharedKey | null
  /** For calls that the server makes in the caller's name. */
  door: Door
  /** For work that is useless once the caller is gone: the signal aborts when the connection is closed. */
  whileConnected: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>
}

export type Received = { request: FastifyRequest; body: unknown }

export function readCall<Path extends string, Body extends z.ZodType, Query extends z.ZodObject>(
  definition: Endpoint<Path, Body, z.ZodType, Query>,
  { request, body: received }: Received,
  scopes: Scopes,
  caller: Authenticated,
): Call<Path, Body, Query> {
  const { params, aliasListId } = readParams(definition.path, request.params)
  const { given, warnings } = readQuery(definition, request.query)
  const query = definition.query === undefined ? {} : checkQuery(definition.query, given)
  const schema = definition.body
  const { expectedAt, body } = readExpected(definition, request.headers['if-match'], received)
  // A retried action reads the fields again.
  const door = doorOf(request)
  const warn = (sentence: string) => {
    if (!warnings.includes(sentence)) warnings.push(sentence)
  }
  return {
    sql: scopes.within(caller.organization_id, limitsOf(caller)),
    within: (organizationId) => scopes.within(organizationId, limitsOf(caller)),
    everywhere: scopes.everywhere,
    caller,
    ...auditorOf(caller, request.id, door.assistant),
    expectedAt,
    // The types of the parameters follow from the path, which readParams has checked.
    params: params as PathParams<Path>,
    aliasListId,
    // An endpoint without a query schema has no parameters.
    query: query as z.output<Query>,
    warnings,
    warn,
    page: () => pageOf(query as z.output<typeof pageQuery>),
    fields: () => {
      if (schema === undefined) throw new Error(`${definition.id} takes no body`)
      const read = readRecord({ ...definition, body: schema }, body)
      for (const warning of read.warnings) warn(warning)
      return read.fields
    },
    body,
    origin: originOf(request),
    requestId: request.id,
    isCostly: isCostly(definition, request),
    isAlone: false,
    once: null,
    door,
    whileConnected: (work) => whileConnected(request.raw.socket, work),
  }
}

/** The connection is closed, so the error that is thrown is not sent. */
async function whileConnected<Result>(
  socket: FastifyRequest['raw']['socket'],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const abort = () => controller.abort(badRequest('the caller closed the connection'))
  if (socket.destroyed) abort()
  socket.once('close', abort)
  try {
    return await work(controller.signal)
  } finally {
    socket.removeListener('close', abort)
  }
}

/** Writes to the audit log as this caller. */
export function auditorOf(
  caller: Authenticated,
  requestId: string,
  assistant: string | null,
): Pick<Call<'', z.ZodType>, 'audit' | 'hasAudited'> {
  let hasAudited = false
  return {
    audit: (sql, event, organizationId = caller.organization_id) => {
      hasAudited = true
      return insertAuditEvent(sql, organizationId, {
        api_key_id: caller.api_key_id,
        user_id: caller.user_id,
        actor_organization_id: caller.session?.organization_id ?? caller.organization_id,
        assistant,
        request_id: requestId,
        ...event,
      })
    },
    hasAudited: () => hasAudited,
  }
}

function readParams(path: string, raw: unknown) {
  const params: Record<string, string | number> = {}
  let aliasListId: number | undefined
  for (const [name, text] of Object.entries(raw ?? {})) {
    const value = readParam(name, String(text))
    if (path.includes(`:${name}`)) params[name] = value
    else if (name === 'mailing_list_id' && typeof value === 'number') aliasListId = value
  }
  return { params, aliasListId }
}

/** Text that cannot be an id is answered like an unknown id. */
function readParam(name: string, text: string): string | number {
  if (name !== 'id' && !name.endsWith('_id')) {
    if (!isStorable(text)) throw notFound(name.replaceAll('_', ' '))
    return text
  }
  const id = parseId(text)
  if (id === null) throw notFound(name === 'id' ? 'record' : name.slice(0, -3).replaceAll('_', ' '))
  return id
}

/**
 * Logs a system administrator's read in the other organization, before the answer is sent. Calls that change or create
 * something have their own events.
 */
export async function logForeignAccess<Path extends string>(
  { id, method, path }: Pick<Endpoint<Path>, 'id' | 'method' | 'path'>,
  {
    params,
    caller,
    within,
    audit,
    hasAudited,
    door,
  }: Pick<Call<Path, z.ZodType>, 'params' | 'caller' | 'within' | 'audit' | 'hasAudited' | 'door'>,
): Promise<void> {
  const name = /^organizations\/:(id|organization_id)\b/.exec(path)?.[1]
  if (method !== 'GET' || name === undefined || hasAudited()) return
  const organizationId = (params as Record<string, number>)[name]
  if (organizationId === undefined || organizationId === caller.organization_id) return
  const { api_key_id, user_id } = caller
  const access = { api_key_id, user_id, assistant: door.assistant, endpoint: id }
  await noteForeignAccess(within(organizationId), organizationId, access, audit)
}

/** For ids of the path in a column of type `integer`. @throws AppError `not_found` for larger ones. */
export function smallId(id: number, what: string): number {
  if (id > 2_147_483_647) throw notFound(what)
  return id
}

/** The record that a path names by `id`, limited to the list of an alias. */
export function recordPlace({
  params,
  aliasListId,
}: {
  params: { id: number }
  aliasListId: number | undefined
}): RecordPlace {
  return { id: params.id, listId: aliasListId }
}
