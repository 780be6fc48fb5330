import type { JsonSchema } from './schemas.ts'

/** The parts of an OpenAPI 3.1 document that the code reads. */
export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string; license: object }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, unknown>
    headers: Record<string, unknown>
    parameters: Record<string, Parameter>
    [other: string]: unknown
  }
  [other: string]: unknown
}

export type Operation = {
  operationId: string
  summary: string
  /** Other paths of the operation. Their additional parameters are ignored. */
  'x-aliases'?: string[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: RequestBody
  responses: Record<
    string,
    { $ref: string } | { description: string; headers?: Record<string, unknown>; content?: Content }
  >
  [other: string]: unknown
}

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export type RequestBody = { required: true; content: Content }

export type Content = Record<string, { schema: JsonSchema; example?: unknown }>
