import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export async function loadStableId(directory: string, name: string): Promise<string> {
  await mkdir(directory, { recursive: true })
  const path = join(directory, name)
  // `link` creates the file atomically, because processes that share the directory may start at the same time.
  const fresh = `${path}.${randomUUID()}`
  try {
    await writeFile(fresh, `${randomUUID()}\n`, { mode: 0o600, flush: true })
    await link(fresh, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(fresh, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
