import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'
import type { MessagePort, Worker } from 'node:worker_threads'
import { poolStates, type PoolState } from '../database/driver/connection.ts'
import { countsSoFar, type Count } from './counts.ts'

/** What one thread reports about itself, for `/metrics`. */
export type Report = {
  counts: Count[]
  pools: PoolState[]
  /** Since the last report; null in the first one. */
  loopDelay: { median: number; p99: number; max: number } | null
}

const question = 'report'

/** The monitor measures the time between two ticks that are this far apart. */
const tickMs = 20

let delays: IntervalHistogram | undefined

/** The first call begins to measure the delay of the event loop, so a thread that is never asked has no timer. */
export function ownReport(): Report {
  const loopDelay = delays === undefined || delays.count === 0 ? null : delaysOf(delays)
  if (delays === undefined) {
    delays = monitorEventLoopDelay({ resolution: tickMs })
    delays.enable()
  }
  delays.reset()
  return { counts: countsSoFar(), pools: poolStates(), loopDelay }
}

function delaysOf(measured: IntervalHistogram) {
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - tickMs / 1e3)
  return {
    median: seconds(measured.percentile(50)),
    p99: seconds(measured.percentile(99)),
    max: seconds(measured.max),
  }
}

/** In a thread: answers what `askForReport` asks. */
export function answerReports(port: MessagePort | null): void {
  port?.on('message', (message) => {
    if (message === question) port.postMessage({ report: ownReport() })
  })
}

/** @returns null if the thread does not answer in time: it is busy, or it ends. */
export function askForReport(worker: Worker, waitMs: number): Promise<Report | null> {
  return new Promise((resolve) => {
    const end = (report: Report | null) => {
      clearTimeout(timer)
      worker.off('message', heard)
      worker.off('exit', gone)
      resolve(report)
    }
    const heard = (message: { report?: Report }) => {
      if (message.report !== undefined) end(message.report)
    }
    const gone = () => end(null)
    const timer = setTimeout(gone, waitMs)
    worker.on('message', heard)
    worker.once('exit', gone)
    worker.postMessage(question)
  })
}
