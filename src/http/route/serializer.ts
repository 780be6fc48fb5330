import fastJson from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { successSchema } from '../../contract/api/envelope.ts'

/**
 * The compiled serializer of an endpoint's answers: made from the same schema that documents them, so a column that
 * is not declared cannot leak.
 */
export function answerSerializer(definition: Pick<Endpoint, 'data' | 'paged'>): (answer: object) => string {
  const schema = z.toJSONSchema(successSchema(definition.data, definition.paged), {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The serializer compiles ids as JSON pointers; ours are component names of the OpenAPI document. And it throws
      // where a nullable text does not fit its format: the document says more than answers need.
      delete jsonSchema.id
      delete jsonSchema.format
      delete jsonSchema.pattern
    },
    reused: 'inline',
  })
  return fastJson(schema as fastJson.Schema)
}
