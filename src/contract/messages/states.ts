export const messageStates = [
  'queued',
  'sending',
  'deferred',
  'accepted',
  'bounced',
  'skipped',
  'uncertain',
  'cancelled',
] as const
export type MessageState = (typeof messageStates)[number]

/** Also a trigger in migrations/058-messages.sql and a table in docs/lifecycles.md. */
export const mayBecome: Readonly<Record<MessageState, readonly MessageState[]>> = {
  queued: ['sending', 'skipped', 'cancelled'],
  sending: ['queued', 'deferred', 'accepted', 'bounced', 'skipped', 'uncertain'],
  deferred: ['sending', 'skipped', 'cancelled'],
  accepted: ['bounced'],
  uncertain: ['queued', 'accepted', 'bounced'],
  bounced: [],
  skipped: [],
  cancelled: [],
}

export const messageEvents = [
  'accepted',
  'deferred',
  'bounced',
  'skipped',
  'uncertain',
  'cancelled',
  'resent',
  'opened',
  'clicked',
  'complained',
  'unsubscribed',
] as const
export type MessageEvent = (typeof messageEvents)[number]
