import fastJson from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { successSchema } from '../../contract/api/envelope.ts'

type Serializer = (answer: object) => string
type Answering = Pick<Endpoint, 'data' | 'paged'>

/** Definitions are constants, and compiling all of them takes 0.4 s: every further server of a process finds them here. */
const compiled = new WeakMap<Answering, Serializer>()

/**
 * The compiled serializer of an endpoint's answers: made from the same schema that documents them, so a column that
 * is not declared cannot leak.
 */
export function answerSerializer(definition: Answering): Serializer {
  let serializer = compiled.get(definition)
  if (serializer === undefined) {
    serializer = compile(definition)
    compiled.set(definition, serializer)
  }
  return serializer
}

function compile(definition: Answering): Serializer {
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
