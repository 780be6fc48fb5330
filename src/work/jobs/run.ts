import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../../contract/api/errors.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { attemptsMax } from '../../database/lease.ts'
import {
  endJob,
  landJob,
  postponeJob,
  releaseJob,
  renewLease,
  type ClaimedJob,
  type Delay,
} from '../../store/jobs/lease.ts'
import { requireRowRoom, type RowDisks } from './row-room.ts'
import { endAttempt } from '../attempt.ts'
import { keepLease } from '../lease.ts'

/** A claimed job that runs. */
export type RunningJob = {
  claim: ClaimedJob
  /** Of its organization. */
  database: Scoped
  log: FastifyBaseLogger
  /** Aborts with `LeaseLost`, or when the process stops. */
  signal: AbortSignal
  stop: AbortSignal
  /** The heartbeats show it, unless each piece of the work commits its progress (`advance`). */
  progress: { done?: number }
  /** Between two pieces of what writes many rows. @throws NoRoom: the job waits, and goes on by itself. */
  requireRoom: () => Promise<void>
}

export type JobKind = {
  kind: string
  /** For logs and metrics. */
  name: string
  /** As far as it can go now: then the job has ended or was released. What it throws ends the attempt. */
  run: (job: RunningJob) => Promise<void>
  /** The sentence of a job that was interrupted too often. */
  gaveUp: (claim: ClaimedJob) => string
  /** Whether the job itself is at fault, besides `AppError`; the message is then a sentence for its owner. */
  isItsFault?: (error: unknown) => boolean
  /** In the transaction that lets a job fail. */
  failed?: (sql: Transaction, claim: ClaimedJob) => Promise<void>
  /** Another delay after an error, or a sentence: then the job fails. */
  delayAfter?: (error: unknown, claim: ClaimedJob) => Delay | string | null
  /**
   * `run` ends only when it has ended and recorded what it had begun, also after a pause or an end of the job, and the lease is
   * kept until then (`landJob`). In the transaction that lets go of it.
   */
  landed?: (sql: Transaction, claim: ClaimedJob) => Promise<void>
}

export type JobContext = {
  database: Scoped
  log: FastifyBaseLogger
  stop: AbortSignal
  /** Less than a third of the lease. */
  heartbeatSeconds: number
  /** Default: not known. */
  rowDisks?: RowDisks | undefined
}

/** Errors in the job fail it; they are not thrown. */
export async function runJob(kind: JobKind, claim: ClaimedJob, context: JobContext): Promise<void> {
  const { database, stop, heartbeatSeconds, rowDisks = [] } = context
  const log = context.log.child({
    organization: claim.organization_id,
    job: `${kind.name} ${claim.id}`,
    epoch: claim.epoch,
  })
  const progress: RunningJob['progress'] = {}
  const lease = keepLease({
    everyMs: heartbeatSeconds * 1000,
    renew: () => renewLease(database, claim, { progress: progress.done }),
    stop,
    log,
  })
  const fail = (message: string) =>
    database.begin(async (sql) => {
      await endJob(sql, claim, 'failed', message)
      await kind.failed?.(sql, claim)
    })
  const { landed } = kind
  const land = (delay?: Delay) =>
    database.begin(async (sql) => {
      await landJob(sql, claim, delay)
      await landed?.(sql, claim)
    })
  const postpone = (delay: Delay) =>
    landed === undefined ? postponeJob(database, claim, delay) : land(delay)
  try {
    if (claim.attempts > attemptsMax) throw new AppError('validation_failed', kind.gaveUp(claim))
    const requireRoom = () => requireRowRoom(rowDisks)
    await kind.run({ claim, database, log, signal: lease.signal, stop, progress, requireRoom })
  } catch (error) {
    const other = kind.delayAfter?.(error, claim) ?? null
    await endAttempt(error, {
      name: kind.name,
      log,
      stop,
      attempts: claim.attempts,
      isItsFault: (fault) => fault instanceof AppError || kind.isItsFault?.(fault) === true,
      fail,
      release: () => (landed === undefined ? releaseJob(database, claim) : land()),
      postpone: (delay) => (typeof other === 'string' ? fail(other) : postpone(other ?? delay)),
      ...(landed !== undefined && { lost: land }),
    })
  } finally {
    await lease.end()
  }
}
