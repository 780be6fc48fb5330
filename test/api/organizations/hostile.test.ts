import { expect, test } from 'vitest'
import { anOrganizationApi, change, shown } from '../../harness/records/organizations.ts'

const texts = ['name', 'html_header', 'text_footer']

/** Values that almost no field accepts. */
const strange: unknown[] = [
  [[]],
  { toString: 'x' },
  { constructor: { prototype: {} } },
  'nul\0byte',
  'lone \ud800 surrogate',
  1e308,
  -1,
  0.5,
  9_007_199_254_740_992,
  '99999999999999999999',
  'x'.repeat(200_000),
]

const fields: Record<string, (value: unknown) => object> = {
  name: (value) => ({ name: value }),
  active: (value) => ({ active: value }),
  anniversary_day: (value) => ({ anniversary_day: value }),
  time_zone_name: (value) => ({ time_zone_name: value }),
  html_header: (value) => ({ html_header: value }),
  text_footer: (value) => ({ text_footer: value }),
  custom_headers: (value) => ({ custom_headers: value }),
  auto_subscriber_management: (value) => ({ auto_subscriber_management: value }),
  distribute_removals: (value) => ({ auto_subscriber_management: { distribute_removals: value } }),
  suppression_list: (value) => ({
    auto_subscriber_management: { distribute_removals: true, unsub_suppression_list: value },
  }),
  suppression_list_id: (value) => ({
    auto_subscriber_management: { distribute_removals: true, unsub_suppression_list: { id: value } },
  }),
  suppression_list_name: (value) => ({
    auto_subscriber_management: { distribute_removals: true, unsub_suppression_list: { name: value } },
  }),
  sending_quota: (value) => ({ sending_quota: value }),
  mode: (value) => ({ sending_quota: { mode: value } }),
  limit: (value) => ({ sending_quota: { mode: 'visible_limit', limit: value } }),
  overage: (value) => ({ sending_quota: { mode: 'visible_limit', limit: 1, overage: value } }),
  notify: (value) => ({ subscriber_quota: { mode: 'no_limit', notify_organization_admins: value } }),
  permissions: (value) => ({ permissions: value }),
  speed: (value) => ({ permissions: { speed: value } }),
  forced_unsub_tag_mode: (value) => ({ permissions: { forced_unsub_tag_mode: value } }),
  can_embed_pictures: (value) => ({ permissions: { can_embed_pictures: value } }),
  can_attach_files: (value) => ({ permissions: { can_attach_files: value } }),
  can_edit_header_and_footer: (value) => ({ permissions: { can_edit_header_and_footer: value } }),
  virtual_mta: (value) => ({ permissions: { virtual_mta: value } }),
  virtual_mtas: (value) => ({ permissions: { virtual_mta: { mode: 'select_some', virtual_mtas: value } } }),
  virtual_mta_id: (value) => ({
    permissions: { virtual_mta: { mode: 'select_some', virtual_mtas: [{ id: value }] } },
  }),
  bounce_email_id: (value) => ({
    permissions: { bounce_email: { mode: 'hide_one', bounce_email: { id: value } } },
  }),
  url_domain_id: (value) => ({
    permissions: { url_domain: { mode: 'hide_one', url_domain: { id: value } } },
  }),
}

/** Digits are a valid string, and a hash without known members is ignored. */
function isFine(field: string, value: unknown): boolean {
  if (texts.includes(field)) return typeof value === 'string' && /^\d+$/.test(value)
  return field === 'permissions' && typeof value === 'object' && !Array.isArray(value)
}

test('no field accepts an invalid value, and nothing changes', async () => {
  const api = await anOrganizationApi()
  const before = await shown(api)
  for (const [field, organization] of Object.entries(fields)) {
    for (const value of strange.filter((one) => !isFine(field, one))) {
      const { status, body } = await change(api, organization(value))
      const given = [field, JSON.stringify(value).slice(0, 40)]
      expect([...given, status, body.error_code]).toEqual([...given, 422, 'validation_failed'])
    }
  }
  expect(await shown(api)).toEqual(before)
})

test('each problem is named, in one sentence', async () => {
  const api = await anOrganizationApi()
  const quota = { mode: 'no_limit', limits: 5 }
  for (const [organization, message] of [
    [{ name: ' ' }, 'name cannot be blank'],
    [{ name: 'n'.repeat(101) }, 'name must be at most 100 characters long'],
    [{ anniversary_day: 0 }, 'anniversary_day must be a whole number between 1 and 31'],
    [{ anniversary_day: '32' }, 'anniversary_day must be a whole number between 1 and 31'],
    [{ time_zone_name: 'Middle Earth' }, 'time_zone_name is not a known time zone such as Europe/Berlin'],
    [{ time_zone_name: 'constructor' }, 'time_zone_name is not a known time zone such as Europe/Berlin'],
    [{ subscriber_quota: quota }, 'subscriber_quota.limits is not a known attribute; did you mean "limit"?'],
    [{ subscriber_quota: { mode: 'visible_limit' } }, 'subscriber_quota.limit cannot be blank'],
    [
      { subscriber_quota: { mode: 'fixed_credits' } },
      'subscriber_quota.mode must be one of no_limit, visible_limit, hidden_limit',
    ],
    [
      { sending_quota: { mode: 'hidden_limit', limit: 1, overage: 10_001 } },
      'sending_quota.overage must be a whole number between 0 and 10000',
    ],
    [
      { custom_headers: 'Bcc: a@example.com' },
      'custom_headers may only have headers named X-…, List-Help, CFBL-Address, CFBL-Feedback-ID or BIMI-Selector',
    ],
    [
      { custom_headers: 'X-A: 1\r\nBcc: a@example.com' },
      'custom_headers cannot contain carriage returns or other control characters',
    ],
    [
      { auto_subscriber_management: { unsub_suppression_list: null } },
      'auto_subscriber_management.distribute_removals cannot be blank',
    ],
    [{ name: 7, active: 'yes' }, 'name must be a string, active must be true or false'],
  ] as const) {
    expect((await change(api, organization)).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: message,
    })
  }
  const create = (body: unknown) => api.call('POST', 'organizations', body, api.system)
  for (const body of [{}, { organization: {} }, { organization: { name: null } }, [], null]) {
    expect((await create(body)).status).toBeGreaterThanOrEqual(400)
    expect((await create(body)).status).toBeLessThan(500)
  }
  expect((await api.sql`select 1 from organizations`).count).toBe(3)
})
