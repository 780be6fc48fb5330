import type { BounceSeverity } from '../../contract/responses/severity.ts'
import type { Reader, Sent } from './rows.ts'
import type { Source } from '../campaigns/stats.ts'

// Contract facts, section 2.6: `a<id>` is a list, `c<id>` a campaign and `r<id>` an autoresponder, as the sender.

/** @returns no event if the subscriber is deleted. */
export function studioEvent(reader: Reader, sent: Sent, event: object): object[] {
  if (sent.email === null) return []
  const { listId, source, subscriberId } = reader
  return [
    {
      ...common(reader, sent, sent.email),
      studio_mailing_list_id: listId,
      studio_subscriber_id: sent.remote === null ? subscriberId : null,
      studio_campaign_id: 'campaignId' in source ? source.campaignId : null,
      studio_autoresponder_id: 'autoresponderId' in source ? source.autoresponderId : null,
      studio_rl_seq_id: sent.remote?.seqId ?? null,
      studio_rl_distinct_id: sent.remote?.distinctId ?? null,
      ...event,
    },
  ]
}

export function complaintEvent(reader: Reader, sent: Sent): object[] {
  if (sent.email === null) return []
  return [{ ...common(reader, sent, sent.email), click_tracking_id: null }]
}

export type Refusal = {
  status: string | null
  severity: BounceSeverity
  diagnostic: string
  isSynchronous: boolean
}

/** `bounce_code`: the digits of the status code, 511 for 5.1.1; 0 without one. */
export function bounceEvent(
  reader: Pick<Reader, 'listId' | 'source'>,
  sent: Pick<Sent, 'listName' | 'time'>,
  email: string,
  refusal: Refusal,
): object {
  return {
    ...common(reader, sent, email),
    list_label: sent.listName,
    bounce_type: refusal.severity.slice(0, 1),
    bounce_code: Number((refusal.status ?? '0').replaceAll('.', '')),
    bounce_text: refusal.diagnostic,
    click_tracking_id: null,
    synchronous: refusal.isSynchronous,
  }
}

function common(
  { listId, source }: Pick<Reader, 'listId' | 'source'>,
  { listName, time }: Pick<Sent, 'listName' | 'time'>,
  email: string,
) {
  return { event_time: time, email, listid: `a${listId}`, list_name: listName, sendid: sendId(source) }
}

/** The id of a campaign or an autoresponder in events and, on request, in deliveries. */
export function sendId(source: Source): string {
  return 'campaignId' in source ? `c${source.campaignId}` : `r${source.autoresponderId}`
}
