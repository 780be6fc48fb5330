import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SharedKey } from '../../actions/idempotency/gathered.ts'
import { requireOpenToAssistants, requireReadOnly } from '../../actions/plans/assistants.ts'
import { carryOutGuarded, findRules, isGuarded } from '../../actions/plans/guard.ts'
import { parseAuthorization } from '../../contract/api/credential.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { succeed } from '../../contract/api/envelope.ts'
import { withField } from '../../contract/api/problems.ts'
import { nest, type Database, type Scopes } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { routesOf } from '../server/canonical-url.ts'
import { bodyBytesMax, readBody, type BodyOptions } from '../server/read-body.ts'
import { actingOf, assistantOf, callInside, type Acting, type Inside, type Made } from '../plans/acting.ts'
import { authenticate, requireRole, type Authenticated } from './auth.ts'
import { logForeignAccess, readCall, type Call, type Received } from './call.ts'
import { answerOnce, limitKeyedCalls, replayHeaders } from './idempotency.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { isCostly, limitCostlyCalls } from './costly.ts'
import { createKeyDoor, type KeyDoor } from './keys/door.ts'
import { createOpenRouter, type OpenRouter } from './open.ts'
import { warningsOf } from './query.ts'
import { noRateLimits, type RateLimits } from './rate-limit.ts'
import { answerSerializer } from './answers/serializer.ts'
import { sendText } from './answers/send-text.ts'
import { requireSecondFactor } from './session-auth.ts'
import { createStreamRouter, type StreamRouter } from './progress.ts'
import { createStreamedRouter, type StreamedRouter } from './streamed.ts'

type Answer<Data extends z.ZodType> = {
  data: z.input<Data>
  paging?: object
  headers?: Record<string, string>
}
type Plain = { contentType: string; stream: Readable; fileName: string }

type Handler<
  Path extends string,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Query extends z.ZodObject,
> = (call: Call<Path, Body, Query>) => Promise<Answer<Data> | Plain>

type Options = Partial<BodyOptions>

type Route = <Path extends string, Body extends z.ZodType, Data extends z.ZodType, Query extends z.ZodObject>(
  definition: Endpoint<Path, Body, Data, Query>,
  handler: Handler<Path, Body, Data, Query>,
  options?: Options,
) => void

export type Router = Route &
  StreamRouter & {
    open: OpenRouter
    inside: Inside
    keyOf: KeyDoor
    streamed: StreamedRouter
  }

export function createRouter(
  app: FastifyInstance,
  database: Database,
  secrets: Secrets,
  limits: RateLimits = noRateLimits,
): Router {
  const inside: Inside = (door, inner, acting) => callInside(app, door, inner, acting)
  const callerOf = createDoor(database, secrets, limits)
  return Object.assign(createRoute({ app, database, secrets, callerOf }), {
    open: createOpenRouter(app, database),
    inside,
    keyOf: createKeyDoor(database, secrets, limits),
    ...createStreamRouter({ app, database, secrets, callerOf }),
    streamed: createStreamedRouter(app, database, callerOf),
  })
}

type Parts = { app: FastifyInstance; database: Database; secrets: Secrets; callerOf: CallerOf }

function createRoute({ app, database, secrets, callerOf }: Parts): Route {
  const calls = limitKeyedCalls()
  const costly = limitCostlyCalls()
  const actingFor = createGuard(database, callerOf)
  return (definition, handler, options = {}) => {
    const textOf = answerText(definition)
    const answerOf: typeof handler = (call) =>
      handler(call).catch((error: unknown) => {
        throw withField(definition.body, error)
      })
    const handle: typeof handler = (call) =>
      call.isCostly ? costly(call.caller.organization_id, () => answerOf(call)) : answerOf(call)
    const make = async (scopes: Scopes, received: Received, caller: Authenticated): Promise<Made> => {
      const call = readCall(definition, received, scopes, caller)
      const answer = await answerOf({ ...call, isAlone: true })
      const text = textOf(answer, call.warnings)
      return { params: call.params as Made['params'], data: 'data' in answer ? answer.data : null, text }
    }
    const run = async (request: FastifyRequest, reply: FastifyReply) => {
      const { acting, known } = await actingFor(definition, request, reply)
      if (acting !== null) {
        const caller = known ?? (await callerOf(definition, database, request, reply))
        const received = await receive(request, reply, options)
        const made = await costly(caller.organization_id, () =>
          acting.carryOut(database, { definition, caller }, (scopes) => make(scopes, received, caller)),
        )
        return sendText(request, reply, made.text)
      }
      const key = readIdempotencyKey(definition, request.headers['idempotency-key'])
      if (key !== null) {
        const caller = known ?? (await callerOf(definition, database, request, reply))
        const received = await receive(request, reply, options)
        const keyed = { calls, database, secrets, caller, key, received }
        const answer = await answerOnce(keyed, async (scopes, once) => {
          const call = readCall(definition, received, scopes, caller)
          const answerOf: SharedKey['answerOf'] = (outcome) =>
            'data' in outcome
              ? { text: textOf(outcome, call.warnings) }
              : { refusal: withField(definition.body, outcome.refusal) }
          return textOf(await handle({ ...call, once: Object.assign(once, { answerOf }) }), call.warnings)
        })
        return sendText(request, reply.headers(replayHeaders(answer)), answer.text)
      }
      const { answer, warnings } = await inScopes(definition, database, request, async (scopes) => {
        const caller = known ?? (await callerOf(definition, scopes, request, reply))
        const received = await receive(request, reply, options)
        const shared = scopes === database ? database.shareOf(caller.organization_id) : scopes
        const call = readCall(definition, received, shared, caller)
        const answer = await handle(call)
        await logForeignAccess(definition, call)
        return { answer, warnings: call.warnings }
      })
      if ('stream' in answer) return sendPlain(reply, answer)
      return sendText(request, reply.headers(answer.headers ?? {}), textOf(answer, warnings))
    }
    for (const url of routesOf(definition)) {
      app.route({ method: definition.method, url, handler: run })
    }
  }
}

