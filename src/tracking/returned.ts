import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Sql, Transaction } from '../database/driver/connection.ts'
import { repeated, retryable } from '../database/retry.ts'
import type { Secrets } from '../secrets/ring.ts'
import {
  findAutoresponderContent,
  findCampaignContent,
  findSubjects,
} from '../store/campaigns/message-content.ts'
import {
  findStreamBounceEmail,
  recordMessageBounce,
  recordMessageComplaint,
  recordMessageUnsubscribe,
  takeBackMessageComplaint,
} from '../store/messages/responses.ts'
import { recordBounce } from '../store/responses/bounces.ts'
import { takeBackComplaint } from '../store/responses/not-spam.ts'
import { readerOf } from '../store/responses/rows.ts'
import { recordComplaint, recordUnsubscribe } from '../store/responses/record.ts'
import { noteReturnedMessage } from '../store/responses/returned-messages.ts'
import { count } from '../work/counts.ts'
import { readReturned, type Returned } from './reports/read.ts'
import { createMessageNames, isOfMailing, type MessageNames, type SentRef } from '../links/verp.ts'
import { createTrackingTokens, type TrackingTokens } from '../links/token.ts'
import { readUnsubscribeMail } from './unsubscribe-mail.ts'

export type TrackingEnvironment = { database: Database; secrets: Secrets; log: FastifyBaseLogger }

export type ReturnEnvelope = { recipients?: readonly string[]; sender?: string | undefined }

export const readBytesMax = 128 * 1024

/** `unknown`: not about a message signed by this server, and ignored as a possible forgery. */
export type Taken = 'bounce' | 'complaint' | 'unsubscription' | 'not_spam' | 'repeat' | 'unknown'

type Take = (message: Buffer, envelope?: ReturnEnvelope) => Promise<Taken>

/** The returned function rejects if the database is unavailable; retry later. */
export function createReturnedMail(environment: TrackingEnvironment): Take {
  const take = createTake(environment)
  return async (message, envelope) => {
    const kind = await take(message, envelope)
    count('returned_mail', { kind })
    return kind
  }
}

function createTake({ database, secrets }: TrackingEnvironment): Take {
  const names = createMessageNames(secrets)
  const tokens = createTrackingTokens(secrets)
  const subjectsOf = async (returnPaths: readonly string[]) => {
    const ref = firstRef(names, returnPaths)
    // The subject of a message to one person is its own: what returns without it is recognized all the same.
    return ref === null || !isOfMailing(ref)
      ? []
      : findSubjects(database.within(ref.organizationId), ref.organizationId, ref)
  }
  return async (message, envelope = {}) => {
    const read = message.subarray(0, readBytesMax)
    const { recipients = [], sender } = envelope
    const hash = createHash('sha256').update(read).digest()
    const leaving = readUnsubscribeMail(read, recipients, names)
    if (leaving !== null) {
      const work = () => database.within(leaving.organizationId).begin((sql) => end(sql, leaving, hash))
      return repeated(work, { after: retryable })
    }
    const recipient = recipients.find((address) => names.readReturnPath(address) !== null) ?? recipients[0]
    const returned = await readReturned(read, { recipient, sender }, subjectsOf)
    const ref = returned && (await nameOf(database, { names, tokens }, returned))
    if (returned === null || ref === null) return 'unknown'
    // Safe to retry: if the first attempt was committed, the second is a repeat.
    const work = () => database.within(ref.organizationId).begin((sql) => record(sql, returned, ref, hash))
    return repeated(work, { after: retryable })
  }
}

type Signed = { names: MessageNames; tokens: TrackingTokens }

async function nameOf(
  database: Database,
  { names, tokens }: Signed,
  { kind, returnPaths, messageId, unsubscribing }: Returned,
): Promise<SentRef | null> {
  const path = firstRef(names, returnPaths)
  if (path !== null) return path
  const ref = messageId === null ? null : names.readMessageId(messageId)
  if (ref !== null && !(await hasSignedPath(database, names, ref))) return ref
  // Whoever has these can end the subscription without a report, but not begin it again.
  for (const text of kind === 'not_spam' ? [] : unsubscribing) {
    const token = tokens.read(text)
    const reader =
      token?.kind === 'unsubscribe' ? { ...token, occasion: 0 } : names.readUnsubscribeAddress(text)
    if (reader !== null) return reader
  }
  return null
}

function firstRef(names: MessageNames, returnPaths: readonly string[]): SentRef | null {
  for (const path of returnPaths) {
    const ref = names.readReturnPath(path)
    if (ref !== null) return ref
  }
  return null
}

/** If the message had a signed return path, its Message-ID is no proof: readers of replies and forwards see it too. */
async function hasSignedPath(database: Database, names: MessageNames, ref: SentRef): Promise<boolean> {
  const address = await bounceEmailOf(database.within(ref.organizationId), ref)
  return address !== null && names.returnPath(address, ref) !== address
}

async function bounceEmailOf(
  sql: Sql,
  { organizationId, source, sourceId }: SentRef,
): Promise<string | null> {
  if (source === 'message') return findStreamBounceEmail(sql, organizationId, sourceId)
  const content =
    source === 'campaign'
      ? await findCampaignContent(sql, organizationId, sourceId)
      : await findAutoresponderContent(sql, organizationId, sourceId)
  return content?.bounceEmail ?? null
}

async function end(sql: Transaction, ref: SentRef, hash: Buffer): Promise<Taken> {
  const { organizationId, occasion } = ref
  if (!(await noteReturnedMessage(sql, organizationId, hash))) return 'repeat'
  if (isOfMailing(ref)) {
    await recordUnsubscribe(sql, organizationId, readerOf(ref), { ip: null, times: 1 })
  } else await recordMessageUnsubscribe(sql, organizationId, occasion)
  return 'unsubscription'
}

async function record(sql: Transaction, returned: Returned, ref: SentRef, hash: Buffer): Promise<Taken> {
  const { organizationId, occasion } = ref
  const { kind, status, severity, diagnostic } = returned
  if (!(await noteReturnedMessage(sql, organizationId, hash))) return 'repeat'
  if (!isOfMailing(ref)) {
    await recordOfMessage(sql, organizationId, occasion, returned)
    return kind
  }
  const reader = readerOf(ref)
  if (kind === 'bounce') {
    await recordBounce(sql, organizationId, reader, { occasion, status, severity, diagnostic })
  } else if (reader.subscriberId !== 0) {
    if (kind === 'complaint') await recordComplaint(sql, organizationId, reader)
    else if (kind === 'not_spam') await takeBackComplaint(sql, organizationId, reader)
    else await recordUnsubscribe(sql, organizationId, reader, { ip: null, times: 1 })
  }
  return kind
}

async function recordOfMessage(
  sql: Transaction,
  organizationId: number,
  messageId: number,
  { kind, status, severity, diagnostic }: Returned,
): Promise<void> {
  if (kind === 'bounce') {
    await recordMessageBounce(sql, organizationId, messageId, { status, severity, diagnostic })
  } else if (kind === 'complaint') await recordMessageComplaint(sql, organizationId, messageId)
  else if (kind === 'not_spam') await takeBackMessageComplaint(sql, organizationId, messageId)
  else await recordMessageUnsubscribe(sql, organizationId, messageId)
}
