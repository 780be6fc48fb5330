import type { ApiKey } from '../../contract/api-keys/endpoints.ts'
import { formatCredential } from '../../contract/api-keys/credential.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Secrets } from '../../secrets.ts'
import type { KeyOwner } from '../../store/api-keys/changes.ts'
import type { ApiKeyRow } from '../../store/api-keys/rows.ts'

export type KeyPresentation = {
  secrets: Secrets
  /** Whether answers other than those of a create and a rotation have the value of a key. */
  revealApiKeys: 'once' | 'always'
}

/** @param key the value, where it was made just now: such an answer always has it. */
export function presentApiKey(
  row: ApiKeyRow,
  owner: Pick<KeyOwner, 'id' | 'time_zone'>,
  { secrets, revealApiKeys }: KeyPresentation,
  key: string | null = revealApiKeys === 'always' ? open(secrets, row.key_sealed) : null,
): ApiKey {
  const instant = (time: Date | null) =>
    time === null ? null : formatInstant(time.getTime(), owner.time_zone)
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    active: row.active,
    api_key: key === null ? null : formatCredential({ organizationId: owner.id, key }),
    created_at: formatInstant(row.created_at.getTime(), owner.time_zone),
    last_used_at: instant(row.last_used_at),
    expires_at: instant(row.expires_at),
    previous_key_expires_at: instant(row.previous_key_expires_at),
  }
}

/** A key that was sealed with another SECRET_KEY opens no more; it must not take the whole list with it. */
function open(secrets: Secrets, sealed: Uint8Array): string | null {
  try {
    return secrets.unseal(sealed)
  } catch {
    return null
  }
}
