import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
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

/** Names a call inside the server. */
const header = 'x-inside'

type Going = { acting: Acting | null; assistant: string | null }

/** By a token that nobody outside knows: a call that lost its token would be carried out for good. */
const going = new Map<string, Going>()

type Asked = Pick<FastifyRequest, 'headers'>

/** null: it is carried out as any other. @throws AppError `invalid_request` for a token that nobody gave. */
export function actingOf({ headers }: Asked): Acting | null {
  const token = headers[header]
  if (token === undefined) return null
  const found = going.get(String(token))
  if (found === undefined) throw badRequest(`${header} is a header of the server itself`)
  return found.acting
}

/** The program that makes the call through /mcp. */
export function assistantOf({ headers }: Asked): string | null {
  return going.get(String(headers[header]))?.assistant ?? null
}

/** The credential of a request, and what is checked with it. */
export type Door = {
  headers: Record<string, string | string[]>
  remoteAddress: string | undefined
  /** The program that calls through /mcp. */
  assistant: string | null
}

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

export function doorOf(request: Pick<FastifyRequest, 'headers' | 'raw'>): Door {
  const { headers, raw } = request
  const given = passed.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]] as const],
  )
  return {
    headers: Object.fromEntries(given),
    remoteAddress: raw.socket?.remoteAddress,
    assistant: assistantOf(request),
  }
}

export type Inner = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the mount, with its query. */
  path: string
  body?: string | null
  /** Of the answer; the rest is not read. Default: no limit. */
  charactersMax?: number
}

/** `isEnvelope`: not the text of a file. */
export type InnerAnswer = { status: number; text: string; isEnvelope: boolean; isCut: boolean }

/** Default of `acting`: the route carries the call out as any other. */
export type Inside = (door: Door, inner: Inner, acting?: Acting) => Promise<InnerAnswer>

export async function callInside(
  app: FastifyInstance,
  { headers, remoteAddress, assistant }: Door,
  { method, path, body = null, charactersMax = Infinity }: Inner,
  acting: Acting | null = null,
): Promise<InnerAnswer> {
  const token = randomBytes(24).toString('hex')
  const isMarked = acting !== null || assistant !== null
  if (isMarked) going.set(token, { acting, assistant })
  try {
    const reply = await app.inject({
      method,
      url: `/ga/api/v2/${path}`,
      headers: {
        ...headers,
        ...(isMarked ? { [header]: token } : {}),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
      ...(body === null ? {} : { payload: body }),
      payloadAsStream: true,
    })
    const isEnvelope = String(reply.headers['content-type']).startsWith('application/json')
    const read = await readUpTo(reply.stream(), charactersMax)
    // As if the caller were gone: otherwise the route waits to write the rest.
    if (read.isCut) reply.raw.res.destroy()
    return { status: reply.statusCode, isEnvelope, ...read }
  } finally {
    going.delete(token)
  }
}

/** A file can have any length. */
async function readUpTo(stream: Readable, charactersMax: number): Promise<{ text: string; isCut: boolean }> {
  stream.setEncoding('utf8')
  let text = ''
  for await (const part of stream) {
    text += part
    if (text.length > charactersMax) return { text: text.slice(0, charactersMax), isCut: true }
  }
  return { text, isCut: false }
}
