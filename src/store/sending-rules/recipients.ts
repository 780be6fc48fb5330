import { instantInZone } from '../../contract/times/hours.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import type { ClaimedCampaign } from '../campaigns/claims.ts'
import { countDeliveries, writeDeliveries, type DeliveryOutcome } from '../campaigns/deliveries.ts'
import type { Addressee } from '../campaigns/recipients/found.ts'
import { addStats } from '../campaigns/stats.ts'
import { findSendingRule, findSkips, openingFor, type Skip } from './evaluation.ts'
import { addWaiting, type Waiting } from './waiting.ts'
import { zoneOf } from './zones.ts'

export type Verdicts = {
  due: Addressee[]
  waiting: Waiting[]
  skipped: { addressee: Addressee; skip: Skip }[]
}

/** Whether recipients of the campaign may have to wait, or be skipped. */
export function isSelective(claim: ClaimedCampaign): boolean {
  return claim.special_sending_rule_id !== null || claim.local_begins_at !== null
}

/** The recipients of a message now. Those who wait are examined again when they are due. */
export async function examineRecipients(
  sql: Transaction,
  claim: ClaimedCampaign,
  addressees: readonly Addressee[],
  nowMs: number,
): Promise<Verdicts> {
  const begun = divide(addressees, nowMs, (one) => beginsFor(claim, one, nowMs))
  const { special_sending_rule_id: ruleId } = claim
  if (ruleId === null) return { ...begun, skipped: [] }
  const place = placeOf(claim)
  const rule = await findSendingRule(sql, place, ruleId)
  const open = divide(begun.due, nowMs, ({ custom_fields: values }) =>
    openingFor(rule, values, { timeZone: claim.time_zone, nowMs }),
  )
  const skips = await findSkips(
    sql,
    place,
    rule,
    open.due.map(({ subscriber_id: id }) => id),
  )
  return {
    due: open.due.filter(({ subscriber_id: id }) => !skips.has(id)),
    waiting: [...begun.waiting, ...open.waiting],
    skipped: open.due.flatMap((addressee) => {
      const skip = skips.get(addressee.subscriber_id)
      return skip === undefined ? [] : [{ addressee, skip }]
    }),
  }
}

/** Messages that are tried again were counted before: only the hours can hold them. Seeds have none. */
export async function examineRetries(
  sql: Transaction,
  claim: ClaimedCampaign,
  addressees: readonly Addressee[],
  nowMs: number,
): Promise<{ due: Addressee[]; held: { addressee: Addressee; dueMs: number }[] }> {
  const { special_sending_rule_id: ruleId } = claim
  if (ruleId === null) return { due: [...addressees], held: [] }
  const rule = await findSendingRule(sql, placeOf(claim), ruleId)
  const opened = addressees.map((addressee) => ({
    addressee,
    dueMs:
      addressee.subscriber_id === 0
        ? nowMs
        : openingFor(rule, addressee.custom_fields, { timeZone: claim.time_zone, nowMs }),
  }))
  return {
    due: opened.flatMap(({ addressee, dueMs }) => (dueMs > nowMs ? [] : [addressee])),
    held: opened.filter(({ dueMs }) => dueMs > nowMs),
  }
}

type Described = {
  contentOf: (addressee: Addressee) => number
  formatOf: (contentId: number) => DeliveryOutcome['format']
}

/** Once for each: the transaction also moves the campaign's place. Before anything is reserved. */
export async function writeVerdicts(
  sql: Transaction,
  claim: ClaimedCampaign,
  { waiting, skipped }: Pick<Verdicts, 'waiting' | 'skipped'>,
  { contentOf, formatOf }: Described,
): Promise<void> {
  if (waiting.length > 0) await addWaiting(sql, claim, waiting)
  if (skipped.length === 0) return
  const outcomes = skipped.map(({ addressee, skip }): DeliveryOutcome => {
    const contentId = contentOf(addressee)
    return {
      subscriberId: addressee.subscriber_id,
      occasion: addressee.occasion,
      contentId,
      format: formatOf(contentId),
      ...skippedBy(skip),
    }
  })
  const source = { campaignId: claim.id }
  const moved = await writeDeliveries(sql, claim.organization_id, source, outcomes)
  await addStats(sql, claim.organization_id, source, countDeliveries(moved))
}

export function skippedBy({ reason, diagnostic }: Skip) {
  const rest = { attempts: 0, retrySeconds: null, status: null, diagnostic }
  return { state: 'skipped', isRequest: reason === 'request', ...rest } as const
}

function placeOf(claim: ClaimedCampaign) {
  return {
    organizationId: claim.organization_id,
    listId: claim.mailing_list_id,
    timeZone: claim.time_zone,
    campaignId: claim.id,
  }
}

function divide(
  addressees: readonly Addressee[],
  nowMs: number,
  dueOf: (addressee: Addressee) => number,
): { due: Addressee[]; waiting: Waiting[] } {
  const due: Addressee[] = []
  const waiting: Waiting[] = []
  for (const one of addressees) {
    const dueMs = dueOf(one)
    if (dueMs > nowMs) waiting.push({ subscriberId: one.subscriber_id, dueMs })
    else due.push(one)
  }
  return { due, waiting }
}

/** In the past for those whose clocks have passed the time: they get it when the campaign begins. */
function beginsFor(claim: ClaimedCampaign, { custom_fields: values }: Addressee, nowMs: number): number {
  const { local_begins_at: local, time_zone_field_id: fieldId } = claim
  if (local === null || fieldId === null) return nowMs
  return instantInZone(local, zoneOf(values[fieldId], claim.time_zone))
}
