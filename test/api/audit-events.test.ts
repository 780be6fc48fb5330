import { describe, expect, test } from 'vitest'
import type { AuditEvent } from '../../src/contract/audit-events.ts'
import type { Sql } from '../../src/database/driver/connection.ts'
import { anApi, type Api } from '../harness/core/api.ts'
import { aList } from '../harness/core/records.ts'
import { anOrganizationApi } from '../harness/records/organizations.ts'
import { aSession } from '../harness/records/sessions.ts'
import { auditEventRoutes } from '../../src/http/audit-events.ts'
import { mailingListRoutes } from '../../src/http/lists/routes.ts'
import { createPageTokens } from '../../src/http/route/page-token.ts'
import { setEarlier } from '../harness/postgres/earlier.ts'

const aServer = () =>
  anApi(
    (route, secrets) => auditEventRoutes(route, createPageTokens(secrets)),
    (route) => mailingListRoutes(route),
  )

async function anEvent(sql: Sql, organizationId: number, event: object = {}): Promise<number> {
  const row = { organization_id: organizationId, kind: 'mailing_list.deleted', ...event }
  const [made] = await sql<{ id: number }[]>`
    insert into audit_events ${sql(row as Record<string, unknown> as Record<string, string>)} returning id`
  return made?.id ?? 0
}

const read = (api: Api, query = '', as = api.a) =>
  api.call<AuditEvent[]>('GET', `audit_events${query}`, undefined, as)
const idsOf = async (api: Api, query: string) => (await read(api, query)).body.data.map(({ id }) => id)

test('an event contains what happened, when, the actor, the subject and the request', async () => {
  const api = await aServer()
  const { a, system, sql } = api
  await sql`update organizations set time_zone = 'America/Chicago' where id = ${a.organizationId}`
  const common = {
    occurred_at: new Date('2026-01-02T03:04:05.678Z'),
    subject_type: 'MailingList',
    subject_id: 7,
  }
  const details = sql.json({ old: { name: 'é' }, new: [1, null, { deep: true }] })
  await anEvent(sql, a.organizationId, { ...common, api_key_id: a.apiKeyId, request_id: 'r1', details })
  await anEvent(sql, a.organizationId, { ...common, user_id: 5, actor_organization_id: a.organizationId })
  await anEvent(sql, a.organizationId, { ...common, import_id: 9 })
  await anEvent(sql, a.organizationId, { kind: 'server.swept', occurred_at: common.occurred_at })
  await anEvent(sql, a.organizationId, { ...common, api_key_id: system.apiKeyId, actor_organization_id: 1 })
  const { status, body } = await read(api)
  expect(status).toBe(200)
  const shared = {
    id: expect.any(Number),
    occurred_at: '2026-01-01T21:04:05-06:00',
    kind: 'mailing_list.deleted',
    request_id: null,
    subject: { type: 'MailingList', id: 7, name: null },
    details: {},
    names: {},
  }
  const organization_id = a.organizationId
  expect(body.data).toEqual([
    {
      ...shared,
      actor: { type: 'api_key', id: system.apiKeyId, name: null, assistant: null, organization_id: 1 },
    },
    {
      ...shared,
      kind: 'server.swept',
      actor: { type: 'system', id: null, name: null, assistant: null, organization_id: null },
      subject: { type: null, id: null, name: null },
    },
    { ...shared, actor: { type: 'import', id: 9, name: null, assistant: null, organization_id } },
    { ...shared, actor: { type: 'user', id: 5, name: null, assistant: null, organization_id } },
    {
      ...shared,
      actor: { type: 'api_key', id: a.apiKeyId, name: 'test', assistant: null, organization_id },
      request_id: 'r1',
      details: { old: { name: 'é' }, new: [1, null, { deep: true }] },
    },
  ])
})

