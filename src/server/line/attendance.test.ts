import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { quietLog } from '../../../test/harness/core/api.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { anObjectStorage } from '../../../test/harness/files/object-storage.ts'
import { createDatabase, dropDatabase } from '../../../test/harness/postgres/pool.ts'
import { connect, type Database } from '../../database/driver/connection.ts'
import type { Storage } from '../../files/open-spool.ts'
import { judgeLine } from '../../store/server/database-line.ts'
import { findHeld, noteIdentity, watchForCopies } from '../../store/server/restored-copy.ts'
import { confirmCopy } from '../restored-copy.ts'
import { openAttendance } from './attendance.ts'
import { noteRestore, readMark } from './marks.ts'

/** O4, of a database whose identity is known: SERVER_IDENTITY is the same on every machine. */

const identity = 'production'

async function aDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-line-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function aProcess(sql: Database, dataDir: string, storage: Storage = 'disk') {
  await sql.everywhere().begin((inside) => noteIdentity(inside, identity))
  return openAttendance({ database: sql, dataDir, storage, identity, log: quietLog })
}

async function reasonOf(sql: Database, { seen }: Pick<Awaited<ReturnType<typeof aProcess>>, 'seen'>) {
  return (await findHeld(sql.everywhere(), identity, seen())).reason
}

function opened(url: string) {
  const sql = connect(url, { max: 2, applicationName: 'test' })
  let ended: Promise<void> | undefined
  const end = () => (ended ??= sql.end())
  onTestFinished(end)
  return { sql, end }
}

/** As time goes by for the marks of a database; those are made every 20 s. */
async function pass(sql: Database, time: string): Promise<void> {
  await sql`update database_marks set made_at = made_at - ${time}::interval`
}

/** What brings a database back to an earlier state does to its marks. @returns undo of what comes after */
async function aSnapshot(sql: Database) {
  const then = await sql<{ number: number }[]>`select max(number) as number from database_marks`
  return () => sql`delete from database_marks where number > ${then[0]?.number ?? 0}`
}

test('a database goes on at every start of a process that was the last to see it, however long ago', async () => {
  const { sql } = await aDatabase()
  const dataDir = await aDataDir()
  const first = await aProcess(sql, dataDir)
  expect(first.seen()?.number).toBe(1)
  expect(await readMark(dataDir)).toEqual(first.seen())
  await pass(sql, '9 days')
  const later = await aProcess(sql, dataDir)
  expect([await reasonOf(sql, later), later.seen()?.number]).toEqual([null, 2])
  await pass(sql, '30 seconds')
  await later.look()
  // The mark of nine days ago is gone: who has seen nothing later is believed.
  expect(await sql`select number from database_marks order by 1`).toEqual([{ number: 2 }, { number: 3 }])
  expect(await reasonOf(sql, first)).toBe(null)
})

test('a database that was brought back is held for all as soon as one process has seen what it lacks, until it is confirmed', async () => {
  const { sql, url } = await aDatabase()
  const [one, other] = [await aDataDir(), await aDataDir()]
  const process = await aProcess(sql, one)
  const restore = await aSnapshot(sql)
  await pass(sql, '30 seconds')
  await process.look()
  const isCopy = watchForCopies(identity)
  expect(await isCopy(sql.everywhere())).toBe(false)

  await restore()
  // A machine that joins knows nothing; the thread that has run all the time does.
  expect(await reasonOf(sql, await aProcess(sql, other))).toBe(null)
  expect(await isCopy(sql.everywhere())).toBe(true)
  expect(await reasonOf(sql, await aProcess(sql, other))).toBe('older')
  expect(await watchForCopies(identity)(sql.everywhere())).toBe(true)

  expect(await confirmCopy(url)).toMatchObject({ confirmed: true })
  // Also the processes that remember what is lost.
  expect(await isCopy(sql.everywhere())).toBe(false)
  for (const dataDir of [one, other]) expect(await reasonOf(sql, await aProcess(sql, dataDir))).toBe(null)
  expect(await confirmCopy(url)).toEqual({ confirmed: false, paused: 0 })
})

