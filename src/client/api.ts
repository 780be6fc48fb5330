import type { z } from 'zod'
import type { Endpoint, PathParams } from '../contract/api/endpoint.ts'
import type { Envelope } from '../contract/api/envelope.ts'
import type { Dependencies, ErrorCode, FieldError } from '../contract/api/errors.ts'
import type { Said } from '../contract/values/said/reader.ts'
import type { Estimate } from '../contract/api/figures.ts'
import { askedWaitMs } from './asked-wait.ts'
import { apiUrlOf } from './server-url.ts'

/** What a call needs of an endpoint. The schemas are for the types: the packed client leaves them out. */
export type Callable<
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
> = Pick<Endpoint<Path>, 'method' | 'path' | 'wrapper' | 'plain'> & {
  body?: Body
  data?: Data
  query?: Query
}

export type ClientOptions = {
  /** Of the server, such as `https://mail.example.com`; a mount of the API at its end is known (`…/ga/api/v2`). */
  url: string
  /** The `api_key` attribute of a key; null to call without one. */
  credential: string | null
  fetch?: typeof globalThis.fetch
}

type AnyParams = { params?: Record<string, string | number> }

type Params<Path extends string> = string extends Path
  ? AnyParams
  : keyof PathParams<Path> extends never
    ? { params?: never }
    : { params: PathParams<Path> }

type Body<Schema extends z.ZodType> =
  unknown extends z.input<Schema> ? { body?: z.input<Schema> } : { body: z.input<Schema> }

/** About the call, not for the endpoint. */
export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The server answers a repetition with the same key as it answered the first call. */
  idempotencyKey?: string | undefined
  /** The `updated_at` of the record that the change is about: the server refuses it with 409 if there is a newer one. */
  expectedUpdatedAt?: string | undefined
}

/** `body` is the record alone: the client wraps it. */
type Input<Path extends string, Schema extends z.ZodType, Query extends z.ZodObject> = Params<Path> &
  Body<Schema> & { query?: z.input<Query> } & CallOptions

type Given = { params?: unknown; query?: object; body?: unknown } & CallOptions

export type Arguments<Path extends string, Schema extends z.ZodType, Query extends z.ZodObject> =
  object extends Input<Path, Schema, Query>
    ? [input?: Input<Path, Schema, Query>]
    : [input: Input<Path, Schema, Query>]

export type Paging = {
  page: number | null
  per_page: number
  num_records: number
  num_pages: number
  page_token?: string | null
  /** null on the last page; absent if the list has no tokens. */
  next_page_token?: string | null
  /** false: `num_records` is a lower bound; absent: it is exact. */
  num_records_is_exact?: boolean
  /** About how many there are, if a sample was read because counting takes too long. */
  num_records_estimate?: Estimate | null
}

export type Client = {
  /**
   * `paging` is null except for lists. `warnings`: what the server ignored or may have misread, in sentences: show them.
   * @throws ApiFailure if the server refuses the call.
   */
  call: <Path extends string, Schema extends z.ZodType, Data extends z.ZodType, Query extends z.ZodObject>(
    endpoint: Callable<Path, Schema, Data, Query>,
    ...input: Arguments<Path, Schema, Query>
  ) => Promise<{ data: z.output<Data>; paging: Paging | null; warnings: readonly string[] }>
  /** For answers without the envelope; the body is unread. @throws ApiFailure. */
  text: <Path extends string, Schema extends z.ZodType, Data extends z.ZodType, Query extends z.ZodObject>(
    endpoint: Callable<Path, Schema, Data, Query>,
    ...input: Arguments<Path, Schema, Query>
  ) => Promise<Response>
}

/** A refused call. Network errors are thrown as `fetch` throws them. */
export class ApiFailure extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly requestId: string | null
  readonly data: Dependencies | null
  /** The message for clients that say it in another language; null: as it is. */
  readonly said: Said | null
  /** The fields that the message is about, for forms. */
  readonly errors: readonly FieldError[]
  /** How long the server asks to wait before the call is repeated; null if it does not say. */
  readonly waitMs: number | null

  constructor(
    {
      error_code,
      error_message,
      data,
      error,
      errors = [],
    }: Pick<Refusal, 'error_code' | 'error_message' | 'data' | 'error' | 'errors'>,
    response: Response,
  ) {
    super(error_message)
    this.name = 'ApiFailure'
    this.code = error_code
    this.status = response.status
    this.requestId = response.headers.get('x-request-id')
    this.data = data
    this.said = error ?? null
    this.errors = errors
    this.waitMs = askedWaitMs(response)
  }
}

