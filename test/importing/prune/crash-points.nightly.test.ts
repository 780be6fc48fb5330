import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

/** R2 for pruning and new fields. */

test.each(['before', 'after'] as const)(
  'an import that prunes survives the loss of its worker %s every message to the database',
  async (moment) => {
    expect(await dieAtMessages(moment, 1, 1, { notInFile: 'unsubscribe' })).toBeGreaterThan(30)
  },
  600_000,
)

test('so does a dry run, which changes nothing', async () => {
  expect(await dieAtMessages('after', 1, 2, { notInFile: 'unsubscribe', dryRun: true })).toBeGreaterThan(10)
}, 600_000)
