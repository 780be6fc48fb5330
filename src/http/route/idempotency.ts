import { createHash } from 'node:crypto'
import { limitAtOnce } from '../../actions/at-once.ts'
import { carryOutOnce, StillUnderWay, type Once } from '../../actions/idempotency/carry-out.ts'
import { AppError } from '../../contract/api/errors.ts'
import type { Database, Scopes } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { callerName, type Caller } from '../../store/callers.ts'
import type { Received } from './call.ts'

type Keyed = {
  calls: KeyedCalls
  database: Database
  secrets: Secrets
  caller: Caller
  key: string
  received: Received
}

export type KeyedAnswer = { text: string; isReplayed: boolean }

const replayedHeader = { 'idempotency-replayed': 'true' }

export type KeyedCalls = ReturnType<typeof limitKeyedCalls>

/** A client that repeats a call waits for the answer, so it does not need many at once. */
const keyedAtOnceMax = 10

export function limitKeyedCalls() {
  const problem = `at most ${keyedAtOnceMax} calls with an Idempotency-Key can be in progress at once; wait until some are done`
  return limitAtOnce(keyedAtOnceMax, problem, 1)
}

/**
 * A repeated request gets the stored answer, also an AppError of `work`.
 * @throws AppError of `work`; `validation_failed` if the key was used for another request; `too_many_requests`.
 */
export async function answerOnce(
  { calls, database, secrets, caller, key, received }: Keyed,
  work: (scopes: Scopes, once: Once) => Promise<string>,
): Promise<KeyedAnswer> {
  const hashes = { keySha256: sha256(key), requestSha256: requestSha256(received, caller) }
  const name = `${caller.organization_id} ${callerName(caller)}`
  const carryOut = () => carryOutOnce({ database, secrets }, caller, hashes, work)
  const outcome = await calls(name, carryOut).catch(explainWait)
  if ('text' in outcome) return outcome
  const { refusal, isReplayed } = outcome
  if (!isReplayed) throw refusal
  const { code, message, status, data, errors } = refusal
  throw new AppError(code, message, { status, errors, ...(data && { data }), headers: replayedHeader })
}

export function replayHeaders({ isReplayed }: KeyedAnswer): Record<string, string> {
  return isReplayed ? replayedHeader : {}
}

function explainWait(error: unknown): never {
  if (!(error instanceof StillUnderWay)) throw error
  throw new AppError('internal_error', 'a request with this Idempotency-Key is still in progress', {
    status: 503,
    headers: { 'retry-after': '5' },
    cause: error.cause,
  })
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** A repetition has the same method, canonical url and body; and what the caller could see then, the caller can still see. */
function requestSha256({ request: { method, url }, body }: Received, caller: Caller): Buffer {
  const { by_rights: byRights, permissions, list_ids: listIds } = caller
  const rights = byRights || listIds !== null ? `\n${JSON.stringify([byRights && permissions, listIds])}` : ''
  return sha256(`${method} ${url}\n${JSON.stringify(body) ?? ''}${rights}`)
}
