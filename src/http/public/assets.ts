import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/driver/connection.ts'
import { findAssetBytes } from '../../store/resources/assets.ts'
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

/** `/a/<organization>-<token>`: the pictures of messages. */
export function publicAssets(app: FastifyInstance, database: Database): void {
  const share = createShare()
  const answer = async (request: FastifyRequest<{ Params: { place: string } }>, reply: FastifyReply) => {
    const { place } = request.params
    const [, organization, token = ''] = /^([1-9]\d{0,8})-([\w-]{22})$/.exec(place) ?? []
    const organizationId = Number(organization ?? 0)
    const found =
      organizationId === 0
        ? null
        : await share(place, reply, () =>
            findAssetBytes(database.within(organizationId), organizationId, token),
          )
    if (found === null) return answerNotFound(request, reply)
    return reply.headers({ ...headers, 'content-type': found.content_type }).send(found.bytes)
  }
  void app.register(async (scope) => {
    scope.setErrorHandler(answerFault)
    scope.get('/a/:place', answer)
  })
}

type Found = Awaited<ReturnType<typeof findAssetBytes>>

/**
 * Requests that load the same picture at the same time share its bytes: every recipient of a message knows an address, and
 * a thousand connections that read slowly must not hold a thousand copies of five megabytes.
 */
function createShare() {
  const loading = new Map<string, { found: Promise<Found>; readers: number }>()
  return async (place: string, reply: FastifyReply, find: () => Promise<Found>): Promise<Found> => {
    const shared = loading.get(place) ?? { found: find(), readers: 0 }
    loading.set(place, shared)
    shared.readers += 1
    reply.raw.setTimeout(silentMs, () => reply.raw.destroy())
    reply.raw.once('close', () => {
      shared.readers -= 1
      if (shared.readers === 0) loading.delete(place)
    })
    return shared.found
  }
}
