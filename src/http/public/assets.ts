import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/driver/connection.ts'
import { findAssetBytes } from '../../store/resources/assets.ts'
import { deadLinkPage } from '../../contract/responses/public-pages.ts'
import { languageFor } from '../../contract/responses/language.ts'
import { pageHeaders } from './pages.ts'

/** An address stands for one content for ever, so readers and proxies may keep it. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
}

/** `/a/<organization>-<token>`: the pictures of messages. */
export function publicAssets(app: FastifyInstance, database: Database): void {
  app.get<{ Params: { place: string } }>('/a/:place', async (request, reply) => {
    const [, organization, token = ''] = /^([1-9]\d{0,8})-([\w-]{22})$/.exec(request.params.place) ?? []
    const organizationId = Number(organization ?? 0)
    const found =
      organizationId === 0
        ? null
        : await findAssetBytes(database.within(organizationId), organizationId, token)
    if (found === null) {
      const language = languageFor(null, request.headers['accept-language'])
      return reply.status(404).headers(pageHeaders).send(deadLinkPage(language))
    }
    return reply.headers({ ...headers, 'content-type': found.content_type }).send(found.bytes)
  })
}
