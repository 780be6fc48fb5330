import { randomUUID } from 'node:crypto'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive, startOf } from './processes.ts'

/**
 * `quiver.pid` is a queue: each process appends a line, and the first line whose process is alive owns the directory.
 * Appending is atomic, so two processes cannot both be first. A line is also withdrawn by appending; a new owner
 * truncates the file, and a waiting process whose line is gone appends it again.
 * @throws Error that names the owner.
 */
export async function lockDirectory(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'quiver.pid')
  const token = randomUUID()
  const line = `${process.pid} ${(await startOf(process.pid)) ?? '-'} ${token}`
  const withdraw = () => appendFile(file, `withdrawn ${token}\n`)
  for (;;) {
    await appendFile(file, `${line}\n`, { mode: 0o600 })
    const lines = (await readFile(file, 'utf8')).split('\n')
    const place = lines.indexOf(line)
    if (place < 0) continue
    const owner = await firstAlive(lines.slice(0, place), new Set(lines))
    if (owner === undefined) break
    await withdraw()
    throw new Error(
      `Another Quiver (process ${owner}) uses the data directory ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
    )
  }
  await writeFile(`${file}.${token}`, `${line}\n`, { mode: 0o600 })
  await rename(`${file}.${token}`, file)
  return withdraw
}

async function firstAlive(lines: readonly string[], all: ReadonlySet<string>): Promise<number | undefined> {
  for (const line of lines) {
    const [, pid, start, token] = /^(\d+) (\S+) (\S+)$/.exec(line) ?? []
    if (pid === undefined || all.has(`withdrawn ${token}`)) continue
    if (await isAlive(Number(pid), start === '-' ? undefined : start)) return Number(pid)
  }
  return undefined
}
