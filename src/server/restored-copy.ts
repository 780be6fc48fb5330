import { connect } from '../database/driver/connection.ts'
import type { Database } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { loadStableId } from '../files/stable-id.ts'
import { confirmIdentities, noteIdentity } from '../store/server/restored-copy.ts'

/**
 * A dump that is restored elsewhere would send everything again that the original sends. Therefore the database stores
 * the identity of its data directory. If they do not match, the server answers API calls but sends no mail, delivers no
 * webhooks and downloads nothing until an operator runs `quiver confirm-copy`.
 */

/** Created at the first start. */
export function loadServerIdentity(dataDir: string): Promise<string> {
  return loadStableId(dataDir, 'server_identity')
}

/**
 * Call this after the migrations.
 * @param configured SERVER_IDENTITY, for servers without a persistent data directory.
 * @returns `held`: the server may not send.
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
