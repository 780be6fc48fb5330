import { Worker } from 'node:worker_threads'
import { count } from '../../work/counts.ts'
import type { Lookup } from '../names/addresses.ts'
import { RequestFailed, spellDuration } from '../request-failed.ts'
import { namesFor } from './names.ts'
import { fetchRows, type RemotePiece, type RemoteQuery, type RemoteRules } from './target.ts'
import type { Job } from './thread.ts'

/** What a driver needs, and the rows of two fetches as texts. */
function memoryFor({ limits }: RemoteRules) {
  const fetchMb = Math.ceil((fetchRows * limits.rowBytesMax) / 1_048_576)
  return { maxOldGenerationSizeMb: 64 + 2 * fetchMb, maxYoungGenerationSizeMb: 32 }
}

/**
 * Reads a query of a remote list: `connected`, `columns`, `rows` while there are some, `end`. The next rows are fetched
 * when the caller asks for the next piece. @throws RequestFailed with a sentence for the user; the signal's reason
 */
export async function* readRemote(
  query: RemoteQuery,
  rules: RemoteRules,
  signal: AbortSignal,
  lookup?: Lookup,
): AsyncGenerator<Exclude<RemotePiece, { kind: 'failed' }>> {
  signal.throwIfAborted()
  const clock = createClock(rules, signal)
  let worker: Worker | undefined
  try {
    const names = await clock.within('connect', namesFor(query, rules, { lookup, signal }))
    worker = start({ query, rules, names })
    const pieces = queueOf(worker)
    for (let stage: Stage = 'connect'; ;) {
      const piece = await clock.within(stage, pieces.next())
      if (piece.kind === 'failed') {
        if (piece.isRefused) count('refused_addresses', { setting: 'REMOTE_DATABASE_ALLOW' })
        throw new RequestFailed(piece.message, { retry: piece.retry, cause: piece.cause })
      }
      yield piece
      if (piece.kind === 'end') return
      if (piece.kind === 'connected') stage = 'first'
      if (piece.kind === 'rows') {
        stage = 'next'
        worker.postMessage('next')
      }
    }
  } finally {
    clock.stop()
    // Not awaited: what runs in native code cannot be interrupted, and the caller has its answer.
    void worker?.terminate()
  }
}

function start(job: Job): Worker {
  return new Worker(script, { workerData: job, resourceLimits: memoryFor(job.rules), name: 'remote-list' })
}

// A thread cannot read TypeScript: run from the sources, as tests are, it is the one that was built.
const built = import.meta.url.endsWith('.ts') ? '../../../dist/outbound/databases/thread.js' : './thread.js'
const script = new URL(built, import.meta.url)

type Stage = 'connect' | 'first' | 'next'

/** The pieces in their order, also those that arrive before they are requested. */
function queueOf(worker: Worker): { next: () => Promise<RemotePiece> } {
  const pieces: RemotePiece[] = []
  let waiting: ((piece: RemotePiece) => void) | undefined
  const add = (piece: RemotePiece) => {
    if (waiting === undefined) pieces.push(piece)
    else waiting(piece)
    waiting = undefined
  }
  worker.on('message', add)
  // The driver met something that it does not expect, or the memory of the thread is used up.
  worker.on('error', (cause) => add(unreadable(cause)))
  worker.on('exit', () => add(unreadable('the thread has ended')))
  return {
    next: () =>
      new Promise((resolve) => {
        const piece = pieces.shift()
        if (piece === undefined) waiting = resolve
        else resolve(piece)
      }),
  }
}

function unreadable(cause: unknown): RemotePiece {
  const isFull = cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
  const message = isFull
    ? 'The rows of the query need more memory than there is for them: select fewer or shorter columns.'
    : 'The database answered something that cannot be read: check that host and port are those of the database.'
  return { kind: 'failed', message, retry: !isFull, cause }
}

function createClock({ limits }: RemoteRules, signal: AbortSignal) {
  const totalMs = limits.totalSeconds * 1000
  const endsMs = performance.now() + totalMs
  const seconds = {
    connect: limits.connectSeconds,
    first: limits.firstRowSeconds,
    next: limits.nextRowSeconds,
  }
  /** Of the last piece that was waited for. */
  let stop = () => {}
  return {
    within: <Result>(stage: Stage, work: Promise<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        const leftMs = endsMs - performance.now()
        const ownMs = seconds[stage] * 1000
        const isTotal = leftMs < ownMs
        const late = isTotal ? sentences.total(totalMs) : sentences[stage](ownMs)
        const timer = setTimeout(
          () => reject(new RequestFailed(late, { retry: true })),
          Math.max(0, Math.min(leftMs, ownMs)),
        )
        const abort = () => reject(signal.reason)
        signal.addEventListener('abort', abort, { once: true })
        // Of its own piece: the next one may be waited for before this runs.
        const over = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
        }
        stop = over
        work.then(resolve, reject).finally(over)
      }),
    stop: () => stop(),
  }
}

const sentences: Record<Stage | 'total', (ms: number) => string> = {
  connect: (ms) =>
    `The database did not accept the connection within ${spellDuration(ms)}: check host, port and firewall.`,
  first: (ms) => `The database sent no row within ${spellDuration(ms)}: make the query faster.`,
  next: (ms) => `The database sent nothing for ${spellDuration(ms)} in the middle of its rows.`,
  total: (ms) => `The query did not end within ${spellDuration(ms)}: select fewer rows.`,
}
