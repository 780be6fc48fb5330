import { expect, test } from 'vitest'
import { until } from '../../../harness/core/until.ts'
import { aWholeServer, anOrganizationOf } from '../../../harness/core/whole-server.ts'

test(
  'who was answered is on the list after kill -9, and the list is counted right',
  { timeout: 300_000 },
  async () => {
    const whole = await aWholeServer()
    const shop = await anOrganizationOf(whole, { name: 'Shop' })
    const list = await shop.call<{ id: number }>('POST', 'mailing_lists', { mailing_list: { name: 'News' } })
    const answered: string[] = []
    let server: { kill: (signal: NodeJS.Signals) => void; ended: Promise<unknown> } = whole.server
    for (const kill of [1, 2, 3, 4, 5]) {
      const enough = answered.length + kill * 60
      const callers = Array.from({ length: 16 }, async (_, caller) => {
        for (let call = 0; ; call += 1) {
          const email = `k${kill}-${caller}-${call}@example.com`
          const isAdded = await shop
            .call('POST', `mailing_lists/${list.id}/subscribers`, { subscriber: { email } })
            .then(
              () => true,
              () => false,
            )
          if (!isAdded) return
          answered.push(email)
        }
      })
      await until(async () => answered.length >= enough)
      server.kill('SIGKILL')
      await Promise.all([server.ended, ...callers])
      server = await whole.startAgain()
      const rows = await whole.sql.everywhere()<{ key: string; transaction: string }[]>`
      select key, xmin::text as transaction from subscribers where mailing_list_id = ${list.id}`
      const present = new Set(rows.map(({ key }) => key))
      expect(answered.filter((email) => !present.has(email))).toEqual([])
      // Of the calls without an answer, at most one a caller.
      expect(rows.length - answered.length).toBeLessThanOrEqual(16 * kill)
      const [counts] = await whole.sql.everywhere()<{ active: number }[]>`
      select active::integer from subscriber_counts where mailing_list_id = ${list.id}`
      expect(counts?.active).toBe(rows.length)
      // They were gathered: there are fewer transactions than people.
      expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(rows.length / 2)
    }
  },
)
