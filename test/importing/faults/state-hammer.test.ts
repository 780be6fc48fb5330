import { expect, test } from 'vitest'
import { importStates, mayBecome } from '../../../src/contract/imports/states.ts'
import {
  expectOutcomes,
  expectPublishedChanges,
  hammer,
  publishedTable,
} from '../../harness/importing/state-hammer.ts'
import { isSharded } from '../../harness/postgres/waiting.ts'

/** ST1. */

test('the code allows exactly the documented changes of state', async () => {
  const table = await publishedTable()
  expect([...table.keys()].toSorted()).toEqual(importStates.toSorted())
  for (const state of importStates) expect(table.get(state)?.toSorted()).toEqual(mayBecome[state].toSorted())
})

// Its trigger writes to an object of its own, which the workers of a cluster do not have.
test.skipIf(isSharded)(
  'imports under 600 random calls make only documented changes, and end as without them',
  { timeout: 180_000 },
  async () => {
    const hammered = await hammer({ imports: 12, rows: 300, clients: 16, calls: 600, cancels: 6 })
    expect(await expectPublishedChanges(hammered.api)).toBeGreaterThan(10)
    expect([...hammered.answers.keys()]).toEqual(
      expect.arrayContaining(['pause 200', 'pause 422', 'unpause 200', 'unpause 422', 'cancel 200']),
    )
    await expectOutcomes(hammered)
  },
)
