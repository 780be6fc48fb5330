import { randomBytes } from 'node:crypto'
import { constants, type StatsFs } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, statfs, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  SpoolLimitExceeded,
  type FileName,
  type FileToContinue,
  type FindUnknown,
  type Spool,
  type SpoolDraft,
} from './storage.ts'

/** Files leave it for the database, which may be on the same disk. */
export const spareBytes = 256 * 1_048_576
const checkEveryBytes = 16 * 1_048_576

type Limit = { limitBytes?: number }

const finishedName = /^[0-9a-f]{32}$/
const draftName = /^[0-9a-f]{32}\.part$/

/**
 * Files below `root`. Mode 0700 and 0600, because the files contain personal data.
 * @param dataDirectory id of the DATA_DIR, for the rows that name its files; null: unknown.
 */
export function createSpool(root: string, dataDirectory: string | null = null): Spool {
  const openToRead = (organizationId: number, name: string): Promise<FileHandle> =>
    open(pathOf(root, organizationId, name), constants.O_RDONLY | constants.O_NOFOLLOW)
  return {
    place: dataDirectory,
    dataDirectory,
    draft: (organizationId, limit = {}) => startDraft(root, organizationId, limit),
    create: (organizationId) => createEmpty(root, organizationId),
    openToWrite: (organizationId, name) => openToContinue(pathOf(root, organizationId, name)),
    open: openToRead,
    openOnDisk: openToRead,
    remove: async (organizationId, name) => {
      const path = pathOf(root, organizationId, name)
      await rm(path, { force: true })
      await rm(`${path}.part`, { force: true })
    },
    freeBytes: () => freeBytesOf(root),
    roomBytes: async () => (await freeBytesOf(root)) - spareBytes,
    disk: () => diskOf(root),
    sweep: (findUnknown, olderThanMs) => sweepRoot(root, findUnknown, olderThanMs),
    collect: async () => {},
  }
}

async function openToContinue(path: string): Promise<FileToContinue> {
  const handle = await open(path, constants.O_WRONLY | constants.O_NOFOLLOW)
  return {
    write: async (chunk, position) => {
      // Node may write less than the whole chunk.
      for (let from = 0; from < chunk.length;) {
        const { bytesWritten } = await handle.write(chunk, from, chunk.length - from, position + from)
        from += bytesWritten
      }
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}

async function startDraft(
  root: string,
  organizationId: number,
  { limitBytes = Infinity }: Limit,
): Promise<SpoolDraft> {
  const directory = directoryOf(root, organizationId)
  await makeDirectory(root, directory)
  const name = randomBytes(16).toString('hex')
  const partPath = join(directory, `${name}.part`)
  const handle = await open(partPath, 'wx', 0o600)
  let sizeBytes = 0
  let uncheckedBytes = Infinity
  return {
    name,
    async write(chunk) {
      if (sizeBytes + chunk.length > limitBytes) throw new SpoolLimitExceeded(limitBytes)
      uncheckedBytes += chunk.length
      if (uncheckedBytes > checkEveryBytes) {
        await requireSpareRoom(root)
        uncheckedBytes = 0
      }
      // Not `write`, which may write less than the whole chunk.
      await handle.appendFile(chunk)
      sizeBytes += chunk.length
    },
    async keep() {
      await handle.sync()
      await handle.close()
      await rename(partPath, join(directory, name))
      await syncDirectory(directory)
      return { name, sizeBytes }
    },
    async discard() {
      await handle.close()
      await rm(partPath, { force: true })
    },
  }
}

async function requireSpareRoom(root: string): Promise<void> {
  if ((await freeBytesOf(root)) >= spareBytes) return
  throw Object.assign(new Error('the spool leaves the rest of its disk to the database'), { code: 'ENOSPC' })
}

async function createEmpty(root: string, organizationId: number): Promise<string> {
  const draft = await startDraft(root, organizationId, {})
  const { name } = await draft.keep()
  return name
}

async function sweepRoot(root: string, findUnknown: FindUnknown, olderThanMs: number): Promise<number> {
  let removed = 0
  for (const directory of await namesIn(root)) {
    if (!/^[1-9][0-9]*$/.test(directory)) continue
    const old: FileName[] = []
    for (const name of await namesIn(join(root, directory))) {
      const path = join(root, directory, name)
      if (!draftName.test(name) && !finishedName.test(name)) continue
      if (!(await isOlder(path, olderThanMs))) continue
      if (finishedName.test(name)) old.push({ organizationId: Number(directory), name })
      else {
        await rm(path, { force: true })
        removed += 1
      }
    }
    for (const { name } of old.length === 0 ? [] : await findUnknown(old)) {
      await rm(join(root, directory, name), { force: true })
      removed += 1
    }
  }
  return removed
}

function pathOf(root: string, organizationId: number, name: string): string {
  if (!finishedName.test(name)) throw new RangeError(`${JSON.stringify(name)} is no name of a spooled file.`)
  return join(directoryOf(root, organizationId), name)
}

function directoryOf(root: string, organizationId: number): string {
  if (!Number.isSafeInteger(organizationId) || organizationId < 1) {
    throw new RangeError(`${organizationId} is no id of an organization.`)
  }
  return join(root, String(organizationId))
}

async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statsOf(path)
  return bavail * bsize
}

/** Asks for an existing parent, because the directory is created on first use. */
async function statsOf(path: string): Promise<StatsFs> {
  return (await statfs(path).catch(unlessMissing)) ?? statsOf(dirname(path))
}

/** A look must not take long: the sizes of further files are not read. */
const measuredFilesMax = 10_000

async function diskOf(root: string): Promise<{ freeBytes: number; totalBytes: number; spoolBytes: number }> {
  const { bavail, blocks, bsize } = await statsOf(root)
  const directories = (await namesIn(root)).map((directory) => join(root, directory))
  let spoolBytes = 0
  let left = measuredFilesMax
  for (const directory of directories) {
    const names = (await namesIn(directory)).slice(0, left)
    const stats = await Promise.all(names.map((name) => lstat(join(directory, name)).catch(unlessMissing)))
    spoolBytes += stats.reduce((bytes, one) => bytes + (one?.size ?? 0), 0)
    left -= names.length
  }
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, spoolBytes }
}

async function makeDirectory(root: string, directory: string): Promise<void> {
  const topmostMade = await mkdir(directory, { recursive: true, mode: 0o700 })
  if (topmostMade === undefined) return
  await syncDirectory(root)
  await syncDirectory(dirname(topmostMade))
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function isOlder(path: string, ms: number): Promise<boolean> {
  const stats = await lstat(path).catch(unlessMissing)
  return stats !== undefined && stats.isFile() && Date.now() - stats.mtimeMs > ms
}

async function namesIn(directory: string): Promise<string[]> {
  return (await readdir(directory).catch(unlessMissing)) ?? []
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return
  throw error
}
