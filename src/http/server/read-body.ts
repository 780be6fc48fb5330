import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/api/errors.ts'
import { parseJsonBody } from './json-body.ts'
import { createJsonScan } from './json-scan.ts'

/** Enough for calls without a credential. */
export const openBodyBytesMax = 16_384

export const bodyBytesMax = 1_048_576

/**
 * Reads the body of a request, whatever its content type. Nothing else in the server reads bodies: a handler calls
 * this after it has decided that the caller may make the call.
 * @returns the parsed JSON; undefined for an empty body.
 * @throws AppError `invalid_request`; 413 for a body that is too large, without reading the rest of it.
 */
export async function readBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  limitBytes: number,
): Promise<unknown> {
  if (!announcesBody(raw.headers)) return undefined
  if (Number(raw.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
  if (/100-continue/i.test(raw.headers.expect ?? '')) reply.raw.writeContinue()
  const scan = createJsonScan()
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunksOf(raw)) {
    bytes += chunk.length
    if (bytes > limitBytes) throw tooLarge()
    scan(chunk)
    chunks.push(chunk)
  }
  return parseJsonBody(Buffer.concat(chunks))
}

export function announcesBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Leaves the connection open if the reader stops early, so that the refusal can be sent. */
async function* chunksOf(raw: FastifyRequest['raw']): AsyncGenerator<Buffer> {
  try {
    yield* raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  } catch (cause) {
    throw new AppError('invalid_request', 'the connection ended before the body', { cause })
  }
}

function tooLarge() {
  return new AppError('invalid_request', 'the body is too large', {
    status: 413,
    headers: { connection: 'close' },
  })
}
