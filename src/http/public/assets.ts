import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/driver/connection.ts'
import { findAssetPiece, type AssetPiece } from '../../store/resources/assets.ts'
import { answerFault, answerNotFound } from './faults.ts'

/** The content of an address never changes, so readers and proxies may cache it. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** A connection on which nothing moves for this time is closed. */
const silentMs = 30_000

/** What a connection holds that reads slowly. Most pictures of messages are smaller. */
const pieceBytes = 131_072

/** `/a/<organization>-<token>`: the pictures of messages. */
export function publicAssets(app: FastifyInstance, database: Database): void {
  const read = createReader(database)
  const answer = async (request: FastifyRequest<{ Params: { place: string } }>, reply: FastifyReply) => {
    const { place } = request.params
    const first = await read(place, 0)
    if (first === null) return answerNotFound(request, reply)
    reply.raw.setTimeout(silentMs, () => reply.raw.destroy())
    const { content_type, size_bytes: size, bytes } = first
    reply.headers({ ...headers, 'content-type': content_type, 'content-length': size })
    if (request.method === 'HEAD') return reply.send('')
    if (bytes.length === size) return reply.send(bytes)
    return reply.send(
      Readable.from(
        pieces(bytes, size, (from) => read(place, from)),
        { highWaterMark: 1 },
      ),
    )
  }
  void app.register(async (scope) => {
    scope.setErrorHandler(answerFault)
    scope.route({ method: ['GET', 'HEAD'], url: '/a/:place', handler: answer })
  })
}

type Read = (from: number) => Promise<AssetPiece | null>

async function* pieces(first: Buffer, size: number, read: Read): AsyncGenerator<Buffer> {
  yield first
  for (let from = first.length; from < size;) {
    const piece = await read(from)
    if (piece === null) throw new Error('The picture was deleted while it was read.')
    yield piece.bytes
    from += piece.bytes.length
  }
}

/** Requests for the same piece at the same time share the look: every recipient of a message knows an address. */
function createReader(database: Database) {
  const looking = new Map<string, Promise<AssetPiece | null>>()
  return async (place: string, from: number): Promise<AssetPiece | null> => {
    const [, organization, token = ''] = /^([1-9]\d{0,8})-([\w-]{22})$/.exec(place) ?? []
    if (organization === undefined) return null
    const organizationId = Number(organization)
    const name = `${place} ${from}`
    const look =
      looking.get(name) ??
      findAssetPiece(database.within(organizationId), { organizationId, token }, from, pieceBytes).finally(
        () => looking.delete(name),
      )
    looking.set(name, look)
    return look
  }
}
