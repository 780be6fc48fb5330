import type { FastifyRequest } from 'fastify'
import type { Database, Transaction } from '../../database/driver/connection.ts'
import { repeated, retryable } from '../../database/retry.ts'
import type { Secrets } from '../../secrets.ts'
import { readerOf } from '../../store/responses/rows.ts'
import type { Reader } from '../../store/responses/rows.ts'
import type { TrackingToken } from '../../tracking/token.ts'

export type PublicParts = {
  database: Database
  secrets: Secrets
  /** Where readers reach the server, without a slash at its end. */
  baseUrl: string
}

export type TokenOf<Kind extends TrackingToken['kind']> = Extract<TrackingToken, { kind: Kind }>

/** Somebody who followed a link of his message. */
export type Visit<Token extends TrackingToken = TrackingToken> = {
  token: Token
  organizationId: number
  reader: Reader
  ip: string
  /** A HEAD is a program's; and nobody is behind the messages to seed lists and previews. */
  counts: boolean
  /** A transaction that sees the organization of the message and no other. */
  begin: <Result>(work: (sql: Transaction) => Promise<Result>) => Promise<Result>
}

export function visitOf<Token extends TrackingToken>(
  database: Database,
  token: Token,
  request: FastifyRequest,
): Visit<Token> {
  const { organizationId, subscriberId } = token
  return {
    token,
    organizationId,
    reader: readerOf(token),
    ip: request.ip,
    counts: request.method !== 'HEAD' && subscriberId !== 0,
    // After a lost connection, too: a total that counts one visit twice is better than an error page for its reader.
    begin: (work) => repeated(() => database.within(organizationId).begin(work), { after: retryable }),
  }
}
