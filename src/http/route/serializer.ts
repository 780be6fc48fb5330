import fastJson from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { successSchema } from '../../contract/api/envelope.ts'

type Serializer = (answer: object) => string
type Answering = Pick<Endpoint, 'data' | 'paged'>

/** Definitions are constants, so all servers of a process can share their serializers. */
const compiled = new WeakMap<Answering, Serializer>()

/**
 * Only documented columns can be in an answer. Compiled at the first answer (2 ms): compiling all endpoints was a third
 * of a server's start.
 */
export function answerSerializer(definition: Answering): Serializer {
  return (answer) => {
    let serializer = compiled.get(definition)
    if (serializer === undefined) {
      serializer = compile(definition)
      compiled.set(definition, serializer)
    }
    return serializer(answer)
  }
}

function compile(definition: Answering): Serializer {
  const schema = z.toJSONSchema(successSchema(definition.data, definition.paged), {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // The compiler reads ids as JSON pointers, but these are component names. It also throws if a nullable string
      // does not match its format.
      delete jsonSchema.id
      delete jsonSchema.format
      delete jsonSchema.pattern
    },
    reused: 'inline',
  })
  return fastJson(schema as fastJson.Schema)
}
