import { Worker, type MessagePort, type ResourceLimits } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { sumOf, type Count } from './counts.ts'
import { askForReport, type Report } from './reports.ts'

export type Threads = {
  stop: () => Promise<void>
  /** A thread that does not answer in time has no report, and counts as it did in its last one. */
  reports: (waitMs: number) => Promise<ThreadReports>
}

export type ThreadReports = {
  threads: { thread: string; report: Omit<Report, 'counts'> | null }[]
  /** Also of threads that have died. */
  counts: Count[]
}

function restartMs(deaths: number): number {
  return Math.min(2 ** deaths * 100, 10_000)
}

/** Without a limit, V8 grew a heap to 390 MB for an import that needs less than a fifth of that. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 48 }

const lastWord = 'done'

/** In a thread: what it does and records is over. Its exit waits for native code, and a stop does not. */
export function endThread(port: MessagePort | null): void {
  port?.postMessage(lastWord)
  port?.close()
}

function doneOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve())
    worker.on('message', (message) => {
      if (message === lastWord) resolve()
    })
  })
}

type Kind = { script: URL; name: string; count: number; limits?: ResourceLimits }

/** Replaces a thread that dies after a pause, which grows while its successors die early. */
export function startThreads(
  { script, name, count, limits = resourceLimits }: Kind,
  workerData: object,
  log: FastifyBaseLogger,
): Threads {
  const living = new Map<Worker, { index: number; counts: Count[] }>()
  let ended: Count[] = []
  const timers = new Set<NodeJS.Timeout>()
  let isStopping = false

  function start(index: number, deaths: number): void {
    const startedMs = performance.now()
    const worker = new Worker(script, {
      workerData: { ...workerData, index },
      name: `${name}-${index}`,
      resourceLimits: limits,
    })
    living.set(worker, { index, counts: [] })
    worker.on('error', (error) => log.error({ err: error, thread: index }, 'worker thread died'))
    worker.on('exit', () => {
      ended = sumOf([...ended, ...(living.get(worker)?.counts ?? [])])
      living.delete(worker)
      if (isStopping) return
      const nextDeaths = performance.now() - startedMs > 60_000 ? 1 : deaths + 1
      const timer = setTimeout(() => {
        timers.delete(timer)
        start(index, nextDeaths)
      }, restartMs(nextDeaths))
      timers.add(timer)
    })
  }

  for (let index = 0; index < count; index += 1) start(index, 0)
  return {
    stop: async () => {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      const exits = [...living.keys()].map(doneOf)
      for (const worker of living.keys()) worker.postMessage('stop')
      await Promise.all(exits)
    },
    reports: async (waitMs) => {
      const ask = async ([worker, known]: [Worker, { index: number; counts: Count[] }]) => {
        const report = await askForReport(worker, waitMs)
        if (report !== null) known.counts = report.counts
        return { thread: `${name} ${known.index}`, report }
      }
      const threads = await Promise.all([...living].map(ask))
      const counts = sumOf([...ended, ...[...living.values()].flatMap((known) => known.counts)])
      return { threads, counts }
    },
  }
}
