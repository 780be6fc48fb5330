import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { insertOrganization } from '../conditions/system-organization.ts'
import { findNames, namedTypes } from './names.ts'

test('records of every type can be asked for at once', async () => {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const events = namedTypes.map((type) => ({ subject_type: type, subject_id: 1, details: {} }))
  const namesOf = await findNames(sql, organizationId, events)
  expect(events.map((event) => namesOf(event).subject)).toEqual(events.map(() => null))
})
