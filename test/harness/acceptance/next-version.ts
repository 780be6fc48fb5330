import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { program } from '../core/command.ts'

export const nextVersion = '99.0.0'
export const nextMigration = '900-of-the-next-version.sql'

/** Adds to tables that are read and written all the time; the statements of this version do not know it. */
const harmless = `
create table of_the_next_version (number integer);
alter table subscribers add column nickname text;
alter table subscriber_imports add column nickname text;
alter table campaigns add column nickname text;
alter table mailing_lists add column nickname text;
alter table api_keys add column nickname text;
`

/** This program, as it is built, with another number and one more migration. @returns its directory. */
export async function theNextVersion(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'quiver-next-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  for (const part of ['dist', 'migrations'])
    await cp(path.join(program, part), path.join(directory, part), { recursive: true })
  await symlink(path.join(program, 'node_modules'), path.join(directory, 'node_modules'))
  const described = JSON.parse(await readFile(path.join(program, 'package.json'), 'utf8')) as object
  await writeFile(
    path.join(directory, 'package.json'),
    JSON.stringify({ ...described, version: nextVersion }),
  )
  await writeFile(path.join(directory, 'migrations', nextMigration), harmless)
  return directory
}
