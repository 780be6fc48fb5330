import { checkFields } from '../../contract/api/problems.ts'
import { AppError } from '../../contract/api/errors.ts'
import { messageInput, type MessageInput } from '../../contract/messages/input.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { callerName } from '../../store/callers.ts'
import {
  findMessagesById,
  insertMessages,
  type MessageRow,
  type NewMessage,
} from '../../store/messages/rows.ts'
import { nextIds } from '../../store/server/ids.ts'
import type { WarnedActor } from '../actor.ts'
import { createSenderCheck, draftMessage, findReferences, type MessageParts } from './draft.ts'

export type MessageResult = MessageRow | AppError

export type CreatedParts = MessageParts & { via: 'api' | 'smtp' }

/** It is stored when the promise resolves; the senders have been woken. @throws AppError `validation_failed`. */
export function addMessage(
  sql: Scoped,
  actor: WarnedActor,
  parts: CreatedParts,
  fields: () => MessageInput,
): Promise<MessageRow> {
  return sql.begin(async (sql) => {
    const [result] = await write(sql, actor, parts, [fields()])
    if (result === undefined) throw new Error('a message has no result')
    if (result instanceof AppError) throw result
    return result
  })
}

/** One result for each, in their order. What is refused does not stop the others. */
export function addMessages(
  sql: Scoped,
  actor: WarnedActor,
  parts: CreatedParts,
  fields: () => { messages: unknown[] },
): Promise<MessageResult[]> {
  return sql.begin((sql) => write(sql, actor, parts, fields().messages.map(readOne)))
}

export type Recipient = { to: MessageInput['to']; to_name: string }

/** One for each recipient: all of them or none. @throws AppError `validation_failed`. */
export function addMessageToEach(
  sql: Scoped,
  actor: WarnedActor,
  parts: CreatedParts,
  { input, recipients }: { input: Omit<MessageInput, 'to'>; recipients: readonly Recipient[] },
): Promise<MessageRow[]> {
  return sql.begin(async (sql) => {
    const results = await write(sql, actor, parts, recipients.map((recipient) => ({ ...input, ...recipient }))) // oxfmt-ignore
    return results.map((result) => {
      if (result instanceof AppError) throw result
      return result
    })
  })
}

function readOne(given: unknown): MessageInput | AppError {
  return refusalOr(() => checkFields(messageInput, given))
}

function refusalOr<Result>(work: () => Result): Result | AppError {
  try {
    return work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** What needs no answer of another statement is sent with it: one call waits for three answers. */
async function write(
  sql: Transaction,
  { caller, warn, audit }: WarnedActor,
  { via, ...parts }: CreatedParts,
  inputs: readonly (MessageInput | AppError)[],
): Promise<MessageResult[]> {
  const { organization_id: organizationId, time_zone: zone } = caller
  const readable = inputs.flatMap((input) => (input instanceof AppError ? [] : [input]))
  const [references, ids] = await Promise.all([
    findReferences(sql, organizationId, readable),
    nextIds(sql, 'messages', inputs.length),
  ])
  const checkSender = createSenderCheck(sql, organizationId)
  const drafts: (NewMessage | AppError)[] = []
  for (const [place, input] of inputs.entries()) {
    if (input instanceof AppError) {
      drafts.push(input)
      continue
    }
    const refusal = await checkSender(references, input).catch((error: unknown) => {
      if (error instanceof AppError) return error
      throw error
    })
    const at = { organizationId, zone, id: ids[place] ?? 0, warn }
    drafts.push(refusal ?? refusalOr(() => draftMessage(parts, references, at, input)))
  }
  const messages = drafts.flatMap((draft) => (draft instanceof AppError ? [] : [draft]))
  const [first] = messages
  if (first === undefined) return drafts.flatMap((draft) => (draft instanceof AppError ? [draft] : []))
  const created = messages.map(({ id }) => id)
  const event = {
    kind: 'message.created',
    subject_type: 'Message',
    subject_id: first.id,
    details: { messages: created.length },
  }
  const [, rows] = await Promise.all([
    insertMessages(sql, organizationId, messages, { caller: callerName(caller), via }),
    findMessagesById(sql, organizationId, created),
    audit(sql, event),
  ])
  return drafts.map((draft) => (draft instanceof AppError ? draft : requireRow(rows, draft.id)))
}

function requireRow(rows: ReadonlyMap<number, MessageRow>, id: number): MessageRow {
  const row = rows.get(id)
  if (row === undefined) throw new Error('a message is missing right after its insert')
  return row
}
