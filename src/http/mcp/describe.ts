import type { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { requestExamples } from '../openapi/examples.ts'
import { createSchemaCollector, type JsonSchema } from '../openapi/schemas.ts'
import type { OpenCall } from './catalog.ts'

/** What an assistant has to know to make a call, from its declaration. */
export function describe({ endpoint, use }: OpenCall): object {
  const { id, method, path, summary, query, body, wrapper, paged } = endpoint
  const example = requestExamples[id]
  return {
    call: id,
    tool: use,
    what: summary,
    method,
    path,
    params: [...path.matchAll(/:(\w+)/g)].map(([, name]) => name),
    ...(use === 'read' && query !== undefined && { query: schemaOf(query) }),
    ...(body !== undefined && { body: bodyOf(body, wrapper) }),
    ...(example !== undefined && { example: wrapper === undefined ? example : { [wrapper]: example } }),
    ...(paged === 'none' ? {} : { paging: pagingWords(paged) }),
  }
}

function pagingWords(paged: Endpoint['paged']): string {
  return paged.endsWith('token')
    ? 'query.per_page and query.page_token, the next_page_token of the answer before'
    : 'query.per_page and query.page; the first page is 0'
}

function bodyOf(body: z.ZodType, wrapper: string | undefined): JsonSchema {
  const { $defs, ...record } = schemaOf(body)
  const whole =
    wrapper === undefined
      ? record
      : { type: 'object', properties: { [wrapper]: record }, required: [wrapper] }
  return { ...whole, ...($defs !== undefined && { $defs }) }
}

/** With the components that it refers to. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const { components, schemaOf: written } = createSchemaCollector()
  const root = inlined(written(schema, 'input'))
  const used: Record<string, JsonSchema> = {}
  const add = (text: string) => {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g)) {
      const component = components[name]
      if (component === undefined || Object.hasOwn(used, name)) continue
      const own = inlined(component)
      used[name] = own
      add(JSON.stringify(own))
    }
  }
  add(JSON.stringify(root))
  return Object.keys(used).length === 0 ? root : { ...root, $defs: used }
}

function inlined(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/')) as JsonSchema
}
