import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import {
  deleteResource,
  findResource,
  insertResource,
  updateResource,
  type Resource,
  type ResourceRow,
} from '../../store/resources/rows.ts'
import type { Actor } from '../actor.ts'
import { requireVersion } from '../../store/resources/version.ts'

export type ResourceActor = Actor & { organizationId: number }

export function addResource<Input, Row extends ResourceRow>(
  sql: Scoped,
  actor: ResourceActor,
  resource: Resource<Input, never, Row>,
  fields: () => Input,
): Promise<Row> {
  return sql.begin(async (sql) => {
    const row = await insertResource(sql, actor.organizationId, resource, fields())
    await logResource(sql, actor, `${resource.subject}.created`, { id: row.id })
    return row
  })
}

export function changeResource<Changes, Row extends ResourceRow>(
  sql: Scoped,
  actor: ResourceActor,
  resource: Resource<never, Changes, Row>,
  { id, fields }: { id: number | string; fields: (before: Row) => Changes },
): Promise<Row> {
  const { organizationId } = actor
  return sql.begin(async (sql) => {
    const found = await findResource(sql, organizationId, resource, id)
    await requireResourceVersion(sql, actor, resource, found)
    const row = await updateResource(sql, organizationId, resource, { row: found, changes: fields(found) })
    await logResource(sql, actor, `${resource.subject}.updated`, { id: row.id })
    return row
  })
}

/** @throws AppError `validation_failed` with the dependencies while it is in use. */
export function removeResource<Row extends ResourceRow>(
  sql: Scoped,
  actor: ResourceActor,
  resource: Resource<never, never, Row>,
  id: number | string,
): Promise<void> {
  return sql.begin(async (sql) => {
    const row = await findResource(sql, actor.organizationId, resource, id)
    await requireResourceVersion(sql, actor, resource, row)
    await deleteResource(sql, actor.organizationId, resource, row)
    await logResource(sql, actor, `${resource.subject}.deleted`, { id: row.id })
  })
}

async function requireResourceVersion(
  sql: Transaction,
  actor: ResourceActor,
  {
    versioned,
    what,
    table,
    subject,
  }: Pick<Resource<never, never>, 'versioned' | 'what' | 'table' | 'subject'>,
  { id }: ResourceRow,
): Promise<void> {
  if (versioned !== true) return
  const event = { type: typeOf(subject), id: Number(id) }
  const one = { what, table, row: { id }, subject: event }
  await requireVersion(sql, actor.organizationId, one, actor)
}

/** @param kind `<subject>.<event>`, for example `virtual_mta.created`. */
export function logResource(
  sql: Transaction,
  { audit, organizationId }: ResourceActor,
  kind: string,
  { id, details = {} }: { id: number | string; details?: Record<string, unknown> },
): Promise<void> {
  const event = {
    kind,
    subject_type: typeOf(kind.replace(/\..*/, '')),
    // The id of a bounce e-mail is a string.
    ...(typeof id === 'number' ? { subject_id: id, details } : { details: { id, ...details } }),
  }
  return audit(sql, event, organizationId)
}

/** `special_sending_rule` is a `SpecialSendingRule` in the audit log. */
function typeOf(subject: string): string {
  const words = subject.split('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
