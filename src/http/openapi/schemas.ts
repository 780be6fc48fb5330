import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { flag } from '../../contract/api/fields.ts'

export type JsonSchema = Record<string, unknown>

export type SchemaCollector = {
  /** Those schemas that have an id, by it: what `components.schemas` of an OpenAPI document holds. */
  components: Record<string, JsonSchema>
  /** A schema as it stands where it is used: what has an id is a reference. */
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema
  /**
   * A reference to the schema, which becomes a component of this name; an input that is a component already, to that.
   * @throws Error when another schema has the name.
   */
  named: (name: string, schema: z.ZodType, io: 'input' | 'output') => JsonSchema
}

const flagReference = '#/components/schemas/Flag'

/** Turns schemas into those of an OpenAPI 3.1 document. */
export function createSchemaCollector(): SchemaCollector {
  const components: Record<string, JsonSchema> = {
    Flag: {
      description: 'true or false; clients may also send 1, 0, "1", "0", "true", "false".',
      enum: [true, false, 1, 0, '1', '0', 'true', 'false'],
    },
  }
  const inputs = new Map<z.ZodType, JsonSchema>()
  const add = (name: string, schema: JsonSchema): JsonSchema => {
    const known = (components[name] ??= schema)
    if (!isDeepStrictEqual(known, schema)) throw new Error(`two different schemas are called ${name}`)
    return { $ref: `#/components/schemas/${name}` }
  }
  const schemaOf: SchemaCollector['schemaOf'] = (schema, io) => {
    const {
      $schema: _,
      $defs,
      ...root
    } = withComponentReferences(
      z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', override }),
    )
    for (const [id, definition] of Object.entries($defs ?? {})) add(id, definition)
    return root
  }
  const named: SchemaCollector['named'] = (name, schema, io) => {
    const known = io === 'input' ? inputs.get(schema) : undefined
    if (known !== undefined) return known
    const reference = add(name, schemaOf(schema, io))
    if (io === 'input') inputs.set(schema, reference)
    return reference
  }
  return { components, schemaOf, named }
}

type Generated = JsonSchema & { $schema?: string; $defs?: Record<string, JsonSchema> }

function withComponentReferences(schema: object): Generated {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** What the generator writes otherwise than a reader wants it. Inner schemas come before those around them. */
function override({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void {
  // A component's id is its key; `id` is no keyword.
  delete jsonSchema['id']
  // Every whole number has the bounds of exact ones; they say nothing.
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  // The format says the same; tools that make examples of a pattern make strange times.
  if (jsonSchema['format'] !== undefined) delete jsonSchema['pattern']
  // An answer may get further members one day; a client that refuses them would break.
  if (jsonSchema['additionalProperties'] === false && !isStrict(zodSchema)) {
    delete jsonSchema['additionalProperties']
  }
  if (zodSchema === flag) {
    delete jsonSchema['anyOf']
    jsonSchema['$ref'] = flagReference
  }
  flattenChoices(jsonSchema)
}

function isStrict(schema: unknown): boolean {
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever
}

/** `any of (any of a, b), null` is `any of a, b, null`; a text or null is one schema of two types. */
function flattenChoices(schema: JsonSchema): void {
  const given = schema['anyOf']
  if (!Array.isArray(given)) return
  const choices: JsonSchema[] = given.flatMap((choice: JsonSchema) =>
    Array.isArray(choice['anyOf']) && Object.keys(choice).length === 1 ? choice['anyOf'] : [choice],
  )
  schema['anyOf'] = choices
  const [first, second] = choices
  if (choices.length !== 2 || first === undefined || second?.['type'] !== 'null') return
  const { type, ...rest } = first
  const isOpen = !['$ref', 'enum', 'const', 'description'].some((key) => key in first)
  if (typeof type !== 'string' || !isOpen) return
  delete schema['anyOf']
  Object.assign(schema, { type: [type, 'null'], ...rest })
}
