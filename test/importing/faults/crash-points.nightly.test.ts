import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

/** R2: at whatever message to the database a worker dies, the import ends the same. */

test.each(['before', 'after'] as const)(
  'an import survives the loss of its worker %s every message to the database',
  async (moment) => {
    expect(await dieAtMessages(moment, 1, 1)).toBeGreaterThan(30)
  },
  600_000,
)
