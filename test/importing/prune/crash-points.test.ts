import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

/** R2 for pruning and new fields. At night at every message; here at every seventh on each side. */

test('an import that prunes survives the loss of its worker before every seventh message to the database', async () => {
  expect(await dieAtMessages('before', 2, 7, { notInFile: 'unsubscribe' })).toBeGreaterThan(5)
}, 300_000)

test('and after others', async () => {
  expect(await dieAtMessages('after', 5, 7, { notInFile: 'deactivate' })).toBeGreaterThan(5)
}, 300_000)
