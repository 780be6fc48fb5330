import { invalid } from '../contract/api/errors.ts'
import type { PageRequest } from '../contract/api/paging.ts'
import type { WebhookChanges, WebhookInput } from '../contract/webhooks.ts'
import type { Scoped, Sql, Transaction } from '../database/driver/connection.ts'
import { isLoopbackHost } from '../outbound/loopback.ts'
import { newWebhookSecret } from '../secrets.ts'
import type { Secrets } from '../secrets.ts'
import { findResource } from '../store/resources/rows.ts'
import {
  changeWebhookSecret,
  findDeadEvents,
  queueTestEvent,
  replayEvents,
  webhooks,
} from '../store/webhooks/rows.ts'
import type { DeadEvent, WebhookRow } from '../store/webhooks/rows.ts'
import { addResource, changeResource, logResource } from './resources/changes.ts'
import type { ResourceActor } from './resources/changes.ts'

/** Targets that webhooks may reach without TLS: this machine if the server only listens locally, and listed hosts. */
export type PlainHttp = { allowLoopback: boolean; allow: readonly string[] }

/** A webhook with its secret, which later answers do not contain. */
export type WebhookWithSecret = { row: WebhookRow; secret: string }

type Rules = { secrets: Pick<Secrets, 'seal'>; plainHttp: PlainHttp | undefined }

export async function addWebhook(
  sql: Scoped,
  actor: ResourceActor,
  { secrets, plainHttp }: Rules,
  fields: () => WebhookInput,
): Promise<WebhookWithSecret> {
  const secret = newWebhookSecret()
  const row = await addResource(sql, actor, webhooks, () => {
    const input = fields()
    requireTls(input.url, plainHttp)
    return { ...input, secretSealed: secrets.seal(secret) }
  })
  return { row, secret }
}

export function changeWebhook(
  sql: Scoped,
  actor: ResourceActor,
  { plainHttp }: Pick<Rules, 'plainHttp'>,
  { id, fields }: { id: number | string; fields: () => WebhookChanges },
): Promise<WebhookRow> {
  const checked = () => {
    const changes = fields()
    requireTls(changes.url, plainHttp)
    return changes
  }
  return changeResource(sql, actor, webhooks, { id, fields: checked })
}

export function rotateSecret(
  sql: Scoped,
  actor: ResourceActor,
  { secrets }: Pick<Rules, 'secrets'>,
  id: number | string,
): Promise<WebhookWithSecret> {
  return withWebhook(sql, actor, id, async (sql, row) => {
    const secret = newWebhookSecret()
    await changeWebhookSecret(sql, actor.organizationId, row, secrets.seal(secret))
    await logResource(sql, actor, 'webhook.secret_rotated', { id: row.id })
    return { row, secret }
  })
}

/** Queues a test event. @throws AppError `not_found`; `validation_failed` for an inactive webhook. */
export function sendTestEvent(sql: Scoped, actor: ResourceActor, id: number | string): Promise<number> {
  return withWebhook(sql, actor, id, async (sql, row) => {
    const eventId = await queueTestEvent(sql, actor.organizationId, row)
    await logResource(sql, actor, 'webhook.tested', { id: row.id })
    return eventId
  })
}

export async function findUndelivered(
  sql: Sql,
  { organizationId }: ResourceActor,
  id: number | string,
  page: PageRequest,
): Promise<{ rows: DeadEvent[]; count: number }> {
  const row = await findResource(sql, organizationId, webhooks, id)
  return findDeadEvents(sql, organizationId, row, page)
}

/** Queues undelivered events again: all of them unless ids are given. */
export function replayUndelivered(
  sql: Scoped,
  actor: ResourceActor,
  id: number | string,
  fields: () => { ids?: number[] | undefined },
): Promise<number> {
  return withWebhook(sql, actor, id, async (sql, row) => {
    const replayed = await replayEvents(sql, actor.organizationId, row, fields().ids)
    await logResource(sql, actor, 'webhook.replayed', { id: row.id, details: { replayed } })
    return replayed
  })
}

function withWebhook<Result>(
  sql: Scoped,
  { organizationId }: ResourceActor,
  id: number | string,
  work: (sql: Transaction, row: WebhookRow) => Promise<Result>,
): Promise<Result> {
  return sql.begin(async (sql) => work(sql, await findResource(sql, organizationId, webhooks, id)))
}

/** Events contain personal data, so webhooks need TLS. */
function requireTls(url: string | undefined, plainHttp: PlainHttp | undefined): void {
  if (url?.startsWith('http:') !== true) return
  const { hostname, port } = new URL(url)
  const isNamed = plainHttp?.allow.some((entry) => entry.toLowerCase() === `${hostname}:${port || '80'}`)
  // The listening address does not restrict connections to other machines.
  const isHere = plainHttp?.allowLoopback === true && isLoopbackHost(hostname)
  if (isNamed !== true && !isHere) throw invalid('url must begin with https://')
}
