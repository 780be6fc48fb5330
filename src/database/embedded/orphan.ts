import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { commandLineOf, isAlive, startOf } from './processes.ts'
import { answers, clearSocket } from './socket.ts'

/** A fast shutdown writes everything to disk; an immediate one leaves that to the next start. */
const fastMs = 60_000
const immediateMs = 10_000

/** Call it with the lock. @throws Error if the server is not visible or does not stop. */
export async function endOrphan(
  directory: string,
  socket: string,
  log: (message: string) => void,
): Promise<void> {
  const pid = await recordedPid(directory)
  if (pid !== undefined && (await isServerOf(pid, directory))) {
    log(`A PostgreSQL of an earlier run (process ${pid}) is still there; stopping it.`)
    await endProcess(pid)
  }
  if (await answers(socket)) {
    throw new Error(
      `A PostgreSQL that this process cannot see, perhaps in another container, uses ${directory}. Stop it first, or set DATA_DIR to another directory.`,
    )
  }
  // PostgreSQL would not start if the recorded number belonged to another process after a restart. It detects a server
  // whose children are still running by its shared memory.
  await rm(path.join(directory, 'postmaster.pid'), { force: true })
  await clearSocket(socket)
}

export async function recordedPid(directory: string): Promise<number | undefined> {
  const text = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  return /^\d+$/.test(text.split('\n')[0] ?? '') ? Number(text.split('\n')[0]) : undefined
}

async function isServerOf(pid: number, directory: string): Promise<boolean> {
  return (await commandLineOf(pid)).includes(` -D ${directory} `)
}

async function endProcess(pid: number): Promise<void> {
  const start = await startOf(pid)
  for (const [signal, waitMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
  ] as const) {
    process.kill(pid, signal)
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if (!(await isAlive(pid, start))) return
      await pause(20)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`)
}
