import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished, type TestContext } from 'vitest'

export const run = promisify(execFile)

/**
 * A folder with these packages, for tools that are no dependency of this project. Skips the test, with the reason, where
 * they cannot be had.
 */
export async function aFolderWith({ skip }: TestContext, packages: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'quiver-tools-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(path.join(folder, 'package.json'), '{"private": true}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefer-offline']
  const install = run('npm', ['install', ...options, ...packages], { cwd: folder, timeout: 300_000 })
  await install.catch((error: Error) => skip(`${packages.join(', ')} cannot be had: ${error.message}`))
  return folder
}

/** What each tour of the API prints (integrations/clients). */
export const tourResult = {
  same: true,
  city: 'Źary',
  found: 1,
  refused: 'validation_failed',
  batch: { updated: 1, added: 1 },
  secret: 'whsec_',
  once: true,
}
