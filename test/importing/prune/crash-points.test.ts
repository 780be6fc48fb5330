import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

/** R2 for pruning and new fields. At night at every message; here at every thirteenth on each side. */

test('an import that prunes survives the loss of its worker before every thirteenth message to the database', async () => {
  expect(await dieAtMessages('before', 2, 13, { notInFile: 'unsubscribe' })).toBeGreaterThan(2)
}, 300_000)

test('and after others', async () => {
  expect(await dieAtMessages('after', 5, 13, { notInFile: 'deactivate' })).toBeGreaterThan(2)
}, 300_000)
