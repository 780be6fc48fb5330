import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/driver/connection.ts'
import type { Secrets } from '../../../secrets/ring.ts'
import type { Caller } from '../../../store/callers.ts'
import { readGrantToken } from '../../../actions/users/assistants/tokens.ts'
import { authenticateGrant, authenticateKey } from '../auth.ts'
import type { RateLimits } from '../rate-limit.ts'

/** The key of a request that is no call itself. Checks its credential and its rate. @throws AppError as a call. */
export type KeyDoor = (request: FastifyRequest, reply: FastifyReply, name: string) => Promise<Caller>

export function createKeyDoor(database: Database, secrets: Secrets, limits: RateLimits): KeyDoor {
  return async ({ headers: { authorization }, ip }, reply, name) => {
    const found = { authorization, address: ip }
    const caller = await limits.guard(found, () =>
      readGrantToken(authorization) === null || name !== 'mcp'
        ? authenticateKey({ database, scopes: database }, secrets, found, { id: name })
        : authenticateGrant(database, authorization),
    )
    reply.headers(limits.spend(caller))
    return caller
  }
}
