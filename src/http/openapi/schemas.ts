import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { clauseAlternatives, clauseSchema, givenClause } from '../../contract/segments/clauses.ts'
import { flag } from '../../contract/api/fields.ts'

export type JsonSchema = Record<string, unknown>

export type SchemaCollector = {
  components: Record<string, JsonSchema>
  /** Returns a reference if the schema has an id. */
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema
  /** An input that already is a component keeps its name. @throws Error if another schema has the name. */
  named: (name: string, schema: z.ZodType, io: 'input' | 'output') => JsonSchema
}

const flagReference = '#/components/schemas/Flag'
const wholeReference = '#/components/schemas/WholeNumber'

/** What `whole` of contract/api/fields.ts takes. */
const wholeChoices = [{ type: 'number' }, { type: 'string', pattern: String.raw`^-?\d{1,16}$` }]

export function createSchemaCollector(): SchemaCollector {
  const components: Record<string, JsonSchema> = {
    Flag: {
      description: 'true or false; clients may also send 1, 0, "1", "0", "true", "false".',
      enum: [true, false, 1, 0, '1', '0', 'true', 'false'],
    },
    WholeNumber: {
      description: 'A whole number; clients may also send it as a string.',
      anyOf: wholeChoices,
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

/** Corrects the generator's output. Called for inner schemas before outer ones. */
function override({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }): void {
  // A component's id is its key; `id` is not a keyword.
  delete jsonSchema['id']
  // The generator gives every whole number the bounds of exact ones, which are of no use to readers.
  if (jsonSchema['minimum'] === Number.MIN_SAFE_INTEGER) delete jsonSchema['minimum']
  if (jsonSchema['maximum'] === Number.MAX_SAFE_INTEGER) delete jsonSchema['maximum']
  // The format says the same, and tools generate strange times from a pattern.
  if (jsonSchema['format'] !== undefined) delete jsonSchema['pattern']
  // Answers may get more members in a later version, so clients must not refuse them.
  if (jsonSchema['additionalProperties'] === false && !isStrict(zodSchema)) {
    delete jsonSchema['additionalProperties']
  }
  // What stands for a faulty value is no default.
  if (zodSchema instanceof z.ZodCatch) delete jsonSchema['default']
  if (zodSchema === flag) {
    delete jsonSchema['anyOf']
    jsonSchema['$ref'] = flagReference
  }
  if (isDeepStrictEqual(jsonSchema['anyOf'], wholeChoices)) {
    delete jsonSchema['anyOf']
    jsonSchema['$ref'] = wholeReference
  }
  if (zodSchema === givenClause) Object.assign(jsonSchema, clauseChoices())
  if (zodSchema === clauseSchema) jsonSchema['$ref'] = '#/components/schemas/SegmentClauseInput'
  flattenChoices(jsonSchema)
}

/** What a clause can be, by its `type`: parsed by the schema of its type, so that the generator sees none of them. */
function clauseChoices(): JsonSchema {
  const choices = clauseAlternatives.map((schema) => {
    const { $schema: _, ...choice } = z.toJSONSchema(schema, {
      target: 'draft-2020-12',
      io: 'input',
      unrepresentable: 'any',
      override,
    })
    return choice
  })
  return { description: 'A clause of a segment: its type decides what it has besides.', anyOf: choices }
}

function isStrict(schema: unknown): boolean {
  return schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever
}

/** `any of (any of a, b), null` becomes `any of a, b, null`; string or null becomes one schema of two types. */
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
