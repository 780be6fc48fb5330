import type { IncomingMessage } from 'node:http'
import { Readable, type Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { announcesBody } from './read-body.ts'

type Patience = { idleMs: number; totalMs: number }

// A client that sends as fast as it can would take a core only for bytes that are discarded: 20 MB a second of each.
const discardBytesPerStep = 1_048_576
const discardStepMs = 50

const answered = new WeakSet<Duplex>()

/**
 * Whether the request was answered while its body is still arriving. The client would take a second answer for its next
 * request's.
 */
export function hasAnswer(socket: Duplex): boolean {
  return answered.has(socket)
}

/**
 * Answers at once and discards the rest of the body, so that a client that is still sending gets the answer instead of
 * a connection reset.
 */
export function passOverUnreadBodies(
  app: FastifyInstance,
  patience: Patience = { idleMs: 2_000, totalMs: 30_000 },
): void {
  // A client that waits for permission to send its body gets it when the body is read.
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response))
  app.addHook('onSend', async ({ raw }, reply, payload) => {
    // Injected requests have no `complete`, whatever the type says.
    const isComplete = (raw as { complete?: boolean }).complete ?? true
    if (isComplete || !announcesBody(raw.headers)) return payload
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    reply.header('content-length', Buffer.byteLength(payload))
    return heldOpen(Buffer.from(payload), raw, patience)
  })
}

/** The client gets the complete text; for the server the answer ends with the body of the request. */
function heldOpen(text: Buffer, raw: IncomingMessage, { idleMs, totalMs }: Patience): Readable {
  const { socket } = raw
  answered.add(socket)
  const answer = new Readable({ read() {} })
  answer.push(text)
  const hangUp = () => raw.destroy()
  const idle = setTimeout(hangUp, idleMs)
  const total = setTimeout(hangUp, totalMs)
  const finish = () => {
    clearTimeout(idle)
    clearTimeout(total)
    if (raw.complete) answered.delete(socket)
    if (!answer.readableEnded) answer.push(null)
    raw.off('end', finish).off('close', finish)
  }
  let stepBytes = 0
  raw.on('data', (chunk: Buffer) => {
    idle.refresh()
    stepBytes += chunk.length
    if (stepBytes < discardBytesPerStep) return
    stepBytes = 0
    raw.pause()
    setTimeout(() => raw.resume(), discardStepMs).unref()
  })
  raw.on('end', finish).on('close', finish).on('error', finish)
  raw.resume()
  return answer
}
