import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '../../../src/contract/api/endpoints.ts'

type Schema = {
  description?: string
  $ref?: string
  $defs?: Record<string, Schema>
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** The paths of the fields, at any depth, whose description is not a sentence of at least three words. */
function findUndescribed(schema: z.ZodType, path: string): string[] {
  const root: Schema = JSON.parse(
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
  )
  return undescribedIn(root, path, root.$defs ?? {})
}

function undescribedIn(schema: Schema, path: string, definitions: Record<string, Schema>): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [], $ref } = schema
  const inner = [
    ...anyOf,
    ...oneOf,
    ...allOf,
    ...[items, additionalProperties].filter((one) => isSchema(one)),
  ]
  const definition = definitions[$ref?.split('/').at(-1) ?? '']
  return [
    ...Object.entries(properties).flatMap(([name, property]) => {
      const own = `${path}.${name}`
      const words = property.description ?? ''
      const isSentence = words.endsWith('.') && words.split(/\s+/).length >= 3
      return [...(isSentence ? [] : [own]), ...undescribedIn(property, own, definitions)]
    }),
    ...[...inner, ...(definition === undefined ? [] : [definition])].flatMap((one) =>
      undescribedIn(one, path, definitions),
    ),
  ]
}

function isSchema(value: Schema | boolean | undefined): value is Schema {
  return typeof value === 'object'
}

test('every field of every body and every query parameter is described in a sentence', () => {
  const missing = endpoints.flatMap(({ id, body, query }) => [
    ...(body === undefined ? [] : findUndescribed(body, `${id} body`)),
    ...(query === undefined ? [] : findUndescribed(query, `${id} query`)),
  ])
  expect(missing).toEqual([])
})

test('a field without a sentence is found in objects, arrays, unions and hashes', () => {
  const bare = z.object({ bare: z.string(), short: z.string().meta({ description: 'Two words.' }) })
  const schema = z.object({
    list: z.array(bare).meta({ description: 'A list of records.' }),
    either: z.union([z.string(), bare]).nullish().meta({ description: 'One of two shapes.' }),
    hash: z.record(z.string(), bare).meta({ description: 'Records by their names' }),
    said: z.string().optional().meta({ description: 'A sentence of words.' }),
  })
  expect(findUndescribed(schema, 'body')).toEqual([
    'body.list.bare',
    'body.list.short',
    'body.either.bare',
    'body.either.short',
    'body.hash',
    'body.hash.bare',
    'body.hash.short',
  ])
})

const verbs =
  'Add Apply Approve Cancel Change Check Claim Confirm Count Create Deactivate Delete Deliver Discard Download End Erase Inspect Let List Log Look Mail Order Pause Plan Promote Refuse Remove Replace Replay Report Request ' +
  'Resend Resume Rotate Save Schedule Search Send Set Show Start Step Trigger Undo Unsubscribe Update Watch'

test('summaries begin with an imperative verb and have no full stop at the end', () => {
  for (const { id, summary } of endpoints) {
    expect(verbs.split(' '), id).toContain(summary.split(' ')[0])
    expect(summary, id).toMatch(/[^.]$/)
  }
})
