import { describe, expect, test } from 'vitest'
import type { Organization } from '../../../src/contract/organizations/endpoints.ts'
import { aKeyedServer } from '../../harness/records/keyed-calls.ts'
import { anOrganizationApi, change, shown } from '../../harness/records/organizations.ts'
import { organizationRoutes } from '../../../src/http/organizations/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { markOrganizationDeleted } from '../../../src/store/organizations/delete.ts'

const defaults = {
  active: true,
  anniversary_day: 1,
  time_zone_name: '(GMT+00:00) UTC',
  time_zone_utc_offset: 0,
  html_header: '',
  html_footer: '',
  text_header: '',
  text_footer: '',
  custom_headers: '',
  sending_quota: { mode: 'no_limit' },
  subscriber_quota: { mode: 'no_limit' },
  permissions: {
    forced_unsub_tag_mode: 'default',
    virtual_mta: { mode: 'select_any' },
    bounce_email: { mode: 'select_any' },
    url_domain: { mode: 'select_any' },
    email_address: { mode: 'select_any' },
    special_sending_rule: { mode: 'select_any' },
    speed: 'select_any',
    can_edit_header_and_footer: true,
    can_embed_pictures: false,
    can_attach_files: false,
  },
}

/** Every field with a value other than its default; references have a test of their own. */
const everything = {
  name: 'Everything',
  active: false,
  anniversary_day: 31,
  time_zone_name: '(GMT-06:00) Central Time (US & Canada)',
  html_header: '<p>hello</p>',
  html_footer: '<p>bye</p>',
  text_header: 'hello\n',
  text_footer: 'bye\n',
  custom_headers: 'X-One: 1\nList-Help: <mailto:a@example.com>\nCFBL-Address: a@example.com',
  auto_subscriber_management: {
    distribute_removals: true,
    unsub_suppression_list: null,
    bounce_suppression_list: null,
    scomp_suppression_list: null,
  },
  sending_quota: { mode: 'hidden_limit', limit: 5, overage: 10_000, notify_organization_admins: true },
  subscriber_quota: {
    mode: 'visible_limit',
    limit: Number.MAX_SAFE_INTEGER,
    overage: 15,
    notify_organization_admins: false,
  },
  permissions: {
    forced_unsub_tag_mode: 'default',
    virtual_mta: { mode: 'none' },
    bounce_email: { mode: 'select_some' },
    url_domain: { mode: 'none' },
    email_address: { mode: 'hide_one' },
    special_sending_rule: { mode: 'none' },
    speed: 'none',
    can_edit_header_and_footer: false,
    can_embed_pictures: true,
    can_attach_files: true,
  },
}

describe('an organization', () => {
  test('needs only a name; the rest are defaults, the zone is that of the System Organization', async () => {
    const api = await anOrganizationApi({ autoSubscriberManagement: false })
    const create = (name: string) =>
      api.call<Organization>('POST', 'organizations', { organization: { name } }, api.system)
    const { status, body } = await create(' New ')
    expect(status).toBe(200)
    expect(body.data).toEqual({ id: expect.any(Number), name: 'New', ...defaults })
    await api.sql`update organizations set time_zone = 'America/New_York' where id = 1`
    expect((await create('Next')).body.data).toMatchObject({
      time_zone_name: '(GMT-05:00) Eastern Time (US & Canada)',
      time_zone_utc_offset: -18_000,
    })
  })

  test('accepts every field on create and on update, and answers it', async () => {
    const api = await anOrganizationApi()
    const made = await api.call<Organization>('POST', 'organizations', everything, api.system)
    const { id } = made.body.data
    const answer = { id, ...everything, time_zone_utc_offset: -21_600 }
    expect(made.body.data).toEqual(answer)
    expect(await shown(api, api.system, id)).toEqual(answer)

    const changed = await change(api, { ...everything, name: 'Changed' })
    expect(changed.body.data).toEqual({ ...answer, id: api.a.organizationId, name: 'Changed' })
    expect(await shown(api)).toEqual(changed.body.data)
  })

  test('keeps what an update does not name, each permission too; an answer can be sent back whole', async () => {
    const api = await anOrganizationApi()
    await change(api, everything)
    const before = await shown(api)
    expect((await change(api, {})).body.data).toEqual(before)
    expect((await change(api, before)).body.data).toEqual(before)
    const { body } = await change(api, { permissions: { speed: 'select_some' }, html_footer: null })
    expect(body.data).toEqual({
      ...before,
      html_footer: '',
      permissions: { ...before.permissions, speed: 'select_some' },
    })
  })

  test('has a limit only in the modes that use one', async () => {
    const api = await anOrganizationApi()
    const limit = { limit: 7, overage: 8, notify_organization_admins: false }
    for (const [sent, answered] of [
      [
        { mode: 'visible_limit', limit: 0 },
        { mode: 'visible_limit', ...limit, limit: 0, overage: 0 },
      ],
      [
        { mode: 'hidden_limit', ...limit },
        { mode: 'hidden_limit', ...limit },
      ],
      [{ mode: 'fixed_credits', ...limit }, { mode: 'fixed_credits' }],
      [
        { mode: 'no_limit', ...limit, notify_organization_admins: '1' },
        { mode: 'no_limit', notify_organization_admins: true },
      ],
    ]) {
      expect((await change(api, { sending_quota: sent })).body.data.sending_quota).toEqual(answered)
    }
  })

  test('has a unique name, ignoring case; deleting it frees the name', async () => {
    const api = await anOrganizationApi()
    const create = (name: string) => api.call('POST', 'organizations', { name }, api.system)
    const taken = {
      status: 422,
      body: { error_code: 'validation_failed', error_message: 'name has already been taken' },
    }
    expect(await create('b')).toMatchObject(taken)
    expect(await change(api, { name: 'b' })).toMatchObject(taken)
    expect((await change(api, { name: 'a' })).body.data.name).toBe('a')
    await api.sql.begin((sql) => markOrganizationDeleted(sql, api.b.organizationId))
    expect((await create('b')).status).toBe(200)
  })

  test('shows its times in its new zone at once', async () => {
    const api = await anOrganizationApi()
    const { body } = await change(api, { time_zone_name: 'Tokyo' }, api.a)
    expect(body.data).toMatchObject({ time_zone_name: '(GMT+09:00) Tokyo', time_zone_utc_offset: 32_400 })
    const [row] = await api.sql`select time_zone from organizations where id = ${api.a.organizationId}`
    expect(row).toEqual({ time_zone: 'Asia/Tokyo' })
    // Several names denote one zone: the answer has the one that was sent.
    for (const [given, answered] of [
      ['Osaka', '(GMT+09:00) Osaka'],
      ['Asia/Tokyo', '(GMT+09:00) Tokyo'],
      ['America/Anchorage', 'America/Anchorage'],
    ]) {
      expect((await change(api, { time_zone_name: given }, api.a)).body.data.time_zone_name).toBe(answered)
    }
  })
})

