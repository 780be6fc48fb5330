import { expect, test } from 'vitest'
import { dieAtMessages } from '../harness/exporting/crash-points.ts'

/** R2: exactly one file, whole, at whatever message the worker dies. */

test.each(['before', 'after'] as const)(
  'an export survives the loss of its worker %s every message to the database',
  async (moment) => {
    expect(await dieAtMessages(moment, 1, 1)).toBeGreaterThan(10)
  },
  600_000,
)
