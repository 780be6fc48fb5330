import type { PeopleKind } from '../../../../src/contract/campaigns/results/kinds.ts'
import type { PeopleQuery } from '../../../../src/contract/campaigns/results/people.ts'
import type { Activity } from '../../../../src/contract/segments/activity.ts'
import type { Clause } from '../../../../src/contract/segments/clauses.ts'

/** A campaign, or an autoresponder of a list. */
export type Mailing = { listId: number; campaignId: number } | { listId: number; autoresponderId: number }

/** What a link or a version of the query is, as a segment says it. */
export type Asked = {
  /** Of a link. */
  url?: string | undefined
  /** Of a content, from 1. */
  version?: number | undefined
}

const activities: Record<Exclude<PeopleKind, 'not_opened'>, Activity> = {
  sent: 'was_sent',
  accepted: 'was_delivered',
  waiting: 'is_waiting',
  skipped: 'was_left_out',
  opened: 'opened',
  clicked: 'clicked',
  bounced: 'bounced',
  complained: 'complained',
  unsubscribed: 'unsubscribed',
  opened_by_machine: 'opened_by_machine',
  clicked_by_machine: 'clicked_by_machine',
}

/** The segment that selects the same people, of those who are active. null: what it names is not known yet. */
export function clausesFor(
  of: Mailing,
  { kind, link_id: linkId, severity }: PeopleQuery,
  { url, version }: Asked = {},
): Clause[] | null {
  if (linkId !== undefined && url === undefined) return null
  const activity = (what: Activity, did = true): Clause => ({
    type: 'activity',
    activity: what,
    operator: did ? 'did' : 'did_not',
    ...('campaignId' in of
      ? { campaign: { id: of.campaignId } }
      : { autoresponder: { id: of.autoresponderId } }),
    ...(version === undefined ? {} : { version }),
    ...(url === undefined ? {} : { url }),
    ...(severity === undefined ? {} : { severity }),
  })
  if (kind === 'not_opened') return [activity('was_delivered'), activity('opened', false)]
  return [activity(activities[kind])]
}
