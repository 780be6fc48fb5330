import { AppError, invalid } from '../contract/api/errors.ts'
import type { Count, PageRequest } from '../contract/api/paging.ts'
import type { WebhookChanges, WebhookInput } from '../contract/webhooks.ts'
import type { Scoped, Sql, Transaction } from '../database/driver/connection.ts'
import { isNamed, isPrivateAddress, portOf, usualPorts } from '../outbound/address-guard.ts'
import { isLoopbackHost } from '../outbound/loopback.ts'
import { newWebhookSecret, type SealedPlace, type Secrets } from '../secrets/ring.ts'
import { requireLists } from '../store/lists/named.ts'
import { findResource } from '../store/resources/rows.ts'
import { findAttempts, type AttemptRow } from '../store/webhooks/attempts.ts'
import {
  changeWebhookSecret,
  endPause,
  findDeadEvents,
  queueTestEvent,
  replayEvents,
  webhooks,
  type DeadEvent,
  type WebhookRow,
} from '../store/webhooks/rows.ts'
import { addResource, changeResource, logResource, type ResourceActor } from './resources/changes.ts'

/** Targets without TLS and on any port: this machine if the server is not reachable from outside, and listed hosts. */
export type FreeTargets = { allowLoopback: boolean; allow: readonly string[] }

export type WebhookWithSecret = { row: WebhookRow; secret: string }

type Rules = { secrets: Pick<Secrets, 'seal'>; freeTargets: FreeTargets | undefined; webhooksMax: number }

/** `url`: as sent, so that its problems are reported together with the others. */
export type GivenWebhook<Fields> = { fields: () => Fields; url: unknown }

export async function addWebhook(
  sql: Scoped,
  actor: ResourceActor,
  { secrets, freeTargets, webhooksMax }: Rules,
  given: GivenWebhook<WebhookInput>,
): Promise<WebhookWithSecret> {
  const secret = newWebhookSecret()
  await requireLists(sql, actor.organizationId, readReachable(given, freeTargets).mailing_list_ids)
  const row = await addResource(sql, actor, webhooks, () => ({
    ...withLists(actor, { mailing_list_ids: null, ...readReachable(given, freeTargets) }),
    seal: (id: number) => secrets.seal(secret, sealedPlaceOf(actor, id)),
    webhooksMax,
  }))
  return { row, secret }
}

export async function changeWebhook(
  sql: Scoped,
  actor: ResourceActor,
  { freeTargets }: Pick<Rules, 'freeTargets'>,
  { id, ...given }: GivenWebhook<WebhookChanges> & { id: number | string },
): Promise<WebhookRow> {
  const fields = () => withLists(actor, readReachable(given, freeTargets))
  await findResource(sql, actor.organizationId, webhooks, id)
  await requireLists(sql, actor.organizationId, fields().mailing_list_ids)
  return changeResource(sql, actor, webhooks, { id, fields })
}

export function rotateSecret(
  sql: Scoped,
  actor: ResourceActor,
  { secrets }: Pick<Rules, 'secrets'>,
  id: number | string,
): Promise<WebhookWithSecret> {
  return withWebhook(sql, actor, id, async (sql, row) => {
    const secret = newWebhookSecret()
    await changeWebhookSecret(
      sql,
      actor.organizationId,
      row,
      secrets.seal(secret, sealedPlaceOf(actor, row.id)),
    )
    await logResource(sql, actor, 'webhook.secret_rotated', { id: row.id })
    return { row, secret }
  })
}

function sealedPlaceOf({ organizationId }: ResourceActor, id: number | string): SealedPlace {
  return { table: 'webhooks', organizationId, id }
}

/** @throws AppError `not_found`; `validation_failed` for an inactive webhook. */
export function sendTestEvent(sql: Scoped, actor: ResourceActor, id: number | string): Promise<number> {
  return withWebhook(sql, actor, id, async (sql, row) => {
    const eventId = await queueTestEvent(sql, actor.organizationId, row)
    await logResource(sql, actor, 'webhook.tested', { id: row.id })
    return eventId
  })
}

/** Without the pause after a failure. @throws AppError `not_found`; `validation_failed` for an inactive webhook. */
export function deliverNow(sql: Scoped, actor: ResourceActor, id: number | string): Promise<WebhookRow> {
  return withWebhook(sql, actor, id, async (sql, row) => {
    if (!row.active) throw invalid('webhook is not active: switch it on, and it delivers what waits')
    await endPause(sql, actor.organizationId, row)
    await logResource(sql, actor, 'webhook.delivered_now', { id: row.id })
    return findResource(sql, actor.organizationId, webhooks, id)
  })
}

export async function findUndelivered(
  sql: Sql,
  { organizationId }: ResourceActor,
  id: number | string,
  page: PageRequest,
): Promise<{ rows: DeadEvent[]; count: Count }> {
  const row = await findResource(sql, organizationId, webhooks, id)
  return findDeadEvents(sql, organizationId, row, page)
}

export async function findDeliveries(
  sql: Sql,
  { organizationId }: ResourceActor,
  id: number | string,
  page: PageRequest,
): Promise<{ rows: AttemptRow[]; count: number }> {
  const row = await findResource(sql, organizationId, webhooks, id)
  return findAttempts(sql, organizationId, row, page)
}

/** Without ids, all undelivered events are queued again. */
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

/** A caller of some lists cannot make a webhook for all of them. */
function withLists<Fields extends WebhookChanges>({ caller }: ResourceActor, fields: Fields): Fields {
  const isForAll = fields.mailing_list_ids === null && caller.list_ids !== null
  return isForAll ? { ...fields, mailing_list_ids: [...(caller.list_ids ?? [])] } : fields
}

function readReachable<Fields>(
  { fields, url }: GivenWebhook<Fields>,
  freeTargets: FreeTargets | undefined,
): Fields {
  const problem = reachProblem(url, freeTargets)
  try {
    const read = fields()
    if (problem === null) return read
  } catch (error) {
    if (problem === null || !(error instanceof AppError) || error.code !== 'validation_failed') throw error
    throw invalid(`${error.message}, ${problem}`)
  }
  throw invalid(problem)
}

/** What no delivery will get through; a name is looked up only when the socket connects. */
export function reachWarning(text: string, freeTargets: FreeTargets | undefined): string | null {
  const url = new URL(text)
  if (!isPrivateAddress(url) || isNamed(url, freeTargets?.allow ?? [])) return null
  if (freeTargets?.allowLoopback === true && isLoopbackHost(url.hostname)) return null
  return `url is not on the public internet: nothing will be delivered unless an operator names ${url.hostname}:${portOf(url)} in WEBHOOK_ALLOW`
}

/** Events contain personal data, so webhooks need TLS. Addresses are checked when the socket connects. */
function reachProblem(text: unknown, freeTargets: FreeTargets | undefined): string | null {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null
  // The fields report what is wrong with any other text.
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  if (isNamed(url, freeTargets?.allow ?? [])) return null
  if (freeTargets?.allowLoopback === true && isLoopbackHost(url.hostname)) return null
  if (url.protocol === 'http:') return 'url must begin with https://'
  if (url.port === '0' || usualPorts.includes(portOf(url))) return null
  return `url must use port ${usualPorts.join(', ')}, or an operator must name ${url.hostname}:${portOf(url)} in WEBHOOK_ALLOW`
}
