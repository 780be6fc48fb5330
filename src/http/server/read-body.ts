import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/api/errors.ts'
import { clientOf } from '../../outbound/network.ts'
import { createBodyBudget, type BodyBudget } from './bounds/body-budget.ts'
import { parseJsonBody } from './json-body.ts'
import { createJsonScan } from './json-scan.ts'

/** For calls without a credential. */
export const openBodyBytesMax = 16_384

export const bodyBytesMax = 1_048_576

export type BodySettings = {
  bodyMemoryBytes: number
  /** The longest pause within a body. */
  bodyIdleMs: number
  /** The longest time for a body, apart from uploads. */
  bodyTotalMs: number
}

type Bodies = { budget: BodyBudget; idleMs: number; totalMs: number }

declare module 'fastify' {
  interface FastifyInstance {
    bodies: Bodies
  }
}

/** Handlers run before the body is read; they call `readBody` once the caller is authorized. */
export function prepareBodies(
  app: FastifyInstance,
  { bodyMemoryBytes = 64 * 1_048_576, bodyIdleMs = 30_000, bodyTotalMs = 300_000 }: Partial<BodySettings>,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const budget = createBodyBudget(bodyMemoryBytes)
  app.decorate('bodies', { budget, idleMs: bodyIdleMs, totalMs: bodyTotalMs })
}

export type BodyOptions = {
  bodyLimit: number
  /** What the caller can do about a body that is too large. */
  largerBodies?: string | undefined
}

/**
 * The only reader of bodies: call it after authorizing the caller. undefined for an empty body.
 * @throws AppError `invalid_request`: 413 for a body that is too large, 408 for too long a pause; 429 or 503 if too
 * many bodies are in memory.
 */
export async function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  options: BodyOptions,
): Promise<unknown> {
  if (!announcesBody(request.raw.headers)) return undefined
  const bytes = await readBytes(request, reply, options, createJsonScan())
  return parseJsonBody(bytes)
}

/** @throws AppError as `readBody`. */
export async function readForm(
  request: FastifyRequest,
  reply: FastifyReply,
  bodyLimit = openBodyBytesMax,
): Promise<URLSearchParams> {
  const bytes = await readBytes(request, reply, { bodyLimit })
  return new URLSearchParams(bytes.toString('utf8'))
}

/**
 * Passes a body of any length on; one piece is in memory at a time. Returns at the end of the body.
 * @param signal its reason is thrown when it aborts.
 * @throws AppError as `readBody`, and what `write` throws.
 */
export async function streamBody(
  { raw, server, ip }: FastifyRequest,
  reply: FastifyReply,
  write: (chunk: Buffer) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  if (!announcesBody(raw.headers)) return
  const account = server.bodies.budget.open(clientOf(ip))
  allowBody(raw, reply)
  const patience = { idleMs: server.bodies.idleMs, totalMs: Infinity, signal }
  await readChunks(raw, patience, (chunk) => {
    account.take(chunk.length)
    return write(chunk).finally(account.release)
  })
}

async function readBytes(
  { raw, server, ip }: FastifyRequest,
  reply: FastifyReply,
  { bodyLimit, largerBodies }: BodyOptions,
  scan: (bytes: Buffer) => void = () => {},
): Promise<Buffer> {
  if (Number(raw.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(largerBodies)
  const account = server.bodies.budget.open(clientOf(ip))
  // The parsed body is in memory until the answer is sent.
  reply.raw.once('finish', account.release).once('close', account.release)
  allowBody(raw, reply)
  const body = createJoined()
  const take = (chunk: Buffer) => {
    if (body.length() + chunk.length > bodyLimit) throw tooLarge(largerBodies)
    account.take(chunk.length)
    scan(chunk)
    body.add(chunk)
    return undefined
  }
  await readChunks(raw, server.bodies, take).catch((error: unknown) => {
    account.release()
    throw error
  })
  return body.bytes()
}

/** A client may send a body in chunks of one byte, each of which would be an object of a hundred. */
export function createJoined() {
  let room = Buffer.allocUnsafe(4096)
  let length = 0
  return {
    add: (chunk: Buffer) => {
      if (length + chunk.length > room.length) {
        const larger = Buffer.allocUnsafe(2 * (length + chunk.length))
        room.copy(larger, 0, 0, length)
        room = larger
      }
      length += chunk.copy(room, length)
    },
    length: () => length,
    bytes: () => room.subarray(0, length),
  }
}

function allowBody({ headers }: IncomingMessage, reply: FastifyReply): void {
  if (/100-continue/i.test(headers.expect ?? '')) reply.raw.writeContinue()
}

export function announcesBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

type Patience = { idleMs: number; totalMs: number; signal?: AbortSignal }

/** One chunk at a time. An async iterator would destroy the connection if it is left early. */
function readChunks(
  raw: IncomingMessage,
  { idleMs, totalMs, signal }: Patience,
  take: (chunk: Buffer) => Promise<void> | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let writing: Promise<void> | undefined
    const idle = setTimeout(() => stop(tooSlow(idleMs)), idleMs)
    const total = totalMs === Infinity ? undefined : setTimeout(() => stop(tooLong(totalMs)), totalMs)
    const stop = (error?: unknown) => {
      clearTimeout(idle)
      clearTimeout(total)
      signal?.removeEventListener('abort', onAbort)
      raw.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      if (error === undefined) resolve()
      else reject(error)
    }
    const onAbort = () => stop(signal?.reason)
    const onData = (chunk: Buffer) => {
      idle.refresh()
      try {
        writing = take(chunk)
      } catch (error) {
        stop(error)
        return
      }
      if (writing === undefined) return
      raw.pause()
      writing.then(() => raw.resume(), stop)
    }
    const onEnd = () => {
      raw.off('close', onClose)
      // The end event can come while the last chunk is being written.
      void Promise.resolve(writing).then(() => stop(), stop)
    }
    const onClose = () => stop(new AppError('invalid_request', 'the connection ended before the body'))
    raw.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted === true) onAbort()
    if (raw.destroyed) onClose()
  })
}

function tooSlow(idleMs: number) {
  return new AppError(
    'invalid_request',
    `no byte of the body arrived for ${idleMs / 1000} seconds; send it again`,
    {
      status: 408,
      headers: { connection: 'close' },
    },
  )
}

function tooLong(totalMs: number) {
  return new AppError(
    'invalid_request',
    `the body took longer than ${totalMs / 1000} seconds; send it faster, or in parts`,
    { status: 408, headers: { connection: 'close' } },
  )
}

function tooLarge(sentence = 'the body is too large') {
  return new AppError('invalid_request', sentence, {
    status: 413,
    headers: { connection: 'close' },
  })
}
