import type { Outcome, OutcomeReasonRecord } from '../../../src/contract/campaigns/results/outcomes.ts'
import { instant } from '../../design/figures.ts'
import { statusWords } from '../audience/subscribers.ts'

type Reason = OutcomeReasonRecord
type Say = (reason: Reason, zone: string) => string

const on = (reason: Pick<Reason, 'at'>, zone: string) =>
  reason.at === null ? '' : ` on ${instant(reason.at, zone)}`
const until = ({ until: end }: Reason, zone: string) => (end === null ? '' : ` until ${instant(end, zone)}`)
const said = ({ text }: Reason) => (text === null ? '' : `: ${text}`)
const stateOf = (text: string | null) => (statusWords as Record<string, string>)[text ?? ''] ?? 'not active'

/** What is recorded of that time. */
const certainly: Record<Reason['code'], Say> = {
  accepted: (reason, zone) => `The mail server accepted it${on(reason, zone)}.`,
  bounced: (reason, zone) => `It bounced${on(reason, zone)}${said(reason)}.`,
  retrying: (reason, zone) =>
    `A mail server refused it for now${said(reason)}. The next try waits${until(reason, zone)}.`,
  uncertain: () =>
    'It may or may not have left: the connection or the server failed while it was handed over.',
  being_sent: () => 'It is being handed over right now.',
  sending_rule: ({ text }) => `Left out: ${text ?? 'a special sending rule'}.`,
  failed: (reason) => `The message could not be written${said(reason)}.`,
  waits_for_time: (reason, zone) =>
    `Waits for its time: a delay, their time zone, or the hours of a sending rule,${until(reason, zone)}.`,
  not_started: (reason, zone) =>
    reason.until === null
      ? 'The campaign is not scheduled yet.'
      : `The campaign begins on ${instant(reason.until, zone)}.`,
  not_reached: ({ text }) =>
    text === null
      ? 'It has not reached them yet.'
      : text === 'paused'
        ? 'It is paused and has not reached them yet.'
        : `It has not reached them yet: it waits for ${text}.`,
  winner_pending: (reason, zone) =>
    `They get the winning version of the A/B test, which is chosen${reason.until === null ? ' after the test' : ` on ${instant(reason.until, zone)}`}.`,
  campaign_ended: ({ text }) =>
    text === 'failed'
      ? 'The campaign failed before their turn.'
      : 'The campaign was cancelled before their turn.',
  joined_later: (reason, zone) =>
    `They joined the list after the campaign began${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  left: (reason, zone) =>
    `They were ${stateOf(reason.text)}${reason.at === null ? ' then' : ` since ${instant(reason.at, zone)}`}.`,
  suppressed: (reason, zone) =>
    `Their address was on the suppression list ${reason.text ?? 'of the system'}${reason.at === null ? '' : ` since ${instant(reason.at, zone)}`}.`,
  paused: (reason, zone) => `They had paused messages${until(reason, zone)}.`,
  not_in_segment: () => 'They were not in the segment.',
  not_in_query: () => 'They were not in the rows of the query.',
  joined_before: (reason, zone) =>
    `They joined the list before the autoresponder existed${on(reason, zone) === '' ? '' : `,${on(reason, zone)}`}.`,
  not_triggered: () => 'What starts it did not happen for them.',
  earlier_step: (reason, zone) =>
    `They wait for an earlier step${reason.text === null ? '' : `, “${reason.text}”,`}${until(reason, zone)}.`,
  step_condition: () =>
    'They have passed this step: its condition, or a sending rule, did not give it to them.',
  sequence_over: () => 'They are not in the sequence any more.',
  unknown: () => 'Nothing that is stored says why.',
}

/** What follows from what is stored now. */
const perhaps: Partial<Record<Reason['code'], Say>> = {
  left: (reason, zone) =>
    `They are ${stateOf(reason.text)}${reason.at === null ? '. Since when is not recorded' : ` since ${instant(reason.at, zone)}, while the campaign was being sent`}.`,
  suppressed: (reason, zone) =>
    `Their address is on the suppression list ${reason.text ?? 'of the system'}${reason.at === null ? '' : ` since ${instant(reason.at, zone)}`}. Whether that was before their turn is not recorded.`,
  paused: (reason, zone) =>
    `They pause messages${until(reason, zone)}. Whether that was before their turn is not recorded.`,
  not_in_segment: () => 'They are not in the segment now. Whether they were in it then is not recorded.',
  not_in_query: () => 'They are not among the rows that the query had.',
  not_triggered: () => 'As far as is recorded, what starts it did not happen for them.',
  step_condition: () => 'They had passed its place when it was added.',
  sequence_over: () =>
    'They are not in the sequence any more: it ended for them by a condition, or somebody took them out.',
  unknown: () =>
    'Nothing that is stored says why. They may not have been in the segment then, or were suppressed or inactive for a while.',
}

export const whyWords = {
  title: 'Why somebody did not get it',
  lead: 'Enter an address to see what became of this campaign for that person.',
  address: 'Address',
  ask: 'Look up',
  notOnList: (email: string, list: string) =>
    `${email} is not on the list ${list} now. Deleted people leave no trace of why they did not get it.`,
  person: 'Open the person',
  leadAutoresponder: 'Enter an address to see what became of this autoresponder for that person.',
  autoresponders: 'Autoresponders',
  ownMessage: 'First message',
  campaigns: 'Campaigns',
  none: { title: 'No campaigns', text: 'No campaign of this list has been sent.' },
  noAutoresponders: 'This list has no autoresponders.',
  more: 'Show more',
  outcomes: {
    sent: 'Got it',
    bounced: 'Bounced',
    waiting: 'Waits',
    not_sent: 'Did not get it',
  } satisfies Record<Outcome, string>,
  sentence: (reason: Reason, zone: string) =>
    ((reason.certain ? undefined : perhaps[reason.code]) ?? certainly[reason.code])(reason, zone),
}
