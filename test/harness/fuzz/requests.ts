import { mounts } from '../../../src/contract/api/endpoint.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { openApiDocument } from '../../../src/http/openapi/document.ts'
import { parametersOf } from '../../../src/http/openapi/parameters.ts'
import type { OpenApiDocument, Operation as OpenApiOperation } from '../../../src/http/openapi/model.ts'
import { anActor, type Actor } from '../core/api.ts'
import { createRandom } from '../../../bench/data.ts'
import {
  aWholeApi,
  furnish,
  type Possessions,
  type RawRequest,
  type Reply,
  type WholeApi,
} from '../records/tenants.ts'
import { publicPaths, somePublicLinks, type PublicLinks } from './public-links.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  [other: string]: unknown
}

type Operation = {
  method: string
  path: string
  query: string[]
  body: Schema | null
  /** Of pages: the values that are valid in a form, by name. */
  form?: PublicLinks['entries']
}

export type Fuzz = {
  /** The next request; half of its values are valid, the others wrong in every known way. */
  next: () => RawRequest
  send: (request: RawRequest) => Promise<Reply>
  /** Whether the caller is a system administrator, who may see other organizations. */
  maySee: (request: RawRequest) => boolean
}

const word = 'canary7f3e'

/** A furnished API and an endless stream of requests to it, the same for the same seed. */
export async function aFuzz(seed: number): Promise<Fuzz> {
  const api = await aWholeApi()
  const random = createRandom(seed)
  const document = openApiDocument(endpoints)
  const known = { own: await furnish(api, api.a, 'own'), foreign: await furnish(api, api.b, word) }
  const readers = await linksOf(api, known.own)
  Object.assign(known.own, readers.links)
  const operations = [...operationsOf(document), ...publicOperations(readers)]
  const values = valuesOf(random, document)
  let actor = api.a
  const send = async (request: RawRequest) => {
    const reply = await api.send({ ...request, isHostile: true })
    // A call may delete its own key, or deactivate its own organization.
    if (reply.status === 401 && request.headers?.authorization?.endsWith(actor.credential))
      actor = await another(api)
    return reply
  }
  const next = () => {
    const operation = values.pick(operations)
    const url = urlOf(operation, known, values)
    const payload = payloadOf(operation, values)
    return {
      method:
        random() < 0.97
          ? operation.method
          : values.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']),
      url,
      headers: headersOf(api, actor, values),
      ...(payload === undefined ? {} : { payload }),
    }
  }
  const maySee = ({ headers }: RawRequest) => headers?.authorization?.endsWith(api.system.credential) === true
  return { next, send, maySee }
}

/** Public links, as often as the calls of a resource. */
function publicOperations({ entries }: PublicLinks): Operation[] {
  const { email, ticket, consent: _, ...fields } = entries
  const choice = (values: readonly string[] = []) => ({ enum: [...values] })
  const named = Object.entries(fields).map(([name, values]) => [name, choice(values)] as const)
  const json = {
    properties: {
      email: choice(email),
      ticket: choice(ticket),
      consent: { type: 'boolean' },
      fields: { properties: Object.fromEntries(named) },
    },
  }
  return publicPaths.map(({ method, path, body }) => ({
    method,
    path,
    query: method === 'GET' ? ['url'] : [],
    body: body === 'json' ? json : null,
    ...(body === 'form' ? { form: entries } : {}),
  }))
}

/** The links of a message to a subscriber of the organization, and of its form. */
async function linksOf(api: WholeApi, own: Possessions): Promise<PublicLinks> {
  const { sql, secrets, a, request, send } = api
  const { text } = await request('GET', `web_forms/${own['web_forms']}`, a)
  const list = `mailing_lists/${own['mailing_lists']}`
  const wisher = await request('POST', `${list}/subscribers`, a, { email: 'wisher@example.com' })
  return somePublicLinks({
    sql,
    secrets,
    ref: {
      organizationId: a.organizationId,
      listId: Number(own['mailing_lists']),
      source: 'campaign',
      sourceId: Number(own['campaigns']),
      subscriberId: Number(own['subscribers']),
    },
    linkId: 1,
    wishers: [JSON.parse(wisher.text).data.id],
    form: JSON.parse(text).data,
    fieldId: Number(own['custom_fields']),
    otherListIds: [],
    post: (url, payload) => send({ method: 'POST', url, payload }),
  })
}

async function another(api: WholeApi): Promise<Actor> {
  await api.sql`update organizations set active = true where id = ${api.a.organizationId}`
  return anActor(api.sql, api.secrets, api.a.organizationId)
}

function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !isStream(operation))
      .flatMap(([method, operation]) =>
        [template, ...(operation['x-aliases'] ?? [])].map((path) => ({
          method: method.toUpperCase(),
          path,
          query: parametersOf(document, operation)
            .filter((parameter) => parameter.in === 'query')
            .map(({ name }) => name),
          body: bodyOf(operation),
        })),
      ),
  )
}

/** Its answer ends when the import has ended, which is never here. */
function isStream({ responses }: OpenApiOperation): boolean {
  return JSON.stringify(responses).includes('text/event-stream')
}

function bodyOf({ requestBody }: OpenApiOperation): Schema | null {
  return requestBody?.content['application/json']?.schema ?? null
}

type Values = ReturnType<typeof valuesOf>

