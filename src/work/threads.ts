import { Worker } from 'node:worker_threads'
import type { ResourceLimits } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'

export type Threads = { stop: () => Promise<void> }

function restartMs(deaths: number): number {
  return Math.min(2 ** deaths * 100, 10_000)
}

/** Without a limit, V8 grew a heap to 390 MB for an import that needs less than a fifth of that. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 48 }

/** Replaces a thread that dies after a pause, which grows while its successors die early. */
export function startThreads(
  { script, count, limits = resourceLimits }: { script: URL; count: number; limits?: ResourceLimits },
  workerData: object,
  log: FastifyBaseLogger,
): Threads {
  const living = new Set<Worker>()
  const timers = new Set<NodeJS.Timeout>()
  let isStopping = false

  function start(index: number, deaths: number): void {
    const startedMs = performance.now()
    const worker = new Worker(script, {
      workerData: { ...workerData, index },
      name: `worker-${index}`,
      resourceLimits: limits,
    })
    living.add(worker)
    worker.on('error', (error) => log.error({ err: error, thread: index }, 'worker thread died'))
    worker.on('exit', () => {
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
      const ended = [...living].map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
      for (const worker of living) worker.postMessage('stop')
      await Promise.all(ended)
    },
  }
}
