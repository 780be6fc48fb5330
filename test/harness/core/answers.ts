import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { openApiDocument } from '../../../src/http/openapi/document.ts'
import { canonicalUrl } from '../../../src/http/server/canonical-url.ts'
import type { OpenApiDocument, Operation } from '../../../src/http/openapi/model.ts'

/** @throws Error if the OpenAPI document does not describe the answer. */
export type AnswerCheck = (
  method: string,
  url: string,
  status: number,
  contentType: string | undefined,
  body: string,
) => void

/**
 * Checks answers against an OpenAPI document: the path (under any mount), the status, the content type, and every
 * member of the body. Undocumented members are errors here, although the document allows clients to ignore them.
 */
function createAnswerCheck(document: OpenApiDocument): AnswerCheck {
  const routes = routesOf(document)
  const schemaProblem = createValidator(document)
  return (method, url, status, contentType, body) => {
    const fault = (problem: string) =>
      new Error(`${method} ${url} answered ${status} ${contentType}\n${body}\n${problem}`)
    const path = pathOf(url)
    const content = contentOf(routes, { method, path, status })
    if (content === null) throw fault('The document has no such path, method or status.')
    if (method === 'HEAD' || status === 204 || status === 304) {
      if (body !== '') throw fault('There must be no body.')
      return
    }
    const [type = '', parameter] = (contentType ?? '').split('; ')
    const schema = content[type]
    if (schema === undefined || parameter !== 'charset=utf-8')
      throw fault('The document has another content type.')
    const problem = schemaProblem(schema, type === 'application/json' ? JSON.parse(body) : body)
    if (problem !== null) throw fault(problem)
  }
}

/** Whether the document has the method at the path: then it has each status that is answered, too. */
export function isDescribed(method: string, url: string): boolean {
  return operations.some((one) => one.method === method.toLowerCase() && one.shape.test(pathOf(url)))
}

/** Under the canonical mount, without a query and a trailing slash. */
function pathOf(url: string): string {
  const path = canonicalUrl(url).replace(/[?#].*$/s, '')
  return path === '/' ? path : path.replace(/\/$/, '')
}

type Route = { method: string; shape: RegExp; template: string; operation: Operation }

/** Literal paths come before those with parameters, as in the router. */
function routesOf(document: OpenApiDocument): Route[] {
  const routes = Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      [template, ...(operation['x-aliases'] ?? [])].map((path) => ({ method, path, template, operation })),
    ),
  )
  return routes
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
    .map(({ path, ...route }) => ({ ...route, shape: shapeOf(path) }))
}

function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** The steps from the root of the document to a schema. */
type Place = string[]
type Asked = { method: string; path: string; status: number }

/** @returns the locations of the schemas by content type; null for an undocumented answer. */
function contentOf(routes: Route[], asked: Asked): Record<string, Place> | null {
  const known = routes.filter(({ shape }) => shape.test(asked.path))
  const method = asked.method === 'HEAD' ? 'get' : asked.method.toLowerCase()
  const route = known.find((one) => one.method === method)
  const status = String(asked.status)
  if (route === undefined) {
    const unrouted = known.length === 0 ? '404' : method === 'options' ? '204' : '405'
    return status === unrouted ? { 'application/json': ['components', 'schemas', 'Failure'] } : null
  }
  const response = route.operation.responses[status]
  if (response === undefined) return null
  if (!('$ref' in response)) {
    const place = ['paths', route.template, method, 'responses', status, 'content']
    return Object.fromEntries(
      Object.keys(response.content ?? {}).map((type) => [type, [...place, type, 'schema']]),
    )
  }
  const place = response.$ref.replace('#/', '').split('/')
  return { 'application/json': [...place, 'content', 'application/json', 'schema'] }
}

function createValidator(document: OpenApiDocument): (place: Place, value: unknown) => string | null {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code })
  addFormats.default(ajv)
  ajv.addSchema(closed(document), 'document')
  return (place, value) => {
    const steps = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = ajv.getSchema(`document#/${steps.join('/')}`)
    if (validate === undefined) return `The document has nothing at ${place.join(' ')}.`
    return validate(value) === true ? null : ajv.errorsText(validate.errors)
  }
}

/** Forbids unknown members in every hash. */
function closed(value: unknown): object {
  return JSON.parse(JSON.stringify(value), (_key, member) =>
    member?.type === 'object' && member.properties !== undefined
      ? { additionalProperties: false, ...member }
      : member,
  )
}

/** Each schema validates a few answers: optimizing its code takes longer. */
const code = { optimize: false }

const document = openApiDocument(endpoints)
const operations = routesOf(document)

/** Against the document of all endpoints. One for the process, which keeps what it has compiled. */
export const checkAnswer = createAnswerCheck(document)
