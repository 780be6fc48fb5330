import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown, takes } from '../../pages/assets.ts'

/** Shorter answers fit into one packet anyway. */
const compressedFromBytes = 1_400

const level = { gzip: 5, brotli: 4 }

/**
 * An answer of the API. Reads have an ETag. Answers to sessions are not compressed: they have secrets beside what a foreign page can
 * choose, and their length would tell.
 */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  reply.header('content-type', 'application/json; charset=utf-8')
  if (request.method === 'GET' || request.method === 'HEAD') {
    const tag = `W/"${createHash('sha1').update(text).digest('base64url')}"`
    reply.header('etag', tag)
    if (isKnown(tag, request.headers['if-none-match'])) return reply.status(304).send()
  }
  if (request.headers.authorization === undefined || text.length < compressedFromBytes)
    return reply.send(text)
  reply.header('vary', 'accept-encoding')
  const accepted = request.headers['accept-encoding']
  if (takes('br', accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: level.brotli }
    return reply.header('content-encoding', 'br').send(await promisify(brotliCompress)(text, { params }))
  }
  if (!takes('gzip', accepted)) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(text, { level: level.gzip }))
}
