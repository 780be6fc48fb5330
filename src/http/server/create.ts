import { randomUUID } from 'node:crypto'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { answerStatus, AppError, badRequest, tooManyRequests } from '../../contract/api/errors.ts'
import { fail } from '../../contract/api/envelope.ts'
import { tooManyWaitingCode } from '../../database/driver/semaphore.ts'
import { isDatabaseAway, isDiskFull, isStorageAway } from '../../database/retry.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import { DamagedFile } from '../../files/storage.ts'
import { canonicalUrl } from './canonical-url.ts'
import { answerClientError } from './client-error.ts'
import { endConnectionsWithAnswers } from './last-answers.ts'
import { limitConnections } from './bounds/connections.ts'
import { answerInTurn } from './bounds/in-turn.ts'
import { holdToProtocol } from './protocol.ts'
import { prepareBodies, type BodySettings } from './read-body.ts'
import { boundUnsentAnswers } from './bounds/unsent-answers.ts'
import { passOverUnreadBodies } from './unread-bodies.ts'

export type ErrorMode = 'real' | 'always_200'

export type ServerSettings = Partial<BodySettings> & {
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  trustedProxies?: string[]
  connectionsMax?: number
  /** Of answers in memory, together. */
  unsentCharactersMax?: number
  /** From the beginning of a stop until the port closes. */
  drainSeconds?: number
}

/** Answers every error with an envelope; the caller adds the routes. */
export function createServer(
  log: FastifyBaseLogger,
  errorMode: ErrorMode,
  {
    trustedProxies = [],
    connectionsMax = 2_000,
    unsentCharactersMax = 128 * 1_048_576,
    drainSeconds = 0,
    ...bodies
  }: ServerSettings = {},
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().replaceAll('-', ''),
    rewriteUrl: (request) => canonicalUrl(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    // The readers of bodies have limits of their own (read-body.ts): an upload may take longer than any limit.
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 60_000, requireHostHeader: false },
    forceCloseConnections: 'idle',
    // A call that arrives during a stop on an open connection is answered like those before it.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void answerError(error, request, reply, errorMode)
    },
    clientErrorHandler: answerClientError,
  })
  prepareBodies(app, bodies)
  limitConnections(app, connectionsMax, trustedProxies)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('cache-control', 'no-store')
    const version = request.headers['x-version']
    if (version !== undefined && version !== '2') throw badRequest('X-Version must be 2')
  })
  holdToProtocol(app)
  endConnectionsWithAnswers(app, drainSeconds)
  boundUnsentAnswers(app, unsentCharactersMax)
  passOverUnreadBodies(app)
  answerInTurn(app.server)
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug({ method: request.method, status: reply.statusCode, ms: reply.elapsedTime }, 'answered')
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply, errorMode))
  return app
}

/** The only place where an error becomes an answer. */
function answerError(error: Error, request: FastifyRequest, reply: FastifyReply, mode: ErrorMode) {
  if (isDiskFull(error)) request.log.error({ err: error }, 'the disk is full')
  if (isStorageAway(error)) request.log.error({ err: error }, 'the storage of files cannot be reached')
  if (error instanceof DamagedFile) request.log.error({ err: error }, 'a stored file is damaged')
  const known = asAppError(error)
  if (known === null) {
    request.log.error({ err: error, method: request.method }, 'unexpected error')
    return reply
      .status(500)
      .headers({ 'x-request-id': request.id })
      .send(fail('internal_error', `internal error; the request id is ${request.id}`))
  }
  return reply
    .status(answerStatus(known.status, isTus(request) ? 'real' : mode))
    .headers({ 'x-request-id': request.id, ...known.headers })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(fail(known.code, known.message, known.data, known.errors)))
}

/** Clients of that protocol would take a 200 for success. */
function isTus({ headers }: FastifyRequest): boolean {
  return headers['tus-resumable'] !== undefined
}

/** What the caller, or whoever operates the server, can do something about. null: a bug. */
export function asAppError(error: Error & { code?: string; statusCode?: number }): AppError | null {
  if (error instanceof AppError) return error
  if (error.code?.startsWith('FST_ERR_') === true && (error.statusCode ?? 500) < 500) {
    return new AppError('invalid_request', 'the request cannot be processed', { cause: error })
  }
  if (codeOf(error) === sqlState.queryCanceled) return tookTooLong(error)
  if (codeOf(error) === tooManyWaitingCode) {
    return tooManyRequests(
      'the organization has too many calls in progress, or their answers are too large: send fewer, or ask for less at once',
      2,
    )
  }
  if (isStorageAway(error)) {
    const message = 'the storage of files cannot be used now: nothing was changed; try again in a moment'
    const headers = { 'retry-after': '15' }
    return new AppError('internal_error', message, { status: 503, headers, cause: error })
  }
  if (error instanceof DamagedFile) return new AppError('internal_error', error.message, { cause: error })
  return isDatabaseAway(error)
    ? new AppError('internal_error', 'the database cannot be reached; try again in a moment', {
        status: 503,
        headers: { 'retry-after': '5' },
        cause: error,
      })
    : isDiskFull(error)
      ? new AppError('internal_error', diskFullSentence, {
          status: 503,
          headers: { 'retry-after': '60' },
          cause: error,
        })
      : null
}

const diskFullSentence =
  'the disk of the server is full: nothing was changed; try again when the operator has freed space'

/**
 * The connection's statement timeout (src/server/start.ts) ended a statement. Not 503 with Retry-After: clients repeat such
 * a call at once by themselves, and each repetition would keep the database busy for as long again.
 */
function tookTooLong(cause: Error): AppError {
  return new AppError(
    'internal_error',
    'the call took too long and was stopped: request less at once (a shorter period, a smaller page), or try again later',
    { cause },
  )
}
