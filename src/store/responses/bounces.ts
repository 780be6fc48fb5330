import { judgeBounce } from '../../contract/responses/severity.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { keptDiagnostic, withoutAddresses } from '../campaigns/deliveries.ts'
import { unfold } from '../conditions/folded-deliveries.ts'
import { subscribersById } from '../subscribers/by-id.ts'
import { endSubscriptions } from '../subscribers/removals.ts'
import { keepEarlyReport, takeEarlyReports, type EarlyReport, type Report } from './early-reports.ts'
import { bounceEvent, type Refusal } from './events.ts'
import { noteSoftBounces } from './soft-bounces.ts'
import { addResponses, ofSource, sourceTable, type Reader } from './rows.ts'
import { addStats, sourceIds, type SliceChange, type SliceCounts, type Source } from '../campaigns/stats.ts'
import { queueEvents } from '../webhooks/events.ts'

// A hard bounce ends an active subscription; soft ones are noted (`soft-bounces.ts`).

export type SendBounce = {
  /** 0, an address of a seed list, is skipped. */
  subscriberId: number
  contentId: number | null
  status: string | null
  diagnostic: string
}

/**
 * Call it once in the transaction that records the results, after the deliveries and before the caller's `addStats`,
 * which counts what `bounces` add to `total_failure`. Includes reports that came before their messages were recorded.
 */
export async function recordSendBounces(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { bounces, messages }: { bounces: readonly SendBounce[]; messages: readonly Message[] },
): Promise<void> {
  const refused = bounces.flatMap((bounce) => {
    const { subscriberId, contentId, status, diagnostic } = bounce
    const { severity } = judgeBounce({ reply: diagnostic, status })
    const refusal = { status, severity, diagnostic, isSynchronous: true }
    return subscriberId === 0 ? [] : [{ subscriberId, contentId, refusal, isFirst: true }]
  })
  const others: SliceChange[] = []
  for (const report of messages.length === 0
    ? []
    : await takeEarlyReports(sql, organizationId, source, messages)) {
    const counted = await takeBack(sql, organizationId, source, report)
    refused.push(...counted.refused)
    others.push(...counted.others)
  }
  await addBounces(sql, organizationId, source, { refused, others })
}

type Message = { subscriberId: number; occasion: number }

/** `occasion`: which of several messages to one subscriber. */
export type BounceReport = Report & { occasion: number }

/**
 * The first report marks an accepted or uncertain message as bounced; further ones count for the total. If the message
 * is still being handed over, the report waits until it is recorded.
 */
export async function recordBounce(
  sql: Transaction,
  organizationId: number,
  { source, subscriberId }: Pick<Reader, 'source' | 'subscriberId'>,
  bounce: BounceReport,
): Promise<void> {
  if ((await findListOf(sql, organizationId, source)) === null) return
  const report = { ...bounce, subscriberId }
  if (await keepEarlyReport(sql, organizationId, source, report)) return
  await addBounces(sql, organizationId, source, await takeBack(sql, organizationId, source, report))
}

/** Moves the message to bounced. @returns what is to be counted. */
async function takeBack(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { subscriberId, occasion, status, severity, diagnostic }: EarlyReport,
): Promise<Counted> {
  const find = () => sql<{ content_id: number | null; state: string }[]>`
    select content_id, state from deliveries
    where organization_id = ${organizationId} and ${ofSource(sql, source)}
      and subscriber_id = ${subscriberId} and occasion = ${occasion}
    for update`
  const { campaignId } = sourceIds(source)
  const mayBeFolded = campaignId !== null && subscriberId > 0 && occasion === 0
  const [known] = await find()
  const isUnfolded =
    known === undefined && mayBeFolded && (await unfold(sql, organizationId, campaignId, subscriberId))
  const [row] = isUnfolded ? await find() : [known]
  const contentId = row?.content_id ?? null
  const refusal = { status, severity, diagnostic, isSynchronous: false }
  const isFirst = row !== undefined && ['accepted', 'uncertain'].includes(row.state)
  const refused = subscriberId === 0 ? [] : [{ subscriberId, contentId, refusal, isFirst }]
  if (!isFirst) return { refused, others: [] }
  await sql`
    update deliveries set state = 'bounced', returned_at = now(), status = ${status},
      diagnostic = ${keptDiagnostic(sql, organizationId, source, sql`${withoutAddresses(diagnostic)}::text`)},
      content_replacements = null
    where organization_id = ${organizationId} and ${ofSource(sql, source)}
      and subscriber_id = ${subscriberId} and occasion = ${occasion}`
  const counter = row.state === 'accepted' ? 'total_success' : 'in_queue'
  return { refused, others: [{ contentId, counts: { [counter]: -1, total_failure: 1 } }] }
}

