import { aProxy } from '../core/proxy.ts'

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
  let commits = 0
  let lostAnswers = 0
  const { url } = await aProxy(databaseUrl, (worker, database) => {
    let isAnswerLost = false
    let sentBytes = 0
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
  return { url, lostAnswers: () => lostAnswers }
}

const commit = Buffer.from('Q\0\0\0\u000bcommit\0', 'latin1')

/** As `aFlakyWire`, for commits that are sent together with their statements: it loses the n-th answer, from 1. */
export async function aWireLosing(databaseUrl: string, lost: number): Promise<FlakyWire> {
  let answers = 0
  const { url } = await aProxy(databaseUrl, (worker, database) => {
    worker.on('data', (bytes) => void database.write(bytes))
    database.on('data', (bytes) => {
      if (bytes.includes(committed)) answers += 1
      if (answers === lost && bytes.includes(committed)) worker.destroy()
      else worker.write(bytes)
    })
  })
  return { url, lostAnswers: () => (answers >= lost ? 1 : 0) }
}

const committed = 'COMMIT\0'
