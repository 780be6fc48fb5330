import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

test.each([
  ['before', { dryRun: true }],
  ['after', { dryRun: true }],
  ['before', { dryRun: true, freePlaces: 200 }],
  ['after', { dryRun: true, freePlaces: 200 }],
] as const)(
  'a dry run survives the loss of its worker %s every message to the database: %o',
  async (moment, kind) => {
    expect(await dieAtMessages(moment, 1, 1, kind)).toBeGreaterThan(20)
  },
  600_000,
)

test.each(['before', 'after'] as const)(
  'an import of failed rows survives the loss of its worker %s every message to the database',
  async (moment) => {
    expect(await dieAtMessages(moment, 1, 1, { failedRows: true })).toBeGreaterThan(30)
  },
  600_000,
)
