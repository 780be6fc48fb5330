import { createRandom } from '../../../bench/data.ts'
import type { Decide, Fault } from './sink.ts'

/** How often each fault happens, 0 to 1; default 0. */
export type FaultRates = Partial<{
  refuse: number
  closeInData: number
  closeBefore250: number
  closeAfter250: number
  /** 4xx and 5xx, at MAIL, RCPT and after the message alike. */
  defer: number
  bounce: number
  /** No answer after the message; the sender's timeout decides. */
  stall: number
}>

/** The same faults for the same seed and the same order of events. */
export function randomFaults(seed: number, rates: FaultRates): Decide {
  const random = createRandom(seed)
  const happens = (rate = 0) => rate > 0 && random() < rate
  const refusal = (): Fault | null => {
    if (happens((rates.defer ?? 0) / 3)) return { code: 451, text: '4.3.0 try again later' }
    return happens((rates.bounce ?? 0) / 3) ? { code: 550, text: '5.1.1 nobody here' } : null
  }
  return (stage) => {
    if (stage === 'connect') return happens(rates.refuse) ? 'close' : null
    if (stage === 'data') return happens(rates.closeInData) ? 'close' : null
    if (stage === 'dot') {
      if (happens(rates.closeBefore250)) return 'close'
      if (happens(rates.closeAfter250)) return 'close_after'
      if (happens(rates.stall)) return 'stall'
    }
    return refusal()
  }
}
