import { readFileSync } from 'node:fs'
import { Client, errors } from 'undici'
import { hostOf } from '../../outbound/address-guard.ts'
import { endsWithConnection, readAnswer, tooLarge } from './answer.ts'
import { within, type Attempt } from './attempt.ts'
import { RequestFailed, passingFailure, spellDuration, spellSize } from '../../outbound/request-failed.ts'
import { handOver } from '../../outbound/guarded-connection.ts'
import type { GuardedConnection } from '../../outbound/guarded-connection.ts'

const headersMaxBytes = 16_000
const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
)

/** Asks once and closes the connection. Answers the size of the body that was written, or the url to ask instead. */
export async function exchange(
  url: URL,
  connection: GuardedConnection,
  attempt: Attempt,
): Promise<URL | number> {
  const client = new Client(url.origin, {
    connect: handOver(connection),
    maxHeaderSize: headersMaxBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': `Quiver/${version}` }
  const path = url.pathname + url.search
  try {
    const answer = await hear(url, attempt, () =>
      client
        .request({ method: 'GET', path, headers, signal: attempt.signal })
        .catch(refuseOtherProtocol(url)),
    )
    answer.body.on('error', () => {})
    const elsewhere = readAnswer(url, answer, attempt.limitBytes)
    if (elsewhere) return elsewhere
    const sizeBytes = await receive(url, answer.body, attempt)
    if (endsWithConnection(answer) && connection.isBroken()) throw wireFailure(url)
    return sizeBytes
  } finally {
    await client.destroy()
    connection.socket.destroy()
  }
}

async function receive(url: URL, body: AsyncIterable<Buffer>, attempt: Attempt): Promise<number> {
  const pieces = body[Symbol.asyncIterator]()
  let sizeBytes = 0
  for (;;) {
    const piece = await hear(url, attempt, () => pieces.next())
    if (piece.done === true) return sizeBytes
    sizeBytes += piece.value.length
    if (sizeBytes > attempt.limitBytes) throw tooLarge(url, attempt.limitBytes)
    await attempt.write(piece.value)
  }
}

/** Waits for the server, no longer than it may be silent. */
async function hear<T>(url: URL, attempt: Attempt, work: () => Promise<T>): Promise<T> {
  const late = `The server at ${hostOf(url)} sent nothing for ${spellDuration(attempt.idleTimeoutMs)}`
  return within(attempt, attempt.idleTimeoutMs, late, () =>
    work().catch((error: unknown) => {
      throw error instanceof RequestFailed ? error : wireFailure(url, error)
    }),
  )
}

function refuseOtherProtocol(url: URL) {
  return (error: unknown): never => {
    if (!(error instanceof errors.HTTPParserError)) throw error
    throw passingFailure(`The server at ${hostOf(url)} does not answer in HTTP/1.1`, 'check the url')
  }
}

function wireFailure(url: URL, cause?: unknown): RequestFailed {
  if (cause instanceof errors.HeadersOverflowError) {
    const sizeMax = spellSize(headersMaxBytes)
    return passingFailure(`The server at ${hostOf(url)} sent more than ${sizeMax} of headers`, 'check it')
  }
  return passingFailure(
    `The connection to ${hostOf(url)} broke before the whole file had arrived`,
    'check the server',
  )
}
