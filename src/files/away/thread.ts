import { read as readFile } from 'node:fs'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { AppError } from '../../contract/api/errors.ts'
import { letOthersGoFirst } from '../../work/priority.ts'
import { UnpackFault } from '../unpacking/limits.ts'
import type { PackedFile } from '../unpacking/pieces.ts'
import { jobs, type Jobs, type Kind } from './jobs.ts'

// Reads files that strangers wrote, so that it may take its time or die while calls are answered.

/** `fd`: null if the thread that has the file reads it for this one. */
export type Order = {
  kind: Kind
  job: Jobs[Kind]['job']
  file: { fd: number | null; sizeBytes: number } | null
}

export type ToThread = { order: Order } | { bytes: Uint8Array }

export type FromThread =
  | 'ready'
  | { wants: { length: number; position: number } }
  | { result: Jobs[Kind]['result'] }
  | { sentence: string }
  | { fault: unknown }

const read = promisify(readFile)
let arrived: ((bytes: Uint8Array) => void) | undefined

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}

function fileOf({ fd, sizeBytes }: NonNullable<Order['file']>): PackedFile {
  const handle: PackedFile['handle'] =
    fd === null
      ? {
          read: async (buffer, offset, length, position) => {
            const bytes = await new Promise<Uint8Array>((resolve) => {
              arrived = resolve
              tell({ wants: { length, position } })
            })
            buffer.set(bytes, offset)
            return { bytesRead: bytes.length, buffer }
          },
        }
      : { fd, read: (buffer, offset, length, position) => read(fd, buffer, offset, length, position) }
  return { handle, sizeBytes }
}

async function run({ kind, job, file }: Order): Promise<void> {
  const work = jobs[kind] as (job: Order['job'], file: PackedFile | null) => Promise<Jobs[Kind]['result']>
  try {
    tell({ result: await work(job, file === null ? null : fileOf(file)) })
  } catch (error) {
    const isSentence = error instanceof AppError || error instanceof UnpackFault
    tell(isSentence ? { sentence: error.message } : { fault: error })
  }
}

letOthersGoFirst()
parentPort?.on('message', (message: ToThread) => {
  if ('bytes' in message) arrived?.(message.bytes)
  else void run(message.order)
})
tell('ready')
