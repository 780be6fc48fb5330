import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

export type Migration = {
  version: number
  name: string
  text: string
  /** SHA-256 of the text in hex; line endings are ignored. */
  checksum: string
  /** The first line is `-- no transaction`: one statement, which must be repeatable in case it is not recorded. */
  inTransaction: boolean
}

export type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>

/** `src/database` and `dist/database` are at the same depth. */
export const migrationsDirectory = fileURLToPath(new URL('../../migrations', import.meta.url))

/** @throws Error for a wrongly named file or a duplicate number. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql'))
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)))
  migrations.sort((one, other) => one.version - other.version)
  for (const [index, { version, name }] of migrations.entries()) {
    const before = migrations[index - 1]
    if (before?.version === version) {
      throw new Error(`The migrations ${before.name} and ${name} have the same number.`)
    }
  }
  return migrations
}

/** @throws Error if the database and the files do not match. */
export function planMigrations(migrations: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of applied) {
    const migration = known.get(version)
    if (migration === undefined) {
      throw new Error(
        `The database is newer than this Quiver: it contains the migration ${name}, which this Quiver does not have. Start the newer Quiver, or restore a backup.`,
      )
    }
    // The files of a release are never renamed; those before the first release were.
    if (migration.name !== name) {
      throw new Error(
        `The database was created by an unreleased build of Quiver and cannot be upgraded: it contains the migration ${name}, where this Quiver has ${migration.name}. Create a new database for DATABASE_URL, or, for the embedded one, delete DATA_DIR/postgres, and start again.`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `The migration ${migration.name} was changed after it was applied to the database. Restore the file and put the change into a new migration.`,
      )
    }
  }
  const newest = Math.max(0, ...applied.map(({ version }) => version))
  const done = new Set(applied.map(({ version }) => version))
  const pending = migrations.filter(({ version }) => !done.has(version))
  const late = pending.find(({ version }) => version < newest)
  if (late !== undefined) {
    throw new Error(
      `The migration ${late.name} is out of order: the database already contains number ${newest}. Give the migration a higher number.`,
    )
  }
  return pending
}

const changes = [
  /\b(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/g,
  /\bcreate (?:unique )?index (?:if not exists )?(?:\w+ )?on (\w+)/g,
  /\bcreate (?:or replace )?(?:constraint )?trigger \w+\s[^;]*?\son (\w+)/g,
  /\b(?:create|alter|drop) policy \w+ on (\w+)/g,
  /\breferences (\w+)/g,
]

/** The tables whose definition a migration changes, in the order of its text: the one that is used most should come first. */
export function changedTables(text: string): string[] {
  const statements = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').toLowerCase()
  const found = changes.flatMap((pattern) => [...statements.matchAll(pattern)])
  const inOrder = found.toSorted((one, other) => one.index - other.index)
  return [...new Set(inOrder.map(([, name = '']) => name))]
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const [, number] = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name) ?? []
  if (number === undefined) throw new Error(`A migration is named like 007-campaigns.sql, not ${name}.`)
  const text = (await readFile(path.join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  return {
    version: Number(number),
    name,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    inTransaction: !/^-- no transaction\s*\n/.test(text),
  }
}
