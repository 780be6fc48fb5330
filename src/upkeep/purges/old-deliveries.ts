import { foldSome } from '../../store/conditions/folded-deliveries.ts'
import type { Duty } from '../duty.ts'

const limit = 20_000

/** One bit instead of a row for each accepted message of a campaign that ended `DELIVERIES_DAYS` ago. */
export const oldDeliveries: Duty = {
  name: 'old deliveries',
  everySeconds: 600,
  whileHeld: true,
  run: async ({ database, log, deliveriesDays: days }, stop) => {
    if (days === 0) return
    let messages = 0
    while (!stop.aborted) {
      const count = await database.everywhere().begin((sql) => foldSome(sql, { days, limit }))
      if (count === null) break
      messages += count
    }
    if (messages > 0) log.info({ messages }, 'messages of old campaigns were folded')
  },
}
