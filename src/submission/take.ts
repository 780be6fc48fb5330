import { createHash } from 'node:crypto'
import { carryOutOnce } from '../actions/idempotency/carry-out.ts'
import { addMessageToEach, type CreatedParts, type Recipient } from '../actions/messages/create.ts'
import { AppError, contentTooLarge } from '../contract/api/errors.ts'
import { checkFields } from '../contract/api/problems.ts'
import { createMessage } from '../contract/messages/endpoints.ts'
import { messageInput } from '../contract/messages/input.ts'
import { parseEmail, type EmailAddress } from '../contract/values/email.ts'
import type { Database, Scopes } from '../database/driver/connection.ts'
import { readAway } from '../files/away/read.ts'
import { readMail, type ReadMail } from '../files/mime/read.ts'
import { authenticateKey, requireRole } from '../http/route/auth.ts'
import type { RateLimits } from '../http/route/rate-limit.ts'
import type { Secrets } from '../secrets/ring.ts'
import { insertAuditEvent } from '../store/audit-events/rows.ts'
import type { Caller } from '../store/callers.ts'
import { fieldsOf, type Submitted } from './fields.ts'
import { queuedReply } from './reply.ts'

export type TakingParts = {
  database: Database
  secrets: Secrets
  limits: RateLimits
  messages: CreatedParts
}

export type Door = { address: string; authorization: string }

/** Smaller ones are read at once: a thread costs more. */
const readHereMax = 65_536
/** Of a message with its attachments, for all its recipients together. */
const storedBytesMax = 52_428_800

/** As a call with this key. @throws AppError */
export async function admit({ database, secrets, limits }: TakingParts, door: Door): Promise<Caller> {
  const caller = await limits.guard(door, () =>
    authenticateKey({ database, scopes: database }, secrets, door, createMessage),
  )
  requireRole(caller, createMessage)
  return caller
}

export type Letter = { bytes: Buffer; recipients: readonly EmailAddress[]; id: string }

/**
 * As `POST messages`, for each recipient. A repetition with the same key, or of the same message with its Message-ID, stores
 * nothing more. @returns the reply, after the commit. @throws AppError, StillUnderWay.
 */
export async function take(parts: TakingParts, door: Door, letter: Letter): Promise<string> {
  const caller = await admit(parts, door)
  parts.limits.spend(caller)
  const { bytes, recipients } = letter
  if (bytes.length * recipients.length > storedBytesMax) {
    throw contentTooLarge(
      `a message to ${recipients.length} recipients can have ${Math.floor(storedBytesMax / recipients.length)} bytes: send it to fewer at once`,
    )
  }
  const mail =
    bytes.length > readHereMax
      ? await readAway(caller.organization_id, 'mail', { bytes }, null)
      : await readMail(bytes)
  const submitted = fieldsOf(mail)
  const work = (scopes: Scopes) => store(parts, caller, scopes, { ...letter, mail, submitted })
  const once = onceBy(mail, submitted, recipients)
  if (once === null) return work(parts.database.shareOf(caller.organization_id))
  const outcome = await carryOutOnce(parts, caller, once.hashes, async (scopes) => {
    const stored = work(scopes)
    // A Message-ID is no promise of the sender: what is refused may be sent again when its reason is gone.
    return once.keepsRefusals ? stored : stored.catch((error: unknown) => Promise.reject(new NotKept(error)))
  }).catch((error: unknown) => Promise.reject(error instanceof NotKept ? error.refusal : error))
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.text
}

class NotKept extends Error {
  readonly refusal: unknown

  constructor(refusal: unknown) {
    super('', { cause: refusal })
    this.refusal = refusal
  }
}

type Read = Letter & { mail: ReadMail; submitted: Submitted }

async function store(
  { messages }: TakingParts,
  caller: Caller,
  scopes: Scopes,
  { recipients, mail, submitted, id }: Read,
): Promise<string> {
  const { to: _, ...input } = checkFields(messageInput, { ...submitted.fields, to: recipients[0]?.address })
  const names = new Map(mail.names)
  const each: Recipient[] = recipients.map((to) => ({ to, to_name: (names.get(to.address.toLowerCase()) ?? '').slice(0, 255) })) // oxfmt-ignore
  const organizationId = caller.organization_id
  const actor = {
    caller,
    audit: (sql: Parameters<typeof insertAuditEvent>[0], event: Parameters<typeof insertAuditEvent>[2]) =>
      insertAuditEvent(sql, organizationId, {
        api_key_id: caller.api_key_id,
        actor_organization_id: organizationId,
        request_id: `smtp-${id}`,
        ...event,
      }),
    warn: () => {},
  }
  const sql = scopes.within(organizationId)
  const rows = await addMessageToEach(sql, actor, messages, { input, recipients: each })
  return queuedReply(rows.map((row) => row.id))
}

/** What makes a message the same: programs write its date, its Message-ID and its boundaries anew when they repeat it. */
function onceBy(mail: ReadMail, { fields, key }: Submitted, recipients: readonly EmailAddress[]) {
  if (key === null && mail.messageId === null) return null
  const keys = recipients.map((one) => one.key).toSorted()
  const requestSha256 = sha256(JSON.stringify(['SMTP', keys, fields]))
  const keySha256 =
    key === null ? sha256(JSON.stringify([mail.messageId, requestSha256.toString('hex')])) : sha256(key)
  return { hashes: { keySha256, requestSha256 }, keepsRefusals: key !== null }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** @throws AppError `validation_failed`. */
export function readRecipient(address: string): EmailAddress {
  const email = parseEmail(address)
  if (email === null) throw new AppError('validation_failed', `${address} is not a valid e-mail address`)
  return email
}
