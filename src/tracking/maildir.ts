import { constants } from 'node:fs'
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Loop } from '../work/loops/run.ts'
import { createReturnedMail, readBytesMax, type TrackingEnvironment } from './returned.ts'

/** Moves messages only after recording them; if the process dies in between, the second time counts as a repeat. */
export function bounceMaildir(environment: TrackingEnvironment, directory: string): Loop<string> {
  const take = createReturnedMail(environment)
  const [fresh, done] = [join(directory, 'new'), join(directory, 'cur')]
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
      // Names in `new` have no flags; drop a suffix that looks like one.
      await moved(join(fresh, name), join(done, `${name.replace(/:.*$/s, '')}:2,${flag}`))
    },
  }
}

/** Opening a pipe would block. @returns null if the message cannot be read or is not a regular file. */
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
