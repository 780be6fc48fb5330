import type { z } from 'zod'
import { mounts, spellingsOf, type Endpoint } from '../../contract/api/endpoint.ts'
import { failureSchema } from '../../contract/api/envelope.ts'
import { takesIdempotencyKey } from '../route/idempotency-key.ts'
import { answersOf, capitalized, headerComponents, responseComponents } from './answers.ts'
import { callersOf, securityOf, securitySchemes } from './callers.ts'
import { requestExamples } from './examples.ts'
import { healthPaths } from './health.ts'
import { createSchemaCollector, type SchemaCollector } from './schemas.ts'
import { idParameter, shareParameters } from './parameters.ts'
import { tagDescriptions } from './tags.ts'
import { tusPaths } from './uploads.ts'
import { description, idempotencyKeyParameter, ifMatchParameter, textParameters } from './text.ts'
import type { OpenApiDocument, Operation, Parameter, RequestBody } from './model.ts'

/** @throws Error if two endpoints have the same method and path. */
export function openApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  const schemas = createSchemaCollector()
  const failure = schemas.schemaOf(failureSchema, 'output')
  const written = { ...pathsOf(schemas, endpoints), ...healthPaths }
  for (const [path, operations] of Object.entries(tusPaths)) {
    written[path] = { ...written[path], ...operations }
  }
  const { paths, parameters } = shareParameters(written)
  const tags = [...new Set(endpoints.map(({ tag }) => tag)), 'Health']
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quiver administration API',
      version: '2',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] ?? '' })),
    paths,
    components: {
      securitySchemes,
      responses: responseComponents(),
      headers: headerComponents,
      parameters,
      schemas: { Failure: failure, ...schemas.components },
    },
  }
}

function pathsOf(schemas: SchemaCollector, endpoints: readonly Endpoint[]): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  // Templates that differ only in parameter names would be the same path, so the first one names them.
  const templates = new Map<string, string>()
  const routes = new Set<string>()
  for (const endpoint of endpoints) {
    const spellings = [...new Set(spellingsOf(endpoint))].map((path) => `${mounts[0]}/${path}`)
    const [template = '', ...aliases] = spellings.map(
      (path) => templates.get(shapeOf(path)) ?? templateOf(path),
    )
    for (const path of [template, ...aliases]) {
      const route = `${endpoint.method} ${shapeOf(path)}`
      if (routes.has(route)) throw new Error(`${endpoint.method} ${path} is there twice`)
      routes.add(route)
    }
    templates.set(shapeOf(template), template)
    const place = { path: spellings[0] ?? '', template, aliases }
    const operations = (paths[template] ??= {})
    operations[endpoint.method.toLowerCase()] = operationOf(schemas, endpoint, place)
  }
  return paths
}

function templateOf(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

function shapeOf(path: string): string {
  return path.replaceAll(/:\w+|\{\w+\}/g, '{}')
}

/** `path` as it is routed, `template` as in the document. */
type EndpointPath = { path: string; template: string; aliases: string[] }

function operationOf(schemas: SchemaCollector, endpoint: Endpoint, place: EndpointPath): Operation {
  const { id, tag, body } = endpoint
  const { title, rest } = partsOfSummary(endpoint.summary)
  return {
    operationId: id,
    tags: [tag],
    summary: title,
    description: [rest, callersOf(endpoint)].filter((part) => part !== '').join('\n\n'),
    security: securityOf(endpoint),
    ...(place.aliases.length === 0 ? {} : { 'x-aliases': place.aliases }),
    parameters: [
      ...pathParameters(place),
      ...queryParameters(schemas, endpoint.query),
      ...(takesIdempotencyKey(endpoint) ? [idempotencyKeyParameter] : []),
      ...(endpoint.versioned === true ? [ifMatchParameter] : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBody(schemas, endpoint, body) }),
    responses: answersOf(schemas, endpoint, [place.template, ...place.aliases]),
  }
}

/** Navigation shows the title: the summary up to its first `: `, `; ` or full stop. */
function partsOfSummary(summary: string): { title: string; rest: string } {
  const [, title = summary, rest = ''] = /^(.*?)[:;.] (.*)$/s.exec(summary) ?? []
  return { title, rest: rest === '' ? '' : `${capitalized(rest).replace(/\.$/, '')}.` }
}

function pathParameters({ path, template }: EndpointPath): Parameter[] {
  const names = [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
  return [...path.matchAll(/:(\w+)/g)].map(([, ownName = ''], index) => {
    const name = names[index] ?? ownName
    if (ownName === 'id' || ownName.endsWith('_id')) return idParameter(name)
    const { description: words, ...schema } = textParameters[ownName] ?? { type: 'string' }
    return {
      name,
      in: 'path',
      required: true,
      ...(typeof words === 'string' ? { description: words } : {}),
      schema,
    }
  })
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

/** Operations that take the same record share one component, named after the first of them. */
function requestBody(schemas: SchemaCollector, { id, wrapper }: Endpoint, body: z.ZodType): RequestBody {
  const record = schemas.named(`${capitalized(id)}Input`, body, 'input')
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
