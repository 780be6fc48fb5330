import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

/** R2: whatever message to the database a worker dies at, the import ends as if nobody had died. */

test.each(['before', 'after'] as const)(
  'an import survives the loss of its worker %s every message to the database',
  async (moment) => {
    expect(await dieAtMessages(moment, 1, 1)).toBeGreaterThan(30)
  },
  600_000,
)
