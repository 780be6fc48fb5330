import type { Effects, SeenPart } from '../../../contract/plans/effects.ts'
import { formatInstant } from '../../../contract/times/zones.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import { unlessSlow } from '../../../database/driver/statement/time-limit.ts'
import { countSelection } from '../../../store/bulk-changes/selection.ts'
import { findSuppressing, noSuppression } from '../../../store/conditions/suppression.ts'
import { campaignParts, findCampaignParts, type CampaignParts } from '../../../store/plans/campaign-state.ts'
import { digestAudience, findCredits } from '../../../store/segments/audience.ts'
import { estimateReachable, sampleMsMax } from '../../../store/segments/counting/estimate.ts'
import { boundOf } from '../../../store/segments/counting/in-ranges.ts'
import { countReachable } from '../../../store/segments/counting/reachable.ts'
import { inspectLimits } from '../../campaigns/checking/limits.ts'
import { idOf, type MadeCall, type Measured } from '../made-call.ts'

const countMs = 10_000

/** Nothing, unless it is scheduled or being sent after the call. */
export async function measureCampaign(sql: Transaction, call: MadeCall): Promise<Measured> {
  const parts = await findCampaignParts(sql, call.organizationId, idOf(call))
  if (parts === null || (parts.state !== 'scheduled' && parts.state !== 'sending')) {
    return { effects: {}, seen: [] }
  }
  const approval = { kind: 'campaign', listId: parts.mailing_list_id } as const
  const seen: SeenPart[] = campaignParts.map((part) => ({ part, digest: parts[part] }))
  const start = startOf(parts, call.timeZone)
  if (parts.is_remote || parts.clauses === null || parts.state === 'sending') {
    return { effects: { waits: start }, seen, approval: { ...approval, number: null } }
  }
  const people = await countPeople(sql, call, { ...parts, clauses: parts.clauses })
  if (people === null) {
    const about = await estimatePeople(sql, call, { ...parts, clauses: parts.clauses })
    return { effects: { people: about, waits: start }, seen, approval: { ...approval, number: null } }
  }
  const limits = await inspectLimits(sql, call.organizationId, people.recipients)
  const credits = await findCredits(sql, call.organizationId)
  const waits = limits.filter(({ kind }) => kind !== 'ok').map(({ code, sentence }) => ({ code, sentence }))
  seen.push(
    { part: 'people', digest: people.digest, number: people.recipients },
    { part: 'limits', digest: JSON.stringify(waits) },
  )
  const effects: Partial<Effects> = {
    people: {
      number: people.recipients,
      is_exact: true,
      estimate: null,
      classes: [{ class: 'active', people: people.recipients }],
    },
    messages: people.recipients,
    credits: credits === null ? null : people.recipients,
    left_out: people.leftOut,
    waits: [...start, ...waits],
  }
  return { effects, seen, approval: { ...approval, number: people.recipients } }
}

function startOf({ begins_at: at, is_due: isDue, paused }: CampaignParts, zone: string): Effects['waits'] {
  const time = at === null || isDue ? null : formatInstant(at.getTime(), zone)
  return [
    ...(time === null ? [] : [{ code: 'begins_at', sentence: `It begins at ${time}.` }]),
    ...(paused ? [{ code: 'paused', sentence: 'It is paused and waits until somebody resumes it.' }] : []),
  ]
}

type Chosen = Pick<CampaignParts, 'mailing_list_id'> & { clauses: NonNullable<CampaignParts['clauses']> }

/** To be shown: what carries it out compares no estimate. null: there was no time. */
async function estimatePeople(
  sql: Transaction,
  call: MadeCall,
  { mailing_list_id: listId, clauses }: Chosen,
) {
  const { organizationId, timeZone } = call
  const suppressing = await findSuppressing(sql, { organizationId, listId })
  const target = { organizationId, listId, timeZone }
  const found = await estimateReachable(sql, target, { clauses, suppressing }, { timeMs: sampleMsMax })
  return found && { number: 0, is_exact: false, estimate: found.reached, classes: [] }
}

/** null: there was no time. */
function countPeople(sql: Transaction, call: MadeCall, { mailing_list_id: listId, clauses }: Chosen) {
  const { organizationId, timeZone } = call
  const target = { organizationId, listId, timeZone }
  const everybody = { q: '', status: null, clauses: null }
  const bound = boundOf(countMs)
  return unlessSlow(sql, countMs, async (sql) => {
    const { recipients, digest } = await digestAudience(sql, { ...target, clauses })
    const all = await countSelection(sql, target, everybody, bound)
    const chosen = await countSelection(sql, target, { ...everybody, clauses }, bound)
    if (all?.isExact !== true || chosen?.isExact !== true) return null
    const { reached: awake } = await countReachable(sql, target, clauses, noSuppression)
    const { active, ...others } = all.statuses
    const leftOut = [
      ...Object.entries(others).map(([reason, people]) => ({ reason, people })),
      { reason: 'not_in_segment', people: active - chosen.statuses.active },
      { reason: 'paused', people: chosen.statuses.active - awake },
      { reason: 'suppressed', people: awake - recipients },
    ].filter(({ people }) => people > 0)
    return { recipients, digest, leftOut }
  })
}
