import { networkPrefix } from '../../contract/responses/judging/networks.ts'
import type { Seen } from '../../contract/responses/judging/verdict.ts'
import type { FastifyRequest } from 'fastify'
import type { Visit } from '../../actions/responses/visit.ts'
import type { Database, Scoped } from '../../database/driver/connection.ts'
import { readerOf } from '../../store/responses/rows.ts'
import type { TrackingToken } from '../../links/token.ts'

export type TokenOf<Kind extends TrackingToken['kind']> = Extract<TrackingToken, { kind: Kind }>

export type PublicCall<Token extends TrackingToken = TrackingToken> = {
  sql: Scoped
  token: Token
  visit: Visit
  request: PublicRequest
  /** Empty unless the page takes forms. */
  form: URLSearchParams
}

export type PublicRequest = Pick<FastifyRequest, 'method' | 'ip' | 'id' | 'headers' | 'url'>

export function readPublicCall<Token extends TrackingToken>(
  database: Database,
  token: Token,
  request: PublicRequest,
  isWithinLimits: boolean,
): Omit<PublicCall<Token>, 'form'> {
  const { method, ip } = request
  const { organizationId, subscriberId } = token
  // Limits never apply to unsubscriptions.
  const counts = subscriberId !== 0 && (method === 'POST' || isWithinLimits)
  return {
    sql: database.within(organizationId),
    token,
    visit: { organizationId, reader: readerOf(token), ip, seen: seenOf(request), counts },
    request,
  }
}

const agentCharactersMax = 300

export function seenOf({ method, ip, headers }: PublicRequest): Seen {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].flatMap((name) => headers[name] ?? [])
  return {
    userAgent: shortened(headers['user-agent'] ?? '', agentCharactersMax),
    purpose: shortened(purposes.join(' '), 100),
    isHead: method === 'HEAD',
    network: networkPrefix(ip),
  }
}

/** A copy: as a slice it would keep the whole header for as long as the judge remembers it. */
function shortened(text: string, charactersMax: number): string {
  return text.length <= charactersMax ? text : Buffer.from(text.slice(0, charactersMax)).toString()
}