type Counted = { refused: Refused[]; others: SliceChange[] }

type Refused = {
  subscriberId: number
  contentId: number | null
  refusal: Refusal
  isFirst: boolean
}

async function addBounces(
  sql: Transaction,
  organizationId: number,
  source: Source,
  { refused, others }: { refused: readonly Refused[]; others: readonly SliceChange[] },
): Promise<void> {
  const list = refused.length === 0 ? null : await findListOf(sql, organizationId, source)
  if (list === null) return addStats(sql, organizationId, source, others)
  const times = new Map<number, number>()
  for (const { subscriberId } of refused) times.set(subscriberId, (times.get(subscriberId) ?? 0) + 1)
  // Of several, the first counts: `set` on a map would keep the last.
  const severities = new Map(
    refused.map(({ subscriberId, refusal }) => [subscriberId, refusal.severity] as const).toReversed(),
  )
  const first = await addResponses(sql, organizationId, source, { count: 'bounces', times, severities })
  const dead = refused.filter(({ refusal }) => refusal.severity === 'hard')
  const { counted } = await endSubscriptions(sql, organizationId, {
    listId: list.id,
    kind: 'bounce',
    subscriberIds: [...new Set(dead.map(({ subscriberId }) => subscriberId))],
    ip: null,
  })
  const soft = refused.filter(({ refusal, isFirst }) => isFirst && refusal.severity === 'soft')
  await noteSoftBounces(sql, organizationId, list.id, soft.map(({ subscriberId }) => subscriberId)) // oxfmt-ignore
  const changes = changesOf(refused, first, new Set(counted))
  await addStats(sql, organizationId, source, [...others, ...changes])
  await queueBounceEvents(sql, organizationId, { source, list }, refused)
}

/** Of several messages to one subscriber, the first counts as unique and as the one that ended the subscription. */
function changesOf(
  refused: readonly Refused[],
  first: ReadonlySet<number>,
  ended: ReadonlySet<number>,
): SliceChange[] {
  const [unique, gone] = [new Set(first), new Set(ended)]
  const byContent = new Map<number | null, { counts: SliceCounts; codes: Record<string, number> }>()
  for (const { subscriberId, contentId, refusal } of refused) {
    const change = byContent.get(contentId) ?? { counts: {}, codes: {} }
    byContent.set(contentId, change)
    const add = (counter: keyof SliceCounts) => {
      change.counts[counter] = (change.counts[counter] ?? 0) + 1
    }
    add('bounces_total')
    if (unique.delete(subscriberId)) {
      add('bounces_unique')
      add(`bounces_unique_${refusal.severity}`)
      add(refusal.isSynchronous ? 'bounces_unique_local' : 'bounces_unique_remote')
      const code = refusal.status ?? 'unknown'
      change.codes[code] = (change.codes[code] ?? 0) + 1
    }
    if (refusal.severity === 'hard' && gone.delete(subscriberId)) add('bounces_status_updated')
  }
  return [...byContent].map(([contentId, { counts, codes }]) => ({ contentId, counts, bounceCodes: codes }))
}

type List = { id: number; name: string; time: number }

async function findListOf(sql: Sql, organizationId: number, source: Source): Promise<List | null> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const [row] = await sql<List[]>`
    select l.id, l.name, extract(epoch from now())::bigint as time
    from ${sql(sourceTable(source))} c
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.id = ${campaignId ?? autoresponderId}`
  return row ?? null
}

async function queueBounceEvents(
  sql: Sql,
  organizationId: number,
  { source, list }: { source: Source; list: List },
  refused: readonly Refused[],
): Promise<void> {
  const ids = refused.map(({ subscriberId }) => subscriberId)
  const rows = await sql<{ id: number; email: string }[]>`
    select s.id, coalesce(s.email, s.key) as email
    from ${subscribersById(sql, { organizationId, listId: list.id }, ids)}`
  const emails = new Map(rows.map(({ id, email }) => [id, email]))
  const events = refused.flatMap(({ subscriberId, refusal }) => {
    const email = emails.get(subscriberId)
    if (email === undefined) return []
    const sent = { listName: list.name, time: list.time }
    const event = bounceEvent({ listId: list.id, source }, sent, email, refusal)
    return [{ event, isDead: refusal.severity === 'hard' }]
  })
  await queueEvents(sql, organizationId, 'bounce_all', events.map(({ event }) => event)) // oxfmt-ignore
  const dead = events.filter(({ isDead }) => isDead).map(({ event }) => event)
  await queueEvents(sql, organizationId, 'bounce_bad_address', dead)
}
