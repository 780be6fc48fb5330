import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { readAddress } from '../../../src/database/address.ts'

export type FlakyWire = {
  url: string
  /** Commits that ran and whose answer was lost. */
  lostAnswers: () => number
}

/**
 * A proxy between a worker and the database that breaks after the database has committed and before the worker gets
 * the answer. Other connections continue, and new ones are accepted.
 * @param isLost whether the answer to the n-th commit, from 1, is lost
 * @param bytesMin commits after fewer bytes do not count
 */
export async function aFlakyWire(
  databaseUrl: string,
  isLost: (commit: number) => boolean,
  bytesMin = 0,
): Promise<FlakyWire> {
  const target = readAddress(databaseUrl)
  const sockets = new Set<Socket>()
  let commits = 0
  let lostAnswers = 0
  const server = createServer((worker) => {
    const database =
      target.path === undefined
        ? connect(target.port?.[0] ?? 5432, target.host?.[0] ?? '127.0.0.1')
        : connect(target.path)
    let isAnswerLost = false
    let sentBytes = 0
    for (const socket of [worker, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        worker.destroy()
        database.destroy()
      })
    }
    worker.on('data', (bytes) => {
      if (bytes.equals(commit) && sentBytes >= bytesMin) {
        commits += 1
        isAnswerLost = isLost(commits)
      }
      sentBytes = bytes.equals(commit) ? 0 : sentBytes + bytes.length
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (!isAnswerLost) return void worker.write(bytes)
      lostAnswers += 1
      worker.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const { username, searchParams, pathname } = new URL(databaseUrl.replace('@/', '@localhost/'))
  const user = searchParams.get('user') ?? (username || 'postgres')
  return { url: `postgres://${user}@127.0.0.1:${port}${pathname}`, lostAnswers: () => lostAnswers }
}

const commit = Buffer.from('Q\0\0\0\u000bcommit\0', 'latin1')
