import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

/** R2. At night at every message, on both sides; here at every twentieth on each side. */

test('an import survives the loss of its worker before every twentieth message to the database', async () => {
  expect(await dieAtMessages('before', 1, 20)).toBeGreaterThan(2)
}, 300_000)

test('and after those in the middle', async () => {
  expect(await dieAtMessages('after', 11, 20)).toBeGreaterThan(2)
}, 300_000)
