import type { Finding } from '../../../contract/campaigns/check.ts'
import type { MessageBody, MessageContent } from '../../../contract/campaigns/message-content.ts'
import type { Clause } from '../../../contract/segments/clauses.ts'
import { AppError } from '../../../contract/api/errors.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import { orProblem, type Recipient } from '../../../rendering/composer.ts'
import { findNames, type Names } from '../../../rendering/inspection/names.ts'
import { tryPeople, type Tried } from '../../../rendering/inspection/people.ts'
import { findLongestValues } from '../../../store/campaigns/messages/sample-people.ts'
import type { CountedAudience } from '../../../store/segments/audience.ts'
import { countOrNull } from './audience.ts'
import { capitalized, people } from './found.ts'

/**
 * What the contents say to each reader: every branch is composed, with blanks and with the longest and worst values, before
 * anything leaves.
 */

type Found = Pick<Finding, 'kind' | 'code' | 'sentence' | 'content_id'>

type Asked = {
  message: MessageContent
  /** null: not known before it starts. */
  clauses: readonly Clause[] | null
  origin: string
}

const fieldsMax = 10

export async function inspectLanguage(sql: Scoped, { message, clauses, origin }: Asked): Promise<Found[]> {
  const { contents, fields } = message
  const read = contents.map((body) => ({ body, names: orProblem(() => namesOf(body, fields)) }))
  const known = read.flatMap(({ names }) => ('problem' in names ? [] : [names.result]))
  const real = await findReal(sql, message, union(known.map(({ used }) => used)))
  const blanks = await countBlanks(sql, { message, clauses }, union(known.map(({ bare }) => bare)))
  const found: Found[] = []
  for (const { body, names } of read) {
    const own = 'problem' in names ? [stop(names.problem)] : inspectNames(message, names.result, blanks)
    const tried = 'problem' in names ? [] : await inspectPeople(message, body, { real, origin })
    found.push(...[...own, ...tried].map((one) => ({ ...one, content_id: body.id })))
  }
  return found
}

type Said = Omit<Found, 'content_id'>

function stop(problem: string): Said {
  return { kind: 'stop', code: 'template', sentence: `The message cannot be composed: ${problem}.` }
}

function union(sets: readonly ReadonlySet<number>[]): number[] {
  return [...new Set(sets.flatMap((one) => [...one]))].slice(0, fieldsMax)
}

function namesOf(body: MessageBody, fields: MessageContent['fields']): Names {
  return findNames(body, fields)
}

async function findReal(sql: Scoped, message: MessageContent, ids: readonly number[]): Promise<Recipient[]> {
  const place = { organizationId: message.organizationId, listId: message.list.id }
  const people = await sql.read(async (sql) => {
    const found = []
    for (const id of ids) found.push(...(await findLongestValues(sql, place, id)))
    return found
  })
  return people.map((person) => ({
    subscriberId: person.subscriber_id,
    email: person.email,
    subscribeTime: person.subscribe_time,
    subscribeIp: person.subscribe_ip,
    customFields: person.custom_fields,
    emailFormat: null,
  }))
}

/** Of the audience, by field. A field is left out if counting takes too long. */
async function countBlanks(
  sql: Scoped,
  { message, clauses }: Pick<Asked, 'message' | 'clauses'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CountedAudience>> {
  const counts = new Map<number, CountedAudience>()
  if (clauses === null) return counts
  const { organizationId, list, timeZone } = message
  for (const id of ids) {
    const isBlank: Clause = { type: 'custom_field', custom_field: { id }, operator: 'is_blank' }
    const audience = { organizationId, listId: list.id, timeZone, clauses: [...clauses, isBlank] }
    const blank = await countOrNull(sql, audience)
    if (blank !== null) counts.set(id, blank)
  }
  return counts
}

function inspectNames(
  { fields, source }: MessageContent,
  { bare, unknown, data }: Names,
  blanks: ReadonlyMap<number, CountedAudience>,
): Said[] {
  const unnamed = fields.flatMap(({ id, name }): Said[] => {
    const { recipients = 0, estimate = null } = (bare.has(id) ? blanks.get(id) : undefined) ?? {}
    if (recipients === 0) return []
    const sees = recipients === 1 && estimate === null ? 'sees' : 'see'
    const who = people(recipients, estimate?.reached)
    const sentence = capitalized(`${who} ${sees} nothing for ${name}: give it a default.`)
    return [{ kind: 'warn', code: 'blank_value', sentence }]
  })
  const names = unknown.map(({ code, meant }): Said => {
    const hint = meant === null ? '' : ` Did you mean ${meant}?`
    return {
      kind: 'warn',
      code: 'unknown_code',
      sentence: `${code} is not a known name and stays empty.${hint}`,
    }
  })
  const isEmpty = source.kind === 'campaign' && data.size > 0
  const sentence = 'data is empty in a campaign: only a call that triggers an autoresponder gives some.'
  return [
    ...names,
    ...(isEmpty ? [{ kind: 'warn', code: 'unknown_code', sentence } as const] : []),
    ...unnamed,
  ]
}

async function inspectPeople(
  message: MessageContent,
  body: MessageBody,
  { real, origin }: { real: readonly Recipient[]; origin: string },
): Promise<Said[]> {
  const tried = await tryOrProblem(() => tryPeople(message, body, { real, origin, now: new Date() }))
  if ('refused' in tried) return [stop(tried.refused)]
  if (tried.problem !== null) return [stop(tried.problem)]
  const missed = tried.missed.map(({ line, tag, place }): Said => {
    const which = place === 0 ? '' : `, branch ${place + 1}`
    const sentence = `None of ${tried.people} people who were tried sees the part after ${tag} (line ${line}${which}).`
    return { kind: 'warn', code: 'branches', sentence }
  })
  if (tried.branches === 0 || missed.length > 0) return missed
  const sentence = `All ${tried.branches} branches were composed, with blanks and with the longest values.`
  return [{ kind: 'ok', code: 'branches', sentence }]
}

async function tryOrProblem(work: () => Promise<Tried>): Promise<Tried | { refused: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message }
    throw error
  }
}
