import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from '../database/driver/connection.ts'
import type { Database } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { confirmIdentities, noteIdentity } from '../store/restored-copy.ts'

/**
 * A database that was dumped and restored somewhere else would send again what its original sends. So data directory
 * and database know each other: where they do not, the server answers calls, but sends nothing, tells no webhook and
 * downloads nothing until an operator has said `quiver confirm-copy`.
 */

/** Who this data directory is: made at its first start, readable by its owner only. */
export async function loadServerIdentity(dataDir: string): Promise<string> {
  const path = join(dataDir, 'server_identity')
  await mkdir(dataDir, { recursive: true })
  // Whole from its first moment: processes that share the directory may start at once.
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

/**
 * For the start, after the migrations.
 * @param configured SERVER_IDENTITY, for servers whose data directory does not outlive them.
 * @returns who this server is, and whether it may not send.
 */
export async function checkIdentity(
  database: Database,
  dataDir: string,
  configured: string | undefined,
): Promise<{ identity: string; held: boolean }> {
  const identity = configured ?? (await loadServerIdentity(dataDir))
  return { identity, held: await database.everywhere().begin((sql) => noteIdentity(sql, identity)) }
}

/** What the operator's word does. @returns as `confirmIdentities`. */
export async function confirmCopy(databaseUrl: string): Promise<{ confirmed: boolean; paused: number }> {
  const database = connect(databaseUrl, {
    max: 1,
    applicationName: 'quiver confirm-copy',
    role: applicationRole,
  })
  try {
    return await database.everywhere().begin((sql) => confirmIdentities(sql))
  } finally {
    await database.end()
  }
}
