import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { urlsOf } from './start.ts'
import type { DatabaseUrls } from '../address.ts'
import { answers } from './socket.ts'

/** @returns undefined for users who cannot enter its socket directory: only the server's user and root can. */
export async function findRunning(dataDir: string): Promise<DatabaseUrls | undefined> {
  const root = await realpath(dataDir).catch(() => dataDir)
  const remembered = await readFile(path.join(root, 'socket-directory'), 'utf8').catch(() => '')
  for (const directory of [path.join(root, 'socket'), remembered]) {
    if (directory !== '' && (await answers(directory))) return urlsOf(directory)
  }
  return undefined
}
