import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { processParts } from '../contract/jobs/health.ts'
import type { Database, Sql } from '../database/driver/connection.ts'
import { isConnectionLost } from '../database/retry.ts'
import { databaseTime } from '../store/server/clock.ts'
import { findHeld, noteHeld, type Held } from '../store/server/restored-copy.ts'
import { findDifferences, reportEnd, reportProcess, type Differences } from '../store/server/processes.ts'
import type { HoldReason } from '../store/server/database-line.ts'
import type { Attendance } from './line/attendance.ts'
import type { OpenRing } from './secret/key-ring.ts'

const everyMs = 5_000
/** A process counts as gone after a minute without a report. */
const reportMs = 20_000

/** Without `attendance`, there are no warnings. */
export type PresenceParts = {
  database: Database
  ring: OpenRing
  dataDirectory: string
  /** Of its files. */
  place: string
  baseUrl: string
  imports: boolean
  part: (typeof processParts)[number]
  attendance?: Attendance
  log: FastifyBaseLogger
}

export type Presence = {
  warnings: () => string[]
  stop: () => Promise<void>
}

const heldSentence =
  'This database belongs to another server or another data directory; it may be a copy. Nothing is sent or ' +
  'downloaded until an operator runs `quiver confirm-copy`.'

const anotherHeldSentence =
  'A process with another data directory works with this database and is held: it sends and downloads nothing. If it is one ' +
  'of your machines, set the same SERVER_IDENTITY for all, or run `quiver confirm-copy`; otherwise stop it.'

const restoredSentences: Record<HoldReason, string> = {
  elsewhere:
    'This database is in another PostgreSQL than the one that the processes worked on, or has been copied there: it was restored, moved or copied.',
  older:
    'This database lacks what a process of this installation has seen in it: it was brought back to an earlier state.',
  timeline:
    'PostgreSQL has begun a new timeline (a standby was promoted, or the database was restored to a point in time), and no process that runs can tell that nothing was lost.',
  unattended:
    'Nobody has worked on this database for 15 minutes, and no process that runs was the last to see it: it may have been restored.',
}

const restoredRemedy =
  'Nothing is sent or downloaded until an operator runs `quiver confirm-copy`. Look first for what was sent meanwhile.'

export function heldWarnings({ own, another, reason }: Held): string[] {
  return [
    ...(own ? [heldSentence] : []),
    ...(another ? [anotherHeldSentence] : []),
    ...(reason === null ? [] : [`${restoredSentences[reason]} ${restoredRemedy}`]),
  ]
}

const replacedSentence =
  'The SECRET_KEY of this process was replaced by `quiver rotate-secret`: it works on, but cannot start again. Set the new SECRET_KEY and restart it.'

const strangersSentence =
  'Processes that keep their files elsewhere use this database. Workers leave files that they cannot read to those that can: set the same STORAGE_URL (database: or s3://…) for all processes, let them share one DATA_DIR, or run a worker with each DATA_DIR.'

const baseUrlsSentence =
  'Processes that use this database have different BASE_URLs. The links of a message lead to that of the process that sends it: ' +
  'set the same BASE_URL for all processes and restart them.'

export function differenceWarnings({ files, baseUrls }: Differences): string[] {
  return [...(files ? [strangersSentence] : []), ...(baseUrls ? [baseUrlsSentence] : [])]
}

const clockDifferenceMsMax = 5_000

const clockSentence =
  "The clock of this machine and the database's differ by more than 5 seconds: synchronize both by NTP. Work is done once " +
  'and on time nevertheless; times in messages, in the log and of pauses are those of this machine.'

/** @returns a sentence, if the clocks differ by more than the time that the answer took. */
export async function clockWarnings(sql: Sql): Promise<string[]> {
  const beforeMs = Date.now()
  const databaseMs = (await databaseTime(sql)).getTime()
  const aheadMs = Math.max(databaseMs - Date.now(), beforeMs - databaseMs)
  return aheadMs > clockDifferenceMsMax ? [clockSentence] : []
}

/** Does not log an outage of the database, because every loop does. */
export async function keepPresence(parts: PresenceParts): Promise<Presence> {
  const everywhere = parts.database.everywhere()
  const id = randomUUID()
  const name = `${hostname()}:${process.pid}${threadId === 0 ? '' : `:${threadId}`}`
  let reported = ''
  let reportedMs = -Infinity
  let warnings: string[] = []

  async function look(): Promise<void> {
    const { dataDirectory, place, baseUrl, imports, part, ring } = parts
    await ring.refresh()
    const { newestKeyId, currentKeyId } = ring.known()
    const report = `${newestKeyId} ${currentKeyId}`
    if (report !== reported || performance.now() - reportedMs >= reportMs) {
      const keys = { newestKeyId, currentKeyId }
      await reportProcess(everywhere, { id, name, dataDirectory, place, baseUrl, imports, part, ...keys })
      reported = report
      reportedMs = performance.now()
    }
    warnings = await findWarnings(parts)
  }

  // If the connection is lost, the timer tries again: a thread that fails here ends and has to be started again.
  await look().catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error
  })
  for (const warning of warnings) parts.log.warn(warning)
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => parts.log.debug({ err: error }, 'presence could not be reported'))
      .finally(() => (running = undefined))
  }, everyMs)
  timer.unref()
  return {
    warnings: () => warnings,
    stop: async () => {
      clearInterval(timer)
      await running
      await reportEnd(everywhere, id).catch(() => {})
    },
  }
}

async function findWarnings(parts: PresenceParts): Promise<string[]> {
  const { attendance } = parts
  if (attendance === undefined) return []
  const everywhere = parts.database.everywhere()
  await attendance.look()
  const held = await findHeld(everywhere, attendance.identity, attendance.seen())
  if (held.own) await noteHeld(everywhere, attendance.identity)
  return [
    ...heldWarnings(held),
    ...differenceWarnings(await findDifferences(everywhere, parts.place)),
    ...(parts.ring.isReplaced() ? [replacedSentence] : []),
    ...(await clockWarnings(everywhere)),
  ]
}
