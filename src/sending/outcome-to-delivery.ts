import type { DeliveryOutcome } from '../store/campaigns/deliveries.ts'
import type { Outcome } from './outcome.ts'

/** Minutes between attempts after temporary refusals; after the last one the message counts as bounced. */
const retryMinutes = [1, 5, 15, 60, 240, 240, 240]

/** Does not count as an attempt. */
export const untriedSeconds = 30

/** Due again as soon as the campaign resumes. */
export const unsent: DeliveryUpdate = {
  state: 'deferred',
  attempts: 0,
  retrySeconds: 0,
  status: null,
  diagnostic: null,
}

type DeliveryUpdate = Pick<DeliveryOutcome, 'state' | 'attempts' | 'retrySeconds' | 'status' | 'diagnostic'>

export function outcomeToDelivery(outcome: Outcome, attempts: number): DeliveryUpdate {
  if (outcome.kind === 'accepted') {
    return { state: 'accepted', attempts: attempts + 1, retrySeconds: null, status: null, diagnostic: null }
  }
  const { status, diagnostic } = outcome
  switch (outcome.kind) {
    case 'untried':
      return { state: 'deferred', attempts, retrySeconds: untriedSeconds, status, diagnostic }
    case 'deferred': {
      const minutes = retryMinutes[attempts]
      return minutes === undefined
        ? {
            state: 'bounced',
            attempts: attempts + 1,
            retrySeconds: null,
            status: status ?? '4.4.7',
            diagnostic,
          }
        : { state: 'deferred', attempts: attempts + 1, retrySeconds: minutes * 60, status, diagnostic }
    }
    case 'bounced':
    case 'uncertain':
      return { state: outcome.kind, attempts: attempts + 1, retrySeconds: null, status, diagnostic }
  }
}
