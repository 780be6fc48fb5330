import { constants, type Stats } from 'node:fs'
import { lstat, open, opendir, readlink, realpath, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Equal before and after reading means that the file did not change. Without the numbers of device and inode: each machine
 * that mounts a shared directory may see its own.
 */
export type FileIdentity = { sizeBytes: number; mtimeMs: number }

export type OpenedUpload =
  | { ok: true; handle: FileHandle; sizeBytes: number; identity: FileIdentity }
  | { ok: false; message: string }

// Without O_NONBLOCK, opening a named pipe blocks one of Node's four file threads until there is a writer.
// O_NOFOLLOW refuses a symbolic link only as the last part of the path.
const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

const openFailures: Record<string, string> = {
  ENOENT: 'is not in the upload directory; check its name, or upload it first',
  ENOTDIR: 'is not in the upload directory; check its name, or upload it first',
  EACCES: 'may not be read by the server; change its permissions',
  EPERM: 'may not be read by the server; change its permissions',
  ELOOP: 'is a symbolic link; upload the file itself',
  EMLINK: 'is a symbolic link; upload the file itself',
  ENXIO: 'is not a regular file',
  ENODEV: 'is not a regular file',
}

/**
 * Opens `<uploadDir>/<organizationId>/<filename>` (specification, section 2.1). `uploadDir` may be a symbolic link; the
 * organization's directory and the file may not. Refuses files with a second hard link, which may be anywhere.
 */
export async function openUpload(
  uploadDir: string,
  organizationId: number,
  filename: string,
): Promise<OpenedUpload> {
  if (!isBareName(filename))
    return refusal(filename, 'is not a bare file name; give the name alone, without a path')
  try {
    return await openInside(join(await realpath(uploadDir), String(organizationId)), filename)
  } catch (error) {
    const problem = error instanceof Error && 'code' in error ? openFailures[String(error.code)] : undefined
    if (problem === undefined) throw error
    return refusal(filename, problem)
  }
}

async function openInside(directory: string, filename: string): Promise<OpenedUpload> {
  const path = join(directory, filename)
  const handle = await open(path, flags)
  let isAccepted = false
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) return refusal(filename, 'is not a regular file')
    if (stats.nlink > 1) return refusal(filename, 'has a second name (a hard link); upload a copy of its own')
    const whereabouts = (await directoryOfDescriptor(handle)) ?? (await directoryByInode(path, stats))
    if (whereabouts !== directory)
      return refusal(filename, 'lies outside the upload directory; upload the file itself')
    isAccepted = true
    return { ok: true, handle, sizeBytes: stats.size, identity: identityOf(stats) }
  } finally {
    if (!isAccepted) await handle.close()
  }
}

export type DirectoryFile = { filename: string; sizeBytes: number; modifiedAt: Date }

/** Files that `openUpload` opens, newest first. Missing directories are empty. */
export async function listUploads(
  uploadDir: string,
  organizationId: number,
  max: number,
): Promise<DirectoryFile[]> {
  if (uploadDir === '') return []
  let files: DirectoryFile[] = []
  const directory = await opendir(join(uploadDir, String(organizationId))).catch(unlessMissing)
  if (directory === null) return []
  for await (const { name } of directory) {
    if (name.startsWith('.')) continue
    const stats = await lstat(join(uploadDir, String(organizationId), name)).catch(unlessMissing)
    if (stats === null || !stats.isFile() || stats.nlink > 1) continue
    files.push({ filename: name, sizeBytes: stats.size, modifiedAt: stats.mtime })
    if (files.length >= 2 * max) files = newestFirst(files).slice(0, max)
  }
  return newestFirst(files).slice(0, max)
}

function newestFirst(files: DirectoryFile[]): DirectoryFile[] {
  return files.toSorted((one, other) => other.modifiedAt.getTime() - one.modifiedAt.getTime())
}

function unlessMissing(error: unknown): null {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return null
  throw error
}

export function identityOf({ size: sizeBytes, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): FileIdentity {
  return { sizeBytes, mtimeMs }
}

/** @param then as stored. */
export function isSameFile(then: unknown, now: unknown): boolean {
  const [one, other] = [then, now].map((file) => (file ?? {}) as Partial<FileIdentity>)
  return one?.sizeBytes === other?.sizeBytes && one?.mtimeMs === other?.mtimeMs
}

function isBareName(filename: string): boolean {
  if (filename === '' || filename === '.' || filename === '..') return false
  return !/[/\\\0]/.test(filename) && Buffer.byteLength(filename) <= 255
}

async function directoryOfDescriptor(handle: FileHandle): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  return dirname(await readlink(`/proc/self/fd/${handle.fd}`))
}

export async function directoryByInode(
  path: string,
  opened: Pick<Stats, 'dev' | 'ino'>,
): Promise<string | undefined> {
  const real = await realpath(path)
  const { dev, ino } = await lstat(real)
  return dev === opened.dev && ino === opened.ino ? dirname(real) : undefined
}

function refusal(filename: string, problem: string): OpenedUpload {
  return { ok: false, message: `The file ${JSON.stringify(filename)} ${problem}.` }
}
