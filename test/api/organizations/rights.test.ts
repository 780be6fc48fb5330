import { describe, expect, test } from 'vitest'
import { anActor, type Api } from '../../harness/core/api.ts'
import { anOrganizationApi, change, shown } from '../../harness/records/organizations.ts'

/** Who sees and edits each field (specification, sections 2.5 and 5), with a value different from the stored one. */
const fields = [
  { field: 'name', value: 'Other', seen: 'own', edited: 'system' },
  { field: 'active', value: false, seen: 'system', edited: 'system' },
  { field: 'anniversary_day', value: 9, seen: 'own', edited: 'system' },
  { field: 'time_zone_name', value: '(GMT+09:00) Tokyo', seen: 'own', edited: 'own' },
  { field: 'html_header', value: 'h', seen: 'own', edited: 'own' },
  { field: 'html_footer', value: 'h', seen: 'own', edited: 'own' },
  { field: 'text_header', value: 'h', seen: 'own', edited: 'own' },
  { field: 'text_footer', value: 'h', seen: 'own', edited: 'own' },
  { field: 'custom_headers', value: 'X-A: 1', seen: 'system', edited: 'system' },
  {
    field: 'auto_subscriber_management',
    value: {
      distribute_removals: true,
      unsub_suppression_list: null,
      bounce_suppression_list: null,
      scomp_suppression_list: null,
    },
    seen: 'own',
    edited: 'own',
  },
  { field: 'sending_quota', value: { mode: 'fixed_credits' }, seen: 'system', edited: 'system' },
  {
    field: 'subscriber_quota',
    value: { mode: 'no_limit', notify_organization_admins: true },
    seen: 'system',
    edited: 'system',
  },
] as const

const permissions = [
  { virtual_mta: { mode: 'none' } },
  { bounce_email: { mode: 'none' } },
  { url_domain: { mode: 'none' } },
  { email_address: { mode: 'none' } },
  { special_sending_rule: { mode: 'none' } },
  { speed: 'none' },
  { can_edit_header_and_footer: false },
]

async function callers(api: Api) {
  return {
    system: api.system,
    own: api.a,
    foreign: api.b,
    // An administrator of the System Organization, not a system administrator.
    neighbour: await anActor(api.sql, api.secrets, 1),
  }
}

const foreign = {
  status: 404,
  body: { success: false, data: null, error_code: 'not_found', error_message: 'organization not found' },
}

describe('fields', () => {
  test.each(fields)('$field: seen by $seen, edited by $edited', async ({ field, value, seen, edited }) => {
    const api = await anOrganizationApi()
    const { system, own, foreign: stranger, neighbour } = await callers(api)
    const before = await shown(api)
    expect(before).toHaveProperty(field)
    expect(Object.hasOwn(await shown(api, own), field)).toBe(seen === 'own')

    for (const other of [stranger, neighbour]) {
      expect(await change(api, { [field]: value }, other)).toEqual(foreign)
    }
    expect((await change(api, { [field]: before[field] }, own)).status).toBe(200)
    const answer = await change(api, { [field]: value }, own)
    if (edited === 'system') {
      expect(answer).toMatchObject({
        status: 403,
        body: {
          error_code: 'not_authorized',
          error_message: `only a system administrator may change ${field}`,
        },
      })
      expect(await shown(api)).toEqual(before)
    } else {
      expect(answer.body.data).toHaveProperty(field, value)
      await change(api, { [field]: before[field] }, own)
    }
    expect((await change(api, { [field]: value }, system)).body.data).toHaveProperty(field, value)
  })

  test.each(permissions)('permissions: only system administrators edit %o', async (permission) => {
    const api = await anOrganizationApi()
    const before = await shown(api)
    expect(await shown(api, api.a)).not.toHaveProperty('permissions')
    expect((await change(api, { permissions: before.permissions }, api.a)).status).toBe(200)
    expect((await change(api, { permissions: permission }, api.a)).status).toBe(403)
    expect(await shown(api)).toEqual(before)
    expect((await change(api, { permissions: permission })).body.data.permissions).toEqual({
      ...before.permissions,
      ...permission,
    })
  })

  test('one rejected field rejects the whole call', async () => {
    const api = await anOrganizationApi()
    const before = await shown(api)
    const answer = await change(api, { html_header: 'h', name: 'Other', active: false }, api.a)
    expect(answer).toMatchObject({
      status: 403,
      body: { error_message: 'only a system administrator may change name, active' },
    })
    expect(await shown(api)).toEqual(before)
  })

  test('an organization edits its headers and footers while that is permitted', async () => {
    const api = await anOrganizationApi()
    await change(api, { html_header: 'h', permissions: { can_edit_header_and_footer: false } })
    for (const field of ['html_header', 'html_footer', 'text_header', 'text_footer'] as const) {
      expect(await change(api, { [field]: 'other' }, api.a)).toMatchObject({
        status: 403,
        body: { error_message: `the organization may not change ${field}` },
      })
    }
    const kept = { html_header: 'h', html_footer: '', time_zone_name: '(GMT+09:00) Tokyo' }
    expect((await change(api, kept, api.a)).body.data).toMatchObject(kept)
    expect((await change(api, { html_header: 'other' })).body.data.html_header).toBe('other')
  })
})

test('another organization is answered like a missing one, whatever is sent', async () => {
  const api = await anOrganizationApi()
  await api.sql`update organizations set deleted_at = now() where id = ${api.b.organizationId}`
  for (const id of [1, api.b.organizationId, 999_999, 4_294_967_296]) {
    expect(await api.call('GET', `organizations/${id}`)).toEqual(foreign)
    expect(await api.call('PUT', `organizations/${id}`, { name: 7 })).toEqual(foreign)
  }
  for (const id of [api.b.organizationId, 999_999, 4_294_967_296]) {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['GET', '/delete_confirmation_code'],
      ['DELETE', '/confirmed/code'],
    ] as const) {
      expect(await api.call(method, `organizations/${id}${path}`, undefined, api.system)).toEqual(foreign)
    }
  }
  expect((await api.call('GET', 'organizations/nonsense')).body).toEqual(foreign.body)
})

test('only system administrators create and delete organizations; others list only their own', async () => {
  const api = await anOrganizationApi()
  const { own, neighbour } = await callers(api)
  const { organizationId: id } = api.b
  for (const as of [own, neighbour]) {
    for (const [method, path] of [
      ['POST', 'organizations'],
      ['GET', `organizations/${id}/delete_confirmation_code`],
      ['DELETE', `organizations/${id}/confirmed/code`],
    ] as const) {
      expect(await api.call(method, path, { name: 'New' }, as)).toMatchObject({
        status: 403,
        body: { error_code: 'not_authorized' },
      })
    }
    const { body } = await api.call<{ id: number }[]>('GET', 'organizations', undefined, as)
    expect(body.data.map((one) => one.id)).toEqual([as.organizationId])
    expect(body.num_records).toBe(1)
    expect(body.data[0]).not.toHaveProperty('permissions')
  }
  expect((await api.call('GET', 'organizations', undefined, null)).status).toBe(401)
})