test('a start finds in its DATA_DIR that a database was brought back and has had other marks since', async () => {
  const { sql } = await aDatabase()
  const dataDir = await aDataDir()
  await aProcess(sql, dataDir)
  const restore = await aSnapshot(sql)
  await pass(sql, '30 seconds')
  await aProcess(sql, dataDir)
  await restore()
  await pass(sql, '30 seconds')
  const stranger = await aProcess(sql, await aDataDir())
  expect([stranger.seen()?.number, await reasonOf(sql, stranger)]).toEqual([2, null])
  expect(await reasonOf(sql, await aProcess(sql, dataDir))).toBe('older')
})

test('a fork of the database is held although it knows the identity, and the original is not', async () => {
  const dataDir = await aDataDir()
  const original = await createDatabase(inject('databaseServer').template)
  onTestFinished(() => dropDatabase(original.name))
  // A template may have no connections.
  const { sql: before, end } = opened(original.url)
  await aProcess(before, dataDir)
  await end()
  const fork = await createDatabase(original.name)
  onTestFinished(() => dropDatabase(fork.name))
  const { sql } = opened(original.url)
  const { sql: forked } = opened(fork.url)
  expect(await watchForCopies(identity)(forked.everywhere())).toBe(true)
  for (const where of [dataDir, await aDataDir()]) {
    expect(await reasonOf(forked, await aProcess(forked, where))).toBe('elsewhere')
  }
  expect(await reasonOf(sql, await aProcess(sql, dataDir))).toBe(null)
  expect(await confirmCopy(fork.url)).toMatchObject({ confirmed: true })
  expect(await watchForCopies(identity)(forked.everywhere())).toBe(false)
})

test('a promoted database goes on if a process has seen its latest mark, and is held for those that have not', async () => {
  const { sql } = await aDatabase()
  const dataDir = await aDataDir()
  const process = await aProcess(sql, dataDir)
  await pass(sql, '30 seconds')
  const seenThen = process.seen()
  await process.look()
  await sql`update database_line set timeline = timeline - 1`
  const isCopy = watchForCopies(identity)
  expect(await isCopy(sql.everywhere())).toBe(true)
  const stranger = await aProcess(sql, await aDataDir())
  expect(await reasonOf(sql, stranger)).toBe('timeline')
  expect((await judgeLine(sql.everywhere(), seenThen)).reason).toBe('timeline')
  await process.look()
  expect([await isCopy(sql.everywhere()), await reasonOf(sql, stranger)]).toEqual([false, null])
})

test('a database that nobody has worked on for a quarter of an hour is held for a process that has never seen it', async () => {
  const { sql, url } = await aDatabase()
  const dataDir = await aDataDir()
  await aProcess(sql, dataDir)
  await pass(sql, '14 minutes')
  expect((await judgeLine(sql.everywhere(), null)).reason).toBe(null)
  await pass(sql, '2 minutes')
  const stranger = await aProcess(sql, await aDataDir())
  expect(await reasonOf(sql, stranger)).toBe('unattended')
  await aProcess(sql, dataDir)
  expect(await reasonOf(sql, stranger)).toBe(null)
  await pass(sql, '16 minutes')
  await confirmCopy(url)
  expect(await reasonOf(sql, await aProcess(sql, await aDataDir()))).toBe(null)
})

test('processes without a DATA_DIR that lasts find what they have seen in the object storage', async () => {
  const { sql } = await aDatabase()
  const { settings } = await anObjectStorage()
  await aProcess(sql, await aDataDir(), settings)
  const restore = await aSnapshot(sql)
  await pass(sql, '16 minutes')
  const second = await aProcess(sql, await aDataDir(), settings)
  expect([second.seen()?.number, await reasonOf(sql, second)]).toEqual([2, null])
  await restore()
  expect(await reasonOf(sql, await aProcess(sql, await aDataDir(), settings))).toBe('older')
})

test('a directory that quiver restore has filled is held under any identity', async () => {
  const { sql, url } = await aDatabase()
  const dataDir = await aDataDir()
  await noteRestore(dataDir)
  expect(await reasonOf(sql, await aProcess(sql, dataDir))).toBe('older')
  expect(await reasonOf(sql, await aProcess(sql, dataDir))).toBe('older')
  await confirmCopy(url)
  expect(await reasonOf(sql, await aProcess(sql, dataDir))).toBe(null)
})
