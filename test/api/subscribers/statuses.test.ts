import { describe, expect, test } from 'vitest'
import { aSubscriberList, countsOf, type Subscriber } from '../../harness/records/subscribers.ts'
import { subscriberStatuses } from '../../../src/contract/imports/states.ts'

describe('statuses', () => {
  test('can change from any to any, and the counts follow', async () => {
    const { api, path, listId } = await aSubscriberList()
    await api.call('POST', path, { email: 'a@example.com' })
    for (const from of subscriberStatuses) {
      for (const to of subscriberStatuses) {
        await api.call('PUT', `${path}/a@example.com`, { status: from })
        const { body } = await api.call('PUT', `${path}/a@example.com`, { status: to })
        expect(body.data['status']).toBe(to)
        const none = Object.fromEntries(subscriberStatuses.map((status) => [status, 0]))
        expect(await countsOf(api, listId)).toEqual({ ...none, [to]: 1 })
      }
    }
    expect((await api.call('PUT', `${path}/a@example.com`, { status: 'Active' })).body.error_message).toBe(
      'status must be one of active, unsubscribed, scomp, bounced, deactivated',
    )
  })

  test('of inactive subscribers change only if a status is given, and each such change is recorded', async () => {
    const { api, path, sql } = await aSubscriberList({ has_confirmed: true })
    for (const status of subscriberStatuses.filter((word) => word !== 'active')) {
      await sql`truncate audit_events`
      const email = `${status}@example.com`
      const made = await api.call<Subscriber>('POST', path, { email, status })
      for (const change of [
        {},
        { confirmed: true },
        { subscribe_time: '2020-01-01' },
        { status: null },
        { email },
      ]) {
        await api.call('PUT', `${path}/${email}`, { ...change, run_autoresponders: true })
      }
      await api.call('POST', path, { email, status: 'active' })
      expect((await api.call<Subscriber[]>('GET', `${path}/${email}`)).body.data[0]?.status).toBe(status)
      expect(await sql`select from audit_events`).toHaveLength(0)
      await api.call('PUT', `${path}/${email}`, { status: 'active' })
      await api.call('PUT', `${path}/${email}`, { status })
      const events =
        await sql`select kind, api_key_id, request_id, subject_type, subject_id, details from audit_events`
      expect(events).toEqual([
        {
          kind: 'subscriber.reactivated',
          api_key_id: api.a.apiKeyId,
          request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
          subject_type: 'Subscriber',
          subject_id: made.body.data.id,
          details: { mailing_list_id: expect.any(Number), from: status, to: 'active' },
        },
      ])
    }
  })

  test('are recorded, too, when one inactive status replaces another', async () => {
    const { api, path, sql } = await aSubscriberList()
    await api.call('POST', path, { email: 'a@example.com', status: 'scomp' })
    await api.call('PUT', `${path}/a@example.com`, { status: 'deactivated' })
    expect(await sql`select kind, details from audit_events`).toMatchObject([
      { kind: 'subscriber.status_changed', details: { from: 'scomp', to: 'deactivated' } },
    ])
  })

  test('of a rejected change leave no record', async () => {
    const { api, path, sql, organizationId, listId } = await aSubscriberList()
    await api.call('POST', path, { email: 'a@example.com', status: 'bounced' })
    await api.call('POST', path, { email: 'b@example.com' })
    await sql`update organizations set subscriber_quota_mode = 'hidden_limit', subscriber_quota_limit = 1
      where id = ${organizationId}`
    const refused = await api.call('PUT', `${path}/a@example.com`, { status: 'active' })
    expect(refused.body.error_message).toBe('the organization has reached its limit of active subscribers')
    expect(await sql`select from audit_events`).toHaveLength(0)
    expect(await countsOf(api, listId)).toMatchObject({ active: 1, bounced: 1 })
  })
})
