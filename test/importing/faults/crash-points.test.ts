import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

/** R2. At night at every message, on both sides; here at every eighth on each side. */

test('an import survives the loss of its worker before every eighth message to the database', async () => {
  expect(await dieAtMessages('before', 1, 8)).toBeGreaterThan(8)
}, 300_000)

test('and after those in the middle', async () => {
  expect(await dieAtMessages('after', 5, 8)).toBeGreaterThan(8)
}, 300_000)
