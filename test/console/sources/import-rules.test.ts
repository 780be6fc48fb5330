import { expect, test } from 'vitest'
import { bodyOf, missingIn, nothingChosen, type Rules } from '../../../console/imports/wizard/draft.ts'
import type { Inspection } from '../../../src/contract/imports/inspection.ts'

const inspection = { columns: [], subscriber_import: { file_format: {} } } as unknown as Inspection
const rules = (some: Partial<Rules>): Rules => ({ ...nothingChosen.rules, ...some })
const bodyWith = (some: Partial<Rules>, isDryRun = true) =>
  bodyOf(
    inspection,
    { ...nothingChosen, rules: rules(some) },
    { source: { upload_id: 1 } as never, isDryRun },
  )

test('people who left are brought back only with the tick for their consent', () => {
  const back = { update: true, bringBack: true }
  expect(missingIn(rules(back))).toBe('consent')
  expect(missingIn(rules({ ...back, hasConsent: true }))).toBeNull()
  expect(missingIn(rules({ hasConsent: true }))).toBeNull()
  expect(bodyWith(back)).toMatchObject({
    overwrite_what: { status: false },
    overwrite_when_status: { unsubscribed: false },
  })
  expect(bodyWith({ ...back, hasConsent: true })).toMatchObject({
    overwrite_what: { status: true },
    overwrite_when_status: { unsubscribed: true },
  })
  // The tick of a rule that was taken back does not count.
  expect(bodyWith({ bringBack: true, hasConsent: true })).toMatchObject({
    overwrite_what: { status: false },
    overwrite_when_status: { unsubscribed: false },
  })
})

test('an import for later needs its time', () => {
  expect(missingIn(rules({ isLater: true }))).toBe('time')
  expect(missingIn(rules({ isLater: true, beginsAt: '2099-05-01T09:00' }))).toBeNull()
  expect(missingIn(rules({ beginsAt: '' }))).toBeNull()
  expect(bodyWith({ isLater: true, beginsAt: '2099-05-01T09:00' }, false)).toMatchObject({
    begins_at: '2099-05-01 09:00',
  })
  expect(bodyWith({})).toMatchObject({ dry_run: true })
})

test('people who are not in the file stay, unless a rule with a limit says otherwise', () => {
  expect(bodyWith({ limit: '5%' })).not.toHaveProperty('not_in_file')
  expect(bodyWith({ limit: '5%' })).not.toHaveProperty('prune_limit')
  expect(bodyWith({ missing: 'unsubscribe', limit: '5%' })).toMatchObject({
    not_in_file: 'unsubscribe',
    prune_limit: '5%',
  })
})
