import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ignoreMissing } from '../../database/embedded/backup.ts'
import { lockDirectory } from '../../database/embedded/lock.ts'
import { noteRestore } from '../line/marks.ts'
import { readArchive, type ArchivedFile } from './archive.ts'
import { endSchema, headSchema, names, parts, type Head } from './format.ts'

/** While it exists, the contents of DATA_DIR come from a restore that did not finish. */
const unfinished = 'restore-unfinished'

/**
 * Unpacks a backup into an empty DATA_DIR. Nothing is put into place before the whole backup was read, and a restore that
 * was killed can be run again.
 * @throws Error, a sentence, if DATA_DIR is in use or `file` is not a whole backup.
 */
export async function restoreBackup(file: string, dataDir: string): Promise<Head> {
  const unlock = await lockDirectory(dataDir)
  try {
    await makeRoom(dataDir)
    const draft = await mkdtemp(path.join(dataDir, 'restore.new-'))
    try {
      const head = await unpack(file, draft)
      await writeFile(path.join(dataDir, unfinished), '', { flush: true })
      // Before the database is there, so that no server starts on it that would send again what its original has sent.
      await noteRestore(dataDir)
      for (const part of parts) await putInPlace(path.join(draft, part), path.join(dataDir, part))
      await rm(path.join(dataDir, unfinished))
      return head
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  } finally {
    await unlock()
  }
}

async function makeRoom(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir)
  for (const draft of entries.filter((name) => name.startsWith('restore.new-'))) {
    await rm(path.join(dataDir, draft), { recursive: true, force: true })
  }
  const taken = parts.filter((part) => entries.includes(part))
  if (taken.length === 0) return
  if (!entries.includes(unfinished)) {
    throw new Error(
      `${dataDir} holds ${taken.join(', ')} already. Set DATA_DIR to an empty directory, or move these away.`,
    )
  }
  for (const part of taken) await rm(path.join(dataDir, part), { recursive: true, force: true })
}

async function unpack(file: string, draft: string): Promise<Head> {
  let head: Head | undefined
  let files = 0
  let isComplete = false
  try {
    for await (const entry of readArchive(file)) {
      if (head === undefined) head = headSchema.parse(await jsonOf(entry, names.head))
      else if (entry.name === names.end)
        isComplete = endSchema.parse(await jsonOf(entry, names.end)).files === files
      else await unpackEntry(entry, draft)
      if (!entry.isDirectory) files += 1
    }
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause
    throw new Error(`${file} is not a backup of Quiver, or it is damaged. Use another one.`, { cause })
  }
  if (head === undefined || !isComplete) {
    throw new Error(`${file} is cut off: it is not a whole backup. Use another one.`)
  }
  return head
}

/** They have a few hundred. */
const jsonBytesMax = 1_000_000

async function jsonOf(entry: ArchivedFile, name: string): Promise<unknown> {
  if (entry.name !== name) throw new Error(`${name} is missing.`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of entry.bytes) {
    bytes += chunk.length
    if (bytes > jsonBytesMax) throw new Error(`${name} is too long.`)
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function unpackEntry({ name, isDirectory, bytes }: ArchivedFile, draft: string): Promise<void> {
  const steps = name.split('/')
  const [part = ''] = steps
  const target = path.join(draft, name)
  const isWithin = `${target}${path.sep}`.startsWith(`${path.join(draft, part)}${path.sep}`)
  const isShort = steps.length <= 100 && steps.every((step) => Buffer.byteLength(step) <= 255)
  if (!(parts as readonly string[]).includes(part) || !isWithin || !isShort) {
    throw new Error(`A backup has no ${name.slice(0, 300)}.`)
  }
  if (isDirectory) {
    await mkdir(target, { recursive: true, mode: 0o700 })
    return
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
  await pipeline(
    bytes,
    createWriteStream(target, { flags: 'wx', mode: 0o600, flush: !name.startsWith('postgres/') }),
  )
}

async function putInPlace(from: string, to: string): Promise<void> {
  await rename(from, to).catch(ignoreMissing)
}
