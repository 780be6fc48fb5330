import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { attemptsMax } from '../../../src/database/lease.ts'
import { until } from '../../harness/core/until.ts'
import { aWorkerProcess } from '../../harness/importing/worker-processes.ts'
import { aDueUndo } from '../../harness/undo/crash-points.ts'
import { areAllUndone, expectUndone } from '../../harness/undo/stories.ts'

test('an undo of 40,000 people survives 100 kills of its workers', async () => {
  const random = createRandom(7)
  let kills = 0
  for (let seed = 1; kills < 100; seed += 1) {
    const { sql, place, expected, settings } = await aDueUndo(40_000, 200, seed)
    const fleet = [0, 1].map((index) => aWorkerProcess({ ...settings, index }))
    while (kills < 100 && !(await areAllUndone(sql))) {
      // The test needs a random moment.
      await delay(20 + random() * 250)
      const [held] = await sql<{ worker: string; attempts: number }[]>`
        select worker, attempts from undo_jobs where leased_until > now() and finished_at is null`
      const index = fleet.findIndex(({ pid }) => held?.worker.includes(`:${pid}:`) === true)
      const victim = fleet[index]
      // After five deaths without progress an undo fails.
      if (victim === undefined || held === undefined || held.attempts >= attemptsMax) continue
      await victim.kill()
      kills += 1
      fleet[index] = aWorkerProcess({ ...settings, index })
    }
    await until(() => areAllUndone(sql), { seconds: 120 })
    for (const worker of fleet) expect(await worker.stop()).toBe(0)
    await expectUndone(sql, place, expected)
  }
}, 900_000)
