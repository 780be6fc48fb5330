import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { connect, type Database } from '../../src/database/driver/connection.ts'
import { migrate } from '../../src/database/migrate.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { openAttendance } from '../../src/server/line/attendance.ts'
import { findHeld, noteIdentity } from '../../src/store/server/restored-copy.ts'
import { quietLog } from '../harness/core/api.ts'
import { until } from '../harness/core/until.ts'
import { aFolder, aMachine, bin, startNew, type Machine } from './debian-postgres.ts'

/** Every way in which an operator brings a database back or moves it, by the programs of PostgreSQL. All know SERVER_IDENTITY. */

const identity = 'production'

async function aDataDir(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-line-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A server's start, up to whether it may send. @returns why not; null: it sends */
async function startOn(machine: Machine, dataDir: string) {
  const sql = open(machine)
  try {
    await sql.everywhere().begin((inside) => noteIdentity(inside, identity))
    const { seen } = await openAttendance({
      database: sql,
      dataDir,
      storage: 'disk',
      identity,
      log: quietLog,
    })
    return (await findHeld(sql.everywhere(), identity, seen())).reason
  } finally {
    await sql.end()
  }
}

function open(machine: Machine): Database {
  return connect(machine.urlOf('postgres'), { max: 2, applicationName: 'test', role: applicationRole })
}

async function pass(machine: Machine, time: string): Promise<void> {
  await machine.psql(`update database_marks set made_at = made_at - interval '${time}'`, 'quiver')
}

/** `data`: DATA_DIR of a process that has worked on it. */
async function aWorkedDatabase(settings = ''): Promise<{ machine: Machine; dataDir: string }> {
  const machine = await aMachine()
  await startNew(machine, settings)
  await machine.psql(`create database quiver encoding 'UTF8' template template0`)
  await migrate(machine.urlOf('postgres'))
  const dataDir = await aDataDir()
  expect(await startOn(machine, dataDir)).toBe(null)
  return { machine, dataDir }
}

const stop = 'pg_ctl --mode=fast --wait stop'
const startAt = ({ port, data }: Machine) =>
  `echo 'port = ${port}' >> "$PGDATA"/postgresql.auto.conf; pg_ctl --log='${data}.log' --wait start`

/** The files of one machine, whose PostgreSQL has stopped or been copied, on another one. */
async function takeOver(from: string, to: Machine): Promise<void> {
  await to.shellOfPostgres(`cp -a '${from}' "$PGDATA"; chmod 700 "$PGDATA"; rm -f "$PGDATA"/postmaster.pid`)
}

test.skipIf(bin === undefined)(
  'a restart, also of PostgreSQL and after a crash of it, is no restore',
  async () => {
    const { machine, dataDir } = await aWorkedDatabase()
    for (const mode of ['fast', 'immediate']) {
      await pass(machine, '3 hours')
      await machine.shellOfPostgres(
        `pg_ctl --mode=${mode} --wait stop; pg_ctl --log='${machine.data}.log' --wait start`,
      )
      expect(await startOn(machine, dataDir)).toBe(null)
    }
  },
  120_000,
)

test.skipIf(bin === undefined)(
  'a dump that is restored is held, on the same machine and on another, with and without the DATA_DIR',
  async () => {
    const [{ machine, dataDir }, other] = await Promise.all([aWorkedDatabase(), aMachine()])
    await startNew(other)
    await other.psql(`create role ${applicationRole} nologin`)
    const folder = await aFolder()
    await machine.shellOfPostgres(
      `pg_dump --host=db --username=postgres --format=custom --file='${folder}/dump' quiver`,
    )
    const restore = `psql --host=db --username=postgres --command="create database quiver template template0" postgres
      pg_restore --host=db --username=postgres --exit-on-error --dbname=quiver '${folder}/dump'`
    await other.shellOfPostgres(restore)
    await machine.psql('alter database quiver rename to gone')
    await machine.shellOfPostgres(restore)
    for (const where of [machine, other])
      for (const files of [dataDir, await aDataDir()]) expect(await startOn(where, files)).toBe('elsewhere')
  },
  120_000,
)

test.skipIf(bin === undefined)(
  'files that were copied, by pg_basebackup or as a snapshot of the disk, are held where somebody knows more or nobody knows',
  async () => {
    const { machine, dataDir } = await aWorkedDatabase()
    const [copy, snapshot, folder] = [await aMachine(), await aMachine(), await aFolder()]
    await machine.shellOfPostgres(
      `pg_basebackup --host=db --username=postgres --pgdata='${folder}/base' --checkpoint=fast`,
    )
    await machine.shellOfPostgres(
      `${stop}; cp -a "$PGDATA" '${folder}/snapshot'; pg_ctl --log='${machine.data}.log' --wait start`,
    )
    const filesThen = await aDataDir()
    await cp(dataDir, filesThen, { recursive: true })
    await pass(machine, '30 seconds')
    expect(await startOn(machine, dataDir)).toBe(null)
    await machine.shellOfPostgres(stop)
    for (const [files, to] of [
      ['base', copy],
      ['snapshot', snapshot],
    ] as const) {
      await takeOver(`${folder}/${files}`, to)
      await to.shellOfPostgres(startAt(to))
      await pass(to, '16 minutes')
      expect(await startOn(to, await aDataDir())).toBe('unattended')
      expect(await startOn(to, dataDir)).toBe('older')
      // A machine that has not run since knows the same as the copy, and has to wait, too.
      expect(await startOn(to, filesThen)).toBe('older')
    }
  },
  120_000,
)

test.skipIf(bin === undefined)(
  'a database that was brought back to a moment is held, whatever its processes remember',
  async () => {
    const wal = await aFolder()
    const { machine, dataDir } = await aWorkedDatabase(
      `archive_mode = on\narchive_command = 'cp %p ${wal}/%f'\n`,
    )
    const [back, folder] = [await aMachine(), await aFolder()]
    await machine.shellOfPostgres(
      `pg_basebackup --host=db --username=postgres --pgdata='${folder}/base' --checkpoint=fast`,
    )
    await pass(machine, '30 seconds')
    expect(await startOn(machine, dataDir)).toBe(null)
    const before = await aDataDir()
    await cp(dataDir, before, { recursive: true })
    await pass(machine, '30 seconds')
    expect(await startOn(machine, before)).toBe(null)
    const moment = (await machine.psql('select clock_timestamp()')).trim()
    await pass(machine, '30 seconds')
    expect(await startOn(machine, dataDir)).toBe(null)
    await machine.psql('select pg_switch_wal()')
    await machine.shellOfPostgres(stop)
    await takeOver(`${folder}/base`, back)
    await appendFile(
      path.join(back.data, 'postgresql.auto.conf'),
      `restore_command = 'cp ${wal}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\narchive_mode = off\n`,
    )
    await back.shellOfPostgres(`touch "$PGDATA"/recovery.signal; ${startAt(back)}`)
    await until(async () => (await back.psql('select pg_is_in_recovery()')).trim() === 'f')
    expect(await startOn(back, await aDataDir())).toBe('timeline')
    expect(await startOn(back, dataDir)).toBe('older')
  },
  120_000,
)

test.skipIf(bin === undefined)(
  'a standby that is promoted goes on by itself where a process has seen the last of it',
  async () => {
    const { machine, dataDir } = await aWorkedDatabase()
    const standby = await aMachine()
    await standby.shellOfPostgres(
      `PGPORT=${machine.port} pg_basebackup --host=db --username=postgres --pgdata="$PGDATA" --checkpoint=fast --write-recovery-conf`,
    )
    await standby.shellOfPostgres(startAt(standby))
    await pass(machine, '30 seconds')
    expect(await startOn(machine, dataDir)).toBe(null)
    const lsn = (await machine.psql('select pg_current_wal_lsn()')).trim()
    await until(async () => (await standby.psql(`select pg_last_wal_replay_lsn() >= '${lsn}'`)).includes('t'))
    await machine.shellOfPostgres('pg_ctl --mode=immediate --wait stop')
    await standby.shellOfPostgres('pg_ctl --wait promote')
    const stateless = await aDataDir()
    expect(await startOn(standby, stateless)).toBe('timeline')
    expect(await startOn(standby, dataDir)).toBe(null)
    expect(await startOn(standby, stateless)).toBe(null)
  },
  120_000,
)
