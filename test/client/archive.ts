import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { root } from '../harness/core/embedded.ts'

/** Packs the client into a folder that lives as long as the test. @returns the folder, and the path of the archive in it. */
export async function anArchive(): Promise<{ folder: string; archive: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-client-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)('npx', ['tsx', 'scripts/client.ts', folder], { cwd: root })
  const name = (await readdir(folder)).find((entry) => entry.endsWith('.tgz')) ?? ''
  return { folder, archive: path.join(folder, name) }
}