type Guard = (
  definition: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ acting: Acting | null; known?: Authenticated }>

/** A call inside the server is carried out as its maker wants; one that may need an approval, so that it can be undone. */
function createGuard(database: Database, callerOf: CallerOf): Guard {
  return async (definition, request, reply) => {
    const acting = actingOf(request)
    const isByAssistant = assistantOf(request) !== null
    if (isByAssistant) requireOpenToAssistants(definition, acting !== null)
    const isFree = acting !== null || !isGuarded(definition)
    if (isFree && !isByAssistant) return { acting }
    const known = await callerOf(definition, database, request, reply)
    if (known.grant?.may_change === false) requireReadOnly(definition)
    if (isFree) return { acting, known }
    const rules = await findRules(database, known.organization_id)
    const carryOut: Acting['carryOut'] = (own, called, work) =>
      carryOutGuarded(own, { ...called, rules }, work)
    return { acting: rules.length > 0 ? { carryOut } : null, known }
  }
}

/** Reads the body after the credential was checked. GETs have no body and can be in a transaction. */
async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodyLimit = bodyBytesMax, largerBodies }: Options,
): Promise<Received> {
  if (isRead(request)) return { request, body: undefined }
  return { request, body: await readBody(request, reply, { bodyLimit, largerBodies }) }
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

type CallerOf = (
  definition: Pick<Endpoint, 'id' | 'role' | 'permission' | 'withoutSecondFactor' | 'ofOwnAccount'>,
  scopes: Scopes,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Authenticated>

/** Checks credential, rate, second factor, role and permission. */
function createDoor(database: Database, secrets: Secrets, limits: RateLimits): CallerOf {
  return async (definition, scopes, request, reply) => {
    const { authorization } = request.headers
    const caller = await limits.guard({ address: request.ip, authorization }, () =>
      authenticate(
        { database, scopes, isInMcp: assistantOf(request) !== null },
        secrets,
        request,
        definition,
      ),
    )
    reply.headers(limits.spend(caller))
    requireSecondFactor(caller.session, definition)
    requireRole(caller, definition)
    return caller
  }
}

function answerText(definition: Endpoint) {
  const serialize = definition.plain === undefined ? answerSerializer(definition) : null
  return (answer: Answer<z.ZodType> | Plain, warnings: readonly string[]) => {
    if (serialize === null || 'stream' in answer) throw new Error(`${definition.id} answers no envelope`)
    return serialize(succeed(answer.data, { ...answer.paging, ...warningsOf(warnings) }))
  }
}

/**
 * A GET with a key runs in one read-only transaction with the look-up of the credential: a third fewer statements. Not
 * for streams, which are read after the handler has returned, nor for costly calls, which may have to wait.
 */
function inScopes<Result>(
  definition: Pick<Endpoint, 'method' | 'path' | 'plain' | 'writes' | 'costly'>,
  database: Database,
  request: FastifyRequest,
  work: (scopes: Scopes) => Promise<Result>,
): Promise<Result> {
  const { method, path, plain, writes } = definition
  const credential = parseAuthorization(request.headers.authorization)
  // Reads of another organization's data write to its audit log.
  const mayWrite = method !== 'GET' || writes === true || path.startsWith('organizations/:')
  const isAlone = mayWrite || plain !== undefined || isCostly(definition, request)
  if (isAlone || credential === null) return work(database)
  const { organizationId } = credential
  return database.within(organizationId).read((sql) => work(nest(sql, organizationId)))
}

function sendPlain(reply: FastifyReply, answer: Plain): FastifyReply {
  return reply
    .header('content-type', answer.contentType)
    .header('content-disposition', `attachment; filename="${answer.fileName}"`)
    .send(answer.stream)
}
