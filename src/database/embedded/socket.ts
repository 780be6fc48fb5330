import { chown, lstat, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { makePrivate } from './cluster.ts'
import type { Owner } from './owner.ts'

/** A unix socket's path must fit into the system's structure, with a terminating zero. */
const pathBytesMax = process.platform === 'linux' ? 107 : 103

export const socketName = '.s.PGSQL.5432'

/** In the data directory or, if that path is too long, in a temporary one, whose path `socket-directory` stores. */
export async function socketDirectory(dataDir: string, owner: Owner | undefined): Promise<string> {
  const inside = path.join(dataDir, 'socket')
  if (fits(inside)) {
    await makePrivate(inside, owner)
    return inside
  }
  const memory = path.join(dataDir, 'socket-directory')
  const remembered = await readFile(memory, 'utf8').catch(() => '')
  if (remembered !== '' && (await isOwnedBy(remembered, owner))) return remembered
  const parent = fits(path.join(os.tmpdir(), 'quiver-123456')) ? os.tmpdir() : '/tmp'
  const outside = await mkdtemp(path.join(parent, 'quiver-'))
  if (owner !== undefined) await chown(outside, owner.uid, owner.gid)
  await writeFile(memory, outside, { mode: 0o600 })
  return outside
}

export async function releaseSocket(dataDir: string, directory: string): Promise<void> {
  if (directory === path.join(dataDir, 'socket')) return
  await rm(directory, { recursive: true, force: true })
  await rm(path.join(dataDir, 'socket-directory'), { force: true })
}

/** Also detects a server in another container. */
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

/** A dead server's lock file might name a process that now belongs to another user. */
export async function clearSocket(directory: string): Promise<void> {
  for (const name of [socketName, `${socketName}.lock`]) await rm(path.join(directory, name), { force: true })
}

function fits(directory: string): boolean {
  return Buffer.byteLength(path.join(directory, socketName)) <= pathBytesMax
}

/** Other users may write to the parent: the directory must have the right owner and mode. */
async function isOwnedBy(directory: string, owner: Owner | undefined): Promise<boolean> {
  const found = await lstat(directory).catch(() => undefined)
  const uid = owner?.uid ?? process.getuid?.()
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o777) === 0o700
}
