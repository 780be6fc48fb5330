import { chown, lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { makePrivate } from './cluster.ts'
import type { Owner } from './owner.ts'

/** The name of a unix socket must fit into the system's structure, with a zero at its end. */
const pathBytesMax = process.platform === 'linux' ? 107 : 103

/** PostgreSQL names its socket by a port, even where there is none. */
export const socketName = '.s.PGSQL.5432'

/**
 * The directory of the server's socket, which only `owner` may enter: in the data directory, or, where that path is
 * too long, a directory of its own for temporary files. `socket-directory` in the data directory remembers that one.
 */
export async function socketDirectory(dataDir: string, owner: Owner | undefined): Promise<string> {
  const inside = path.join(dataDir, 'socket')
  if (fits(inside)) {
    await makePrivate(inside, owner)
    return inside
  }
  const memory = path.join(dataDir, 'socket-directory')
  const remembered = await readFile(memory, 'utf8').catch(() => '')
  if (remembered !== '' && (await isOurs(remembered, owner))) return remembered
  const parent = fits(path.join(os.tmpdir(), 'quiver-123456')) ? os.tmpdir() : '/tmp'
  const outside = await mkdtemp(path.join(parent, 'quiver-'))
  if (owner !== undefined) await chown(outside, owner.uid, owner.gid)
  await writeFile(memory, outside, { mode: 0o600 })
  return outside
}

/** Removes a directory for temporary files that `socketDirectory` has made. */
export async function releaseSocket(dataDir: string, directory: string): Promise<void> {
  if (directory === path.join(dataDir, 'socket')) return
  await rm(directory, { recursive: true, force: true })
  await rm(path.join(dataDir, 'socket-directory'), { force: true })
}

/** Whether somebody listens on the socket, seen or unseen: a server in another container, for example. */
export function answers(directory: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(path.join(directory, socketName))
    const tell = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => tell(true))
    socket.once('error', () => tell(false))
  })
}

/** Removes what a server that is gone has left: its lock file might name a process that is somebody else's now. */
export async function clearSocket(directory: string): Promise<void> {
  for (const name of [socketName, `${socketName}.lock`]) await rm(path.join(directory, name), { force: true })
}

function fits(directory: string): boolean {
  return Buffer.byteLength(path.join(directory, socketName)) <= pathBytesMax
}

/** Others may write to the parent: what we find there must be what we made. */
async function isOurs(directory: string, owner: Owner | undefined): Promise<boolean> {
  const found = await lstat(directory).catch(() => undefined)
  const uid = owner?.uid ?? process.getuid?.()
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o777) === 0o700
}
