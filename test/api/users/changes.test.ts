import { describe, expect, test } from 'vitest'
import { permissionNames } from '../../../src/contract/users/permissions.ts'
import type { User } from '../../../src/contract/users/endpoints.ts'
import { anApi, type Anyone, type Api } from '../../harness/core/api.ts'
import { receiveLinks } from '../../harness/records/log-in.ts'
import { linkMailLimits } from '../../../src/actions/users/link-mails.ts'
import { createLogInParts } from '../../../src/actions/users/log-in.ts'
import { userRoutes } from '../../../src/http/users/routes.ts'

async function aServer() {
  const api = await anApi((route, secrets) => userRoutes(route, createLogInParts(secrets, linkMailLimits)))
  return Object.assign(api, { told: receiveLinks(api) })
}

const ann = { full_name: 'Ann Example', email: 'Ann@Example.com', active: true, role: 'standard' }
const create = (api: Api, attributes: object = {}, as: Anyone = api.a) =>
  api.call<User>('POST', 'users', { user: { ...ann, ...attributes } }, as)
const update = (api: Api, id: number, attributes: object, as: Anyone = api.a) =>
  api.call<User>('PUT', `users/${id}`, { user: attributes }, as)

describe('a user', () => {
  test('needs a name, an address, active and a role', async () => {
    const api = await aServer()
    expect(await create(api)).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          id: expect.any(Number),
          ...ann,
          show_quick_tips: true,
          default_preview_recipients: [],
          time_zone: null,
          language: null,
          permissions: {},
          role_id: null,
          mailing_list_ids: null,
          second_factor_required: false,
          second_factor_enabled: false,
          password_set: false,
          single_sign_on: false,
          emergency_log_in: false,
          password_failure_lockout: { locked_out: false, locked_out_until: null },
        },
        error_code: null,
        error_message: null,
      },
    })
    const { body } = await api.call('POST', 'users', { user: {} })
    expect(body).toMatchObject({
      error_code: 'validation_failed',
      error_message:
        'full_name cannot be blank, email cannot be blank, active cannot be blank, role must be one of standard, organization_admin, system_admin',
    })
  })

  test('is listed with all users of the organization, shown, changed, and deleted', async () => {
    const api = await aServer()
    const { data: first } = (await create(api)).body
    const { data: second } = (await create(api, { email: 'bob@example.com', role: 'organization_admin' }))
      .body
    const listed = await api.call<User[]>('GET', 'users')
    expect(listed.body).toEqual({
      success: true,
      data: [first, second],
      error_code: null,
      error_message: null,
    })
    const changed = await update(api, first.id, { full_name: 'Anna', show_quick_tips: '0' })
    expect(changed.body.data).toEqual({ ...first, full_name: 'Anna', show_quick_tips: false })
    expect(await api.call('GET', `users/${first.id}`)).toEqual(changed)
    expect((await update(api, first.id, changed.body.data)).body.data).toEqual(changed.body.data)
    expect((await api.call('DELETE', `users/${first.id}`)).body).toMatchObject({ success: true, data: null })
    expect((await api.call('DELETE', `users/${first.id}`)).status).toBe(404)
    expect((await api.call<User[]>('GET', 'users')).body.data).toEqual([second])
  })

  test('needs a valid ASCII address that is unique in the organization', async () => {
    const api = await aServer()
    await create(api)
    const refused = [
      ['ann@EXAMPLE.com', 'email has already been taken'],
      ['nobody', 'email is not a valid e-mail address'],
      ['ann@exämple.com', 'email cannot have an international domain'],
      ['', 'email is not a valid e-mail address'],
    ] as const
    for (const [email, error_message] of refused) {
      const { body } = await create(api, { email })
      expect(body, email).toMatchObject({ error_code: 'validation_failed', error_message, data: null })
    }
    const { data: bob } = (await create(api, { email: 'bob@example.com' })).body
    expect((await update(api, bob.id, { email: 'ANN@example.com' })).body.error_message).toBe(
      'email has already been taken',
    )
    expect((await update(api, bob.id, { email: 'Bob@example.com' })).body.data.email).toBe('Bob@example.com')
    const [{ count }] = await api.sql<[{ count: number }]>`select count(*) from users`
    expect(count).toBe(2)
  })

  test('is created once in each organization, even by concurrent calls', async () => {
    const api = await aServer()
    const answers = await Promise.all([0, 1, 2, 3].map((index) => create(api, {}, index < 2 ? api.a : api.b)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 200, 422, 422,
    ])
  })

  test('has a name, preview recipients and a zone within their limits', async () => {
    const api = await aServer()
    const { data: user } = (await create(api)).body
    const many = Array.from({ length: 101 }, (_, index) => `p${index}@example.com`)
    const refused = [
      [{ full_name: ' ' }, 'full_name cannot be blank'],
      [{ full_name: 'x'.repeat(101) }, 'full_name must be at most 100 characters long'],
      [{ default_preview_recipients: many }, 'default_preview_recipients must be at most 100 elements'],
      [{ default_preview_recipients: ['x'] }, 'default_preview_recipients.0 is not a valid e-mail address'],
      [{ time_zone: 'Nowhere' }, 'time_zone is not a known time zone such as Europe/Berlin'],
      [{ role: 'king' }, 'role must be one of standard, organization_admin, system_admin'],
      [{ active: 'yes' }, 'active must be true or false'],
      [{ second_factor_required: 2 }, 'second_factor_required must be true or false'],
    ] as const
    for (const [attributes, error_message] of refused) {
      expect((await update(api, user.id, attributes)).body).toMatchObject({ error_message })
    }
    const recipients = many.slice(1)
    const full = await update(api, user.id, {
      default_preview_recipients: recipients,
      time_zone: 'Europe/Berlin',
    })
    expect(full.body.data).toMatchObject({
      default_preview_recipients: recipients,
      time_zone: '(GMT+01:00) Berlin',
    })
    const again = await update(api, user.id, { time_zone: '(GMT-06:00) Central Time (US & Canada)' })
    expect(again.body.data.time_zone).toBe('(GMT-06:00) Central Time (US & Canada)')
    const cleared = await update(api, user.id, { default_preview_recipients: null, time_zone: null })
    expect(cleared.body.data).toEqual(user)
  })

  test('has permissions from a closed set; administrators have them all', async () => {
    const api = await aServer()
    const permissions = {
      subscriber: ['import', 'read', 'import'],
      'campaign/template': ['delete'],
      web_form: null,
    }
    const kept = { subscriber: ['read', 'import'], 'campaign/template': ['delete'] }
    const { data: user } = (await create(api, { permissions })).body
    expect(user.permissions).toEqual(kept)
    const refused = [
      [
        { subscribers: ['read'] },
        'permissions.subscribers is not a known attribute; did you mean "subscriber"?',
      ],
      [{ mailing_list: ['read'] }, 'permissions.mailing_list.0 must be one of create, update, delete'],
      [{ toString: ['read'] }, 'permissions.toString is not a known attribute'],
      [{ mailing_list: 'create' }, 'permissions.mailing_list must be an array'],
      ['all', 'permissions must be an object'],
    ] as const
    for (const [given, error_message] of refused) {
      expect((await update(api, user.id, { permissions: given })).body).toMatchObject({ error_message })
    }
    const admin = await update(api, user.id, { role: 'organization_admin' })
    expect(admin.body.data.permissions).toEqual(permissionNames)
    expect((await update(api, user.id, { role: 'standard' })).body.data.permissions).toEqual(kept)
    expect((await update(api, user.id, { permissions: null })).body.data.permissions).toEqual({})
  })

  test('is invited on creation, by a queued mail that contains no token until it is sent', async () => {
    const api = await aServer()
    const { data: user } = (await create(api)).body
    expect(api.told).toEqual([
      {
        kind: 'invitation',
        organization_id: api.a.organizationId,
        user_id: user.id,
        url: expect.stringMatching(
          /^https:\/\/mail\.example\.com\/log_in\/set_password\?token=\d+\.[\w-]{43}$/,
        ),
      },
    ])
    const mails =
      await api.sql`select organization_id, user_id, link_kind, to_email, text, sent_at from system_mails`
    expect([...mails]).toEqual([
      {
        organization_id: api.a.organizationId,
        user_id: user.id,
        link_kind: 'invitation',
        to_email: 'Ann@Example.com',
        text: expect.stringContaining('\n\n{{link}}\n\nThe link works once, until {{expires}}.'),
        sent_at: null,
      },
    ])
    const [token] =
      await api.sql`select expires_at - now() > interval '6 days 23 hours' as lasts from user_tokens`
    expect(token).toEqual({ lasts: true })
    await update(api, user.id, { email: 'other@example.com' })
    // The link to the previous address no longer works.
    expect(api.told).toHaveLength(2)
    expect([...(await api.sql`select from user_tokens`)]).toHaveLength(1)
  })
})
