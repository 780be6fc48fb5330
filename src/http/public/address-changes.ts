import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  confirmAddressChange,
  showAddressChange,
  stopAddressChange,
  type ShownChange,
} from '../../actions/responses/address-change.ts'
import { languageFor } from '../../contract/responses/language.ts'
import { addressChangePage } from '../../contract/responses/preferences.ts'
import { deadLinkPage, laterPage } from '../../contract/responses/public-pages.ts'
import { wordsOf } from '../../contract/responses/words.ts'
import { parseHandle, type Handle } from '../../contract/values/handles.ts'
import type { Database, Scoped } from '../../database/driver/connection.ts'
import type { Pace } from './pace.ts'
import { brandAt, pageHeaders } from './pages.ts'

type Request = FastifyRequest<{ Params: { handle: string } }>
type Work = (sql: Scoped, handle: Handle, request: Request) => Promise<ShownChange | null>

/** The links of the mails that confirm a change of an address. Only a POST confirms or stops it. */
export function addressChangeRoutes(
  app: FastifyInstance,
  { database }: { database: Database },
  pace: Pace,
): void {
  const answering = (work: Work) => async (request: Request, reply: FastifyReply) => {
    const handle = parseHandle(request.params.handle)
    const token = handle === null ? null : request.params.handle
    const accepted = request.headers['accept-language']
    if ((await pace.admit({ token, address: request.ip })) === 'refused') {
      const headers = { ...pageHeaders, 'retry-after': '5' }
      return reply
        .status(429)
        .headers(headers)
        .send(laterPage(languageFor(null, accepted)))
    }
    const shown = handle === null ? null : await work(database.within(handle.organizationId), handle, request)
    if (shown === null)
      return reply
        .status(404)
        .headers(pageHeaders)
        .send(deadLinkPage(languageFor(null, accepted)))
    const up = request.url.endsWith('/stop') ? '../' : ''
    const language = languageFor(shown.language, accepted)
    const body = addressChangePage({
      ...shown,
      language,
      words: wordsOf(language, shown.texts),
      brand: brandAt(shown.brand, `../../${up}`),
      url: `${up}${request.params.handle}`,
    })
    return reply.headers({ ...pageHeaders, vary: 'accept-language' }).send(body)
  }
  const show = answering((sql, handle) => showAddressChange(sql, handle))
  const confirm = answering((sql, handle, { ip, id }) =>
    confirmAddressChange(sql, handle, { ip, requestId: id }),
  )
  const stop = answering((sql, handle) => stopAddressChange(sql, handle))
  const method = ['GET', 'HEAD']
  app.route({ method, url: '/p/change/:handle', handler: show })
  app.route({ method, url: '/p/change/:handle/stop', handler: show })
  app.route({ method: 'POST', url: '/p/change/:handle', handler: confirm })
  app.route({ method: 'POST', url: '/p/change/:handle/stop', handler: stop })
}
