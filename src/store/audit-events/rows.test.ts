import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { insertOrganization } from '../conditions/system-organization.ts'
import { insertAuditEvent, insertBulkAuditEvents } from './rows.ts'

test('what a bulk change did names whoever asked for it, and the assistant that asked for them', async () => {
  const { sql } = await aDatabase()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const asked = { api_key_id: 7, assistant: 'Claude', request_id: 'r1' }
  const subject = { subject_type: 'SubscriberBulkChange', subject_id: 3 }
  await insertAuditEvent(sql, organizationId, {
    kind: 'subscriber_bulk_change.created',
    ...subject,
    ...asked,
  })
  const events = [{ kind: 'subscriber.deleted', subject_id: 11, details: {} }]
  await insertBulkAuditEvents(sql, organizationId, 3, events)
  const [event] = await sql`
    select api_key_id, assistant, request_id from audit_events where kind = 'subscriber.deleted'`
  expect(event).toEqual(asked)
})
