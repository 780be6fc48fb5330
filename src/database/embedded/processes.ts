import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Tells apart processes that had the same number. undefined without /proc, and for a missing or zombie process. */
export async function startOf(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // The second field, the name, may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : `${boot.trim()}/${fields[19]}`
  } catch {
    return undefined
  }
}

export async function isAlive(pid: number, start?: string): Promise<boolean> {
  if (!isThere(pid)) return false
  if (process.platform !== 'linux') return true
  const now = await startOf(pid)
  return now !== undefined && (start === undefined || now === start)
}

export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  }
  const found = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  return found.then(
    ({ stdout }) => `${stdout.trim()} `,
    () => '',
  )
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
