import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createClient } from '../../src/client/api.ts'
import { createSubscriberImport, showSubscriberImport } from '../../src/contract/imports/endpoints.ts'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { connect } from '../../src/database/driver/connection.ts'
import { aQuiverServer, quiver, startQuiver } from '../harness/core/command.ts'
import { aDataDirectory, start } from '../harness/core/embedded.ts'
import { until } from '../harness/core/until.ts'

type Client = ReturnType<typeof createClient>

const people = 200_000

test('a backup of a database in use holds whole transactions, and all that were committed before it', async () => {
  const dataDir = await aDataDirectory()
  const { sql, ownerUrl } = await start(dataDir)
  await writeFile(path.join(dataDir, 'secret_key'), 'a secret\n')
  await writeFile(path.join(dataDir, 'directory_id'), 'a directory\n')
  await writeFile(path.join(dataDir, 'server_identity'), 'the original\n')
  await sql`create table credits (id int primary key, filler text)`
  await sql`create table debits (id int primary key)`
  let written = 0
  let isOver = false
  const writer = connect(ownerUrl, { max: 1, applicationName: 'test' })
  const writing = (async () => {
    while (!isOver) {
      const id = written + 1
      await writer.begin(async (sql) => {
        await sql`insert into credits values (${id}, ${'x'.repeat(1000)})`
        await sql`insert into debits values (${id})`
      })
      written = id
      // Otherwise the log alone would bring everything back, however the files were read.
      if (id % 20 === 0) await sql`checkpoint`
    }
    await writer.end()
  })()
  const file = path.join(path.dirname(dataDir), 'backup.tar.gz')
  await until(() => written > 10)
  const before = written
  const done = await quiver(['backup', file], { DATA_DIR: dataDir })
  const after = written + 1
  expect(done.stderr).toMatch(/^The backup is complete \(\d+\.\d MB\)\. It contains the server secret/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await quiver(['backup', file], { DATA_DIR: dataDir })).stderr).toContain('exists already')
  isOver = true
  await writing

  const elsewhere = await aDataDirectory()
  const restored = await quiver(['restore', file], { DATA_DIR: elsewhere })
  expect(restored.stdout).toContain('It sends nothing')
  expect(await readdir(elsewhere)).not.toContain('server_identity')
  const copy = await start(elsewhere)
  const [credits] = await copy.sql<{ count: number; last: number }[]>`
    select count(*)::int as count, max(id) as last from credits`
  const [debits] = await copy.sql`select count(*)::int as count, max(id) as last from debits`
  expect(credits).toEqual(debits)
  expect(credits?.count).toBe(credits?.last)
  expect(credits?.count).toBeGreaterThanOrEqual(before)
  expect(credits?.count).toBeLessThanOrEqual(after)
  expect((await readdir(dataDir)).filter((name) => name.startsWith('backup-'))).toEqual([])
})

/** 200,000 people as an import from the upload directory, which runs when this resolves. */
async function anImportThatRuns({ dataDir, client }: { dataDir: string; client: Client }): Promise<number> {
  const { data: list } = await client.call(createMailingList, { body: { name: 'Members' } })
  await mkdir(path.join(dataDir, 'uploads', '1'), { recursive: true })
  const rows = Array.from({ length: people }, (_, index) => `p${index}@example.com\n`)
  await writeFile(path.join(dataDir, 'uploads', '1', 'members.csv'), `email\n${rows.join('')}`)
  const { data } = await client.call(createSubscriberImport, {
    params: { mailing_list_id: list.id },
    body: {
      column_mapping: ['email'],
      file_source: { type: 'upload_directory', filename: 'members.csv' },
    },
  })
  await until(async () => (await stateOf(client, data.id)).added > 0, { seconds: 60 })
  return data.id
}

async function stateOf(client: Client, id: number) {
  const { data } = await client.call(showSubscriberImport, { params: { id } })
  return { state: data.state, added: data.stats.subscribers.added, failed: data.stats.subscribers.failed }
}

test('an import that ran during the backup ends on the restored server, with each person once', async () => {
  const dataDir = await aDataDirectory()
  const server = await aQuiverServer({ DATA_DIR: dataDir })
  const client = createClient({ url: server.url, credential: server.credential })
  const id = await anImportThatRuns({ dataDir, client })
  const file = path.join(path.dirname(dataDir), 'backup.tar.gz')
  expect((await quiver(['backup', file], { DATA_DIR: dataDir })).code).toBe(0)
  const elsewhere = await aDataDirectory()
  expect((await quiver(['restore', file], { DATA_DIR: elsewhere })).code).toBe(0)
  const running = await startQuiver(['serve'], { DATA_DIR: elsewhere, PORT: '0' })
  const [, url = ''] = await running.seen(/ready: (http\S+)\/ga\/api\/v2\n/)
  const copy = createClient({ url, credential: server.credential })
  await until(async () => (await stateOf(copy, id)).state === 'finished', { seconds: 120 })
  expect(await stateOf(copy, id)).toEqual({ state: 'finished', added: people, failed: 0 })
  const ready = (await (await fetch(`${url}/readyz`)).json()) as { data: { warnings: string[] } }
  expect(ready.data.warnings).toContain('held')
  expect((await quiver(['confirm-copy'], { DATA_DIR: elsewhere })).stdout).toContain('sends from now on')
}, 300_000)

test('a backup or a restore that is killed leaves nothing that looks whole, and can be run again', async () => {
  const dataDir = await aDataDirectory()
  const server = await aQuiverServer({ DATA_DIR: dataDir })
  const client = createClient({ url: server.url, credential: server.credential })
  await anImportThatRuns({ dataDir, client })
  const file = path.join(path.dirname(dataDir), 'backup.tar.gz')
  for (let killed = 0; killed < 5; killed += 1) {
    const backup = await startQuiver(['backup', file], { DATA_DIR: dataDir })
    await until(() => existsSync(`${file}.part`))
    backup.kill('SIGKILL')
    await backup.ended
    expect(existsSync(file)).toBe(false)
  }
  expect((await quiver(['backup', file], { DATA_DIR: dataDir })).code).toBe(0)
  const beside = (names: string[]) => names.filter((name) => /^(backup-|restore)/.test(name))
  expect(beside(await readdir(dataDir))).toEqual([])

  const elsewhere = await aDataDirectory()
  for (let killed = 0; killed < 5; killed += 1) {
    const restore = await startQuiver(['restore', file], { DATA_DIR: elsewhere })
    await until(() => existsSync(elsewhere) && beside(readdirSync(elsewhere)).length > 0)
    restore.kill('SIGKILL')
    await restore.ended
    expect(existsSync(path.join(elsewhere, 'postgres'))).toBe(false)
  }
  expect((await quiver(['restore', file], { DATA_DIR: elsewhere })).code).toBe(0)
  expect(beside(await readdir(elsewhere))).toEqual([])
  const copy = await start(elsewhere)
  expect(await copy.sql`select 1 from pg_replication_slots`).toEqual([])
}, 300_000)
