import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeArchive, type ArchiveWriter } from './archive.ts'
import { names } from './format.ts'
import { restoreBackup } from './restore.ts'
import { checkDatabaseIsThere } from './write.ts'

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const head = JSON.stringify({
  format: 1,
  version: '0.1.0',
  created_at: '2026-11-23T10:00:00.000Z',
  has_secret: true,
})

/** A backup with a secret and one file of 200 kB of random digits, and what a test adds. */
async function aBackup(add: (archive: ArchiveWriter) => Promise<void> = async () => {}): Promise<string> {
  const file = path.join(await aFolder(), 'backup')
  await writeArchive(file, async (archive) => {
    await archive.text(names.head, head)
    await archive.text('secret_key', 'a secret\n')
    await archive.text('postgres/base/1', Array.from({ length: 20_000 }, () => Math.random()).join(''))
    await archive.text('postgres/empty', '')
    await add(archive)
    await archive.text(names.end, JSON.stringify({ files: archive.count() }))
  })
  return file
}

test('a backup is put into an empty directory, once', async () => {
  const dataDir = await aFolder()
  const file = await aBackup()
  expect(await restoreBackup(file, dataDir)).toMatchObject({ has_secret: true })
  expect(await readFile(path.join(dataDir, 'secret_key'), 'utf8')).toBe('a secret\n')
  expect(await readFile(path.join(dataDir, 'postgres/empty'), 'utf8')).toBe('')
  expect((await readdir(dataDir)).toSorted()).toEqual([
    'database_mark',
    'postgres',
    'quiver.pid',
    'secret_key',
  ])
  await expect(restoreBackup(file, dataDir)).rejects.toThrow('holds secret_key, postgres already')
})

test('of a backup that is cut off or damaged, nothing is put into place', async () => {
  const bytes = await readFile(await aBackup())
  const damaged = Buffer.from(bytes)
  const middle = Math.floor(bytes.length / 2)
  damaged.fill(0x55, middle, middle + 64)
  const cuts = [0, 1, 20, 600, middle, bytes.length - 9, bytes.length - 1]
  for (const faulty of [...cuts.map((length) => bytes.subarray(0, length)), damaged]) {
    const folder = await aFolder()
    const file = path.join(folder, 'faulty')
    await writeFile(file, faulty)
    const dataDir = await aFolder()
    await expect(restoreBackup(file, dataDir), String(faulty.length)).rejects.toThrow(
      /faulty is (not|cut off)/,
    )
    expect(await readdir(dataDir)).toEqual(['quiver.pid'])
  }
})

test('a backup cannot write elsewhere than into its parts of DATA_DIR', async () => {
  for (const name of [
    '../outside',
    'spool/../../outside',
    '/tmp/outside',
    'quiver.pid',
    'spool/../server_identity',
    'postgres/../postgresX/file',
    `postgres/${'x'.repeat(5_000)}`,
    `postgres/${'x/'.repeat(2_000)}y`,
  ]) {
    const folder = await aFolder()
    const file = await aBackup((archive) => archive.text(name, 'x'))
    const dataDir = path.join(folder, 'data')
    await mkdir(dataDir)
    await expect(restoreBackup(file, dataDir), name).rejects.toThrow('is not a backup of Quiver')
    expect(await readdir(folder)).toEqual(['data'])
    expect(await readdir(dataDir)).toEqual(['quiver.pid'])
  }
})

test('the head of a backup is read no further than it can be', async () => {
  const file = path.join(await aFolder(), 'backup')
  const long = head.replace('"0.1.0"', `"0.1.0"${' '.repeat(2_000_000)}`)
  await writeArchive(file, async (archive) => {
    await archive.text(names.head, long)
    await archive.text(names.end, JSON.stringify({ files: 1 }))
  })
  await expect(restoreBackup(file, await aFolder())).rejects.toThrow('is not a backup of Quiver')
})

test('a restore that was interrupted while it put files into place can be run again', async () => {
  const dataDir = await aFolder()
  const file = await aBackup()
  await writeFile(path.join(dataDir, 'secret_key'), 'half')
  await expect(restoreBackup(file, dataDir)).rejects.toThrow('holds secret_key already')
  await writeFile(path.join(dataDir, 'restore-unfinished'), '')
  await restoreBackup(file, dataDir)
  expect(await readFile(path.join(dataDir, 'secret_key'), 'utf8')).toBe('a secret\n')
  expect((await readdir(dataDir)).toSorted()).toEqual([
    'database_mark',
    'postgres',
    'quiver.pid',
    'secret_key',
  ])
})

test('a directory without a database is not backed up, and gets none', async () => {
  const dataDir = await aFolder()
  await expect(checkDatabaseIsThere(dataDir)).rejects.toThrow('holds no database. Set DATA_DIR')
  expect(await readdir(dataDir)).toEqual([])
})
