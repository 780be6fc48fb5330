import type { Outcome, OutcomeReason } from '../../contract/campaigns/results/outcomes.ts'
import type { OutcomePerson, OutcomeRow } from '../../store/campaigns/messages/outcomes.ts'

/** Why a person got a campaign, or did not: from what is stored, and `isCertain` only if it is stored of that time. */

export type Reason = {
  code: OutcomeReason
  isCertain: boolean
  atMs: number | null
  untilMs: number | null
  text: string | null
}

export type Verdict = { outcome: Outcome; reasons: Reason[] }

export const none = { isCertain: true, atMs: null, untilMs: null, text: null }

/** @param isSelected whether the segment selects them now; null: it cannot be asked. */
export function verdictOf(
  campaign: OutcomeRow,
  person: OutcomePerson,
  isSelected: boolean | null,
  nowMs: number,
): Verdict {
  if (campaign.message !== null) return ofMessage(campaign.message, missed(campaign, person, nowMs))
  if (campaign.is_in_batch) return waits({ ...none, code: 'being_sent' })
  if (campaign.due_at !== null && campaign.state === 'sending')
    return waits({ ...none, code: 'waits_for_time', untilMs: campaign.due_at.getTime() })
  if (campaign.started_at === null && campaign.state !== 'cancelled' && campaign.state !== 'failed')
    return waits({ ...none, code: 'not_started', untilMs: campaign.begins_at?.getTime() ?? null })
  const { last_subscriber_id: last } = campaign
  if (last !== null && person.id > last)
    return notSent([{ ...none, code: 'joined_later', atMs: person.joined_at.getTime() }])
  const isPassed = campaign.state === 'finished' || (campaign.is_passed && campaign.started_at !== null)
  const found = missed(campaign, person, nowMs)
  if (!isPassed) return beforeTheirTurn(campaign, found)
  return notSent(found.length > 0 ? found : [ofSelection(campaign, isSelected)])
}

export function notSent(reasons: Reason[]): Verdict {
  return { outcome: 'not_sent', reasons }
}

/** @param others what would keep them from getting it as things stand */
export function waits(reason: Reason, others: Reason[] = []): Verdict {
  return { outcome: 'waiting', reasons: [reason, ...others] }
}

function beforeTheirTurn(campaign: OutcomeRow, found: Reason[]): Verdict {
  const { state, finished_at: finished, decide_at: decides, paused, waiting_for: waitingFor } = campaign
  if (state !== 'sending') {
    return notSent([{ ...none, code: 'campaign_ended', atMs: finished?.getTime() ?? null, text: state }])
  }
  const current = found.map((reason) => ({ ...reason, isCertain: false }))
  if (campaign.waits_for_winner)
    return waits({ ...none, code: 'winner_pending', untilMs: decides?.getTime() ?? null }, current)
  const text = paused ? 'paused' : waitingFor === '' ? null : waitingFor
  return waits({ ...none, code: 'not_reached', text }, current)
}

type Message = NonNullable<OutcomeRow['message']>

export function ofMessage(message: Message, found: Reason[]): Verdict {
  const { state, sent_ms: atMs, returned_ms: returnedMs, next_ms: untilMs, diagnostic: text } = message
  switch (state) {
    case 'accepted':
      return { outcome: 'sent', reasons: [{ ...none, code: 'accepted', atMs }] }
    case 'bounced':
      return { outcome: 'bounced', reasons: [{ ...none, code: 'bounced', atMs: returnedMs ?? atMs, text }] }
    case 'deferred':
      return waits({ ...none, code: 'retrying', atMs, untilMs, text })
    case 'uncertain':
      return waits({ ...none, code: 'uncertain', atMs, text })
    case 'skipped':
      return notSent(ofSkipped(atMs, text, found))
  }
}

/** The texts that the senders write: store/sending-rules/evaluation.ts, store/campaigns/batches/given-up.ts, sending/deliver.ts. */
function ofSkipped(atMs: number, text: string | null, found: Reason[]): Reason[] {
  const skipped = { ...none, atMs, text }
  if (text?.startsWith('its campaign ended') === true) return [{ ...skipped, code: 'campaign_ended' }]
  if (text?.startsWith('the subscriber is no longer') === true && found.length > 0) return found
  const isAsked = /^the special sending rule “.*(leaves them out|: they had .*)$/s.test(text ?? '')
  return [{ ...skipped, code: isAsked ? 'sending_rule' : 'failed' }]
}

/** Since when it has been sent, until when, and what their status was at the start. */
type Sending = Pick<OutcomeRow, 'started_at' | 'finished_at' | 'status_then'>

/** What keeps somebody from being a recipient, certain things first. */
export function missed(campaign: Sending, person: OutcomePerson, nowMs: number): Reason[] {
  const begin = campaign.started_at?.getTime() ?? nowMs
  const end = campaign.finished_at?.getTime() ?? nowMs
  const reasons = [
    ...leftReasons(campaign, person, { begin, end }),
    ...person.suppressions
      .filter(({ at_ms: at }) => at <= end)
      .map(({ name, at_ms: atMs }): Reason => ({
        ...none,
        code: 'suppressed',
        isCertain: atMs <= begin,
        atMs,
        text: name,
      })),
    ...(person.is_suppressed_by_system ? [{ ...none, code: 'suppressed', isCertain: false } as const] : []),
    ...pauseReasons(person, { begin, end }),
  ]
  return reasons.toSorted((one, other) => Number(other.isCertain) - Number(one.isCertain))
}

type Span = { begin: number; end: number }

function leftReasons(campaign: Sending, person: OutcomePerson, { begin, end }: Span): Reason[] {
  const { status, removed_at: removed, joined_at: joined } = person
  const { status_then: then } = campaign
  // A later change has told what they were at the start.
  if (then !== null && then !== 'active') return [{ ...none, code: 'left', text: then }]
  if (status === 'active') {
    const joinedMs = joined.getTime()
    return joinedMs > end ? [{ ...none, code: 'joined_later', atMs: joinedMs }] : []
  }
  const atMs = removed?.getTime() ?? null
  if (atMs !== null && atMs > end) return []
  return [{ ...none, code: 'left', isCertain: atMs !== null && atMs <= begin, atMs, text: status }]
}

function pauseReasons({ pause }: OutcomePerson, { begin, end }: Span): Reason[] {
  if (pause === null || pause.at_ms > end || pause.until_ms < begin) return []
  const isCertain = pause.at_ms <= begin && pause.until_ms >= end
  return [{ ...none, code: 'paused', isCertain, atMs: pause.at_ms, untilMs: pause.until_ms }]
}

function ofSelection(campaign: OutcomeRow, isSelected: boolean | null): Reason {
  const guessed = { ...none, isCertain: false }
  if (campaign.is_remote_list && !campaign.is_in_query) return { ...guessed, code: 'not_in_query' }
  return isSelected === false ? { ...guessed, code: 'not_in_segment' } : { ...guessed, code: 'unknown' }
}
