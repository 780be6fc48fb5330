import { connect, type Database } from '../database/driver/connection.ts'
import { pendingMigrations } from '../database/migrate.ts'
import { applicationRole } from '../database/roles.ts'
import type { Secrets } from '../secrets/ring.ts'
import { insertAuditEvent } from '../store/audit-events/rows.ts'
import { systemOrganizationId } from '../store/conditions/system-organization.ts'
import { prepareSystemOrganization } from '../store/users/roles.ts'
import type { Config } from './config.ts'
import { insertSystemKey, readSecretKey } from './first-start.ts'
import { openKeyRing } from './secret/key-ring.ts'

type MadeKey = { id: number; credential: string }

/** @throws Error, a sentence for the operator. */
export async function makeAdminKey(config: Config, databaseUrl: string, name: string): Promise<MadeKey> {
  const secretKey = await readSecretKey(config)
  const database = connect(databaseUrl, {
    max: 1,
    applicationName: 'quiver admin-key',
    role: applicationRole,
  })
  try {
    const pending = await pendingMigrations(database)
    if (pending.length > 0) {
      throw new Error(`The database lacks ${pending.join(', ')}: start the server once, then try again.`)
    }
    const { secrets } = await openKeyRing(database, { secretKey, file: null })
    return await insertAdminKey(database, secrets, name)
  } finally {
    await database.end()
  }
}

function insertAdminKey(database: Database, secrets: Secrets, name: string): Promise<MadeKey> {
  return database.everywhere().begin(async (sql) => {
    await prepareSystemOrganization(sql)
    const { id, credential } = await insertSystemKey(sql, secrets, { name, key: undefined })
    await insertAuditEvent(sql, systemOrganizationId, {
      kind: 'api_key.created',
      subject_type: 'ApiKey',
      subject_id: id,
      details: { name, role: 'system_admin', made_by: 'quiver admin-key' },
    })
    return { id, credential }
  })
}
