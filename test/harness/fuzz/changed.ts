import * as fc from 'fast-check'
import { expect } from 'vitest'
import { AppError } from '../../../src/contract/api/errors.ts'

// Valid samples that are changed in a few places reach further into a reader than bytes at random.

// Doubles themselves are nearly all next to 0.
const share = fc.nat(999_999).map((millionths) => millionths / 1_000_000)

const pieces = [
  '', '\0', '\0\0\0\0', '\xff\xff\xff\xff', '\x7f\xff\xff\xff', '\xff', '\x80', '\xc0\xaf', '\xed\xa0\x80', '\xef\xbb\xbf',
  '"', '\\', '\\u0000', '\\ud800', '"__proto__":', '{"__proto__":{"a":1}}', ',', ':', '1e999', '-', '9'.repeat(400), '[', '{', ']',
  '['.repeat(70), '[]'.repeat(300), '{"a":'.repeat(70), '\n'.repeat(500), ' '.repeat(500), '\\"'.repeat(500), '/', '..\\',
] // oxfmt-ignore

const byteChange = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'repeat', 'swap', 'put'),
  at: share,
  other: share,
  length: fc.oneof(fc.nat(4), fc.nat(100)),
  piece: fc.constantFrom(...pieces).map((text) => Buffer.from(text, 'latin1')),
})

type ByteChange = typeof byteChange extends fc.Arbitrary<infer Change> ? Change : never

/** One of the samples with flipped bits, spans that are cut, repeated, swapped or replaced, or an early end. */
export function changedBytes(samples: readonly Buffer[]): fc.Arbitrary<Buffer> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(byteChange, { maxLength: 4 }))
    .map(([sample, changes]) => changes.reduce(changeBytes, sample))
}

function changeBytes(before: Buffer, { kind, at, other, length, piece }: ByteChange): Buffer {
  const from = Math.floor(at * before.length)
  const to = Math.min(from + length, before.length)
  const [head, span, tail] = [before.subarray(0, from), before.subarray(from, to), before.subarray(to)]
  switch (kind) {
    case 'flip': {
      const copy = Buffer.from(before)
      if (from < copy.length) copy[from] = (copy[from] ?? 0) ^ (1 << Math.floor(other * 8))
      return copy
    }
    case 'cut':
      return other < 0.5 ? head : Buffer.concat([head, tail])
    case 'repeat':
      return Buffer.concat([head, ...Array<Buffer>(1 + Math.floor(other * 40)).fill(span), tail])
    case 'swap':
      return Buffer.concat([tail.subarray(0, length), head, span, tail.subarray(length)])
    case 'put':
      return Buffer.concat([head, piece, tail])
  }
}

/** Texts that a reader may stumble over. */
export const oddTexts = [
  '', ' ', '\0', 'a\0b', '\ud800', '\udc00x', '__proto__', 'constructor', 'toString', '%%', '%%a%%', '\u2028', '😀'.repeat(200),
  'x'.repeat(30_000), '%%'.repeat(5_000), '&'.repeat(5_000), '\n'.repeat(5_000), '1e999', '-1', '9'.repeat(400),
] // oxfmt-ignore

const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.constantFrom<unknown>(null, undefined, true, -1, 0.5, 1e308, 2 ** 53, Number.NaN, [], {}, [[]]),
  // As deep as a body may be.
  fc.constantFrom(3, 64).map((depth) => {
    let value: unknown = 'x'
    for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { blocks: value }
    return value
  }),
  fc.constant('{"__proto__": {"type": "text"}, "constructor": 1}').map((text): unknown => JSON.parse(text)),
)

const valueChange = fc.record({
  kind: fc.constantFrom('text', 'text', 'text', 'replace', 'remove', 'repeat', 'swap', 'key'),
  at: share,
  other: share,
  value: oddValues,
  text: fc.constantFrom(...oddTexts),
  name: fc.constantFrom('__proto__', 'constructor', 'length', 'type', ...oddTexts),
})

type ValueChange = typeof valueChange extends fc.Arbitrary<infer Change> ? Change : never

/** One of the samples, as JSON.parse gives it, with members that are replaced, removed, repeated, swapped or added. */
export function changedValue(samples: readonly unknown[]): fc.Arbitrary<unknown> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(valueChange, { maxLength: 4 }))
    .map(([sample, changes]) => {
      const holder = { value: structuredClone(sample) }
      for (const change of changes) changeValue(holder, change)
      return holder.value
    })
}

type Holder = Record<string, unknown>

function changeValue(holder: object, { kind, at, other, value, text, name }: ValueChange): void {
  const all = placesOf(holder)
  const places = kind === 'text' ? all.filter(([parent, key]) => typeof parent[key] === 'string') : all
  const pick = (of: number) =>
    places[Math.floor(of * places.length)] ?? ([holder as Holder, 'value'] as const)
  const [parent, key] = pick(at)
  const set = (to: Holder, member: string, given: unknown) =>
    // As JSON.parse does, which gives an object a member of its own by the name __proto__.
    Object.defineProperty(to, member, { value: given, writable: true, enumerable: true, configurable: true })
  const found = parent[key]
  if (kind === 'replace') set(parent, key, value)
  else if (kind === 'text') set(parent, key, text)
  else if (kind === 'remove' && Array.isArray(parent)) parent.splice(Number(key), 1)
  else if (kind === 'remove') Reflect.deleteProperty(parent, key)
  else if (kind === 'repeat' && Array.isArray(found))
    set(
      parent,
      key,
      Array.from({ length: Math.floor(other * 250) }).flatMap(() => found.slice(0, 1)),
    )
  else if (kind === 'repeat' && typeof found === 'string') set(parent, key, found.repeat(300))
  else if (kind === 'swap') {
    const [otherParent, otherKey] = pick(other)
    set(parent, key, structuredClone(otherParent[otherKey]))
  } else if (kind === 'key' && typeof found === 'object' && found !== null && !Array.isArray(found))
    set(found as Holder, name, value)
}

/** Every member of the value, however deep. */
function placesOf(holder: object): [parent: Holder, key: string][] {
  const places: [Holder, string][] = []
  const open: object[] = [holder]
  for (let parent = open.pop(); parent !== undefined && places.length < 2_000; parent = open.pop()) {
    for (const [key, value] of Object.entries(parent)) {
      places.push([parent as Holder, key])
      if (typeof value === 'object' && value !== null) open.push(value as object)
    }
  }
  return places
}

/** @returns null if the work ends with an AppError whose message can be shown and stored. @throws any other error. */
export function valueOrRefusal<Value>(work: () => Value): Value | null {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(error.status).toBeLessThan(500)
    expect(error.message).toMatch(/^[^\0\p{Cs}]+$/u)
    return null
  }
}
