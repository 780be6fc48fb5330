import type { DeliveryOutcome } from '../store/campaigns/deliveries.ts'
import type { Outcome } from './outcome.ts'

/** Minutes between the tries of a message that servers refuse for now; after the last it has bounced. */
const retryMinutes = [1, 5, 15, 60, 240, 240, 240]

/** A server that nobody reaches is tried again after this time, and no message is to blame for it. */
export const untriedSeconds = 30

/** What a message that was not sent because its campaign was paused waits for: the campaign. */
export const unsent: DeliveryUpdate = {
  state: 'deferred',
  attempts: 0,
  retrySeconds: 0,
  status: null,
  diagnostic: null,
}

type DeliveryUpdate = Pick<DeliveryOutcome, 'state' | 'attempts' | 'retrySeconds' | 'status' | 'diagnostic'>

/** @param attempts how often a server was asked before. */
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
