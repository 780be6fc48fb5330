import { link, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { copyFile, copyRunningCluster, ignoreMissing } from '../../database/embedded/backup.ts'
import { isAlive } from '../../database/embedded/processes.ts'
import type { DatabaseUrls } from '../../database/address.ts'
import { version } from '../version.ts'
import type { Config } from '../config.ts'
import { writeArchive, type ArchiveWriter } from './archive.ts'
import { names, type Head } from './format.ts'

export type BackupOptions = { file: string; withSecret: boolean; withUploads: boolean }

export type Backup = { files: number; sizeBytes: number | null; hasSecret: boolean }

/** A command that found none would start a new one. @throws Error, a sentence. */
export async function checkDatabaseIsThere(dataDir: string): Promise<void> {
  if (await exists(path.join(dataDir, 'postgres', 'PG_VERSION'))) return
  throw new Error(`${dataDir} holds no database. Set DATA_DIR to the directory of the server.`)
}

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
      const root = archive.below('')
      for (const name of [...(hasSecret ? ['secret_key'] : []), 'directory_id']) {
        await copyFile(path.join(dataDir, name), name, root)
      }
      const spool = path.join(dataDir, 'spool')
      const cluster = { ownerUrl, directory: path.join(dataDir, 'postgres') }
      await copyRunningCluster(cluster, archive.below('postgres/'), () => holdFiles(spool, held))
      // The database of this backup may name files that were made while its copy ended, and no later ones.
      await holdFiles(spool, held)
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

/** Named after this process, so that those of killed processes can be recognized. */
async function aHold(dataDir: string): Promise<string> {
  for (const name of await readdir(dataDir)) {
    const [, pid] = /^backup-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !(await isAlive(Number(pid), undefined))) {
      await rm(path.join(dataDir, name), { recursive: true, force: true })
    }
  }
  return mkdtemp(path.join(dataDir, `backup-${process.pid}-`))
}

/** Links the files of the spool that are not held yet, so that those of imports that end meanwhile stay. */
async function holdFiles(spool: string, held: string): Promise<void> {
  for (const entry of await listFiles(spool)) {
    const target = path.join(held, entry)
    await mkdir(path.dirname(target), { recursive: true })
    await link(path.join(spool, entry), target).catch(ignoreHeldOrMissing)
  }
}

async function addFolder(archive: ArchiveWriter, folder: string, name: string): Promise<void> {
  for (const entry of await listFiles(folder)) {
    await copyFile(path.join(folder, entry), `${name}/${entry}`, archive.below(''))
  }
}

function ignoreHeldOrMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') ignoreMissing(error)
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
