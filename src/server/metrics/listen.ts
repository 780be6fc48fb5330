import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { fail } from '../../contract/api/envelope.ts'
import { AppError } from '../../contract/api/errors.ts'
import { answerInTurn } from '../../http/server/bounds/in-turn.ts'
import { alive, ready, type Readiness } from '../../http/server/health.ts'

export type MetricsAddress = {
  host: string
  port: number
  /** Absent: for a loopback address only (src/server/config.ts). */
  token: string | undefined
  /** Of the process: for probes, which have no token. Absent: none are answered. */
  isReady?: Readiness
}

/** Enough for a few scrapers; no other client needs this port. */
const connectionsMax = 20
const requestMs = 10_000

/**
 * A port of its own: what a proxy passes on to the API never reaches it, and no key of the API opens it. A worker has no other.
 * @returns its url. Resolves once it listens; rejects if it cannot.
 */
export async function listenForScrapes(
  { host, port, token, isReady }: MetricsAddress,
  text: () => Promise<string>,
  log: FastifyBaseLogger,
) {
  const isAllowed = token === undefined ? () => true : tokenCheck(token)
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.method === 'GET' ? request.url : undefined
    if (isReady !== undefined && (path === '/healthz' || path === '/readyz'))
      return answerProbe(response, path === '/healthz' ? null : isReady)
    if (!isAllowed(request.headers.authorization)) {
      const headers = { 'www-authenticate': 'Bearer', 'content-type': 'text/plain' }
      return response.writeHead(401, headers).end('Send METRICS_TOKEN as a bearer token.\n')
    }
    if (path !== '/metrics') {
      return response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('There are only GET /metrics, /healthz and /readyz.\n')
    }
    const body = await text()
    return response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body)
  }
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs, keepAliveTimeout: 60_000 },
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'metrics could not be written')
        response.destroy()
      })
    },
  )
  server.maxConnections = connectionsMax
  answerInTurn(server)
  await once(server.listen(port, host), 'listening')
  const bound = server.address() as AddressInfo
  return {
    url: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}/metrics`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** As the port of the API answers. */
async function answerProbe(response: ServerResponse, isReady: Readiness | null): Promise<void> {
  const answer = async () => ({ status: 200, body: isReady === null ? alive : ready(await isReady()) })
  const { status, body } = await answer().catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    return { status: error.status, body: fail(error.code, error.message) }
  })
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

/** Compares hashes, so that neither time nor length tells how much of a guess was right. */
function tokenCheck(token: string): (header: string | undefined) => boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest()
  const expected = hashOf(`Bearer ${token}`)
  return (header) => timingSafeEqual(hashOf(header ?? ''), expected)
}
