import { invalid } from '../../../contract/api/errors.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { findRequiredProvider } from '../../../store/resources/log-in-providers.ts'
import { hasEmergencyLogIn } from '../../../store/users/identities.ts'

/**
 * A provider that fails must not lock an organization out. Call it after a change, in its transaction.
 * @throws AppError `validation_failed`
 */
export async function requireEmergencyLogIn(sql: Sql, organizationId: number): Promise<void> {
  if ((await findRequiredProvider(sql, organizationId)) === null) return
  if (await hasEmergencyLogIn(sql, organizationId)) return
  throw invalid(
    'required needs an active administrator with a password and emergency_log_in, who can log in when the provider fails: ' +
      'set it at a user first',
  )
}
