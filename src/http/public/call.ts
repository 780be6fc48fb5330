import type { FastifyRequest } from 'fastify'
import type { Visit } from '../../actions/responses/visit.ts'
import type { Database, Scoped } from '../../database/driver/connection.ts'
import { readerOf } from '../../store/responses/rows.ts'
import type { TrackingToken } from '../../tracking/token.ts'

export type TokenOf<Kind extends TrackingToken['kind']> = Extract<TrackingToken, { kind: Kind }>

/** A request for a link of a message, whose token was read. */
export type PublicCall<Token extends TrackingToken = TrackingToken> = {
  /** The database as the organization of the message sees it. */
  sql: Scoped
  token: Token
  visit: Visit
}

export function readPublicCall<Token extends TrackingToken>(
  database: Database,
  token: Token,
  request: FastifyRequest,
): PublicCall<Token> {
  const { organizationId, subscriberId } = token
  // A HEAD comes from a program, not from the reader.
  const counts = request.method !== 'HEAD' && subscriberId !== 0
  return {
    sql: database.within(organizationId),
    token,
    visit: { organizationId, reader: readerOf(token), ip: request.ip, counts },
  }
}
