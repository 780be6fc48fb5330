import { createHash } from 'node:crypto'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { fail } from '../../contract/api/envelope.ts'
import type { Envelope } from '../../contract/api/envelope.ts'
import { AppError, badRequest, invalid } from '../../contract/api/errors.ts'
import { nest } from '../../database/driver/connection.ts'
import type { Database, Scoped, Scopes } from '../../database/driver/connection.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import type { Secrets } from '../../secrets.ts'
import { callerName } from '../../store/callers.ts'
import type { Caller } from '../../store/callers.ts'
import { claimIdempotencyKey, storeIdempotentAnswer } from '../../store/idempotency.ts'
import type { StoredAnswer } from '../../store/idempotency.ts'

/** A request, as far as a second one must be the same. */
export type RepeatedRequest = {
  method: string
  /** Canonical: the same whichever mount was used. */
  url: string
  /** Parsed. */
  body: unknown
}

type Keyed = { database: Database; secrets: Secrets; caller: Caller; key: string; request: RepeatedRequest }

/** The body of a successful answer. */
export type KeyedAnswer = { text: string; isReplayed: boolean }

const replayedHeader = { 'idempotency-replayed': 'true' }

/** Every POST does, and the few others that count up or down. */
export function takesIdempotencyKey({
  method,
  role,
  idempotencyKey,
}: Pick<Endpoint, 'method' | 'role' | 'idempotencyKey'>): boolean {
  return role !== 'anyone' && (method === 'POST' || idempotencyKey === true)
}

/**
 * The key of a request to an endpoint that takes one; null without.
 * @throws AppError `invalid_request`.
 */
export function readIdempotencyKey(
  definition: Pick<Endpoint, 'method' | 'role' | 'idempotencyKey'>,
  header: string | string[] | undefined,
): string | null {
  if (header === undefined || !takesIdempotencyKey(definition)) return null
  const key = String(header).trim()
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable ASCII characters')
  }
  return key
}

/**
 * Carries a request out once, however often it is sent with the same key within 24 hours: the key, the change and the
 * answer are committed together, so that there is no moment at which a kill leaves one without the others. A second
 * request that comes meanwhile waits for the first. Refusals are kept like other answers, our own faults are not.
 * @param work does the change, in the scopes that it is given and nowhere else. @returns the body of the answer.
 * @throws AppError what `work` throws, the same again; `validation_failed` for a key that came with another request.
 */
export async function answerOnce(
  keyed: Keyed,
  work: (scopes: Scopes) => Promise<string>,
): Promise<KeyedAnswer> {
  const { database, secrets, caller } = keyed
  const key = {
    caller: callerName(caller),
    keySha256: sha256(keyed.key),
    requestSha256: requestSha256(keyed.request),
  }
  const organizationId = caller.organization_id
  const outcome = await database.within(organizationId).begin(async (transaction) => {
    const stored = await claimIdempotencyKey(transaction, organizationId, key).catch(explainWait)
    if (stored !== null) return replayOf(stored, secrets)
    const scopes = nest(transaction, organizationId)
    const own = scopes.within(organizationId)
    const answer = await answerOrRefusal(own, () => work(scopes))
    const [status, text] =
      typeof answer === 'string'
        ? [200, answer]
        : [answer.status, JSON.stringify(fail(answer.code, answer.message, answer.data))]
    await storeIdempotentAnswer(own, organizationId, key, { status, sealed: secrets.seal(text) })
    return typeof answer === 'string' ? { text, isReplayed: false } : answer
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** The headers of an answer that is told again. */
export function replayHeaders({ isReplayed }: KeyedAnswer): Record<string, string> {
  return isReplayed ? replayedHeader : {}
}

function replayOf(stored: StoredAnswer, secrets: Secrets): KeyedAnswer | AppError {
  if (!stored.is_same_request) return invalid('Idempotency-Key was used for another request')
  const text = secrets.unseal(stored.answer_sealed)
  if (stored.status === 200) return { text, isReplayed: true }
  // It is what `answerOnce` has stored.
  const answer = JSON.parse(text) as Envelope<unknown>
  if (answer.success) throw new Error('a success was stored as a refusal')
  return new AppError(answer.error_code, answer.error_message, {
    status: stored.status,
    data: answer.data as AppError['data'] & object,
    headers: replayedHeader,
  })
}

/**
 * What `work` answers, or the refusal that it throws and would throw the next time, too. What it had begun and ended
 * before that stays, as it does without a key; a statement that failed outside of `begin` takes everything along.
 */
async function answerOrRefusal(own: Scoped, work: () => Promise<string>): Promise<string | AppError> {
  let refusal: AppError | undefined
  const keepRefusal = (error: unknown) => {
    const isFinal = error instanceof AppError && error.status < 500 && error.code !== 'too_many_requests'
    if (!isFinal) throw error
    return (refusal = error)
  }
  return own
    .begin(() => work().catch(keepRefusal))
    .catch((error: unknown) => {
      if (refusal !== undefined && codeOf(error) === sqlState.inFailedTransaction) return refusal
      throw error
    })
}

function explainWait(error: unknown): never {
  if (codeOf(error) !== sqlState.lockNotAvailable) throw error
  throw new AppError('internal_error', 'a request with this Idempotency-Key is being carried out', {
    status: 503,
    headers: { 'retry-after': '5' },
    cause: error,
  })
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function requestSha256({ method, url, body }: RepeatedRequest): Buffer {
  return sha256(`${method} ${url}\n${JSON.stringify(body) ?? ''}`)
}