test('the feature flag hides auto_subscriber_management and ignores it in requests', async () => {
  const api = await anOrganizationApi({ autoSubscriberManagement: false })
  const { status, body } = await change(api, {
    auto_subscriber_management: { distribute_removals: 'nonsense' },
  })
  expect(status).toBe(200)
  expect(body.data).not.toHaveProperty('auto_subscriber_management')
  await change(api, { auto_subscriber_management: { distribute_removals: true } })
  expect((await api.sql`select 1 from organizations where distribute_removals`).count).toBe(0)
})

test('the System Organization stays active', async () => {
  const api = await anOrganizationApi()
  expect(await change(api, { active: false }, api.system, 1)).toMatchObject({
    status: 422,
    body: { error_message: 'active must be true for the System Organization' },
  })
})

test('changes of organizations are recorded in their log, quotas with both values', async () => {
  const api = await anOrganizationApi()
  const { id } = (await api.call<Organization>('POST', 'organizations', { name: 'New' }, api.system)).body
    .data
  const quota = { mode: 'visible_limit', limit: 5, overage: 0, notify_organization_admins: false }
  await change(api, { subscriber_quota: quota, name: 'Newer', html_header: '' }, api.system, id)
  await change(api, { name: 'Newer' }, api.system, id)
  const rows = await api.sql`
    select kind, api_key_id, actor_organization_id, subject_type, subject_id, details from audit_events
    where organization_id = ${id} and kind <> 'organization.accessed' order by id`
  const actor = {
    api_key_id: api.system.apiKeyId,
    actor_organization_id: 1,
    subject_type: 'Organization',
    subject_id: id,
  }
  expect([...rows]).toEqual([
    { kind: 'organization.created', ...actor, details: { name: 'New' } },
    {
      kind: 'organization.updated',
      ...actor,
      details: {
        changed: ['name', 'subscriber_quota'],
        subscriber_quota: { from: { mode: 'no_limit' }, to: quota },
      },
    },
  ])
})

test('a repeated create with the same key makes one organization', async () => {
  const api = await anOrganizationApi()
  const { send } = aKeyedServer(api, [
    (route) =>
      organizationRoutes(route, {
        pageTokens: createPageTokens(api.secrets),
        autoSubscriberManagement: false,
      }),
  ])
  const create = (name: string) => send('POST', 'organizations', { name }, 'key', api.system)
  const first = await create('Once')
  expect(first).toMatchObject({ status: 200, isReplayed: false })
  expect(await create('Once')).toEqual({ ...first, isReplayed: true })
  expect((await create('Twice')).status).toBe(422)
  const taken = await send('POST', 'organizations', { name: 'once' }, 'other key', api.system)
  expect(taken.status).toBe(422)
  expect((await api.sql`select 1 from organizations where name ilike 'once'`).count).toBe(1)
})
