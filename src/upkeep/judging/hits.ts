import { judgeVersion } from '../../contract/responses/judging/judge.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { repeated, retryable } from '../../database/retry.ts'
import {
  withdrawClickReactions,
  withdrawOpenReactions,
} from '../../store/autoresponders/reaction-triggers.ts'
import { addStats } from '../../store/campaigns/stats.ts'
import {
  findJudgedBefore,
  judgeMessagesAgain,
  keepPlace,
  nextJudgedBefore,
  type HitsOfMessages,
} from '../../store/responses/hits/again.ts'
import type { Duty } from '../duty.ts'

const batchRows = 500

/** After an upgrade with a better judge, hits of the last 90 days are judged anew. */
export const judgedHits: Duty = {
  name: 'judged hits',
  everySeconds: 600,
  whileHeld: false,
  run: async ({ database, log }, stop) => {
    for (const organizationId of await findJudgedBefore(database.everywhere(), judgeVersion)) {
      const own = database.within(organizationId)
      const judge = { version: judgeVersion, rows: batchRows }
      let changed = 0
      while (!stop.aborted) {
        const next = await own.begin((sql) => nextJudgedBefore(sql, organizationId, judge))
        if (next === null) break
        for (const messages of next.messages) {
          const again = () => own.begin((sql) => judgeAgain(sql, organizationId, messages))
          changed += await repeated(again, { after: retryable })
        }
        await own.begin((sql) => keepPlace(sql, organizationId, next.lastId))
      }
      if (changed > 0) log.info({ organization: organizationId, changed }, 'judged hits anew')
      if (stop.aborted) return
    }
  },
}

/**
 * Counters, links and reactions that still wait follow. What was told or sent is not taken back, and no reaction begins for
 * what was done long ago. @returns how many verdicts have changed.
 */
async function judgeAgain(
  sql: Transaction,
  organizationId: number,
  messages: HitsOfMessages,
): Promise<number> {
  const { source } = messages
  const again = await judgeMessagesAgain(sql, organizationId, messages)
  if (again === null) return 0
  await withdrawOpenReactions(sql, organizationId, source, again.lost)
  await withdrawClickReactions(sql, organizationId, source, again.lost)
  await addStats(sql, organizationId, source, again.changes)
  return again.count
}
