import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { aDataDirectory, start } from '../../../test/harness/core/embedded.ts'
import { copyRunningCluster, type CopyTarget } from './backup.ts'

function targetAt(directory: string, reached: (name: string) => Promise<void>): CopyTarget {
  return {
    directory: async (name) => {
      await mkdir(path.join(directory, name), { recursive: true, mode: 0o700 })
    },
    file: async (name, _, source) => {
      const file = path.join(directory, name)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      await reached(name)
      await pipeline(source, createWriteStream(file, { mode: 0o600 }))
    },
  }
}

test('a copy of a database in use has what was committed before its end, whatever was read before that', async () => {
  const dataDir = await aDataDirectory()
  const { sql, ownerUrl } = await start(dataDir)
  await sql`create table words (word text)`
  await sql`insert into words select 'before' from generate_series(1, 1000)`
  const elsewhere = await aDataDirectory()
  const copy = path.join(elsewhere, 'postgres')
  await mkdir(copy, { recursive: true, mode: 0o700 })
  let wasReached = false
  // The tables were read. A checkpoint leads the last file past the log of these changes.
  const target = targetAt(copy, async (name) => {
    if (name !== 'global/pg_control') return
    wasReached = true
    await sql`insert into words values ('during')`
    await sql`create table late as select 1`
    await sql`checkpoint`
  })
  const directory = path.join(dataDir, 'postgres')
  await copyRunningCluster({ ownerUrl, directory }, target, async () => {
    await sql`insert into words values ('at the end')`
  })
  await sql`insert into words values ('after')`
  const restored = await start(elsewhere)
  const words = await restored.sql`select word, count(*)::int from words group by 1 order by 1`
  expect(words.map(({ word, count }) => `${count} ${word}`)).toEqual([
    '1 at the end',
    '1000 before',
    '1 during',
  ])
  expect(await restored.sql`select * from late`).toHaveLength(1)
  expect(wasReached).toBe(true)
  expect(await sql`select slot_name from pg_replication_slots`).toEqual([])
})
