import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Transaction } from '../database/driver/connection.ts'
import { repeated, retryable } from '../database/retry.ts'
import type { Secrets } from '../secrets.ts'
import { recordBounce } from '../store/responses/bounces.ts'
import { readerOf } from '../store/responses/rows.ts'
import { recordComplaint } from '../store/responses/record.ts'
import { noteReturnedMessage } from '../store/responses/returned-messages.ts'
import { readReturned } from './bounce.ts'
import type { Returned } from './bounce.ts'
import { createMessageNames } from './verp.ts'
import type { MessageNames, SentRef } from './verp.ts'

/** What whoever takes in mail works with. */
export type TrackingEnvironment = { database: Database; secrets: Secrets; log: FastifyBaseLogger }

/** How much of a message is read: see `readReturned`. */
export const readBytesMax = 128 * 1024

/**
 * What became of a message that came in: counted for the message that it is about, counted before, or not a report of
 * a message of ours. Then it changes nothing: anybody can write reports, and only a name that was signed here counts.
 */
export type Taken = 'bounce' | 'complaint' | 'repeat' | 'unknown'

/** @returns a function that counts one message. It rejects when the database could not take it: try it again later. */
export function createReturnedMail({ database, secrets }: TrackingEnvironment) {
  const names = createMessageNames(secrets)
  /** @param recipients whom it was sent to, where that is known. */
  return async (message: Buffer, recipients: readonly string[] = []): Promise<Taken> => {
    const read = message.subarray(0, readBytesMax)
    // Of several recipients the one that says whose message it was, if any does.
    const recipient = recipients.find((address) => names.readReturnPath(address) !== null) ?? recipients[0]
    const returned = await readReturned(read, recipient)
    const ref = returned && nameOf(returned, names)
    if (returned === null || ref === null) return 'unknown'
    const hash = createHash('sha256').update(read).digest()
    // A report that was counted before a connection was lost is a repeat when it is counted again.
    const work = () => database.within(ref.organizationId).begin((sql) => count(sql, returned, ref, hash))
    return repeated(work, { after: retryable })
  }
}

function nameOf({ returnPaths, messageId }: Returned, names: MessageNames): SentRef | null {
  for (const path of returnPaths) {
    const ref = names.readReturnPath(path)
    if (ref !== null) return ref
  }
  return messageId === null ? null : names.readMessageId(messageId)
}

async function count(sql: Transaction, returned: Returned, ref: SentRef, hash: Buffer): Promise<Taken> {
  const { organizationId, occasion } = ref
  const { kind, status, severity, diagnostic } = returned
  if (!(await noteReturnedMessage(sql, organizationId, hash))) return 'repeat'
  const reader = readerOf(ref)
  if (kind === 'bounce') {
    await recordBounce(sql, organizationId, reader, { occasion, status, severity, diagnostic })
  } else if (reader.subscriberId !== 0) await recordComplaint(sql, organizationId, reader)
  return kind
}
