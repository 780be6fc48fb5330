import { once } from 'node:events'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listSubscribers } from '../../src/contract/subscribers/endpoints.ts'
import {
  aFile,
  aList,
  aQuiverServer,
  aShop,
  members,
  quiver,
  startQuiver,
  type QuiverServer,
} from '../harness/core/command.ts'
import { aDatabase } from '../harness/core/database.ts'
import { findLastBackup } from '../../src/store/server/last-backup.ts'
import { byDay, isNight, nightly } from '../harness/night.ts'
import { aDataDirectory } from '../harness/core/embedded.ts'
import { aFreePort } from '../harness/core/socket.ts'

type Case = [what: string, args: string[], code: number, words: string | RegExp]

describe('the quiver command', () => {
  const cases: Case[] = [
    ['rejects an unknown command', ['impor'], 1, 'Did you mean import?'],
    ['rejects a missing file', ['import', 'x.csv', '--list', '1', '--key', credentialOf(1)], 1, 'x.csv does not exist'], // oxfmt-ignore
  ]
  const more: Case[] = [
    ['prints its options', ['--help'], 0, 'import a file into a mailing list'],
    ['rejects an import without a credential', ['import', 'x.csv', '--list', '1'], 1, 'QUIVER_API_KEY'],
    ['prints its version', ['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    ['rejects an unknown part', ['serve', '--only', 'mail'], 1, 'Allowed choices are http'],
    ['rejects an import without a list', ['import', 'x.csv'], 1, '--list'],
    ['rejects an import without a file', ['import', '--list', '1'], 1, 'Name the file'],
    ['rejects an undo of what is no id', ['import', '--undo', 'x'], 1, 'the id of an import'],
    ['rejects an unknown separator', ['import', 'x.csv', '--list', '1', '--separator', ':'], 1, '| or tab'],
    ['rejects a malformed credential', ['import', 'x.csv', '--list', '1', '--key', 'x'], 1, 'is malformed'],
  ]
  test.each(byDay(cases, [...cases, ...more]))('%s', async (_what, args, code, words) => {
    const ended = await quiver(args)
    expect(ended.code).toBe(code)
    expect(ended.stdout + ended.stderr).toMatch(words)
    expect(ended.stderr).not.toContain('    at ')
  })
})

function credentialOf(organizationId: number): string {
  return btoa(`${organizationId}:${'0'.repeat(40)}`)
}

describe('a server that cannot start prints the reason in one sentence and exits with 1', () => {
  test.each([
    ['every mistake in the configuration', { PORT: 'x', LOG_LEVEL: 'loud' }, /Bad configuration:\n {2}PORT .*\n {2}LOG_LEVEL /], // oxfmt-ignore
    ['an unreachable database', { DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' }, /The database at 127\.0\.0\.1:1 cannot be reached/], // oxfmt-ignore
  ])('%s', async (_what, environment, words) => {
    const { code, stderr } = await quiver(['serve'], { DATA_DIR: await aDataDirectory(), ...environment })
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(/hidden| {4}at /)
    expect(code).toBe(1)
  })

  nightly('a port that is taken', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void other.close())
    const { url } = await aDatabase()
    const environment = {
      DATABASE_URL: url,
      DATA_DIR: await aDataDirectory(),
      PORT: String((other.address() as AddressInfo).port),
    }
    const { code, stderr } = await quiver(['serve'], environment)
    expect(stderr).toMatch(/is in use\. Stop the program that listens there, or set PORT/)
    expect(code).toBe(1)
  })
})

test('a first start, an import, a doctor run, a stop that finishes the request in progress, and a second start', async () => {
  const dataDir = await aDataDirectory()
  const server = await aQuiverServer({ DATA_DIR: dataDir })
  const { client, list } = await aList(server)
  const environment = { QUIVER_URL: server.url, QUIVER_API_KEY: server.credential, DATA_DIR: dataDir }
  const failed = join(dataDir, 'failed.csv')
  const imported = await quiver(
    ['import', await aFile(dataDir, members), '--list', list, '--yes', '--failed', failed],
    environment,
  )
  expect(imported.stdout).toMatch(/First Name +Anna +First name\n +Shoe size +39 +\(not imported\)/)
  expect(imported.stdout).toMatch(/ 2 {2}added\n +1 {2}failed\n +1 {2}skipped: repeated in the file\n/)
  expect(imported.code).toBe(0)
  expect(await readFile(failed, 'utf8')).toBe('nobody,Nobody,40,email is not a valid address\n')
  const { data } = await client.call(listSubscribers, { params: { mailing_list_id: Number(list) } })
  expect(data.map(({ email, custom_fields }) => [email, custom_fields['First name']?.value])).toEqual([
    ['anna@example.com', 'Anna'],
    ['bo@example.com', 'Bo, the 2nd'],
  ])

  const healthy = await quiver(['doctor'], { DATA_DIR: dataDir })
  expect(healthy.stdout).toMatch(/The embedded database answers; it is PostgreSQL 17/)
  // Running as root is a problem of its own.
  const problems = healthy.stdout.split('\n').filter((line) => line.startsWith('PROBLEM'))
  expect(problems.filter((line) => !line.includes('runs as root'))).toEqual([])
  expect(healthy.code).toBe(process.getuid?.() === 0 ? 1 : 0)
  if (isNight) await expectIll(dataDir)

  const second = await quiver(['serve'], { DATA_DIR: dataDir, PORT: '0' })
  expect(second).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Another Quiver \(process \d+\) uses/),
  })
  const { end, closed } = await aHalfRequest(server)
  server.kill('SIGTERM')
  await server.seen(/Shutting down/)
  end()
  expect(await closed).toMatch(/HTTP\/1\.1 200 OK[^]*"name":"Late"/)
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  const again = await startQuiver(['serve'], { DATA_DIR: dataDir, PORT: '0' })
  await again.seen(/is ready/)
  again.kill('SIGINT')
  const { code, stdout } = await again.ended
  expect(stdout).not.toContain('credential')
  expect(code).toBe(0)
}, 600_000)

