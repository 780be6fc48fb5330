import fastJson, { type Schema } from 'fast-json-stringify'
import { z } from 'zod'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { successSchema } from '../../../contract/api/envelope.ts'

type Serializer = (answer: object) => string
type Answering = Pick<Endpoint, 'data' | 'paged'>

/** Definitions are constants, so all servers of a process can share their serializers. */
const compiled = new WeakMap<Answering, Serializer>()

/**
 * Only documented columns can be in an answer. Compiled at the first answer (3 ms): compiling all endpoints was a third
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
    metadata: noNames,
    override: ({ jsonSchema }) => {
      // The compiler throws if a nullable string does not match its format.
      delete jsonSchema.format
      delete jsonSchema.pattern
    },
    reused: 'inline',
  })
  // Code for one union is not worth the time to optimize it.
  return fastJson(withoutUnionsWithNull(schema) as Schema, { ajv: { code: { optimize: false } } })
}

/** Components in their place, not as references: the compiler writes simpler code. */
const noNames = z.registry<object>()

/**
 * For a union the compiler makes validators, which takes much longer than all else, and each answer is validated. Of 710
 * unions in the answers 665 are with null: without those, 300 serializers take 1.4 s in place of 6.3, and answers half the time.
 */
function withoutUnionsWithNull(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema), (_key, member) => {
    if (!Array.isArray(member?.anyOf) || member.anyOf.length !== 2) return member
    const { anyOf, ...rest } = member
    const [only] = anyOf.filter(({ type }: { type?: unknown }) => type !== 'null')
    const isWithNull = anyOf.some(({ type }: { type?: unknown }) => type === 'null')
    return isWithNull && typeof only?.type === 'string' ? { ...rest, ...only, nullable: true } : member
  })
}
