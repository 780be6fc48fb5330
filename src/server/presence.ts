import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { processParts } from '../contract/jobs/health.ts'
import type { Database, Sql } from '../database/driver/connection.ts'
import { isConnectionLost } from '../database/retry.ts'
import { databaseTime } from '../store/server/clock.ts'
import { findHeld, noteHeld, type Held } from '../store/server/restored-copy.ts'
import {
  findDifferences,
  findOthersWarnings,
  noteWarnings,
  reportEnd,
  reportProcess,
  type Differences,
} from '../store/server/processes.ts'
import type { HoldReason } from '../store/server/database-line.ts'
import { warnOnce } from '../work/warn-once.ts'
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

/** `name`: for metrics and the log. */
export type Warning = { name: string; text: string }

export type Presence = {
  /** Of this process, and then what other processes say of themselves. */
  warnings: () => Warning[]
  /** null: not known yet. */
  clockOffset: () => number | null
  stop: () => Promise<void>
}

const heldSentence =
  'This database belongs to another server or another data directory; it may be a copy. Nothing is sent or ' +
  'downloaded until an operator runs `quiver confirm-copy`.'

const anotherHeldSentence =
  'A process with another data directory works with this database and is held: it sends and downloads nothing. If it is one ' +
  'of your machines, set the same SERVER_IDENTITY for all, or run `quiver confirm-copy`; otherwise stop it.'

const restoredSentences: Record<HoldReason, string> = {
  elsewhere: 'This is not the database that the processes worked on: it was restored, moved or copied.',
  older:
    'This database lacks what a process of this installation has seen in it: it was brought back to an earlier state.',
  timeline:
    'PostgreSQL has begun a new timeline (a standby was promoted, or the database was restored to a point in time), and no process that runs can tell that nothing was lost.',
  unattended:
    'Nobody has worked on this database for 15 minutes, and no process that runs was the last to see it: it may have been restored.',
}

const restoredRemedy =
  'Nothing is sent or downloaded until an operator runs `quiver confirm-copy`. First check what was sent in the meantime.'

export function heldWarnings({ own, another, reason }: Held): Warning[] {
  const restored = reason === null ? '' : `${restoredSentences[reason]} ${restoredRemedy}`
  return [
    ...(own ? [{ name: 'held', text: heldSentence }] : []),
    ...(another ? [{ name: 'another_held', text: anotherHeldSentence }] : []),
    ...(restored === '' ? [] : [{ name: 'held_restored', text: restored }]),
  ]
}

const replacedSentence =
  'The SECRET_KEY of this process was replaced by `quiver rotate-secret`: it works on, but cannot start again. Set the new SECRET_KEY and restart it.'

const strangersSentence =
  'Processes that keep their files elsewhere use this database. Workers leave files that they cannot read to those that can: set the same STORAGE_URL (database: or s3://…) for all processes, let them share one DATA_DIR, or run a worker with each DATA_DIR.'

const baseUrlsSentence =
  'Processes that use this database have different BASE_URLs. The links of a message lead to that of the process that sends it: ' +
  'set the same BASE_URL for all processes and restart them.'

export function differenceWarnings({ files, baseUrls }: Differences): Warning[] {
  return [
    ...(files ? [{ name: 'files', text: strangersSentence }] : []),
    ...(baseUrls ? [{ name: 'base_urls', text: baseUrlsSentence }] : []),
  ]
}

const clockDifferenceSecondsMax = 5

const clockSentence =
  "The clock of this machine and the database's differ by more than 5 seconds: synchronize both by NTP. Work is done once " +
  'and on time nevertheless; times in messages, in the log and of pauses are those of this machine.'

/** @returns how far the database's clock is ahead, at least: the time that the answer took may be a part of it. */
export async function findClockOffset(sql: Sql): Promise<number> {
  const beforeMs = Date.now()
  const databaseMs = (await databaseTime(sql)).getTime()
  const afterMs = Date.now()
  if (databaseMs > afterMs) return (databaseMs - afterMs) / 1000
  return databaseMs < beforeMs ? (databaseMs - beforeMs) / 1000 : 0
}

export function clockWarnings(offsetSeconds: number): Warning[] {
  return Math.abs(offsetSeconds) > clockDifferenceSecondsMax ? [{ name: 'clock', text: clockSentence }] : []
}

const notReported =
  'This process could not report itself or its warnings to the others. It tries again every 5 seconds.'

export async function keepPresence(parts: PresenceParts): Promise<Presence> {
  const everywhere = parts.database.everywhere()
  const id = randomUUID()
  const name = `${hostname()}:${process.pid}${threadId === 0 ? '' : `:${threadId}`}`
  let reported = ''
  let reportedMs = -Infinity
  let warnings: Warning[] = []
  let clockOffset: number | null = null
  let others: { name: string; warning: string }[] = []

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
    if (parts.attendance !== undefined) clockOffset = await findClockOffset(everywhere)
    const found = [...(await findWarnings(parts)), ...clockWarnings(clockOffset ?? 0)]
    tellChanges(parts.log, warnings, found)
    const own = (some: Warning[]) => textsOf(some.filter((warning) => ofOneProcess.includes(warning.name)))
    if (String(own(found)) !== String(own(warnings))) await noteWarnings(everywhere, id, own(found))
    warnings = found
    if (parts.attendance !== undefined) others = await findOthersWarnings(everywhere, id)
  }

  const faults = warnOnce(parts.log, notReported)
  // If the connection is lost, the timer tries again: a thread that fails here ends and has to be started again.
  await look().catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error
  })
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= look()
      .then(faults.recovered, faults.note)
      .finally(() => (running = undefined))
  }, everyMs)
  timer.unref()
  return {
    warnings: () => [...warnings, ...others.map(otherWarning)],
    clockOffset: () => clockOffset,
    stop: async () => {
      clearInterval(timer)
      await running
      await reportEnd(everywhere, id).catch(() => {})
    },
  }
}

/** What concerns the process that has it, and no other one sees. */
const ofOneProcess = ['clock', 'secret_replaced']

export function otherWarning({ name, warning }: { name: string; warning: string }): Warning {
  return { name: 'other_process', text: `The process ${name} warns: ${warning}` }
}

export function textsOf(warnings: readonly Warning[]): string[] {
  return warnings.map(({ text }) => text)
}

/** Once when a warning begins, and once when it is over. */
export function tellChanges(
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  before: readonly Warning[],
  after: readonly Warning[],
): void {
  const isAmong = (some: readonly Warning[], { name }: Warning) => some.some((one) => one.name === name)
  for (const warning of after)
    if (!isAmong(before, warning)) log.warn({ warning: warning.name }, warning.text)
  for (const warning of before)
    if (!isAmong(after, warning)) log.info({ warning: warning.name }, `No longer: ${warning.text}`)
}

async function findWarnings(parts: PresenceParts): Promise<Warning[]> {
  const { attendance } = parts
  if (attendance === undefined) return []
  const everywhere = parts.database.everywhere()
  await attendance.look()
  const held = await findHeld(everywhere, attendance.identity, attendance.seen())
  if (held.own) await noteHeld(everywhere, attendance.identity)
  return [
    ...heldWarnings(held),
    ...differenceWarnings(await findDifferences(everywhere, parts.place)),
    ...(parts.ring.isReplaced() ? [{ name: 'secret_replaced', text: replacedSentence }] : []),
  ]
}
