import { link, lstat, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { bytesOf, copyRunningCluster } from '../../database/embedded/backup.ts'
import { isAlive } from '../../database/embedded/processes.ts'
import type { DatabaseUrls } from '../../database/embedded/start.ts'
import { version } from '../version.ts'
import type { Config } from '../config.ts'
import { writeArchive } from './archive.ts'
import type { ArchiveWriter } from './archive.ts'
import { names } from './format.ts'
import type { Head } from './format.ts'

export type BackupOptions = { file: string; withSecret: boolean; withUploads: boolean }

export type Backup = { files: number; sizeBytes: number | null; hasSecret: boolean }

/**
 * Writes a copy of DATA_DIR while the server is in use: the database, the files of its imports, exports and uploads, and
 * the secret unless it is unwanted or not there. `server_identity` stays out, so that a restored copy is held.
 * @throws Error, a sentence, if the file exists already or something else keeps the backup from being whole.
 */
export async function writeBackup(
  { dataDir, uploadDir }: Pick<Config, 'dataDir' | 'uploadDir'>,
  { ownerUrl }: DatabaseUrls,
  { file, withSecret, withUploads }: BackupOptions,
): Promise<Backup> {
  const draft = file === '-' ? file : `${file}.part`
  if (file !== '-') await checkFree(file)
  const hasSecret = withSecret && (await exists(path.join(dataDir, 'secret_key')))
  const held = await aHold(dataDir)
  let files = 0
  try {
    await writeArchive(draft, async (archive) => {
      const created_at = new Date().toISOString()
      await archive.text(
        names.head,
        JSON.stringify({ format: 1, version, created_at, has_secret: hasSecret } satisfies Head),
      )
      if (hasSecret) await addFile(archive, dataDir, 'secret_key')
      await addFile(archive, dataDir, 'directory_id')
      const spool = path.join(dataDir, 'spool')
      const cluster = { ownerUrl, directory: path.join(dataDir, 'postgres') }
      await copyRunningCluster(cluster, archive.below('postgres/'), () => holdFiles(spool, held))
      // Of files that were made after the held ones, the database of this backup knows nothing.
      await addFolder(archive, held, 'spool')
      if (withUploads) await addFolder(archive, uploadDir, 'uploads')
      files = archive.count()
      await archive.text(names.end, JSON.stringify({ files }))
    })
    if (file !== '-') await rename(draft, file)
  } catch (error) {
    if (file !== '-') await rm(draft, { force: true })
    throw error
  } finally {
    await rm(held, { recursive: true, force: true })
  }
  return { files, sizeBytes: file === '-' ? null : (await stat(file)).size, hasSecret }
}

/** Named after this process, so that those of killed ones can be told. */
async function aHold(dataDir: string): Promise<string> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^backup-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !(await isAlive(Number(pid), undefined))) {
      await rm(path.join(dataDir, name), { recursive: true, force: true })
    }
  }
  return mkdtemp(path.join(dataDir, `backup-${process.pid}-`))
}

/**
 * Links the files of the spool, so that those of imports that end while the rest is written stay. All together in a
 * moment, and before the backup of the database ends: it may name fewer files than these, not others.
 */
async function holdFiles(spool: string, held: string): Promise<void> {
  for (const entry of await listFiles(spool)) {
    const target = path.join(held, entry)
    await mkdir(path.dirname(target), { recursive: true })
    await link(path.join(spool, entry), target).catch(ignoreMissing)
  }
}

async function addFolder(archive: ArchiveWriter, folder: string, name: string): Promise<void> {
  for (const entry of await listFiles(folder)) await addFile(archive, folder, entry, `${name}/${entry}`)
}

async function addFile(archive: ArchiveWriter, folder: string, entry: string, name = entry): Promise<void> {
  const handle = await open(path.join(folder, entry)).catch(ignoreMissing)
  if (handle === undefined) return
  try {
    const { size } = await handle.stat()
    await archive.below('').file(name, size, () => bytesOf(handle, size))
  } finally {
    await handle.close()
  }
}

/** Ordinary files: links and pipes in an upload directory lead elsewhere. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}

async function checkFree(file: string): Promise<void> {
  if (await exists(file)) throw new Error(`${file} exists already. Name another file, or move it away.`)
  await rm(`${file}.part`, { force: true })
}

async function exists(file: string): Promise<boolean> {
  return (await lstat(file).catch(ignoreMissing)) !== undefined
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
