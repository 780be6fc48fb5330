import type { Sql } from '../../database/driver/connection.ts'
import { cancelJobs } from '../jobs/states.ts'
import { importKind, undoKind } from './claims.ts'

/** A raised epoch takes an import from its worker. Lock the organization first: workers do, for the quota. */
export async function cancelImports(sql: Sql, organizationId: number): Promise<void> {
  await cancelJobs(sql, { organizationId, kind: importKind })
  await sql`
    update jobs
    set state = 'failed', error_message = 'The organization was deleted.', finished_at = now(), leased_until = null,
      epoch = epoch + 1
    where organization_id = ${organizationId} and kind = ${undoKind} and finished_at is null`
}
