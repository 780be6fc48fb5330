import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LogFile } from './log-file.ts'
import type { Command } from './owner.ts'

export type Server = {
  stop: () => Promise<void>
}

export type ServerOptions = {
  directory: string
  command: Command
  env: NodeJS.ProcessEnv
  logFile: LogFile
  log: (message: string) => void
}

const readyPollMs = 20
const slowMs = 10_000
const restartMsMin = 200
const restartMsMax = 5_000
const fastMs = 60_000
const immediateMs = 10_000

/** May take minutes after a crash. Restarts a server that dies later. @throws Error with the end of its log. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const stopping = new AbortController()
  let child = await launch(options, stopping.signal)
  let reviving: Promise<void> | undefined
  const hastily = () => child.kill('SIGINT')
  process.once('exit', hastily)

  const guard = () => {
    child.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      options.log(`PostgreSQL ended unexpectedly (${signal ?? code}); starting it again.`)
      reviving = revive()
    })
  }
  const revive = async () => {
    let waitMs = restartMsMin
    while (!stopping.signal.aborted) {
      await pause(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      waitMs = Math.min(waitMs * 2, restartMsMax)
      try {
        child = await launch(options, stopping.signal)
        return guard()
      } catch (error) {
        options.log(error instanceof Error ? error.message : String(error))
      }
    }
  }
  guard()
  const stop = async () => {
    stopping.abort()
    process.removeListener('exit', hastily)
    await reviving
    await end(child)
  }
  return { stop }
}

async function launch(options: ServerOptions, stopping: AbortSignal): Promise<ChildProcess> {
  const { directory, command, env, logFile, log } = options
  const { file, args, ...identity } = command
  const output = await logFile.open()
  const stdio: StdioOptions = ['ignore', output.fd, output.fd]
  // A separate session: Ctrl-C in the terminal must reach only this process, which stops the server last.
  const child = spawn(file, args, { ...identity, env, cwd: '/', detached: true, stdio })
  const failed = new Promise<Error>((resolve) => child.once('error', resolve))
  await output.close()
  const slow = setInterval(() => log('PostgreSQL is still starting, after a crash perhaps.'), slowMs)
  try {
    while (!(await isReady(directory, child.pid))) {
      const failure = child.pid === undefined ? await failed : undefined
      if (failure !== undefined || hasEnded(child)) {
        throw new Error(`PostgreSQL did not start. ${failure?.message ?? ''}\n${await logFile.tail()}`)
      }
      if (stopping.aborted) child.kill('SIGINT')
      await pause(readyPollMs)
    }
  } finally {
    clearInterval(slow)
  }
  child.unref()
  return child
}

/** The server's lock file contains the process in its first line and the state in its eighth. */
async function isReady(directory: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(path.join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready'
}

async function end(child: ChildProcess): Promise<void> {
  child.ref()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (const [signal, waitMs] of [
    ['SIGINT', fastMs],
    ['SIGQUIT', immediateMs],
    ['SIGKILL', immediateMs],
  ] as const) {
    if (hasEnded(child)) return
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([ended, pause(waitMs, undefined, { signal: timer.signal }).catch(() => {})])
    timer.abort()
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
