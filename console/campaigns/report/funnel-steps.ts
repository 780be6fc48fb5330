import type { CampaignStats } from '../data.ts'

export type StepKey = 'sent' | 'accepted' | 'opened' | 'clicked' | 'unsubscribed'
export type FunnelStep = { key: StepKey; value: number; before: number }

/** From what was sent to what it led to. `before`: of the step above; people can leave without a click. */
export function funnelOf({ sent, open, click, unsub }: CampaignStats): FunnelStep[] {
  const accepted = sent.accepted
  return [
    { key: 'sent', value: sent.total, before: sent.total },
    { key: 'accepted', value: accepted, before: sent.total },
    { key: 'opened', value: open.unique, before: accepted },
    { key: 'clicked', value: click.unique, before: open.unique },
    { key: 'unsubscribed', value: unsub.unique, before: accepted },
  ]
}
