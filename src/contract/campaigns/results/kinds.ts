/** The people behind a number of a report. The first five are states of messages, the others are responses. */
export const peopleKinds = [
  'sent',
  'accepted',
  'waiting',
  'skipped',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
] as const
export type PeopleKind = (typeof peopleKinds)[number]

/** More are not counted: the number itself is in the report. */
export const peopleCountedMax = 1_000
