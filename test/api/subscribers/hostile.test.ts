import { expect, test } from 'vitest'
import { aField, aList, anAutoresponder } from '../../harness/core/records.ts'
import { aSubscriberApi } from '../../harness/records/subscribers.ts'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'

/** Values that no field expects. Each must get an answer, not an internal error. */
const hostile: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2_147_483_648,
  9_007_199_254_740_992,
  '',
  ' ',
  '\0',
  'a\0b@example.com',
  '\ud800',
  '\udc00@example.com',
  'x'.repeat(10_000),
  `${'a'.repeat(10_000)}@example.com`,
  `a@${'a.'.repeat(5_000)}com`,
  "'; drop table subscribers; --",
  '%00',
  '*'.repeat(255),
  'infinity',
  'tomorrow',
  '2014-02-30',
  '9999-12-31T23:59:59-15:59',
  '0001-01-01T00:00:00+15:59',
  '١٢٣',
  [],
  [null],
  [[[]]],
  {},
  { value: { value: null } },
  { constructor: { prototype: {} } },
]

const subscriberKeys = ['email', 'status', 'confirmed', 'email_format', 'subscribe_time', 'subscribe_ip', 'remove_time',
  'remove_ip', 'confirm_time', 'custom_fields', 'skip_autoresponders', 'autoresponder_filter',
  'autoresponder_exclude_reacted', 'run_autoresponders'] // oxfmt-ignore

const autoresponderKeys = ['name', 'trigger', 'paused', 'delay', 'delay_amount', 'delay_unit', 'delay_time',
  'trigger_run_on_api', 'trigger_campaign_to_open_id', 'trigger_autoresponder_to_open_id',
  'trigger_autoresponder_to_click_urls', 'from_name', 'from_email', 'virtual_mta_id', 'bounce_email_user_id',
  'url_domain_id', 'content_subject', 'content_html', 'special_sending_rule_name', 'segmentation_criteria_id'] // oxfmt-ignore

async function aStart() {
  const api = await aSubscriberApi(autoresponderRoutes)
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId, { has_format: true, has_confirmed: true })
  await anAutoresponder(api.sql, organizationId, listId)
  return { api, organizationId, listId, path: `mailing_lists/${listId}` }
}

test('no value of any field of a subscriber is an internal error', async () => {
  const { api, path } = await aStart()
  await api.call('POST', `${path}/subscribers`, { email: 'known@example.com' })
  for (const key of subscriberKeys) {
    for (const value of hostile) {
      const fields = { email: 'a@example.com', [key]: value }
      const created = await api.call('POST', `${path}/subscribers`, { subscriber: fields })
      const updated = await api.call('PUT', `${path}/subscribers/known@example.com`, {
        subscriber: { [key]: value },
      })
      for (const { status } of [created, updated]) {
        expect([key, value, status < 500]).toEqual([key, value, true])
      }
      await api.sql`delete from subscribers where key <> 'known@example.com'`
    }
  }
})

test('no value of a custom field is an internal error', async () => {
  const { api, organizationId, listId, path } = await aStart()
  const types = ['text', 'text_multiline', 'number', 'date', 'day_of_year', 'select_single_dropdown',
    'select_single_radio', 'select_multiple_checkboxes', 'boolean'] as const // oxfmt-ignore
  for (const type of types) await aField(api.sql, organizationId, listId, { name: type, field_type: type })
  await api.call('POST', `${path}/subscribers`, { email: 'known@example.com' })
  for (const type of types) {
    for (const value of hostile) {
      const custom_fields = { [type]: value }
      const { status } = await api.call('PUT', `${path}/subscribers/known@example.com`, { custom_fields })
      expect([type, value, status < 500]).toEqual([type, value, true])
    }
  }
})

test('no value of any field of an autoresponder is an internal error', async () => {
  const { api, path } = await aStart()
  const known = await api.call<{ id: number }>('POST', `${path}/autoresponders`, {
    name: 'Known',
    trigger: 'api',
  })
  for (const key of autoresponderKeys) {
    for (const value of hostile) {
      const created = await api.call('POST', `${path}/autoresponders`, {
        autoresponder: { name: 'New', trigger: 'api', [key]: value },
      })
      const updated = await api.call('PUT', `${path}/autoresponders/${known.body.data.id}`, {
        [key]: value,
      })
      expect([key, value, created.status < 500, updated.status < 500]).toEqual([key, value, true, true])
      await api.sql`delete from autoresponders where trigger = 'api' and id <> ${known.body.data.id}`
    }
  }
})

test('no segment of a path is an internal error', async () => {
  const { api, path } = await aStart()
  const segments = ['%00', '%ED%A0%80', '%FF', 'x'.repeat(9_000), '0', '-1', '1e3', '00001', '9223372036854775808',
    '2147483648', ',,,', '%2F', '..%2F..', '%E2%80%A8', 'a%00@example.com', `${'a'.repeat(5_000)}@example.com`] // oxfmt-ignore
  for (const segment of segments) {
    for (const answer of [
      await api.call('GET', `${path}/subscribers/${segment}`),
      await api.call('PUT', `${path}/subscribers/${segment}`, { status: 'bounced' }),
      await api.call('DELETE', `${path}/subscribers/${segment}`),
      await api.call('GET', `mailing_lists/${segment}/subscribers`),
      await api.call('GET', `subscribers_by_email/${segment}`),
      await api.call('GET', `${path}/autoresponders/${segment}`),
      await api.call('GET', `mailing_lists/${segment}/autoresponders`),
      await api.call('GET', `${path}/subscribers?page_token=${segment}`),
      await api.call('GET', `${path}/subscribers?page=${segment}`),
    ]) {
      expect([segment, answer.status < 500]).toEqual([segment, true])
    }
  }
})

test('rejects bodies that are not records', async () => {
  const { api, path } = await aStart()
  // Of arrays the answer names the batch: upserts/batch.test.ts.
  for (const body of ['x', 5, null, { subscriber: 'x' }, { subscriber: null }]) {
    const { status, body: answer } = await api.call('POST', `${path}/subscribers`, body)
    expect([body, status, answer.error_code]).toEqual([body, 400, 'invalid_request'])
  }
})
