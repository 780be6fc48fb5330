import { constants } from 'node:fs'
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loop } from '../work/loop.ts'
import { createReturnedMail, readBytesMax } from './returned.ts'
import type { TrackingEnvironment } from './returned.ts'

/**
 * Takes in what a mail server of the operator's delivers to a maildir, one message after the other: out of `new`, into
 * `cur`, marked as seen (`S`) when it was counted and as flagged (`F`) when it was no report of a message of ours or
 * could not be read, so that somebody can look at it. Messages are counted before they are moved: one whose move is
 * lost is known when it is counted again.
 */
export function bounceMaildir(environment: TrackingEnvironment, directory: string): Loop<string> {
  const take = createReturnedMail(environment)
  const [fresh, done] = [join(directory, 'new'), join(directory, 'cur')]
  // Listed once for all of them; one that cannot be counted now has its next turn after the others.
  let waiting: string[] = []
  return {
    take: async () => {
      if (waiting.length === 0) {
        for (const folder of [fresh, done, join(directory, 'tmp')]) await mkdir(folder, { recursive: true })
        const names = (await readdir(fresh)).filter((name) => !name.startsWith('.'))
        waiting = names.toSorted().toReversed()
      }
      return waiting.pop() ?? null
    },
    run: async (name) => {
      const message = await beginningOf(join(fresh, name))
      if (message === 'gone') return
      const taken = message === null ? 'unknown' : await take(message)
      environment.log.info({ taken }, 'returned message processed')
      const flag = taken === 'unknown' ? 'F' : 'S'
      // A name in `new` has no flags yet; what looks like some would hide ours.
      await moved(join(fresh, name), join(done, `${name.replace(/:.*$/s, '')}:2,${flag}`))
    },
    secondsToNext: async () => null,
  }
}

/** `null`: it cannot be read, or is no file: waiting for the other end of a pipe would stop the work. */
async function beginningOf(path: string): Promise<Buffer | 'gone' | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      if (!(await file.stat()).isFile()) return null
      const bytes = Buffer.alloc(readBytesMax)
      let length = 0
      for (;;) {
        const { bytesRead } = await file.read(bytes, length, readBytesMax - length)
        length += bytesRead
        if (bytesRead === 0 || length === readBytesMax) return bytes.subarray(0, length)
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'gone' : null
  }
}

/** Somebody else who looks after the maildir may have been quicker. */
async function moved(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
