import { expect, test } from 'vitest'
import { dieAtMessages } from '../../harness/importing/crash-points.ts'

/** At night at every message, on both sides; here at some. */

test('a dry run survives the loss of its worker before every thirteenth message to the database', async () => {
  expect(await dieAtMessages('before', 1, 13, { dryRun: true, freePlaces: 200 })).toBeGreaterThan(1)
}, 300_000)

test('and after the fourth, and every thirteenth from there on', async () => {
  expect(await dieAtMessages('after', 4, 13, { dryRun: true })).toBeGreaterThan(1)
}, 300_000)

/** Of its messages, those that write the file come first. */
test('an import of failed rows survives the loss of its worker before and after messages to the database', async () => {
  expect(await dieAtMessages('before', 3, 15, { failedRows: true })).toBeGreaterThan(1)
  expect(await dieAtMessages('after', 6, 15, { failedRows: true })).toBeGreaterThan(1)
}, 300_000)
