import { spawn } from 'node:child_process'

/** A password takes 0.05 s, and a piece of a file less. */
const patienceMs = 1_000

/**
 * Ends the process once everything is stopped and written. `process.exit` waits for what runs in native code (argon2, zlib,
 * getaddrinfo) of any thread, which nothing can interrupt. If the event loop gets empty, no such code runs.
 */
export function leave(): void {
  process.once('beforeExit', () => process.exit(0))
  setTimeout(() => leaveNow(0), patienceMs).unref()
}

/**
 * Something is left: a connection, or native code. Another process kills this one if it has not ended after a while, because
 * a process that waits for native code at its exit runs no timer. Nothing is lost by it, but whoever reads the exit code
 * sees SIGKILL. (The first process of a container can only be killed from outside.)
 */
export function leaveNow(code: number): never {
  const kill = `setTimeout(() => { try { process.kill(${process.pid}, 'SIGKILL') } catch {} }, ${patienceMs})`
  spawn(process.execPath, ['-e', kill], { detached: true, stdio: 'ignore', env: {} }).unref()
  process.exit(code)
}
