import type { Sql } from '../../database/driver/connection.ts'
import { LeaseLost } from '../../database/lease.ts'
import type { JobClaim } from '../jobs/lease.ts'

/** The job of an undo has the id of its import. */
export type ClaimedUndo = JobClaim & {
  import_id: number
  mailing_list_id: number
  /** When a worker first claimed the import. */
  import_started_at: Date | null
}

export async function findClaimedUndo(sql: Sql, claim: JobClaim): Promise<ClaimedUndo> {
  const { organization_id: organizationId, kind, id, epoch } = claim
  const [row] = await sql<Pick<ClaimedUndo, 'mailing_list_id' | 'import_started_at'>[]>`
    select i.mailing_list_id, i.started_at as import_started_at from import_jobs i
    where i.organization_id = ${organizationId} and i.id = ${id}`
  if (row === undefined) throw new LeaseLost(`undo of import ${id}`)
  return { organization_id: organizationId, kind, id, epoch, import_id: id, ...row }
}