type Success<Data> = Extract<Envelope<Data>, { success: true }> &
  (Paging | { num_records?: never }) & { warnings?: readonly string[] }
type Refusal = Extract<Envelope<never>, { success: false }> & { data: Dependencies | null }

/** The path and body of a call, for `POST plans`: without its query. */
export function plainCall(
  endpoint: Callable,
  { params, body }: Pick<Given, 'params' | 'body'>,
): { path: string; body?: Record<string, unknown> } {
  const path = targetOf(endpoint, { params })
  return body === undefined ? { path } : { path, body: wrapped(endpoint, body) as Record<string, unknown> }
}

export function createClient({ url, credential, fetch = globalThis.fetch }: ClientOptions): Client {
  const base = `${apiUrlOf(url)}/`
  const send = (endpoint: Callable, input: Given) =>
    fetch(base + targetOf(endpoint, input), {
      method: endpoint.method,
      headers: headersOf(endpoint, credential, input),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
      ...(input.body === undefined ? {} : { body: JSON.stringify(wrapped(endpoint, input.body)) }),
    })
  return {
    call: async (endpoint, ...[input = {}]) => {
      const response = await send(endpoint, input)
      const {
        data,
        warnings = [],
        ...rest
      } = await readEnvelope<z.output<NonNullable<typeof endpoint.data>>>(response)
      return { data, paging: rest.num_records === undefined ? null : pagingOf(rest), warnings }
    },
    text: async (endpoint, ...[input = {}]) => {
      const response = await send(endpoint, input)
      // With ERROR_STATUS=always_200, a refusal has the status 200.
      const isEnvelope = /^application\/json\b/.test(response.headers.get('content-type') ?? '')
      if (!response.ok || isEnvelope) await readEnvelope(response)
      return response
    },
  }
}

function targetOf(endpoint: Callable, { params, query = {} }: Given): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => segmentOf(name, values.get(name)))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

/** Refuses empty and dot segments: URLs fold them, so `DELETE …/subscribers/..` would reach another endpoint. */
function segmentOf(name: string, value: unknown): string {
  const segment = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  if (['', '.', '..'].includes(segment)) throw new TypeError(`${name} cannot be "${segment}"`)
  return encodeURIComponent(segment)
}

function headersOf(
  endpoint: Callable,
  credential: string | null,
  { body, idempotencyKey, expectedUpdatedAt }: Given,
): Record<string, string> {
  const accepted = [...(endpoint.plain ?? []), 'application/json']
  return {
    accept: accepted.join(', '),
    ...(credential === null ? {} : { authorization: `Basic ${credential}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...(expectedUpdatedAt === undefined ? {} : { 'if-match': `"${expectedUpdatedAt}"` }),
  }
}

function wrapped({ wrapper }: Callable, body: unknown): unknown {
  return wrapper === undefined ? body : { [wrapper]: body }
}

/** Not validated again: the server built the data with the endpoint's schema. */
async function readEnvelope<Data>(response: Response): Promise<Success<Data>> {
  const envelope = parseEnvelope<Data>(await response.text())
  if (envelope === null) {
    const error_message = `the answer with the status ${response.status} is not this server's`
    throw new ApiFailure({ error_code: 'internal_error', error_message, data: null }, response)
  }
  if (!envelope.success) throw new ApiFailure(envelope, response)
  return envelope
}

/** null if the answer is not the server's, but a proxy's. */
function parseEnvelope<Data>(text: string): Success<Data> | Refusal | null {
  try {
    const answer = JSON.parse(text)
    return typeof answer?.success === 'boolean' ? answer : null
  } catch {
    return null
  }
}

function pagingOf({ page, per_page, num_records, num_pages, ...tokens }: Paging): Paging {
  const { page_token, next_page_token, num_records_is_exact, num_records_estimate } = tokens
  return {
    page,
    per_page,
    num_records,
    num_pages,
    ...(page_token === undefined ? {} : { page_token }),
    ...(next_page_token === undefined ? {} : { next_page_token }),
    ...(num_records_is_exact === undefined ? {} : { num_records_is_exact }),
    ...(num_records_estimate === undefined ? {} : { num_records_estimate }),
  }
}
