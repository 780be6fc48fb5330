import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { formatCredential } from '../contract/api/credential.ts'
import type { Database } from '../database/driver/connection.ts'
import type { Secrets } from '../secrets.ts'
import { hasSystemKey, insertApiKey } from '../store/api-keys.ts'
import { ensureSystemOrganization, systemOrganizationId } from '../store/organizations/system.ts'

/**
 * The server secret: from the configuration, or from a file in the data directory that is created at the first start.
 * It is not stored in the database, so that a dump alone does not reveal API keys.
 */
export async function loadSecretKey(config: Config): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey
  const path = join(config.dataDir, 'secret_key')
  await mkdir(config.dataDir, { recursive: true })
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      const secret = randomBytes(32).toString('hex')
      await file.writeFile(`${secret}\n`)
      await file.sync()
      return secret
    } finally {
      await file.close()
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return (await readFile(path, 'utf8')).trim()
  }
}

/**
 * Creates the System Organization and, unless a usable one exists, a system_admin key.
 * @returns the credential of a generated key, to be shown once; otherwise null.
 */
export async function prepareSystem(
  database: Database,
  secrets: Secrets,
  systemApiKey: string | undefined,
): Promise<string | null> {
  return database.everywhere().begin(async (sql) => {
    await ensureSystemOrganization(sql)
    if (await hasSystemKey(sql)) return null
    const key = systemApiKey ?? randomBytes(20).toString('hex')
    await insertApiKey(sql, systemOrganizationId, {
      name: 'First system key',
      role: 'system_admin',
      keyHmac: secrets.fingerprint(key),
      keySealed: secrets.seal(key),
    })
    return systemApiKey === undefined ? formatCredential({ organizationId: systemOrganizationId, key }) : null
  })
}
