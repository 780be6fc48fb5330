import { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { successSchema } from '../../contract/api/envelope.ts'
import type { SchemaCollector } from './schemas.ts'
import { refusals, type RefusalName } from './text.ts'
import type { Content, Operation } from './model.ts'

export function answersOf(
  schemas: SchemaCollector,
  endpoint: Endpoint,
  paths: string[],
): Operation['responses'] {
  return {
    200: {
      description: 'Success.',
      ...(hasTag(endpoint) ? { headers: { ETag: { $ref: '#/components/headers/ETag' } } } : {}),
      content: answerContent(schemas, endpoint),
    },
    ...(hasTag(endpoint) ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
    ...refusalsOf(endpoint, paths),
  }
}

function hasTag({ method, plain, role }: Endpoint): boolean {
  return method === 'GET' && plain === undefined && role !== 'anyone'
}

function answerContent(schemas: SchemaCollector, endpoint: Endpoint): Content {
  const { plain, data, paged } = endpoint
  if (plain !== undefined) {
    const schema = schemas.schemaOf(data, 'output')
    // The schema of a document; the other types are the same as text.
    const hasDocument = plain.includes('application/json')
    return Object.fromEntries(
      plain.map((type) => [
        type,
        { schema: hasDocument && type !== 'application/json' ? { type: 'string' } : schema },
      ]),
    )
  }
  const schema = schemas.named(answerName(endpoint), successSchema(data, paged), 'output')
  return { 'application/json': { schema } }
}

/** `MailingListAnswer`, `MailingListPageAnswer`; records without a name use the id of the operation. */
function answerName({ id, data, paged }: Endpoint): string {
  if (data instanceof z.ZodNull) return 'EmptyAnswer'
  const list = data instanceof z.ZodArray ? 'List' : ''
  const record = recordName(data instanceof z.ZodArray ? data.element : data)
  return `${record ?? capitalized(id)}${paged === 'none' ? list : 'Page'}Answer`
}

function recordName(schema: unknown): string | undefined {
  return schema instanceof z.ZodType ? schema.meta()?.id : undefined
}

export function capitalized(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

function refusalsOf({ method, body, query }: Endpoint, paths: string[]): Operation['responses'] {
  const namesRecords = body !== undefined || paths.some((path) => path.includes('{'))
  const asksForList = query !== undefined && 'mailing_list_id' in query.shape
  const absent: RefusalName[] = [
    ...(namesRecords || asksForList ? [] : (['NotFound'] as const)),
    ...(namesRecords ? [] : (['SeveralFound'] as const)),
    ...(method === 'GET' ? (['TooLarge'] as const) : []),
  ]
  return Object.fromEntries(
    Object.entries(refusals)
      .filter(([name]) => !absent.some((other) => other === name))
      .map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
}

export const headerComponents = headersOf({ ETag: 'The version of the answer, for If-None-Match.' })

export function responseComponents(): Record<string, unknown> {
  const notModified = { description: 'The answer is that of If-None-Match; it has no body.' }
  const refused = Object.fromEntries(
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
  return { ...refused, NotModified: notModified }
}

function headersOf(headers: Record<string, string>) {
  const entries = Object.entries(headers).map(([name, words]) => [
    name,
    { description: words, schema: { type: 'string' } },
  ])
  return Object.fromEntries(entries)
}
