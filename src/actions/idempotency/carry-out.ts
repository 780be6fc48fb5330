import { fail, type Envelope } from '../../contract/api/envelope.ts'
import { AppError, invalid } from '../../contract/api/errors.ts'
import {
  late,
  nest,
  type Database,
  type Scoped,
  type Scopes,
  type Transaction,
} from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { codeOf, sqlState } from '../../database/sqlstate.ts'
import type { SealedPlace, Secrets } from '../../secrets/ring.ts'
import { callerName, type Caller } from '../../store/callers.ts'
import {
  claimIdempotencyKey,
  findIdempotentAnswer,
  idempotencyKeyId,
  storeIdempotentAnswers,
  type GivenAnswer,
  type IdempotencyKey,
  type StoredAnswer,
} from '../../store/idempotency.ts'
import { limitsOf } from '../permission.ts'

export type Outcome = ({ text: string } | { refusal: AppError }) & { isReplayed: boolean }

/** Another request with the same key was still running when the wait for it timed out. */
export class StillUnderWay extends Error {}

/** The request was carried out meanwhile. */
class AnsweredMeanwhile extends Error {}

/** For work that commits the key in a transaction that it shares with other calls, see gathered.ts. */
export type Once = {
  /** Statements in it do not count for the transaction of the key. */
  sql: Scoped
  keyed: Keyed
  /** The work has committed the key with its answer. */
  isKept: boolean
}

/** While another process carries out a request with the key, this one polls without holding a connection. */
const waitMs = 5_000
const askEveryMs = 300

/**
 * Carries out a request once, even if it is sent repeatedly with the same key within 24 hours. The key, the change and
 * the answer are committed together. Refusals are stored like other answers; internal errors are not.
 * @param work uses only the scopes that it gets. Until its first `begin`, it may read and prepare without a connection.
 * If it commits the key itself, it does not begin.
 * @throws StillUnderWay; AppError `validation_failed` if the key was used for another request.
 */
export async function carryOutOnce(
  { database, secrets }: { database: Database; secrets: Secrets },
  caller: Caller,
  request: Omit<IdempotencyKey, 'caller'>,
  work: (scopes: Scopes, once: Once) => Promise<string>,
): Promise<Outcome> {
  const organizationId = caller.organization_id
  const keyed = { secrets, organizationId, key: { caller: callerName(caller), ...request } }
  const shared = database.shareOf(organizationId)
  const own = shared.within(organizationId)
  const stored = await findIdempotentAnswer(own, organizationId, keyed.key)
  if (stored !== null) return { ...replay(stored, keyed), isReplayed: true }
  const answer = deferred<Answer>()
  let ending: Promise<Outcome> | undefined
  const begin = () => {
    const begun = deferred<Scopes>()
    const again = { after: isUnderWay, forMs: waitMs, pauseMs: () => askEveryMs }
    const transact = () => own.begin((sql) => commitOnce(sql, keyed, begun.resolve, answer.promise))
    ending = repeated(transact, again)
    ending.then(() => begun.reject(new AnsweredMeanwhile()), begun.reject)
    return begun.promise
  }
  const once: Once = { sql: shared.within(organizationId, limitsOf(caller)), keyed, isKept: false }
  await answerOrRefusal(() => work(late(shared, begin), once)).then(answer.resolve, answer.reject)
  if (ending === undefined && !once.isKept) await answer.promise.then(begin).catch(() => {})
  return ending ?? answer.promise.then((given) => ({ ...given, isReplayed: false }))
}

const isUnderWay = (error: unknown) => error instanceof StillUnderWay

export type Keyed = { secrets: Secrets; organizationId: number; key: IdempotencyKey }

async function commitOnce(
  transaction: Transaction,
  keyed: Keyed,
  begun: (scopes: Scopes) => void,
  answer: Promise<Answer>,
): Promise<Outcome> {
  const { organizationId, key } = keyed
  const stored = await claimIdempotencyKey(transaction, organizationId, key).catch((error: unknown) => {
    throw codeOf(error) === sqlState.lockNotAvailable ? new StillUnderWay('', { cause: error }) : error
  })
  if (stored !== null) return { ...replay(stored, keyed), isReplayed: true }
  const scopes = nest(transaction, organizationId)
  const own = scopes.within(organizationId)
  const given = await keepingRefusal(own, () => {
    begun(scopes)
    return answer
  })
  await storeIdempotentAnswers(own, organizationId, [sealedAnswer(keyed, given)])
  return { ...given, isReplayed: false }
}

const answered = 200

export type Answer = { text: string } | { refusal: AppError }

export function sealedAnswer(keyed: Keyed, answer: Answer): GivenAnswer {
  return {
    key: keyed.key,
    status: 'text' in answer ? answered : answer.refusal.status,
    sealed: keyed.secrets.seal('text' in answer ? answer.text : textOf(answer.refusal), sealedPlaceOf(keyed)),
  }
}

function sealedPlaceOf({ organizationId, key: { caller, keySha256 } }: Keyed): SealedPlace {
  const id = idempotencyKeyId(caller, keySha256)
  return { table: 'idempotency_keys', organizationId, id }
}

function replay(stored: StoredAnswer, keyed: Keyed): Answer {
  if (!stored.is_same_request) throw invalid('Idempotency-Key was used for another request')
  const text = keyed.secrets.unseal(stored.answer_sealed, sealedPlaceOf(keyed))
  return stored.status === answered ? { text } : { refusal: refusalOf(text, stored.status) }
}

function textOf({ code, message, data, errors }: AppError): string {
  return JSON.stringify(fail(code, message, data, errors))
}

function refusalOf(text: string, status: number): AppError {
  const answer = JSON.parse(text) as Envelope<unknown>
  if (answer.success) throw new Error('a success was stored as a refusal')
  const data = answer.data as AppError['data'] & object
  return new AppError(answer.error_code, answer.error_message, { status, data, errors: answer.errors ?? [] })
}

/** @returns refusals that a repetition would throw again; other errors are thrown. */
async function answerOrRefusal(work: () => Promise<string>): Promise<Answer> {
  try {
    return { text: await work() }
  } catch (error) {
    const isFinal = error instanceof AppError && error.status < 500 && error.code !== 'too_many_requests'
    if (!isFinal) throw error
    return { refusal: error }
  }
}

/** Keeps transactions that finished before a refusal; a failed statement outside of `begin` undoes everything. */
async function keepingRefusal(own: Scoped, work: () => Promise<Answer>): Promise<Answer> {
  let given: Answer | undefined
  return own
    .begin(async () => (given = await work()))
    .catch((error: unknown) => {
      const isRefused = given !== undefined && 'refusal' in given
      if (isRefused && codeOf(error) === sqlState.inFailedTransaction) return given as Answer
      throw error
    })
}

function deferred<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Value>((...ends) => ([resolve, reject] = ends))
  // The promise may reject before a caller awaits it.
  promise.catch(() => {})
  return { promise, resolve, reject }
}
