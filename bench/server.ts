import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Process = { url: string; pid: number; stop: () => Promise<void> }

/** @param port matches a line that the process prints; its first group is the port. */
export async function startProcess(
  command: string[],
  env: Record<string, string>,
  port: RegExp,
): Promise<Process> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const found = port.exec(line)?.[1]
    if (found === undefined) continue
    child.stdout.resume()
    const stop = async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }
    return { url: `http://127.0.0.1:${found}`, pid: child.pid ?? 0, stop }
  }
  throw new Error('a server did not start')
}

export function startQuiver(env: Record<string, string>, parts: string[] = []): Promise<Process> {
  // As `npm start` does.
  const settings = { MALLOC_MMAP_THRESHOLD_: '131072', PORT: '0', LOG_LEVEL: 'warn', ...env }
  return startProcess(
    ['--max-semi-space-size=8', 'dist/cli/main.js', 'serve', ...parts],
    settings,
    /http:\/\/127\.0\.0\.1:(\d+)/,
  )
}