test('filters select events, alone and combined', async () => {
  const api = await aServer()
  const { sql, a } = api
  const at = (time: string) => ({ occurred_at: new Date(time) })
  const one = await anEvent(sql, a.organizationId, {
    ...at('2026-01-01T00:00:00Z'),
    subject_type: 'A',
    subject_id: 1,
  })
  const two = await anEvent(sql, a.organizationId, {
    ...at('2026-01-02T10:00:00.900Z'),
    subject_type: 'A',
    subject_id: 2,
    user_id: 5,
  })
  const three = await anEvent(sql, a.organizationId, {
    ...at('2026-01-03T00:00:00Z'),
    kind: 'user.created',
    subject_type: 'B',
    subject_id: 1,
    api_key_id: 5,
  })
  const found = {
    '': [three, two, one],
    '?kind=user.created': [three],
    '?kind=user': [],
    '?subject_type=A': [two, one],
    '?subject_id=1': [three, one],
    '?subject_type=A&subject_id=1': [one],
    '?subject_id=9007199254740991': [],
    '?occurred_at__start=2026-01-02T10:00:00Z': [three, two],
    '?occurred_at__start=2026-01-02T11:00:01%2B01:00': [three],
    '?occurred_at__end=2026-01-02T10:00:00Z': [two, one],
    '?occurred_at__end=2026-01-02T09:59:59Z': [one],
    '?occurred_at__start=2026-01-02&occurred_at__end=2026-01-02T23:59:59Z': [two],
    '?occurred_at__start=1767348001': [three],
    '?occurred_at__end=2026-01-02': [two, one],
    '?kind=user.created&subject_type=A': [],
    '?actor_type=user': [two],
    '?actor_type=user&actor_id=5': [two],
    '?actor_type=api_key&actor_id=5': [three],
    '?actor_type=api_key&actor_id=6': [],
    '?actor_type=system': [one],
    '?actor_type=import': [],
  }
  for (const [query, ids] of Object.entries(found)) {
    expect([query, await idsOf(api, query)]).toEqual([query, ids])
    expect((await read(api, query)).body.num_records).toBe(ids.length)
  }
  for (const [query, problem] of [
    ['?subject_id=0', 'subject_id must be a whole number above 0'],
    ['?actor_id=5', 'actor_id needs actor_type'],
    ['?subject_id=x', 'subject_id must be a whole number above 0'],
    [
      '?occurred_at__start=yesterday',
      'occurred_at__start must be an ISO 8601 date and time, or UNIX seconds',
    ],
    ['?occurred_at__end=', 'occurred_at__end must be an ISO 8601 date and time, or UNIX seconds'],
    [
      '?occurred_at__start=2026-01-02&occurred_at__end=2026-01-01',
      'occurred_at__end must not be before occurred_at__start',
    ],
  ]) {
    const answer = await read(api, query)
    expect([answer.status, answer.body.error_message]).toEqual([400, problem])
  }
})

test('pages go from newest to oldest, and new events do not shift them', async () => {
  const api = await aServer()
  const { sql, a } = api
  const ids: number[] = []
  for (let count = 0; count < 7; count += 1) ids.unshift(await anEvent(sql, a.organizationId))
  const seen: number[] = []
  let token: string | null = null
  do {
    const page = await read(api, `?per_page=3${token === null ? '' : `&page_token=${token}`}`)
    seen.push(...page.body.data.map(({ id }) => id))
    token = page.body.next_page_token ?? null
    await anEvent(sql, a.organizationId)
  } while (token !== null)
  expect(seen).toEqual(ids)
  expect(await idsOf(api, '?per_page=4&page=1&occurred_at__end=2999-01-01')).toHaveLength(4)

  const { body } = await read(api, '?per_page=3&kind=mailing_list.deleted')
  const elsewhere = [
    [`?page_token=${body.next_page_token}`, api.a],
    [`?page_token=${body.next_page_token}&kind=other`, api.a],
    [`?page_token=${body.next_page_token}&kind=mailing_list.deleted`, api.b],
  ] as const
  for (const [query, as] of elsewhere) expect((await read(api, query, as)).status).toBe(400)
})

