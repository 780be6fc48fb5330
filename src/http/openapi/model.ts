import type { JsonSchema } from './schemas.ts'

/** An OpenAPI 3.1 document, as far as the code reads it. */
export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string; license: object }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, unknown>
    [other: string]: unknown
  }
  [other: string]: unknown
}

export type Operation = {
  operationId: string
  summary: string
  /** Further paths of the operation: the same parameters, and perhaps more, which are ignored. */
  'x-aliases'?: string[]
  parameters: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, { $ref: string } | { description: string; content: Content }>
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
