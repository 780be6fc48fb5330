import { parseAuthorization } from '../contract/credential.ts'
import type { Role } from '../contract/endpoint.ts'
import { AppError, forbidden } from '../contract/errors.ts'
import type { Sql } from '../database/connection.ts'
import type { Secrets } from '../secrets.ts'
import { findCaller } from '../store/api-keys.ts'
import type { Caller } from '../store/api-keys.ts'

const challenge = 'please specify a valid auth_id or auth_key'

/**
 * The only reader of the Authorization header (specification, section 5).
 * @throws AppError `not_authorized`, 401: missing, malformed, unknown or inactive, all with the same words.
 */
export async function authenticate(
  sql: Sql,
  secrets: Secrets,
  authorization: string | undefined,
): Promise<Caller> {
  const credential = parseAuthorization(authorization)
  const caller =
    credential === null
      ? null
      : await findCaller(sql, credential.organizationId, secrets.fingerprint(credential.key))
  if (caller === null) {
    throw new AppError('not_authorized', challenge, {
      headers: { 'www-authenticate': 'Basic realm="Quiver", charset="UTF-8"' },
    })
  }
  return caller
}

/** @throws AppError `not_authorized`, 403. */
export function requireRole(caller: Caller, role: Role): void {
  if (role === 'system_admin' && caller.role !== 'system_admin') {
    throw forbidden('this call needs a system_admin key of the System Organization')
  }
}
