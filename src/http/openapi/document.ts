import type { z } from 'zod'
import { mounts, spellingsOf } from '../../contract/api/endpoint.ts'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { failureSchema, successSchema } from '../../contract/api/envelope.ts'
import { takesIdempotencyKey } from '../route/idempotency.ts'
import { healthPaths } from './health.ts'
import { requestExamples } from './examples.ts'
import { createSchemaCollector } from './schemas.ts'
import type { JsonSchema, SchemaCollector } from './schemas.ts'
import { description, idempotencyKeyParameter, refusals, textParameters } from './text.ts'
import type { RefusalName } from './text.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type Operation = {
  operationId: string
  summary: string
  parameters: Parameter[]
  responses: Record<string, { $ref: string } | { description: string; content: Content }>
  [other: string]: unknown
}

type Content = Record<string, { schema: JsonSchema; example?: unknown }>

export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, unknown>
    [other: string]: unknown
  }
  [other: string]: unknown
}

/**
 * The OpenAPI 3.1 document of the given endpoints: every path that the router knows below the first mount, aliases
 * and spellings too.
 * @throws Error when two endpoints have the same method and path.
 */
export function openApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  const schemas = createSchemaCollector()
  const failure = schemas.schemaOf(failureSchema, 'output')
  const paths = { ...pathsOf(schemas, endpoints), ...healthPaths }
  return {
    openapi: '3.1.0',
    info: { title: 'Quiver administration API', version: '2', description },
    servers: [{ url: '/', description: 'This server.' }],
    security: [{ basic: [] }, { bearer: [] }, { session: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag)), 'Health'].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: "The organization's id and the key." },
        bearer: { type: 'http', scheme: 'bearer', description: 'The credential as it is.' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-quiver_session',
          description: 'Of a user who has logged in; all but GET needs X-CSRF-Token beside it.',
        },
      },
      responses: responseComponents(),
      schemas: { Failure: failure, ...schemas.components },
    },
  }
}

function pathsOf(schemas: SchemaCollector, endpoints: readonly Endpoint[]): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  const templates = new Map<string, string>()
  for (const endpoint of endpoints) {
    for (const [index, spelling] of [...new Set(spellingsOf(endpoint))].entries()) {
      const path = `${mounts[0]}/${spelling}`
      // Two templates that differ in the names of parameters only would be the same path: the first names them.
      const shape = path.replaceAll(/:\w+/g, '{}')
      const template = templates.get(shape) ?? path.replaceAll(/:(\w+)/g, '{$1}')
      templates.set(shape, template)
      const operations = (paths[template] ??= {})
      const method = endpoint.method.toLowerCase()
      if (operations[method] !== undefined) throw new Error(`${endpoint.method} ${template} is there twice`)
      operations[method] = operationOf(schemas, endpoint, { index, path, template })
    }
  }
  return paths
}

type Place = { index: number; path: string; template: string }

function operationOf(schemas: SchemaCollector, endpoint: Endpoint, place: Place): Operation {
  const { id, summary, tag, role } = endpoint
  const isAlias = place.index > 0
  return {
    operationId: isAlias ? `${id}_${place.index + 1}` : id,
    tags: [tag],
    summary: isAlias ? `Another path of ${id}` : summary,
    description: callersOf(role),
    ...(role === 'anyone' ? { security: [] } : {}),
    ...(isAlias ? { 'x-alias-of': id } : {}),
    parameters: [
      ...pathParameters(place),
      ...queryParameters(schemas, endpoint.query),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKeyParameter] : []),
    ],
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(schemas, endpoint, endpoint.body) }),
    responses: {
      200: { description: 'Done.', content: answerContent(schemas, endpoint) },
      ...refusalsOf(endpoint, place.path),
    },
  }
}

function callersOf(role: Endpoint['role']): string {
  if (role === 'anyone') return 'Needs no credential.'
  return `For keys with the role \`${role}\`${role === 'system_admin' ? '' : ' or `system_admin`'}.`
}

function pathParameters({ path, template }: Place): Parameter[] {
  const names = [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  return [...path.matchAll(/:(\w+)/g)].map(([, ownName = ''], index) => {
    const { description: words, ...schema } = parameterSchema(ownName)
    return {
      name: names[index] ?? ownName,
      in: 'path',
      required: true,
      ...(typeof words === 'string' ? { description: words } : {}),
      schema,
    }
  })
}

function parameterSchema(name: string): JsonSchema {
  if (name === 'id' || name.endsWith('_id')) return { type: 'integer', minimum: 1 }
  return textParameters[name] ?? { type: 'string' }
}

function queryParameters(schemas: SchemaCollector, query: z.ZodObject | undefined): Parameter[] {
  return Object.entries(query?.shape ?? {}).map(([name, field]) => {
    const { description: words, ...schema } = schemas.schemaOf(field, 'input')
    return {
      name,
      in: 'query',
      required: !field.safeParse(undefined).success,
      ...(typeof words === 'string' ? { description: words } : {}),
      schema,
    }
  })
}

function requestBody(schemas: SchemaCollector, { id, wrapper }: Endpoint, body: z.ZodType) {
  const record = schemas.schemaOf(body, 'input')
  const example = requestExamples[id]
  return {
    required: true,
    content: {
      'application/json': {
        schema:
          wrapper === undefined
            ? record
            : { type: 'object', properties: { [wrapper]: record }, required: [wrapper] },
        ...(example === undefined
          ? {}
          : { example: wrapper === undefined ? example : { [wrapper]: example } }),
      },
    },
  }
}

function answerContent(schemas: SchemaCollector, { plain, data, paged }: Endpoint): Content {
  if (plain !== undefined) {
    const text = { schema: schemas.schemaOf(data, 'output') }
    return Object.fromEntries(plain.map((contentType) => [contentType, text]))
  }
  return { 'application/json': { schema: schemas.schemaOf(successSchema(data, paged), 'output') } }
}

function refusalsOf({ method, body }: Endpoint, path: string): Operation['responses'] {
  const namesRecords = path.includes(':') || body !== undefined
  const absent: RefusalName[] = [
    ...(namesRecords ? [] : (['NotFound', 'SeveralFound'] as const)),
    ...(method === 'GET' ? (['TooLarge'] as const) : []),
  ]
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([name]) => !absent.some((other) => other === name))
      .map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
}

function responseComponents(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(refusals).map(([name, { codes, description: words, example, ...rest }]) => [
      name,
      {
        description: words,
        ...('headers' in rest ? { headers: headersOf(rest.headers) } : {}),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Failure' },
                { properties: { error_code: { enum: codes } } },
              ],
            },
            example: { success: false, data: null, error_code: codes[0], error_message: example },
          },
        },
      },
    ]),
  )
}

function headersOf(headers: Record<string, string>) {
  const entries = Object.entries(headers).map(([name, words]) => [
    name,
    { description: words, schema: { type: 'string' } },
  ])
  return Object.fromEntries(entries)
}
