import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file that is wholly on disk. `name` is random and opaque; it means something only together with its organization. */
type SpooledFile = { name: string; sizeBytes: number }

/** A file that is being written. Ends with `keep` or `discard`; after a crash the sweep discards it. */
export type SpoolDraft = {
  write: (chunk: Buffer) => Promise<void>
  /** Resolves when the bytes and the name would survive a loss of power. */
  keep: () => Promise<SpooledFile>
  discard: () => Promise<void>
}

export type Spool = ReturnType<typeof createSpool>

/** The source has more bytes than the caller allows. Nothing of it is left on disk. */
export class SpoolLimitExceeded extends Error {
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`The file is larger than ${limitBytes} bytes.`)
    this.name = 'SpoolLimitExceeded'
    this.limitBytes = limitBytes
  }
}

type Limit = { limitBytes?: number }
type Source = AsyncIterable<Buffer> | Buffer | string

const finishedName = /^[0-9a-f]{32}$/
const draftName = /^[0-9a-f]{32}\.part$/

/**
 * Uploaded and downloaded bytes, one file each, under `<root>/<organization id>/`. Directories are 0700 and files 0600:
 * they hold the addresses of people. The directories are made when they are first needed.
 */
export function createSpool(root: string) {
  return {
    /** Opens a new file for writing in pieces. `write` throws SpoolLimitExceeded beyond `limitBytes`. */
    draft: (organizationId: number, limit: Limit = {}) => startDraft(root, organizationId, limit),

    /** Writes a whole source. If the source or the disk fails, nothing is left and the error passes through. */
    save: (organizationId: number, source: Source, limit: Limit = {}) =>
      saveSource(root, organizationId, { source, limit }),

    /** Opens a kept file for reading; rejects with ENOENT when it is gone. The caller closes the handle. */
    open: (organizationId: number, name: string): Promise<FileHandle> =>
      open(pathOf(root, organizationId, name), constants.O_RDONLY | constants.O_NOFOLLOW),

    /** Removes a kept file; one that is gone already is fine. */
    remove: (organizationId: number, name: string): Promise<void> =>
      rm(pathOf(root, organizationId, name), { force: true }),

    /**
     * Removes what a crash left behind and answers how many files: drafts, and kept files that `isKnown` denies, when
     * they were last written more than `olderThanMs` ago. The age protects a file whose row is still to be inserted.
     */
    sweep: (isKnown: (organizationId: number, name: string) => Promise<boolean>, olderThanMs: number) =>
      sweepRoot(root, isKnown, olderThanMs),
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
  return {
    async write(chunk) {
      if (sizeBytes + chunk.length > limitBytes) throw new SpoolLimitExceeded(limitBytes)
      // Not `write`: that one may write less than it was given.
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

async function saveSource(
  root: string,
  organizationId: number,
  { source, limit }: { source: Source; limit: Limit },
) {
  const draft = await startDraft(root, organizationId, limit)
  try {
    if (typeof source === 'string') await draft.write(Buffer.from(source))
    else if (Buffer.isBuffer(source)) await draft.write(source)
    else for await (const chunk of source) await draft.write(chunk)
    return await draft.keep()
  } catch (error) {
    await draft.discard()
    throw error
  }
}

async function sweepRoot(
  root: string,
  isKnown: (organizationId: number, name: string) => Promise<boolean>,
  olderThanMs: number,
): Promise<number> {
  let removed = 0
  for (const directory of await namesIn(root)) {
    if (!/^[1-9][0-9]*$/.test(directory)) continue
    for (const name of await namesIn(join(root, directory))) {
      const path = join(root, directory, name)
      if (!draftName.test(name) && !finishedName.test(name)) continue
      if (!(await isOlder(path, olderThanMs))) continue
      if (finishedName.test(name) && (await isKnown(Number(directory), name))) continue
      await rm(path, { force: true })
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

async function makeDirectory(root: string, directory: string): Promise<void> {
  const topmostMade = await mkdir(directory, { recursive: true, mode: 0o700 })
  if (topmostMade === undefined) return
  await syncDirectory(root)
  await syncDirectory(dirname(topmostMade))
}

/** A new name in a directory is on disk only when the directory is. */
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
