import { Worker, type ResourceLimits } from 'node:worker_threads'
import { invalid } from '../../contract/api/errors.ts'
import { semaphore } from '../../database/driver/semaphore.ts'
import type { PackedFile } from '../unpacking/pieces.ts'
import type { Jobs, Kind } from './jobs.ts'
import type { FromThread, ToThread } from './thread.ts'

// A thread cannot read TypeScript: run from the sources, as tests are, it is the one that was built.
const built = import.meta.url.endsWith('.ts') ? '../../../dist/files/away/thread.js' : './thread.js'
const script = new URL(built, import.meta.url)

type Thread = { worker: Worker; isReady: boolean; idle: NodeJS.Timeout | undefined }

type ReadAway = <Name extends Kind>(
  organizationId: number,
  kind: Name,
  job: Jobs[Name]['job'],
  file: PackedFile | null,
) => Promise<Jobs[Name]['result']>

type Bounds = { limitMs: number; resourceLimits: ResourceLimits }

/** Organizations take turns, and each has one thread at a time, so that it does not let the others wait. */
export function createFileThreads({ limitMs, resourceLimits }: Bounds): ReadAway {
  const places = semaphore(2, { max: 1, waitingMax: 10, waitMs: 20_000 })
  const idle: Thread[] = []

  function start(): Thread {
    const worker = new Worker(script, { name: 'files', resourceLimits })
    // The job that it died of listens, too.
    worker.on('error', () => {})
    const thread: Thread = { worker, isReady: false, idle: undefined }
    worker.on('exit', () => {
      const at = idle.indexOf(thread)
      if (at !== -1) idle.splice(at, 1)
    })
    return thread
  }

  function keep(thread: Thread): void {
    thread.worker.unref()
    idle.push(thread)
    thread.idle = setTimeout(() => {
      idle.splice(idle.indexOf(thread), 1)
      void thread.worker.terminate()
    }, idleMs).unref()
  }

  return async (organizationId, kind, job, file) => {
    await places.take(organizationId)
    try {
      const thread = idle.pop() ?? start()
      clearTimeout(thread.idle)
      const told = await answerOf(thread, { kind, job, file }, limitMs)
      if ('end' in told) {
        // Afterwards nothing reads the file any more.
        await thread.worker.terminate()
        throw told.end
      }
      keep(thread)
      if ('sentence' in told) throw invalid(told.sentence)
      if ('fault' in told) throw told.fault
      return told.result
    } finally {
      places.give(organizationId)
    }
  }
}

const idleMs = 30_000

/**
 * Reads what strangers wrote in another thread, which is bounded in time and memory and may die of it: with the start of
 * the thread and what the call itself needs, the caller has a sentence within five seconds. Readers bound what they keep
 * themselves; the limit of memory is for what nobody has thought of. The file stays open.
 * @throws AppError `validation_failed`, a sentence, if the file cannot be read within the bounds; the error of a full share.
 */
export const readAway = createFileThreads({
  limitMs: 4_000,
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 },
})

type Told = Exclude<FromThread, 'ready' | { wants: unknown }> | { end: unknown }

type Wanted = { kind: Kind; job: Jobs[Kind]['job']; file: PackedFile | null }

async function answerOf(thread: Thread, { kind, job, file }: Wanted, limitMs: number): Promise<Told> {
  const { worker } = thread
  const send = (message: ToThread) => worker.postMessage(message)
  const listening = new AbortController()
  worker.ref()
  try {
    return await new Promise<Told>((resolve) => {
      const end = (reason: unknown) => resolve({ end: reason })
      let timer: NodeJS.Timeout | undefined
      listening.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        worker.off('message', hear).off('error', die).off('exit', exit)
      })
      const begin = () => {
        const opened = file === null ? null : { fd: file.handle.fd ?? null, sizeBytes: file.sizeBytes }
        // A busy machine may take long to start a thread.
        timer = setTimeout(() => end(invalid(tooSlow(limitMs))), limitMs)
        send({ order: { kind, job, file: opened } })
      }
      const hear = (message: FromThread) => {
        if (message === 'ready') {
          thread.isReady = true
          return begin()
        }
        if (!('wants' in message)) return resolve(message)
        const { length, position } = message.wants
        file?.handle
          .read(Buffer.allocUnsafeSlow(length), 0, length, position)
          .then(({ bytesRead, buffer }) => send({ bytes: buffer.subarray(0, bytesRead) }), end)
      }
      const die = (cause: unknown) => end(isFull(cause) ? invalid(tooLarge) : cause)
      const exit = () => end(new Error('the thread that reads files has ended'))
      worker.on('message', hear).on('error', die).on('exit', exit)
      if (thread.isReady) begin()
    })
  } catch (error) {
    return { end: error }
  } finally {
    listening.abort()
  }
}

function isFull(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooSlow(limitMs: number): string {
  return `What is in the file cannot be found within ${limitMs / 1000} seconds. Save the list as CSV, or divide it.`
}

const tooLarge =
  'Reading the file takes more memory than there is for it. Save the list as CSV with the columns that are needed, or divide it.'
