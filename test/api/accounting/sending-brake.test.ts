import { expect, test } from 'vitest'
import { anApi } from '../../harness/core/api.ts'
import { sendingBrakeRoutes } from '../../../src/http/accounting/sending-brake.ts'

test('a system administrator sets, reads and resets the limits of an organization', async () => {
  const api = await anApi(sendingBrakeRoutes)
  const path = `organizations/${api.a.organizationId}/sending_brake`
  expect((await api.call('GET', 'sending_brake')).body.data).toEqual({
    braked: false,
    braked_at: null,
    reason: '',
    messages: 0,
    hard_bounces: 0,
    complaints: 0,
    bounce_rate: null,
    complaint_rate: null,
    bounce_limit: 10,
    complaint_limit: 0.5,
    messages_min: 500,
  })
  const set = { bounce_limit: '2.5', complaint_limit: 0, messages_min: 100 }
  const changed = { bounce_limit: 2.5, complaint_limit: 0, messages_min: 100 }
  expect((await api.call('PUT', path, { sending_brake: set }, api.system)).body.data).toMatchObject(changed)
  expect((await api.call('GET', 'sending_brake')).body.data).toMatchObject(changed)
  const cleared = { bounce_limit: null, complaint_limit: null }
  expect((await api.call('PUT', path, { sending_brake: cleared }, api.system)).body.data).toMatchObject({
    bounce_limit: 10,
    complaint_limit: 0.5,
    messages_min: 100,
  })
  for (const wrong of [{ bounce_limit: 101 }, { complaint_limit: 0.125 }, { messages_min: 0 }]) {
    expect((await api.call('PUT', path, { sending_brake: wrong }, api.system)).status).toBe(422)
  }
})

test('a release is recorded with its reason; a release that changes nothing is not', async () => {
  const api = await anApi(sendingBrakeRoutes)
  const { organizationId } = api.a
  await api.sql`
    insert into sending_brakes (organization_id, sent, hard_bounces, complaints, braked_at, reason)
    values (${organizationId}, '{400,500}', '{80,20}', '{0,0}', now(), 'too many bounced')`
  const path = `organizations/${organizationId}/sending_brake`
  expect((await api.call('GET', path, undefined, api.system)).body.data).toMatchObject({
    braked: true,
    reason: 'too many bounced',
    messages: 900,
    bounce_rate: 11.11,
    complaint_rate: 0,
  })
  for (let time = 0; time < 2; time += 1) {
    expect((await api.call('POST', `${path}/release`, {}, api.system)).body.data).toMatchObject({
      braked: false,
      messages: 0,
    })
  }
  const events = await api.sql`select kind, details from audit_events where kind like 'sending_brake.%'`
  expect(events).toEqual([{ kind: 'sending_brake.released', details: { reason: 'too many bounced' } }])
})
