import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { BackgroundSettings } from '../../../src/server/mail.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import type { ExporterSettings } from '../../../src/exporting/job.ts'
import type { WorkerSettings } from '../../../src/importing/worker.ts'
import type { RunningState } from '../../../src/contract/imports/states.ts'

export type WorkerProcess = {
  pid: number
  index: number
  /** Its log so far: lines of JSON. */
  log: () => string
  /** SIGKILL, so it cannot clean up. Resolves when the process has ended. */
  kill: () => Promise<void>
  /** SIGTERM. Resolves to its exit code. */
  stop: () => Promise<number | null>
  freeze: () => void
  thaw: () => void
}

/** Starts the built worker (`npm run build`). A worker that exits by itself fails the test. */
export function aWorkerProcess(settings: WorkerSettings): WorkerProcess {
  return { ...startScript('worker-process.mjs', settings), index: settings.index }
}

/** Starts the built exporter. */
export function anExporterProcess(settings: ExporterSettings): Omit<WorkerProcess, 'index'> {
  return startScript('../exporting/exporter-process.mjs', settings)
}

/** Starts the built sender process. */
export function aSenderProcess(settings: BackgroundSettings): Omit<WorkerProcess, 'index'> {
  return startScript('../sending/sender-process.mjs', settings)
}

/** @param name of a script beside this file */
export function startScript(name: string, settings: object): Omit<WorkerProcess, 'index'> {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify({ ...settings, logLevel: 'info' })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const started = once(child.stdout, 'data')
  const { pid } = child
  if (pid === undefined) throw new Error('The worker process could not be started.')
  let log = ''
  let isAsked = false
  child.stderr.on('data', (bytes) => (log += String(bytes)))
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      isAsked = true
      child.kill(signal)
    }
    const [code] = await exit
    return typeof code === 'number' ? code : null
  }
  onTestFinished(async () => {
    await end('SIGKILL')
    if (!isAsked) throw new Error(`A worker process ended by itself: ${log}`)
  })
  return {
    pid,
    log: () => log,
    kill: async () => void (await end('SIGKILL')),
    stop: async () => {
      await Promise.race([started, exit])
      return end('SIGTERM')
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}

export type Held = {
  organization_id: number
  id: number
  state: RunningState
  epoch: number
  attempts: number
  records_imported: number
}

/** The unfinished imports that a worker process holds. */
export async function heldBy(sql: Sql, { pid }: WorkerProcess): Promise<Held[]> {
  return sql<Held[]>`
    select organization_id, id, state, epoch, attempts, records_imported from import_jobs
    where split_part(worker, ':', 2) = ${String(pid)} and leased_until is not null
      and state in ('scheduled', 'downloading', 'splitting', 'importing')`
}
