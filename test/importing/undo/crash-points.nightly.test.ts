import { expect, test } from 'vitest'
import { dieWhileUndoing } from '../../harness/undo/crash-points.ts'

/** R2 for undos. */

test('an undo survives the loss of its worker before every message to the database', async () => {
  expect(await dieWhileUndoing('before', 1, 1)).toBeGreaterThan(20)
}, 900_000)

test('and after every one', async () => {
  expect(await dieWhileUndoing('after', 1, 1)).toBeGreaterThan(20)
}, 900_000)
