import type { FastifyInstance } from 'fastify'
import { fail } from '../../contract/api/envelope.ts'
import { AppError } from '../../contract/api/errors.ts'
import { answerClientError } from './client-error.ts'

/** Refuses what the HTTP parser accepts but the protocol does not. The server's own check of Host must be off. */
export function holdToProtocol(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    // With two Host headers, a proxy in front may have used the other one.
    if (raw.httpVersion !== '1.0' && countHosts(raw.rawHeaders) !== 1) {
      const message = 'the request must have exactly one Host header'
      throw new AppError('invalid_request', message, { headers: { connection: 'close' } })
    }
    // Bodies are always JSON; the framework would refuse invalid media types, which real clients send.
    delete raw.headers['content-type']
  })
  app.server.on('checkExpectation', (_request, response) => {
    const body = JSON.stringify(fail('invalid_request', 'the expectation cannot be met'))
    response.writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
  app.server.on('connect', (_request, socket) => {
    // Timeouts do not apply to a socket that was handed over.
    socket.once('finish', () => socket.destroy())
    answerClientError(new Error('CONNECT'), socket)
  })
}

function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length
}