nightly('a worker process runs what a server without workers accepted', async () => {
  const { url: databaseUrl } = await aDatabase()
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: await aDataDirectory() }
  const server = await aQuiverServer(environment, ['--only', 'http'])
  const { list } = await aList(server)
  const port = await aFreePort()
  const worker = await startQuiver(['worker'], { ...environment, METRICS_PORT: String(port) })
  await worker.seen(/the workers are running/)
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([200, { data: { status: 'ready', warnings: [] } }])
  const path = await aFile(environment.DATA_DIR, members)
  const keys = { QUIVER_URL: server.url, QUIVER_API_KEY: server.credential }
  expect((await quiver(['import', path, '--list', list, '--yes'], keys)).stdout).toContain('2  added')
  worker.kill('SIGTERM')
  expect((await worker.ended).code).toBe(0)
})

test('migrations that were run by hand run once', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const first = await quiver(['migrate'], { DATABASE_URL: url })
  expect(first.stdout).toMatch(/^Applying the migration 001-.*\n(.*\n)*The database is up to date\.\n$/)
  const second = await quiver(['migrate'], { DATABASE_URL: url })
  expect(second).toEqual({ code: 0, stdout: 'The database was already up to date.\n', stderr: '' })
})

test('a backup by another program is recorded, and a database without tables says what to do', async () => {
  const { url, sql } = await aDatabase()
  const recorded = await quiver(['record-backup'], { DATABASE_URL: url })
  expect(recorded).toEqual({ code: 0, stdout: 'The backup is recorded.\n', stderr: '' })
  const last = await findLastBackup(sql)
  const [clock] = await sql<[{ now: Date }]>`select now() as now`
  expect(clock.now.getTime() - (last?.getTime() ?? 0)).toBeLessThan(60_000)
  const empty = await aDatabase({ isEmpty: true })
  const failed = await quiver(['record-backup'], { DATABASE_URL: empty.url })
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('quiver migrate')
})

/** By day test/cli/doctor.test.ts names these faults, and others. */
async function expectIll(dataDir: string): Promise<void> {
  await chmod(join(dataDir, 'secret_key'), 0o644)
  await mkdir(join(dataDir, 'uploads'))
  await chmod(join(dataDir, 'uploads'), 0o777)
  const ill = await quiver(['doctor'], { DATA_DIR: dataDir })
  expect(ill.stdout).toMatch(/PROBLEM .*secret_key can be read by others/)
  expect(ill.stdout).toMatch(/PROBLEM .*uploads can be written to by everybody/)
  expect(ill.code).toBe(1)
  expect((await quiver(['migrate'], { DATA_DIR: dataDir })).stdout).toBe(
    'The database was already up to date.\n',
  )
}

/** A request without the last byte of its body. */
async function aHalfRequest({ url, credential }: QuiverServer) {
  const body = '{"mailing_list":{"name":"Late"}}'
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const closed = once(socket, 'close').then(() => answer)
  socket.write(
    `POST /ga/api/v2/mailing_lists HTTP/1.1\r\nhost: x\r\nauthorization: Basic ${credential}\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  // The server answers 100 once it has read the head.
  await once(socket, 'data')
  socket.write(body.slice(0, -1))
  return { end: () => socket.write('}'), closed }
}

describe('a server that receives a stop signal', () => {
  nightly('exits with 0 even if its output is no longer read', async () => {
    const { server } = await aShop()
    server.closeOutput()
    server.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
  })

  nightly('exits at once with 1 on a second signal', async () => {
    const { server } = await aShop()
    await aHalfRequest(server)
    server.kill('SIGTERM')
    await server.seen(/Shutting down/)
    const over = server.ended.then(() => true)
    // A signal within half a second counts as an echo of the first.
    while (!(await Promise.race([over, pause(100, false)]))) server.kill('SIGTERM')
    expect((await server.ended).code).toBe(1)
  })
})
