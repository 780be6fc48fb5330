import { expect, test } from 'vitest'
import { dieWhileUndoing } from '../../harness/undo/crash-points.ts'

/** R2 for undos: at whatever message to the database a worker dies, the undo happens once. At night at every message. */

test('an undo survives the loss of its worker before every fourth message to the database', async () => {
  expect(await dieWhileUndoing('before', 1, 4)).toBeGreaterThan(5)
}, 300_000)

test('and after those between them', async () => {
  expect(await dieWhileUndoing('after', 3, 4)).toBeGreaterThan(5)
}, 300_000)
