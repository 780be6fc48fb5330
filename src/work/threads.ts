import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'

export type Threads = { stop: () => Promise<void> }

function restartMs(deaths: number): number {
  return Math.min(2 ** deaths * 100, 10_000)
}

/**
 * Without a limit V8 lets the heap of a thread grow to several times the live data: 390 MB for an import of a million
 * rows, which needs less than a fifth of that.
 */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 48 }

/**
 * Runs a script in `count` threads. A thread that dies is replaced after a pause, which grows while its successors die
 * early. `stop` asks all threads to end and waits for them.
 */
export function startThreads(
  script: URL,
  count: number,
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
      resourceLimits,
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
