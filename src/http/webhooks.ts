import { invalid } from '../contract/api/errors.ts'
import { pagingOf } from '../contract/api/paging.ts'
import { readSelection } from '../contract/resources/endpoints.ts'
import * as contract from '../contract/webhooks.ts'
import { formatInstant } from '../contract/times/zones.ts'
import { isLoopbackHost } from '../outbound/loopback.ts'
import { newWebhookSecret } from '../secrets.ts'
import type { Secrets } from '../secrets.ts'
import {
  deleteResource,
  findResource,
  findResources,
  insertResource,
  updateResource,
} from '../store/resources/rows.ts'
import type { ResourceRow } from '../store/resources/rows.ts'
import {
  changeWebhookSecret,
  eventIdOf,
  findDeadEvents,
  queueTestEvent,
  replayEvents,
  webhooks,
} from '../store/webhooks/rows.ts'
import type { DeadEvent, WebhookRow } from '../store/webhooks/rows.ts'
import type { Caller } from '../store/callers.ts'
import { placeOf } from './resources/routes.ts'
import type { Router } from './route/bind.ts'

export type WebhookDependencies = {
  secrets: Pick<Secrets, 'seal'>
  /** Where webhooks may go without TLS: to this machine while the server is not reached from others, and by name. */
  plainHttp?: { allowLoopback: boolean; allow: readonly string[] } | undefined
}

export function webhookRoutes(route: Router, deps: WebhookDependencies): void {
  readRoutes(route)
  changeRoutes(route, deps)
  secretRoutes(route, deps)
  eventRoutes(route)
}

function readRoutes(route: Router): void {
  route(contract.listWebhooks, async (call) => {
    const { sql, organizationId } = await placeOf(call)
    const request = call.page()
    const selection = readSelection(contract.webhookSelection, call.query)
    const { rows, count } = await findResources(sql, organizationId, webhooks, selection, request)
    return { data: rows.map((row) => present(row, call.caller)), paging: pagingOf(request, count) }
  })

  route(contract.showWebhook, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return { data: present(await findResource(sql, organizationId, webhooks, id), call.caller) }
  })
}

function changeRoutes(route: Router, deps: WebhookDependencies): void {
  route(contract.updateWebhook, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const found = await findResource(sql, organizationId, webhooks, id)
      const changes = call.fields()
      requireTls(changes.url, deps)
      const row = await updateResource(sql, organizationId, webhooks, found, changes)
      await call.audit(sql, eventOf('updated', row))
      return { data: present(row, call.caller) }
    })
  })

  route(contract.deleteWebhook, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const row = await findResource(sql, organizationId, webhooks, id)
      await deleteResource(sql, organizationId, webhooks, row)
      await call.audit(sql, eventOf('deleted', row))
      return { data: null }
    })
  })
}

/** The two calls whose answers have the secret. */
function secretRoutes(route: Router, deps: WebhookDependencies): void {
  route(contract.createWebhook, async (call) => {
    const { sql, organizationId } = await placeOf(call)
    return sql.begin(async (sql) => {
      const input = call.fields()
      requireTls(input.url, deps)
      const secret = newWebhookSecret()
      const secretSealed = deps.secrets.seal(secret)
      const row = await insertResource(sql, organizationId, webhooks, { ...input, secretSealed })
      await call.audit(sql, eventOf('created', row))
      return { data: { ...present(row, call.caller), secret } }
    })
  })

  route(contract.rotateWebhookSecret, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const row = await findResource(sql, organizationId, webhooks, id)
      const secret = newWebhookSecret()
      await changeWebhookSecret(sql, organizationId, row, deps.secrets.seal(secret))
      await call.audit(sql, eventOf('secret_rotated', row))
      return { data: { ...present(row, call.caller), secret } }
    })
  })
}

function eventRoutes(route: Router): void {
  route(contract.testWebhook, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const row = await findResource(sql, organizationId, webhooks, id)
      const eventId = await queueTestEvent(sql, organizationId, row)
      await call.audit(sql, eventOf('tested', row))
      return { data: { event_id: eventIdOf(eventId) } }
    })
  })

  route(contract.listDeadEvents, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    const row = await findResource(sql, organizationId, webhooks, id)
    const request = call.page()
    const { rows, count } = await findDeadEvents(sql, organizationId, row, request)
    return { data: rows.map((event) => presentDead(event, call.caller)), paging: pagingOf(request, count) }
  })

  route(contract.replayWebhook, async (call) => {
    const { sql, organizationId, id } = await placeOf(call)
    return sql.begin(async (sql) => {
      const row = await findResource(sql, organizationId, webhooks, id)
      const replayed = await replayEvents(sql, organizationId, row, call.fields().ids)
      await call.audit(sql, { ...eventOf('replayed', row), details: { replayed } })
      return { data: { replayed } }
    })
  })
}

/** @throws AppError `validation_failed`: events have personal data in them. */
function requireTls(url: string | undefined, { plainHttp }: WebhookDependencies): void {
  if (url?.startsWith('http:') !== true) return
  const { hostname, port } = new URL(url)
  const isNamed = plainHttp?.allow.some((entry) => entry.toLowerCase() === `${hostname}:${port || '80'}`)
  // What the server listens on says nothing about the way to another machine.
  const isHere = plainHttp?.allowLoopback === true && isLoopbackHost(hostname)
  if (isNamed !== true && !isHere) throw invalid('url must begin with https://')
}

/** What `webhooks.rows` selects. */
function present(row: ResourceRow, { time_zone: zone }: Caller) {
  const webhook = row as WebhookRow
  return {
    ...webhook,
    created_at: formatInstant(webhook.created_at.getTime(), zone),
    next_attempt_at: instantOrNull(webhook.next_attempt_at, zone),
    last_delivered_at: instantOrNull(webhook.last_delivered_at, zone),
  }
}

function presentDead(event: DeadEvent, { time_zone: zone }: Caller) {
  const created_at = formatInstant(event.created_at.getTime(), zone)
  const dead_at = formatInstant(event.dead_at.getTime(), zone)
  return { ...event, event_id: eventIdOf(event.id), created_at, dead_at }
}

function instantOrNull(time: Date | null, zone: string): string | null {
  return time === null ? null : formatInstant(time.getTime(), zone)
}

function eventOf(what: string, { id }: ResourceRow) {
  return { kind: `webhook.${what}`, subject_type: 'Webhook', subject_id: Number(id) }
}
