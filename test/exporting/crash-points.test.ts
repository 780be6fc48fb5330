import { expect, test } from 'vitest'
import { dieAtMessages } from '../harness/exporting/crash-points.ts'

/** R2. At night at every message, on both sides; here at every third on each side. */

test('an export survives the loss of its worker before every third message to the database', async () => {
  expect(await dieAtMessages('before', 1, 3)).toBeGreaterThan(3)
}, 180_000)

test('and after the next ones', async () => {
  expect(await dieAtMessages('after', 2, 3)).toBeGreaterThan(3)
}, 180_000)
