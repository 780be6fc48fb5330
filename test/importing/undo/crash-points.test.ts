import { expect, test } from 'vitest'
import { dieWhileUndoing } from '../../harness/undo/crash-points.ts'

/** R2 for undos: at whatever message to the database a worker dies, the undo happens once. At night at every message. */

test('an undo survives the loss of its worker before every seventh message to the database', async () => {
  expect(await dieWhileUndoing('before', 1, 7)).toBeGreaterThan(2)
}, 300_000)

test('and after those between them', async () => {
  expect(await dieWhileUndoing('after', 4, 7)).toBeGreaterThan(2)
}, 300_000)
