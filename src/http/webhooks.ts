import {
  addWebhook,
  changeWebhook,
  deliverNow,
  findDeliveries,
  findUndelivered,
  reachWarning,
  replayUndelivered,
  rotateSecret,
  sendTestEvent,
  type FreeTargets,
  type GivenWebhook,
  type WebhookWithSecret,
} from '../actions/webhooks.ts'
import { exactFigureMax } from '../contract/api/figures.ts'
import { pagingOf } from '../contract/api/paging.ts'
import * as contract from '../contract/webhooks.ts'
import { formatInstant } from '../contract/times/zones.ts'
import { countOf } from '../database/driver/statement/bounded-count.ts'
import type { Secrets } from '../secrets/ring.ts'
import type { AttemptRow } from '../store/webhooks/attempts.ts'
import { eventIdOf, webhooks, type DeadEvent, type WebhookRow } from '../store/webhooks/rows.ts'
import type { Caller } from '../store/callers.ts'
import { placeOf, readRoutes, removeRoute } from './resources/routes.ts'
import type { Router } from './route/bind.ts'

export type WebhookDependencies = {
  secrets: Pick<Secrets, 'seal'>
  freeTargets?: FreeTargets | undefined
  /** Per organization. Default: 50. */
  webhooksMax?: number | undefined
}

export function webhookRoutes(route: Router, deps: WebhookDependencies): void {
  const shown = { resource: webhooks, present: presentWebhook }
  readRoutes(
    route,
    { list: contract.listWebhooks, show: contract.showWebhook },
    contract.webhookSelection,
    shown,
  )
  const { secrets, freeTargets, webhooksMax = 50 } = deps
  writeRoutes(route, { secrets, freeTargets, webhooksMax })
  removeRoute(route, contract.deleteWebhook, webhooks)
  eventRoutes(route)
}

function writeRoutes(route: Router, deps: Parameters<typeof addWebhook>[2]): void {
  route(contract.createWebhook, async (call) => {
    const { sql, actor } = await placeOf(call)
    const added = await addWebhook(sql, actor, deps, givenBy(call))
    warnOfReach(call, added.row, deps)
    return presentSecret(added, call)
  })

  route(contract.updateWebhook, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    const row = await changeWebhook(sql, actor, deps, { id, ...givenBy(call) })
    warnOfReach(call, row, deps)
    return { data: presentWebhook(row, call.caller) }
  })

  route(contract.rotateWebhookSecret, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    return presentSecret(await rotateSecret(sql, actor, deps, id), call)
  })
}

type Warned = { warn: (sentence: string) => void }

function warnOfReach({ warn }: Warned, { url }: WebhookRow, { freeTargets }: WebhookDependencies): void {
  const sentence = reachWarning(url, freeTargets)
  if (sentence !== null) warn(sentence)
}

function givenBy<Fields>({ fields, body }: { fields: () => Fields; body: unknown }): GivenWebhook<Fields> {
  const record = body as { webhook?: { url?: unknown }; url?: unknown } | null | undefined
  return { fields, url: (record?.webhook ?? record)?.url }
}

function eventRoutes(route: Router): void {
  route(contract.testWebhook, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    return { data: { event_id: eventIdOf(await sendTestEvent(sql, actor, id)) } }
  })

  route(contract.deliverWebhook, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    return { data: presentWebhook(await deliverNow(sql, actor, id), call.caller) }
  })

  route(contract.listDeadEvents, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    const request = call.page()
    const { rows, count } = await findUndelivered(sql, actor, id, request)
    return { data: rows.map((event) => presentDead(event, call.caller)), paging: pagingOf(request, count) }
  })

  route(contract.listWebhookDeliveries, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    const request = call.page()
    const { rows, count } = await findDeliveries(sql, actor, id, request)
    return { data: rows.map((row) => presentAttempt(row, call.caller)), paging: pagingOf(request, count) }
  })

  route(contract.replayWebhook, async (call) => {
    const { sql, actor, id } = await placeOf(call)
    return { data: { replayed: await replayUndelivered(sql, actor, id, call.fields) } }
  })
}

function presentSecret({ row, secret }: WebhookWithSecret, { caller }: { caller: Caller }) {
  return { data: { ...presentWebhook(row, caller), secret } }
}

function presentWebhook(row: WebhookRow, { time_zone: zone }: Caller) {
  const pending = countOf(row.pending, exactFigureMax)
  const dead = countOf(row.dead, exactFigureMax)
  return {
    ...row,
    pending: pending.records,
    pending_is_exact: pending.isExact,
    dead: dead.records,
    dead_is_exact: dead.isExact,
    created_at: formatInstant(row.created_at.getTime(), zone),
    next_attempt_at: instantOrNull(row.next_attempt_at, zone),
    last_delivered_at: instantOrNull(row.last_delivered_at, zone),
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

function presentAttempt(row: AttemptRow, { time_zone: zone }: Caller) {
  return {
    ...row,
    event_ids: row.event_ids.map(eventIdOf),
    attempted_at: formatInstant(row.attempted_at.getTime(), zone),
    delivered: row.error === '',
    error: row.error === '' ? null : row.error,
  }
}
