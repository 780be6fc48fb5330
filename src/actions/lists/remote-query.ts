import { readColumns } from '../../contract/lists/remote-rows.ts'
import {
  remoteSampleMax,
  type RemoteQueryInput,
  type RemoteQueryPreview,
} from '../../contract/lists/remote-query.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { readRemote } from '../../outbound/databases/read.ts'
import type { DatabaseTarget, RemoteRow, RemoteRules } from '../../outbound/databases/target.ts'
import { RequestFailed } from '../../outbound/request-failed.ts'
import type { Secrets } from '../../secrets/ring.ts'
import {
  findConnectionOfList,
  findStoredConnection,
  openConnection,
} from '../../store/resources/database-connections.ts'
import { limitAtOnce } from '../at-once.ts'
import type { Actor } from '../actor.ts'
import { requirePermission } from '../permission.ts'

export type RemoteParts = { secrets: Pick<Secrets, 'unseal'>; rules: RemoteRules }

/** A caller waits for the answer. */
const sampleSeconds = 20

/** An answer, not an error, if the query fails. @throws AppError `not_found`; `validation_failed` unless it is a remote list. */
export async function previewRemote(
  sql: Scoped,
  { caller }: Pick<Actor, 'caller'>,
  { listId, signal, parts }: { listId: number; signal: AbortSignal; parts: RemoteParts },
  fields: () => RemoteQueryInput,
): Promise<RemoteQueryPreview> {
  const { organization_id: organizationId } = caller
  const stored = await findConnectionOfList(sql, organizationId, listId)
  requirePermission(caller, 'subscriber.read')
  const { segmentation_criteria_remote_sql: text } = fields()
  const target = openConnection(stored, organizationId, parts.secrets.unseal)
  return sampleRemote(target, text, parts.rules, signal)
}

/** @throws the signal's reason */
export async function sampleRemote(
  target: DatabaseTarget,
  sql: string,
  rules: RemoteRules,
  signal: AbortSignal,
): Promise<RemoteQueryPreview> {
  const sample = { columns: [] as string[], rows: [] as (string | null)[][], has_more: false }
  try {
    for await (const piece of readRemote({ target, sql, rowsMax: remoteSampleMax }, patient(rules), signal)) {
      if (piece.kind === 'columns') sample.columns = [...piece.columns]
      if (piece.kind === 'rows') sample.rows.push(...piece.rows.flatMap(shown))
      if (piece.kind === 'end') sample.has_more = piece.isCut
    }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    return { ...sample, problem: error.message }
  }
  const layout = readColumns(sample.columns)
  return { ...sample, problem: 'problem' in layout ? layout.problem : null }
}

function shown(row: RemoteRow): (string | null)[][] {
  return row === null ? [] : [[...row]]
}

function patient(rules: RemoteRules): RemoteRules {
  const { limits } = rules
  const seconds = Math.min(limits.totalSeconds, sampleSeconds)
  const firstRowSeconds = Math.min(limits.firstRowSeconds, seconds)
  return {
    ...rules,
    limits: { ...limits, firstRowSeconds, nextRowSeconds: seconds, totalSeconds: 2 * seconds },
  }
}

const testsAtOnceMax = 2

export function createConnectionTest({ secrets, rules }: RemoteParts) {
  const limit = limitAtOnce(testsAtOnceMax, 'other connections are being tested: wait until they are done', 5)
  return (
    sql: Scoped,
    organizationId: number,
    { id, signal }: { id: number | string; signal: AbortSignal },
  ) =>
    limit(String(organizationId), async () => {
      const stored = await findStoredConnection(sql, organizationId, id)
      const target = openConnection(stored, organizationId, secrets.unseal)
      const startedMs = performance.now()
      const problem = await findProblem(target, rules, signal)
      return { works: problem === null, problem, milliseconds: Math.round(performance.now() - startedMs) }
    })
}

async function findProblem(
  target: DatabaseTarget,
  rules: RemoteRules,
  signal: AbortSignal,
): Promise<string | null> {
  const { problem, rows } = await sampleRemote(target, `select 'x@example.com' as email`, rules, signal)
  return problem ?? (rows.length === 1 ? null : 'The database answered a query of one row with none.')
}