describe('a system administrator', () => {
  test('reads the log of any organization, even a deleted one; others may not, and an unknown one is not found', async () => {
    const api = await aServer()
    const { sql, a, b, system } = api
    const own = await anEvent(sql, a.organizationId)
    await anEvent(sql, b.organizationId)
    await sql`update organizations set deleted_at = now() where id = ${a.organizationId}`
    const path = (id: number) => `organizations/${id}/audit_events`
    const { body } = await api.call<AuditEvent[]>('GET', path(a.organizationId), undefined, system)
    expect(body.data.map(({ id }) => id)).toEqual([own])
    expect((await api.call('GET', path(a.organizationId), undefined, b)).status).toBe(403)
    expect((await api.call('GET', path(b.organizationId), undefined, b)).status).toBe(403)
    for (const id of [2_147_483_647, 2_147_483_648]) {
      const missing = await api.call('GET', path(id), undefined, system)
      expect([missing.status, missing.body.error_message]).toEqual([404, 'organization not found'])
    }
  })

  test('leaves one event in the log of the other organization when reading its records, and none in their own', async () => {
    const api = await aServer()
    const { sql, a, system } = api
    const path = (id: number) => `organizations/${id}/audit_events`
    await api.call('GET', path(1), undefined, system)
    await api.call('GET', path(2_147_483_647), undefined, system)
    await api.call('GET', 'audit_events', undefined, system)
    expect(await sql`select * from audit_events`).toEqual([])
    await api.call('GET', path(a.organizationId), undefined, system)
    const { body } = await read(api)
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        occurred_at: expect.any(String),
        kind: 'organization.accessed',
        actor: { type: 'api_key', id: system.apiKeyId, name: null, assistant: null, organization_id: 1 },
        request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        subject: { type: 'Organization', id: a.organizationId, name: null },
        details: { endpoint: 'listOrganizationAuditEvents' },
        names: {},
      },
    ])
  })

  test('does not fill it by reading the same again: one event a day of each thing that they read, and each of them', async () => {
    const api = await anOrganizationApi({}, (route, secrets) =>
      auditEventRoutes(route, createPageTokens(secrets)),
    )
    const { sql, a, system } = api
    const path = `organizations/${a.organizationId}`
    // A page asks for several things at once, and for some of them every few seconds.
    const asked = [...Array.from({ length: 5 }, () => `${path}/audit_events`), path]
    for (let round = 0; round < 3; round += 1)
      await Promise.all(asked.map((one) => api.call('GET', one, undefined, system)))
    const session = await aSession(api, 1, { role: 'system_admin' })
    await api.call('GET', path, undefined, session)
    const noted = () =>
      sql`
        select api_key_id is null as by_user, details ->> 'endpoint' as endpoint, count(*)::integer as events
        from audit_events where organization_id = ${a.organizationId} and kind = 'organization.accessed'
        group by 1, 2 order by 1, 2`
    const once = [
      { by_user: false, endpoint: 'listOrganizationAuditEvents', events: 1 },
      { by_user: false, endpoint: 'showOrganization', events: 1 },
      { by_user: true, endpoint: 'showOrganization', events: 1 },
    ]
    expect(await noted()).toEqual(once)
    await setEarlier(sql, { table: 'audit_events', times: ['occurred_at'] }, '1 day')
    await api.call('GET', path, undefined, system)
    expect(await noted()).toEqual([once[0], { ...once[1], events: 2 }, once[2]])
  })
})

test('an event says what its records are called today, and nothing of other organizations', async () => {
  const { sql, a, b, ...api } = await aServer()
  const [own, foreign] = [
    await aList(sql, a.organizationId, { name: 'Newsletter' }),
    await aList(sql, b.organizationId, { id: 4711, name: 'Secret' }),
  ]
  const about = (subject_id: number) => ({ subject_type: 'MailingList', subject_id })
  const details = sql.json({ mailing_list_id: own, campaign_id: 999, count: own })
  await anEvent(sql, a.organizationId, { ...about(own), details })
  await anEvent(sql, a.organizationId, about(foreign))
  await anEvent(sql, a.organizationId, { subject_type: 'Subscriber', subject_id: own })
  const { body } = await api.call<AuditEvent[]>('GET', 'audit_events', undefined, a)
  expect(body.data.map(({ subject, names }) => [subject.name, names])).toEqual([
    [null, {}],
    [null, {}],
    ['Newsletter', { mailing_list_id: 'Newsletter' }],
  ])
})

test('an organization sees only its own log, and no call writes to it directly', async () => {
  const api = await aServer()
  await anEvent(api.sql, api.b.organizationId)
  const listId = await aList(api.sql, api.a.organizationId)
  const { body } = await api.call<{ delete_confirmation_code: string }>(
    'GET',
    `mailing_lists/${listId}/delete_confirmation_code`,
  )
  await api.call('DELETE', `mailing_lists/${listId}/confirmed/${body.data.delete_confirmation_code}`)
  const log = (await read(api)).body.data
  expect(log.map(({ kind, subject }) => [kind, subject.id])).toEqual([['mailing_list.deleted', listId]])
})