/** Strings that have broken servers: each is one value of a parameter, a member or a whole body. */
const nasty = [
  '', ' ', '0', '-1', '1e9', '9223372036854775808', '1.5', 'NaN', 'null', 'true', '[]', '{}', "'", '"', '\\', '%', '_', '%00',
  '\u0000', '\ud800', '\udfff\ud800', '\u202e', '😀'.repeat(50), 'a'.repeat(300), 'x'.repeat(20_000), '../../etc/passwd', '..%2f..',
  '%2e%2e%2f', "'; drop table subscribers; --", '<script>alert(1)</script>', '{{constructor}}', '${7*7}', '__proto__', 'constructor',
  'a@b', 'a@b.com', 'A@B.COM ', 'infinity', 'now', 'tomorrow', '2014-02-30', '0000-00-00', '9999-12-31T23:59:60Z', '=cmd', 'ſ', 'İ',
] // oxfmt-ignore

function valuesOf(random: () => number, document: OpenApiDocument) {
  const schemas = document.components.schemas as Record<string, Schema>
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const wrong = (): unknown =>
    pick<() => unknown>([
      () => pick(nasty),
      () => pick([0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, -0, true, false, null]),
      () => [],
      () => ({}),
      () => Array.from({ length: 1_200 }, () => pick(nasty.slice(0, 20))),
      () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":1}}') as unknown,
      () => nested(60),
    ])()
  const value = (schema: Schema, depth = 0): unknown => {
    if (random() < 0.07 || depth > 6) return wrong()
    if (schema.$ref !== undefined) return value(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, depth + 1)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) return value(pick(choices), depth + 1)
    if (schema.enum !== undefined) return pick(schema.enum)
    if ('const' in schema) return schema.const
    const type = Array.isArray(schema.type) ? pick(schema.type) : schema.type
    if (schema.properties !== undefined) return hash(schema.properties, depth)
    if (type === 'array')
      return Array.from({ length: Math.floor(random() * 3) }, () => value(schema.items ?? {}, depth + 1))
    if (type === 'integer' || type === 'number') return Math.floor(random() * 5)
    if (type === 'boolean') return random() < 0.5
    if (type === 'string') return random() < 0.5 ? `text ${Math.floor(random() * 1e6)}` : pick(nasty)
    return wrong()
  }
  const hash = (properties: Record<string, Schema>, depth: number) => {
    const made: Record<string, unknown> = {}
    for (const [name, schema] of Object.entries(properties))
      if (random() < 0.6) made[name] = value(schema, depth + 1)
    if (random() < 0.1) made[pick(nasty)] = wrong()
    return made
  }
  /** The bytes of a body; sometimes not JSON. */
  const text = (schema: Schema): string => {
    const json = JSON.stringify(value(schema)) ?? ''
    return pick<() => string>([
      ...Array.from({ length: 12 }, () => () => json),
      () => json.slice(0, Math.floor(random() * json.length)),
      () => json.replace(/^\{/, '{"name":1,"name":2,'),
      () => pick(nasty),
      () => '['.repeat(5_000),
      () => `\ufeff${json}`,
    ])()
  }
  return { random, pick, value, text }
}

function payloadOf({ body, form }: Operation, values: Values): string | undefined {
  const { random, pick, text } = values
  if (form === undefined || random() < 0.1)
    return body === null && random() < 0.9 ? undefined : text(body ?? {})
  const sent = Object.entries(form)
    .filter(() => random() < 0.7)
    .map(([name, valid]) => `${name}=${encode(random() < 0.8 ? pick(valid) : pick(nasty))}`)
  return sent.join('&')
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: [nested(depth - 1)] }
}

function urlOf(
  { path, query }: Operation,
  known: { own: Possessions; foreign: Possessions },
  values: Values,
): string {
  const { random, pick } = values
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const before = path.split('/')[path.split('/').indexOf(`{${name}}`) - 1] ?? ''
    const collection = name.endsWith('_id') ? `${name.slice(0, -3)}s` : before
    const ids = random() < 0.85 ? known.own : known.foreign
    return random() < 0.8 ? (ids[collection] ?? 'added') : encode(pick(nasty))
  })
  const mounted = filled.replace(mounts[0], pick(mounts))
  const asked = query
    .filter(() => random() < 0.3)
    .map((name) => `${name}=${encode(random() < 0.3 ? '1' : pick(nasty))}`)
  if (random() < 0.05) asked.push('a=1&a=2&[]=3&__proto__=1')
  return asked.length === 0 ? mounted : `${mounted}?${asked.join('&')}`
}

/** Lone surrogates have no encoding of their own: they are sent as the bytes that broken clients send. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80'
}

/** Mostly one of its own, so that the call is carried out with it. */
function keyOf({ random, pick }: Pick<Values, 'random' | 'pick'>): string {
  return random() < 0.8 ? `k${random()}` : pick(['a', 'b', '', 'k'.repeat(256), '\t'])
}

function headersOf(api: WholeApi, actor: Actor, { random, pick }: Values): Record<string, string> {
  const credential =
    random() < 0.92
      ? random() < 0.65
        ? actor.credential
        : api.system.credential
      : pick(['x', `${'A'.repeat(5_000)}=`, 'OjA=', ''])
  return {
    authorization: `${pick(['Basic', 'Basic', 'Basic', 'Bearer', 'basic'])} ${credential}`,
    ...(random() < 0.3
      ? { 'content-type': pick(['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) }
      : {}),
    ...(random() < 0.05 ? { 'x-version': pick(['2', '1', '']) } : {}),
    ...(random() < 0.5 ? { 'idempotency-key': keyOf({ random, pick }) } : {}),
  }
}
