import { createHash } from 'node:crypto'
import { formatCredential, parseAuthorization } from '../../contract/api/credential.ts'
import { invalid, notFound } from '../../contract/api/errors.ts'
import type { ApiKeyRevocation } from '../../contract/api-keys.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import {
  deactivateKey,
  findKeyByValue,
  findSealedKeys,
  type FoundKeyValue,
  type SealedKey,
} from '../../store/api-keys/leaked.ts'
import { findApiKey, findKeyOwner, hasOtherSystemKey, lockApiKey } from '../../store/api-keys/rows.ts'
import type { Actor } from '../actor.ts'
import type { FoundKey } from './changes.ts'

/** `everywhere`: null for a caller who revokes keys of the own organization only. */
export type Revoking = {
  within: (organizationId: number) => Scoped
  everywhere: Scoped | null
  secrets: Secrets
}

/** @throws AppError `not_found` also for a key of an organization that is not the caller's. */
export async function revokeKey(
  { within, everywhere, secrets }: Revoking,
  { caller, audit }: Actor,
  fields: () => ApiKeyRevocation,
): Promise<FoundKey> {
  const { api_key: value, sha256 } = fields()
  const own = everywhere === null ? caller.organization_id : null
  const read = everywhere ?? within(caller.organization_id)
  const found =
    value == null
      ? await findByHash(read, own, { sha256, secrets })
      : await findByValue(read, own, { value, secrets })
  if (found === null) throw notFound('API key')
  const { organization_id: organizationId, id } = found
  return within(organizationId).begin(async (sql) => {
    const owner = await findKeyOwner(sql, organizationId)
    const sight = { seesSystemKeys: caller.role === 'system_admin' }
    const before = await lockApiKey(sql, organizationId, id, sight)
    if (before.role === 'system_admin' && before.active && !(await hasOtherSystemKey(sql, id))) {
      throw invalid(
        'this is the only active system_admin key without an expiry: rotate it, with overlap_seconds 0',
      )
    }
    await deactivateKey(sql, found)
    const event = { kind: 'api_key.revoked', subject_type: 'ApiKey', subject_id: id }
    await audit(sql, { ...event, details: { name: before.name, was_active: before.active } }, organizationId)
    return { row: await findApiKey(sql, organizationId, id, sight), owner }
  })
}

async function findByValue(
  sql: Sql,
  own: number | null,
  { value, secrets }: { value: string; secrets: Secrets },
): Promise<FoundKeyValue | null> {
  const credential = parseAuthorization(`Basic ${value.trim()}`)
  if (credential === null)
    throw invalid('api_key is not a key of this server: it is the text that an answer had')
  const { organizationId, key } = credential
  if (own !== null && organizationId !== own) return null
  return findKeyByValue(sql, organizationId, secrets.fingerprints(key))
}

const pageRows = 1_000

/** Of the current values. They are sealed, so each is opened and hashed: some microseconds a key. */
async function findByHash(
  sql: Sql,
  own: number | null,
  { sha256, secrets }: { sha256: string | null | undefined; secrets: Secrets },
): Promise<FoundKeyValue | null> {
  const wanted = sha256?.toLowerCase()
  let after: FoundKeyValue = { organization_id: 0, id: 0 }
  for (;;) {
    const page = await findSealedKeys(sql, own, after, pageRows)
    const found = page.find((one) => hashOf(secrets, one) === wanted)
    if (found !== undefined) return found
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return null
    after = last
  }
}

/** null for a key that was sealed with another SECRET_KEY: it does not work either. */
function hashOf(
  secrets: Secrets,
  { organization_id: organizationId, id, key_sealed }: SealedKey,
): string | null {
  try {
    const key = secrets.unseal(key_sealed, { table: 'api_keys', organizationId, id })
    return createHash('sha256').update(formatCredential({ organizationId, key })).digest('hex')
  } catch {
    return null
  }
}
