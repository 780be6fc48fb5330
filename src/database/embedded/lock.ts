import { randomUUID } from 'node:crypto'
import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive, startOf } from './processes.ts'

/**
 * Takes the data directory for this process: two servers on one directory destroy it.
 *
 * `quiver.pid` is a queue: whoever wants the directory appends a line, and the first line whose process lives has it.
 * Appending is atomic, so two that come at once cannot both be first, as they can when each of them finds a dead
 * owner's file, removes it and makes its own. A line is withdrawn by appending, too; the owner shortens the file when
 * it comes, and who misses its line then appends it again.
 *
 * @returns gives the directory back.
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
