/** The people behind a number of a report: of states of messages, and of what came back. */
export const peopleKinds = [
  'sent',
  'accepted',
  'waiting',
  'skipped',
  'not_opened',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'opened_by_machine',
  'clicked_by_machine',
] as const
export type PeopleKind = (typeof peopleKinds)[number]

/** More are not counted: the number itself is in the report. */
export const peopleCountedMax = 1_000
