import { expect, test } from 'vitest'
import { expectOutcomes, expectPublishedChanges, hammer } from '../../harness/importing/state-hammer.ts'
import { figure } from '../../harness/watching/figure.ts'

test('imports under 10,000 random calls make only documented changes, and end as without them', async () => {
  const hammered = await hammer({ imports: 20, rows: 3_000, clients: 16, calls: 10_000, cancels: 20 })
  expect(await expectPublishedChanges(hammered.api)).toBeGreaterThan(200)
  await expectOutcomes(hammered)
  figure('10,000 calls: documented changes only')
})
