import { findSoftBouncers, judgeSoftBouncer } from '../../store/responses/soft-bounces.ts'
import type { Duty } from '../duty.ts'

const batchRows = 500

/** Ends subscriptions whose messages have bounced softly for too long. */
export const softBounces: Duty = {
  name: 'soft bounces',
  everySeconds: 300,
  whileHeld: false,
  run: async ({ database, softBounceRule: rule }, stop) => {
    if (rule.limit === 0) return
    let found = batchRows
    while (!stop.aborted && found === batchRows) {
      const bouncers = await findSoftBouncers(database.everywhere(), rule, batchRows)
      found = bouncers.length
      for (const bouncer of bouncers) {
        if (stop.aborted) return
        await database.within(bouncer.organization_id).begin((sql) => judgeSoftBouncer(sql, bouncer, rule))
      }
    }
  },
}
