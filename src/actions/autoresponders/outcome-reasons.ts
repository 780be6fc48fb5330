import type { OutcomePerson } from '../../store/campaigns/messages/outcomes.ts'
import type { AutoresponderOutcomeRow, Owed } from '../../store/autoresponders/outcomes.ts'
import {
  missed,
  none,
  notSent,
  ofMessage,
  waits,
  type Reason,
  type Verdict,
} from '../campaigns/outcome-reasons.ts'

export type Known = {
  person: OutcomePerson
  owed: readonly Owed[]
  /** The rows of the same autoresponder, its own message first. */
  steps: readonly AutoresponderOutcomeRow[]
  nowMs: number
}

/** Why a person got the message of an autoresponder or a step, or did not. @param isSelected as for campaigns */
export function verdictOf(row: AutoresponderOutcomeRow, known: Known, isSelected: boolean | null): Verdict {
  const { person, owed, nowMs } = known
  // Whoever joined later could get it from then on.
  const started_at = new Date(Math.max(row.created_at.getTime(), person.joined_at.getTime()))
  const found = missed({ started_at, finished_at: null, status_then: row.status_then }, person, nowMs)
  const own = owed.find((one) => one.autoresponder_id === row.id)
  if (own !== undefined) return ofOwed(row, own, found, nowMs)
  if (row.message !== null) return ofMessage(row.message, found)
  const place = owed.find(({ sequence_id: id, autoresponder_id: at }) => (id ?? at) === row.head_id)
  if (place !== undefined && row.position > 0) return ofPlace(row, place, known, found)
  const guesses = row.position === 0 ? ofTrigger(row, person) : ofSequence(row, known)
  const isKnown = found.some(({ isCertain }) => isCertain)
  const others = guesses.filter(({ isCertain }) => isCertain || !isKnown)
  const reasons = [...found, ...others, ...ofSegment(isSelected)]
  return notSent(reasons.length > 0 ? reasons : [{ ...none, isCertain: false, code: 'unknown' }])
}

function ofOwed(row: AutoresponderOutcomeRow, owed: Owed, found: readonly Reason[], nowMs: number): Verdict {
  const untilMs = Math.max(owed.due_at.getTime(), owed.next_attempt_at?.getTime() ?? 0)
  const others = found.map((reason) => ({ ...reason, isCertain: false }))
  if (owed.handed_over) return waits({ ...none, code: 'being_sent' })
  if (row.paused) return waits({ ...none, code: 'not_reached', text: 'paused' }, others)
  if (owed.attempts > 0 && untilMs > nowMs) return waits({ ...none, code: 'retrying', untilMs }, others)
  if (untilMs > nowMs) return waits({ ...none, code: 'waits_for_time', untilMs }, others)
  const text = row.waiting_for === '' ? null : row.waiting_for
  return waits({ ...none, code: 'not_reached', text }, others)
}

/** They are within the sequence, at another message of it. */
function ofPlace(
  row: AutoresponderOutcomeRow,
  place: Owed,
  { steps }: Known,
  found: readonly Reason[],
): Verdict {
  if (place.passed.includes(row.id)) return notSent([{ ...none, code: 'step_condition' }, ...found])
  const at = steps.find(({ id }) => id === place.autoresponder_id)
  // They had passed its place before it was put there.
  if (at !== undefined && at.position > row.position)
    return notSent([{ ...none, code: 'step_condition', isCertain: false }])
  const untilMs = Math.max(place.due_at.getTime(), place.next_attempt_at?.getTime() ?? 0)
  return waits({ ...none, code: 'earlier_step', untilMs, text: at?.name ?? null })
}

function ofTrigger(row: AutoresponderOutcomeRow, person: OutcomePerson): Reason[] {
  const joinedMs = person.joined_at.getTime()
  if (row.trigger === 'subscription' && joinedMs < row.created_at.getTime())
    return [{ ...none, code: 'joined_before', atMs: joinedMs }]
  const isKept = ['campaign_open', 'campaign_click', 'autoresponder_open', 'autoresponder_click'].includes(
    row.trigger,
  )
  if (row.is_caused) return []
  return [{ ...none, code: 'not_triggered', isCertain: isKept }]
}

/** A step, of a sequence in which they are not. */
function ofSequence(row: AutoresponderOutcomeRow, { person, steps }: Known): Reason[] {
  const [first] = steps
  if (first === undefined || first.message !== null)
    return [{ ...none, code: 'sequence_over', isCertain: false }]
  return first.id === row.id ? [] : ofTrigger(first, person)
}

function ofSegment(isSelected: boolean | null): Reason[] {
  return isSelected === false ? [{ ...none, isCertain: false, code: 'not_in_segment' }] : []
}
