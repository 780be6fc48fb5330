import { expect } from 'vitest'
import { skipDelays } from '../core/clock.ts'
import { aDatabase } from '../core/database.ts'
import { aFlakyWire } from '../fakes/flaky-wire.ts'
import { aWorkFolder, settingsOf, workUntil } from './stories.ts'
import { aMixedImport, areAllEnded, expectMixed } from './mixed.ts'
import { figure } from '../watching/figure.ts'

/**
 * A larger transaction has written a range. If smaller commits counted, the periodic queries of a worker could
 * make one of them lose every answer.
 */
const rangeBytesMin = 4_000

/** Imports a file while the worker loses the answer to every third commit, at least `times` times. */
export async function surviveLostAnswers(times: number): Promise<void> {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const rangeRows = 100
  const mixed = await aMixedImport(sql, folder, { rows: 3 * times * rangeRows })
  const wire = await aFlakyWire(url, (commit) => commit % 3 === 1, rangeBytesMin)
  const settings = settingsOf(wire.url, folder, { rangeSize: { rows: rangeRows, bytes: 1_000_000 } })
  await workUntil(settings, async () => {
    await skipDelays(sql)
    return areAllEnded(sql)
  })
  expect(wire.lostAnswers()).toBeGreaterThanOrEqual(times)
  await expectMixed(sql, mixed)
  figure(`${wire.lostAnswers()} answers to commits lost: no row lost, none counted twice`)
}
