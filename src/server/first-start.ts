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
 * The server secret: from the configuration, or from a file in the data directory that is made at the first start.
 * It lives outside the database, so that a dump alone opens no key.
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
 * Makes the System Organization and, where there is none that works, a system_admin key.
 * @returns the credential of a key that was made at random, to be shown this once; else null.
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
