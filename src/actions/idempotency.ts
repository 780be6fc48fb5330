import { fail } from '../contract/api/envelope.ts'
import type { Envelope } from '../contract/api/envelope.ts'
import { AppError, invalid } from '../contract/api/errors.ts'
import { nest } from '../database/driver/connection.ts'
import type { Database, Scoped, Scopes } from '../database/driver/connection.ts'
import { codeOf, sqlState } from '../database/sqlstate.ts'
import type { Secrets } from '../secrets.ts'
import { callerName } from '../store/callers.ts'
import type { Caller } from '../store/callers.ts'
import { claimIdempotencyKey, storeIdempotentAnswer } from '../store/idempotency.ts'
import type { IdempotencyKey, StoredAnswer } from '../store/idempotency.ts'

/** The result of a request with a key: its answer or its refusal. */
export type Outcome = ({ text: string } | { refusal: AppError }) & { isReplayed: boolean }

/** Another request with the same key was still running when the wait for it timed out. */
export class StillUnderWay extends Error {}

/**
 * Carries out a request once, however often it is sent with the same key within 24 hours. The key, the change and the
 * answer are committed together, so that a crash cannot separate them. A second request waits for the first. Refusals
 * are stored like other answers; internal errors are not.
 * @param work makes the change, only in the scopes that it is given.
 * @throws StillUnderWay; AppError `validation_failed` if the key was used for another request.
 */
export async function carryOutOnce(
  { database, secrets }: { database: Database; secrets: Secrets },
  caller: Caller,
  request: Omit<IdempotencyKey, 'caller'>,
  work: (scopes: Scopes) => Promise<string>,
): Promise<Outcome> {
  const key = { caller: callerName(caller), ...request }
  const organizationId = caller.organization_id
  return database.within(organizationId).begin(async (transaction) => {
    const stored = await claimIdempotencyKey(transaction, organizationId, key).catch((error: unknown) => {
      throw codeOf(error) === sqlState.lockNotAvailable ? new StillUnderWay('', { cause: error }) : error
    })
    if (stored !== null) return { ...replay(stored, secrets), isReplayed: true }
    const scopes = nest(transaction, organizationId)
    const own = scopes.within(organizationId)
    const answer = await answerOrRefusal(own, () => work(scopes))
    await storeIdempotentAnswer(own, organizationId, key, {
      status: 'text' in answer ? answered : answer.refusal.status,
      sealed: secrets.seal('text' in answer ? answer.text : textOf(answer.refusal)),
    })
    return { ...answer, isReplayed: false }
  })
}

const answered = 200

type Answer = { text: string } | { refusal: AppError }

function replay(stored: StoredAnswer, secrets: Secrets): Answer {
  if (!stored.is_same_request) throw invalid('Idempotency-Key was used for another request')
  const text = secrets.unseal(stored.answer_sealed)
  return stored.status === answered ? { text } : { refusal: refusalOf(text, stored.status) }
}

function textOf({ code, message, data }: AppError): string {
  return JSON.stringify(fail(code, message, data))
}

function refusalOf(text: string, status: number): AppError {
  const answer = JSON.parse(text) as Envelope<unknown>
  if (answer.success) throw new Error('a success was stored as a refusal')
  const data = answer.data as AppError['data'] & object
  return new AppError(answer.error_code, answer.error_message, { status, data })
}

/**
 * The result of `work`, or a refusal that a repetition would throw again. Transactions that `work` has finished stay
 * committed, as without a key; a failed statement outside of `begin` undoes everything.
 */
async function answerOrRefusal(own: Scoped, work: () => Promise<string>): Promise<Answer> {
  let refused: { refusal: AppError } | undefined
  const keepRefusal = (error: unknown): Answer => {
    const isFinal = error instanceof AppError && error.status < 500 && error.code !== 'too_many_requests'
    if (!isFinal) throw error
    return (refused = { refusal: error })
  }
  return own
    .begin(() => work().then((text) => ({ text }), keepRefusal))
    .catch((error: unknown) => {
      if (refused !== undefined && codeOf(error) === sqlState.inFailedTransaction) return refused
      throw error
    })
}
