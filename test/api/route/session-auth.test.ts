import { describe, expect, test } from 'vitest'
import type { Permissions } from '../../../src/contract/users/permissions.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { aServer } from '../../harness/core/server.ts'
import { aLogInServer, logIn } from '../../harness/records/log-in.ts'
import { aSession, type SessionActor } from '../../harness/records/sessions.ts'
import { aList } from '../../harness/core/records.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'

const permissions: Permissions = { mailing_list: ['create', 'update', 'delete'] }
const list = { mailing_list: { name: 'News' } }
const create = (api: Api, headers: Record<string, string>) =>
  api.call('POST', 'mailing_lists', list, { headers })

async function countLists(api: Api): Promise<unknown> {
  const [row] = await api.sql`select count(*) from mailing_lists`
  return row?.['count']
}

describe('a call with the cookie of a session', () => {
  test('that changes something needs the token of the session, or nothing changes', async () => {
    const api = await anApi(mailingListRoutes)
    const { organizationId } = api.a
    const { headers, userId } = await aSession(api, organizationId, { permissions })
    const sameUser = await aSession(api, organizationId, userId)
    const { cookie = '', 'x-csrf-token': token = '' } = headers
    const refused = [
      { cookie },
      { cookie, 'x-csrf-token': '' },
      { cookie, 'x-csrf-token': `${token}x` },
      { cookie, 'x-csrf-token': token.toLowerCase() },
      { cookie, 'x-csrf-token': sameUser.headers['x-csrf-token'] ?? '' },
    ]
    for (const one of refused) {
      expect(await create(api, one)).toMatchObject({
        status: 403,
        body: {
          error_code: 'not_authorized',
          error_message: 'this call needs the X-CSRF-Token of the session',
        },
      })
    }
    const id = await aList(api.sql, organizationId)
    for (const method of ['PUT', 'DELETE'] as const) {
      const path = method === 'PUT' ? `mailing_lists/${id}` : `mailing_lists/${id}/confirmed/x`
      expect((await api.call(method, path, list, { headers: { cookie } })).status).toBe(403)
    }
    expect(await countLists(api)).toBe(1)
    expect((await api.call('GET', 'mailing_lists', undefined, { headers: { cookie } })).status).toBe(200)
    expect((await create(api, headers)).status).toBe(200)
  })

  test('is rejected if the page of another site makes it, and so is one with a key that the browser remembers', async () => {
    const api = await aLogInServer()
    const { headers } = await aSession(api, api.a.organizationId, { permissions })
    const authorization = `Basic ${api.a.credential}`
    for (const one of [headers, { authorization }]) {
      expect((await create(api, { ...one, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      expect((await create(api, { ...one, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    }
    const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await logIn(api, {}, elsewhere)).status).toBe(403)
    expect(await countLists(api)).toBe(2)
  })

  test('is rejected with any cookie that the server did not issue', async () => {
    const api = await anApi(mailingListRoutes)
    const { headers } = await aSession(api, api.a.organizationId)
    const name = '__Host-quiver_session'
    const cookie = headers['cookie'] ?? ''
    const value = cookie.slice(name.length + 1)
    const [, token = ''] = value.split('.')
    const refused = [
      `${name}=`,
      name,
      `${name}=${token}`,
      `${name}=${api.b.organizationId}.${token}`,
      `${name}=0${value}`,
      `${name}=9999999999.${token}`,
      `${name}=${value}x`,
      `${name}=${value.slice(0, -1)}`,
      `${name}="${value}"`,
      `${cookie}; ${cookie}`,
      `${cookie}; ${name}=`,
    ]
    for (const one of refused) {
      expect((await create(api, { ...headers, cookie: one })).status, one).toBe(401)
    }
    for (const one of ['', 'quiver_session=1', `__host-quiver_session=${value}`]) {
      const reply = await api.app.inject({ url: '/ga/api/v2/mailing_lists', headers: { cookie: one } })
      expect([reply.statusCode, reply.headers['www-authenticate']]).toEqual([
        401,
        'Basic realm="Quiver", charset="UTF-8"',
      ])
    }
    const among = { headers: { cookie: `a=b; ${cookie}; ${name}2=x` } }
    expect((await api.call('GET', 'mailing_lists', undefined, among)).status).toBe(200)
  })

  test('and with a key is authorized by the key: a wrong one is rejected, a right one needs no token', async () => {
    const api = await anApi(mailingListRoutes)
    const { headers } = await aSession(api, api.b.organizationId, { permissions })
    const { cookie = '' } = headers
    expect((await create(api, { ...headers, authorization: 'Basic nonsense' })).status).toBe(401)
    expect((await create(api, { cookie, authorization: `Basic ${api.a.credential}` })).status).toBe(200)
    const [row] = await api.sql`select organization_id from mailing_lists`
    expect(row?.['organization_id']).toBe(api.a.organizationId)
  })
})

describe('a standard user who has logged in', () => {
  const calls = [
    ['mailing_list.create', 'POST', 'mailing_lists', list],
    ['mailing_list.update', 'PUT', 'mailing_lists/:id', list],
    ['mailing_list.delete', 'GET', 'mailing_lists/:id/delete_confirmation_code', undefined],
    [
      'custom_field.create',
      'POST',
      'mailing_lists/:id/custom_fields',
      { custom_field: { name: 'Name', field_type: 'text' } },
    ],
  ] as const

  test('may do what the permissions allow, and otherwise only read', async () => {
    const api = await anApi(mailingListRoutes, customFieldRoutes)
    const { organizationId } = api.a
    const id = await aList(api.sql, organizationId)
    const statuses = async (as: SessionActor) => {
      const answers = []
      for (const [, method, path, body] of calls) {
        answers.push((await api.call(method, path.replace(':id', String(id)), body, as)).status)
      }
      return answers
    }
    const nothing = await aSession(api, organizationId)
    expect(await statuses(nothing)).toEqual([403, 403, 403, 403])
    expect((await api.call('GET', `mailing_lists/${id}`, undefined, nothing)).status).toBe(200)
    for (const [index, [permission]] of calls.entries()) {
      const [key = '', name = ''] = permission.split('.')
      const as = await aSession(api, organizationId, { permissions: { [key]: [name] } })
      expect(await statuses(as), permission).toEqual(calls.map((_, other) => (other === index ? 200 : 403)))
    }
  })

  test('gets the name of the missing permission before the record is looked up', async () => {
    const api = await anApi(mailingListRoutes)
    const as = await aSession(api, api.a.organizationId)
    expect((await api.call('PUT', 'mailing_lists/999', list, as)).body).toMatchObject({
      error_code: 'not_authorized',
      error_message: 'this call needs the permission mailing_list.update',
    })
  })

  test('sees nothing of another organization', async () => {
    const api = await anApi(mailingListRoutes)
    const id = await aList(api.sql, api.b.organizationId)
    const as = await aSession(api, api.a.organizationId, { permissions })
    for (const method of ['GET', 'PUT'] as const) {
      expect(
        (await api.call(method, `mailing_lists/${id}`, method === 'GET' ? undefined : list, as)).status,
      ).toBe(404)
    }
  })

  test('is recorded as the actor', async () => {
    const api = await anApi(mailingListRoutes)
    const as = await aSession(api, api.a.organizationId, { permissions })
    const id = await aList(api.sql, api.a.organizationId)
    const { data } = (await api.call('GET', `mailing_lists/${id}/delete_confirmation_code`, undefined, as))
      .body
    const path = `mailing_lists/${id}/confirmed/${data['delete_confirmation_code']}`
    const other = await aSession(api, api.a.organizationId, { permissions })
    expect((await api.call('DELETE', path, undefined, other)).status).toBe(422)
    expect((await api.call('DELETE', path, undefined, as)).status).toBe(200)
    const [event] =
      await api.sql`select user_id, api_key_id from audit_events where kind = 'mailing_list.deleted'`
    expect(event).toEqual({ user_id: as.userId, api_key_id: null })
  })
})

test('a page without a session is not asked for Basic, for which the browser would ask its reader', async () => {
  const { app } = await aServer()
  const url = '/ga/api/v2/sessions/current'
  // A stream of events and a download have no header of the console's own.
  const ofPages = [
    { 'x-quiver-page': '1' },
    { accept: 'text/event-stream', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  ]
  for (const headers of ofPages) {
    const ofPage = await app.inject({ url, headers })
    expect([ofPage.statusCode, ofPage.json().error_code, ofPage.headers['www-authenticate']]).toEqual([
      401,
      'not_authorized',
      'Session realm="Quiver"',
    ])
  }
  const typed = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }
  expect((await app.inject({ url, headers: typed })).headers['www-authenticate']).toMatch(/^Basic/)
  expect((await app.inject({ url })).headers['www-authenticate']).toMatch(/^Basic/)
})
