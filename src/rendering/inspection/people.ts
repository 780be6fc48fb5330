import type { MessageBody, MessageContent } from '../../contract/campaigns/message-content.ts'
import type { FieldValue } from '../../contract/lists/field-values.ts'
import type { CustomValues } from '../../contract/subscribers/values.ts'
import { compileBody, type Recipient } from '../composer.ts'
import type { Branch } from '../liquid/compile.ts'
import { buildMessage } from '../message.ts'
import { renderCompiled } from './sample.ts'
import { findNames, type Names } from './names.ts'

/** People who do not exist, chosen so that each branch, each blank and the worst values occur. */

export type Tried = {
  people: number
  branches: number
  /** Branches that nobody took. */
  missed: readonly Branch[]
  /** null: every message could be composed. */
  problem: string | null
}

const peopleMax = 400

const hostile = `"'><script>alert(1)</script>{{ person.email }}%%data_percent%%\r\nBcc: other@example.com\u2028</a>&lt;`
const longest = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(60)

/** @param real people of the audience, who are tried first. @throws AppError for a content that cannot be read. */
export async function tryPeople(
  message: MessageContent,
  body: MessageBody,
  { real, origin, now }: { real: readonly Recipient[]; origin: string; now: Date },
): Promise<Tried> {
  const taken = new Map<string, Branch | null>()
  const names = findNames(body, message.fields)
  const blocks = body.conditions?.length ?? 0
  const compiled = compileBody({ ...message, tracking: { opens: false, links: false } }, body, (branch) => {
    const key = `${taken.size}`
    taken.set(key, branch)
    return () => taken.set(key, null)
  })
  let people = 0
  let problem: string | null = null
  const isDone = () => [...taken.values()].every((branch) => branch === null)
  for (const person of everybody(message, names, { real, blocks, isDone })) {
    if (people >= peopleMax) break
    people++
    problem = await problemOf(message, compiled, person, { origin, now })
    if (problem !== null) break
  }
  const missed = [...taken.values()].filter((branch) => branch !== null)
  // Liquid has told those of its blocks.
  const branches = taken.size + (body.language === 'liquid' ? 0 : 2 * blocks)
  return { people, branches, missed, problem }
}

async function problemOf(
  message: MessageContent,
  compiled: ReturnType<typeof compileBody>,
  recipient: Recipient,
  place: { origin: string; now: Date },
): Promise<string | null> {
  const rendered = renderCompiled(message, compiled, recipient, place)
  const built = await buildMessage(
    { ...rendered, fromEmail: 'sample@example.com', senderEmail: '', replyTo: '' },
    {
      to: recipient.email,
      returnPath: 'sample@example.com',
      messageId: '<sample@example.com>',
      date: place.now,
      list: { name: message.list.name, id: 'list.example.com' },
      unsubscribeUrl: `${place.origin}/u/preview`,
      unsubscribeEmail: null,
      feedbackId: 'sample',
      dkim: null,
    },
  )
  return 'problem' in built ? built.problem : null
}

function* everybody(
  message: MessageContent,
  names: Names,
  { real, blocks, isDone }: { real: readonly Recipient[]; blocks: number; isDone: () => boolean },
): Generator<Recipient> {
  yield* real
  const fields = message.fields.filter(({ id }) => names.used.has(id))
  const filled: CustomValues = Object.fromEntries(
    fields.map((field) => [field.id, sampleOf(field.field_type)]),
  )
  yield* [filled, {}].map(personWith)
  for (const hidden of waysToHide(blocks)) yield { ...personWith(filled), hidden }
  const choices = new Map(fields.map((field) => [field, valuesFor(field.field_type, names.literals)]))
  for (const [field, values] of choices) {
    for (const value of values) {
      yield personWith(withValue(filled, field.id, value))
      yield personWith(withValue({}, field.id, value))
    }
  }
  // Several fields together, by a fixed sequence: the same content is always tried with the same people.
  let seed = 1
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  while (!isDone() && choices.size > 0) {
    let values: CustomValues = {}
    for (const [field, candidates] of choices)
      values = withValue(values, field.id, candidates[draw(candidates.length)])
    yield personWith(values)
  }
}

/** All, each alone, and all but one. */
function waysToHide(blocks: number): boolean[][] {
  const places = Array.from({ length: blocks }, (_, place) => place)
  if (blocks === 0) return []
  return [
    places.map(() => true),
    ...places.map((one) => places.map((place) => place === one)),
    ...places.map((one) => places.map((place) => place !== one)),
  ]
}

function withValue(values: CustomValues, id: number, value: FieldValue | undefined): CustomValues {
  const { [String(id)]: _, ...others } = values
  return value === undefined ? others : { ...others, [String(id)]: value }
}

function personWith(customFields: CustomValues): Recipient {
  return {
    subscriberId: 0,
    email: 'anna@example.com',
    subscribeTime: new Date('2024-02-29T12:00:00Z'),
    subscribeIp: null,
    customFields,
    emailFormat: null,
  }
}

type Kind = MessageContent['fields'][number]['field_type']

function sampleOf(kind: Kind): FieldValue {
  if (kind === 'number' || kind === 'decimal') return 42
  if (kind === 'date') return '2026-12-31'
  if (kind === 'select_multiple_checkboxes') return ['One', 'Two']
  return kind === 'boolean' ? true : 'Anna'
}

function valuesFor(kind: Kind, literals: readonly (string | number)[]): (FieldValue | undefined)[] {
  const texts = [...new Set(literals.map(String))].slice(0, 30)
  const numbers = [...new Set(literals.map(Number).filter(Number.isFinite))].slice(0, 20)
  if (kind === 'number' || kind === 'decimal')
    return [undefined, 0, 1, -1, 1e15, ...numbers.flatMap((one) => [one - 1, one, one + 1])]
  if (kind === 'boolean') return [undefined, true, false]
  if (kind === 'date') return [undefined, '1900-01-01', '2026-11-29', '9999-12-31', ...texts]
  if (kind === 'select_multiple_checkboxes')
    return [
      undefined,
      [],
      ...texts.map((one) => [one]),
      texts,
      [hostile],
      Array.from({ length: 10 }, () => longest),
    ]
  return [undefined, '', hostile, longest, ...texts, ...texts.map((one) => `${one}x`)]
}
