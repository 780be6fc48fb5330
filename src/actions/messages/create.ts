import { checkFields } from '../../contract/api/problems.ts'
import { AppError } from '../../contract/api/errors.ts'
import { messageInput, type MessageInput } from '../../contract/messages/input.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { callerName } from '../../store/callers.ts'
import { insertMessages, type MessageRow, type NewMessage } from '../../store/messages/rows.ts'
import { nextIds } from '../../store/server/ids.ts'
import type { WarnedActor } from '../actor.ts'
import { createGatherer, mayBeOfOneCall } from '../gather.ts'
import {
  createSenderCheck,
  draftMessage,
  findReferences,
  type MessageParts,
  type References,
} from './draft.ts'

export type MessageResult = MessageRow | AppError

export type CreatedParts = MessageParts & { via: 'api' | 'smtp' }

/** `isWhole`: all of its messages or none. */
type Call = { actor: WarnedActor; inputs: readonly (MessageInput | AppError)[]; isWhole: boolean }

type Alone = { sql: Scoped; actor: WarnedActor; isAlone: boolean }

/** A transaction of more would delay its first caller. */
const gatheredMax = 20

/**
 * Adds one message a call. It is stored when the promise resolves; the senders have been woken. Calls of one caller that
 * arrive while a transaction of theirs is in progress share the next one, because transactions that wake the senders commit
 * one after the other. `isAlone`: its transaction is another's. The returned function throws AppError `validation_failed`.
 */
export function createMessageAdds(parts: CreatedParts) {
  const gather = createGatherer<Call & { sql: Scoped }, MessageResult | 'apart'>(
    async (calls) => {
      try {
        const results = await repeated(() => calls[0].sql.begin((sql) => write(sql, parts, calls)))
        return results.flat()
      } catch (error) {
        if (calls.length === 1 || !mayBeOfOneCall(error)) throw error
        return calls.map(() => 'apart' as const)
      }
    },
    { itemsMax: gatheredMax },
  )
  const addAlone = async (sql: Scoped, call: Call) => {
    const [[result] = []] = await sql.begin((sql) => write(sql, parts, [call]))
    return result
  }
  return async ({ sql, actor, isAlone }: Alone, fields: () => MessageInput): Promise<MessageRow> => {
    const input = fields()
    const call = { actor, inputs: [input], isWhole: true }
    const { organization_id: organizationId } = actor.caller
    const isShared = !isAlone && (input.attachments ?? []).length === 0
    const shared = isShared
      ? await gather(`${organizationId} ${callerName(actor.caller)}`, { ...call, sql })
      : 'apart'
    const result = shared === 'apart' ? await addAlone(sql, call) : shared
    if (result === undefined) throw new Error('a message has no result')
    if (result instanceof AppError) throw result
    return result
  }
}

/** One result for each, in their order. What is refused does not stop the others. */
export async function addMessages(
  sql: Scoped,
  actor: WarnedActor,
  parts: CreatedParts,
  fields: () => { messages: unknown[] },
): Promise<MessageResult[]> {
  const inputs = fields().messages.map(readOne)
  const [results = []] = await sql.begin((sql) => write(sql, parts, [{ actor, inputs, isWhole: false }]))
  return results
}

export type Recipient = { to: MessageInput['to']; to_name: string }

/** One for each recipient: all of them or none. @throws AppError `validation_failed`. */
export async function addMessageToEach(
  sql: Scoped,
  actor: WarnedActor,
  parts: CreatedParts,
  { input, recipients }: { input: Omit<MessageInput, 'to'>; recipients: readonly Recipient[] },
): Promise<MessageRow[]> {
  const inputs = recipients.map((recipient) => ({ ...input, ...recipient }))
  const [results = []] = await sql.begin((sql) => write(sql, parts, [{ actor, inputs, isWhole: true }]))
  return results.map((result) => {
    if (result instanceof AppError) throw result
    return result
  })
}

function readOne(given: unknown): MessageInput | AppError {
  try {
    return checkFields(messageInput, given)
  } catch (error) {
    return refusalIn(error)
  }
}

/** @throws what is none. */
function refusalIn(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/** What needs no answer of another statement is sent with it: one call waits for three answers. All calls are of one caller. */
async function write(
  sql: Transaction,
  { via, ...parts }: CreatedParts,
  calls: readonly [Call, ...Call[]],
): Promise<MessageResult[][]> {
  const { caller } = calls[0].actor
  const organizationId = caller.organization_id
  const inputs = calls.flatMap((call) => call.inputs)
  const [references, ids] = await Promise.all([
    findReferences(sql, organizationId, inputs.flatMap((input) => (input instanceof AppError ? [] : [input]))), // oxfmt-ignore
    nextIds(sql, 'messages', inputs.length),
  ])
  const drafts = await draftAll({ sql, parts, references, ids }, calls)
  const messages = drafts.flat().flatMap((draft) => (draft instanceof AppError ? [] : [draft]))
  // The events are sent first, because the last statement takes the commit with it. All are awaited together: an error that
  // nobody awaits would end the process.
  const audits = calls.map((call, place) => auditCreated(sql, call, drafts[place] ?? []))
  const inserted =
    messages.length === 0
      ? new Map<number, never>()
      : insertMessages(sql, organizationId, messages, { caller: callerName(caller), via })
  const [rows] = await Promise.all([inserted, ...audits])
  const streams = new Map([...references.streams.values()].map(({ id, name }) => [id, name]))
  return drafts.map((all) =>
    all.map((draft) => {
      if (draft instanceof AppError) return draft
      const row = rows.get(draft.id)
      const stream = streams.get(draft.streamId)
      if (row === undefined || stream === undefined) throw new Error('a message is missing after its insert')
      return { ...row, stream }
    }),
  )
}

type Draft = NewMessage | AppError

type Drafting = { sql: Transaction; parts: MessageParts; references: References; ids: readonly number[] }

async function draftAll(
  { sql, parts, references, ids }: Drafting,
  calls: readonly [Call, ...Call[]],
): Promise<Draft[][]> {
  const { organization_id: organizationId } = calls[0].actor.caller
  const checkSender = createSenderCheck(sql, organizationId)
  const free = ids.values()
  const draftOf = async (input: MessageInput | AppError, { actor: { caller, warn } }: Call) => {
    const at = { organizationId, zone: caller.time_zone, id: free.next().value ?? 0, warn }
    if (input instanceof AppError) throw input
    await checkSender(references, input)
    return draftMessage(parts, references, at, input)
  }
  const all: Draft[][] = []
  for (const call of calls) {
    const drafts: Draft[] = []
    for (const input of call.inputs) drafts.push(await draftOf(input, call).catch(refusalIn))
    const refusal = call.isWhole ? drafts.find((draft) => draft instanceof AppError) : undefined
    all.push(refusal === undefined ? drafts : drafts.map(() => refusal))
  }
  return all
}

async function auditCreated(sql: Sql, { actor }: Call, drafts: readonly Draft[]): Promise<void> {
  const created = drafts.flatMap((draft) => (draft instanceof AppError ? [] : [draft.id]))
  const [first] = created
  if (first === undefined) return
  await actor.audit(sql, {
    kind: 'message.created',
    subject_type: 'Message',
    subject_id: first,
    details: { messages: created.length },
  })
}
