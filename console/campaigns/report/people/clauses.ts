import type { PeopleQuery } from '../../../../src/contract/campaigns/results/people.ts'
import type { Clause } from '../../../../src/contract/segments/clauses.ts'
import type { Mailing } from './list.tsx'

/** The segment that selects the same people, of those who are active. null: no segment does. */
export function clausesFor(
  of: Mailing,
  { kind, content_id: contentId, link_id: linkId, severity }: PeopleQuery,
  url?: string,
): Clause[] | null {
  if (!('campaignId' in of) || contentId !== undefined || severity !== undefined) return null
  // A segment names a link by its address.
  if (linkId !== undefined && url === undefined) return null
  const campaign = { id: of.campaignId }
  const activity = (what: 'was_sent' | 'opened' | 'clicked' | 'bounced', did = true): Clause => ({
    type: 'activity',
    activity: what,
    operator: did ? 'did' : 'did_not',
    campaign,
  })
  switch (kind) {
    case 'sent':
      return [activity('was_sent')]
    case 'accepted':
      return [activity('was_sent'), activity('bounced', false)]
    case 'opened':
    case 'bounced':
      return [activity(kind)]
    case 'clicked':
      return [url === undefined ? activity('clicked') : ({ ...activity('clicked'), url } as Clause)]
    default:
      return null
  }
}
