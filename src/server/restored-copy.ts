import { connect, type Database } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { loadStableId } from '../files/stable-id.ts'
import { confirmIdentities, noteIdentity } from '../store/server/restored-copy.ts'

/**
 * A dump that is restored elsewhere would send everything again. Therefore the database stores the identity of its data
 * directory; if they differ, nothing is sent or downloaded until an operator runs `quiver confirm-copy`.
 */

export function loadServerIdentity(dataDir: string): Promise<string> {
  return loadStableId(dataDir, 'server_identity')
}

/**
 * Call this after the migrations. An identity that the database knows does not say that it was not brought back:
 * line/attendance.ts finds that.
 * @param configured for servers without a persistent data directory.
 */
export async function checkIdentity(
  database: Database,
  dataDir: string,
  configured: string | undefined,
): Promise<{ identity: string; held: boolean }> {
  const identity = configured ?? (await loadServerIdentity(dataDir))
  return { identity, held: await database.everywhere().begin((sql) => noteIdentity(sql, identity)) }
}

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
