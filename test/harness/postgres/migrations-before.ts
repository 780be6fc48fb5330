import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { migrationsDirectory } from '../../../src/database/migration-files.ts'

/** The migrations before the one with this number, in a directory of their own. */
export async function migrationsBefore(number: string): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-migrations-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  for (const name of await readdir(migrationsDirectory)) {
    if (name < number) await cp(path.join(migrationsDirectory, name), path.join(directory, name))
  }
  return directory
}
