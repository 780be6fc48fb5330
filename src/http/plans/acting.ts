import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { badRequest } from '../../contract/api/errors.ts'
import type { Database, Scopes } from '../../database/driver/connection.ts'
import type { Authenticated } from '../route/auth.ts'

/** What a handler has answered, for whoever made the call inside the server. */
export type Made = { params: Record<string, string | number>; data: unknown; text: string }

/**
 * A call that the server makes in the name of a caller, by its own route: what guards the route guards it. It carries the call
 * out in a transaction of its own, and may undo it.
 */
export type Acting = {
  carryOut: (
    database: Database,
    called: { definition: Endpoint; caller: Authenticated },
    work: (scopes: Scopes) => Promise<Made>,
  ) => Promise<Made>
}

/** Names the acting of a call inside the server. */
const header = 'x-inside'

/** By a token that nobody outside knows: a call that lost its token would be carried out for good. */
const going = new Map<string, Acting>()

/** null: a call from outside. @throws AppError `invalid_request` for a token that nobody gave. */
export function actingOf({ headers }: Pick<FastifyRequest, 'headers'>): Acting | null {
  const token = headers[header]
  if (token === undefined) return null
  const acting = going.get(String(token))
  if (acting === undefined) throw badRequest(`${header} is a header of the server itself`)
  return acting
}

/** The credential of a request, and what is checked with it. */
export type Door = { headers: Record<string, string | string[]>; remoteAddress: string | undefined }

const passed = [
  'authorization',
  'cookie',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'x-csrf-token',
  'x-forwarded-for',
  'x-organization',
]

export function doorOf({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): Door {
  const given = passed.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  )
  return { headers: Object.fromEntries(given), remoteAddress: raw.socket?.remoteAddress }
}

export type Inner = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: string | null }

export type InnerAnswer = { status: number; text: string }

/** Default of `acting`: the route carries the call out as any other. */
export type Inside = (door: Door, inner: Inner, acting?: Acting) => Promise<InnerAnswer>

export async function callInside(
  app: FastifyInstance,
  { headers, remoteAddress }: Door,
  { method, path, body = null }: Inner,
  acting?: Acting,
): Promise<InnerAnswer> {
  const token = randomBytes(24).toString('hex')
  if (acting !== undefined) going.set(token, acting)
  try {
    const reply = await app.inject({
      method,
      url: `/ga/api/v2/${path}`,
      headers: {
        ...headers,
        ...(acting === undefined ? {} : { [header]: token }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
      ...(body === null ? {} : { payload: body }),
    })
    return { status: reply.statusCode, text: reply.body }
  } finally {
    going.delete(token)
  }
}
