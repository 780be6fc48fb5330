import { open, opendir, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { connect, type Database } from '../driver/connection.ts'

/** Where the copy goes. Names are relative, with `/`. */
export type CopyTarget = {
  directory: (name: string) => Promise<void>
  /** `source` gives exactly `sizeBytes`. */
  file: (name: string, sizeBytes: number, source: () => AsyncIterable<Buffer>) => Promise<void>
}

/** PostgreSQL makes their contents at its start, and would misread that of another run. */
const emptied = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$|^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*)$/
const walName = /^[0-9A-F]{24}$/
const controlFile = 'global/pg_control'

/**
 * Copies the files of a running server, which is in use meanwhile, with the part of its log that makes them consistent: a
 * server that starts on the copy has everything that was committed before the end of this call. PostgreSQL calls it a
 * low-level base backup.
 * @param beforeEnd runs when all files were read. What is committed until the end is in the copy, too.
 * @throws Error if the connection is lost, which leaves the server as it was.
 */
export async function copyRunningCluster(
  { ownerUrl, directory }: { ownerUrl: string; directory: string },
  target: CopyTarget,
  beforeEnd: () => Promise<void>,
): Promise<void> {
  // One connection: a backup belongs to its session, and a lost one ends it.
  const sql = connect(ownerUrl, { max: 1, applicationName: 'quiver backup', statementTimeoutMs: 0 })
  try {
    // Keeps the log from being recycled while files are read, which may take an hour.
    await sql`select pg_create_physical_replication_slot(${`quiver_backup_${process.pid}`}, true, true)`
    const [begun] = await sql<{ wal: string }[]>`
      select pg_walfile_name(lsn) as wal from pg_backup_start('quiver backup', true) as lsn`
    await copyFiles(directory, target)
    await beforeEnd()
    const end = await endBackup(sql)
    await addText(target, 'backup_label', end.label)
    await copyLog(directory, target, { first: begun?.wal ?? '', last: end.wal })
  } finally {
    await sql.end()
  }
}

async function endBackup(sql: Database): Promise<{ label: string; wal: string }> {
  const [end] = await sql<{ label: string; wal: string }[]>`
    select labelfile as label, pg_walfile_name(lsn) as wal from pg_backup_stop(false)`
  if (end === undefined) throw new Error('PostgreSQL did not end the backup.')
  return end
}

/** `pg_control` last, as PostgreSQL wants it. */
async function copyFiles(directory: string, target: CopyTarget): Promise<void> {
  for await (const { name, isDirectory } of entriesBelow(directory)) {
    if (isDirectory) await target.directory(name)
    else if (name !== controlFile) await copyFile(path.join(directory, name), name, target)
  }
  await copyFile(path.join(directory, controlFile), controlFile, target)
}

async function* entriesBelow(
  directory: string,
  below = '',
): AsyncGenerator<{ name: string; isDirectory: boolean }> {
  // A folder of a dropped database is gone.
  const entries = await opendir(path.join(directory, below)).catch(ignoreMissing)
  if (entries === undefined) return
  for await (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (leftOut.test(name)) continue
    if (entry.isDirectory()) {
      yield { name, isDirectory: true }
      yield* entriesBelow(directory, name)
    } else if (entry.isFile() && !emptied.has(below)) {
      yield { name, isDirectory: false }
    }
  }
}

async function copyLog(
  directory: string,
  target: CopyTarget,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const names = (await readdir(path.join(directory, 'pg_wal')))
    .filter((name) => walName.test(name) && name >= first && name <= last)
    .toSorted()
  if (names[0] !== first || names.at(-1) !== last) {
    throw new Error(`The log of the database from ${first} to ${last} is incomplete. Make the backup again.`)
  }
  for (const name of names) await copyFile(path.join(directory, 'pg_wal', name), `pg_wal/${name}`, target)
}

/** A file that is gone was dropped meanwhile; the log says so, too. */
export async function copyFile(source: string, name: string, target: CopyTarget): Promise<void> {
  const handle = await open(source).catch(ignoreMissing)
  if (handle === undefined) return
  try {
    const { size } = await handle.stat()
    await target.file(name, size, () => bytesOf(handle, size))
  } finally {
    await handle.close()
  }
}

/**
 * As many bytes as the file had when it was opened. It may grow, which the log says, too, or shrink, which zeros fill.
 */
export async function* bytesOf(handle: FileHandle, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes;) {
    const buffer = Buffer.alloc(Math.min(1_048_576, sizeBytes - at))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    at += bytesRead
    if (bytesRead === 0) at += buffer.length
    yield bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
  }
}

export function addText(target: CopyTarget, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  return target.file(name, bytes.length, async function* () {
    yield bytes
  })
}

export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
