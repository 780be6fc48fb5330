import { describe, expect, test } from 'vitest'
import { anApi, type Api } from '../../harness/core/api.ts'
import { anAutoresponder, aList } from '../../harness/core/records.ts'
import {
  aResource,
  connectionInput,
  resourceKinds,
  resourceRoutes,
  type ResourceKind,
} from '../../harness/records/resources.ts'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { organizationRoutes } from '../../../src/http/organizations/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'

const aServer = () =>
  anApi(resourceRoutes, mailingListRoutes, autoresponderRoutes, (route, secrets) =>
    organizationRoutes(route, {
      pageTokens: createPageTokens(secrets),
      autoSubscriberManagement: true,
    }),
  )

function kindAt(path: ResourceKind['path']): ResourceKind {
  const kind = resourceKinds.find((one) => one.path === path)
  if (kind === undefined) throw new Error(`there is no ${path}`)
  return kind
}

/** `4@1` as the columns that store it. */
function bounceColumns(id: string, prefix = '') {
  const [user = 0, domain = 0] = id.split('@').map(Number)
  return { [`${prefix}bounce_email_user_id`]: user, [`${prefix}bounce_email_domain_id`]: domain }
}

const inUse = (what: string, dependencies: object[]) => ({
  status: 422,
  body: {
    success: false,
    data: { dependencies },
    error_code: 'validation_failed',
    error_message: `${what} cannot be deleted while it is in use`,
  },
})

const remove = (api: Api, path: string, id: string) =>
  api.call('DELETE', `organizations/${api.a.organizationId}/${path}/${id}`, undefined, api.system)

describe.each([
  ['virtual_mtas', (id: string) => ({ virtual_mta_id: Number(id) })],
  ['url_domains', (id: string) => ({ url_domain_id: Number(id) })],
  ['bounce_emails', (id: string) => bounceColumns(id)],
] as const)('%s', (path, columns) => {
  const kind = kindAt(path)
  const ofList = (id: string) =>
    Object.fromEntries(Object.entries(columns(id)).map(([name, value]) => [`d_${name}`, value]))

  test('cannot be deleted while a mailing list, an autoresponder or the organization uses them', async () => {
    const api = await aServer()
    const { organizationId } = api.a
    const id = await aResource(api, organizationId, kind)
    const list = await aList(api.sql, organizationId, ofList(id))
    const other = await aList(api.sql, organizationId)
    const autoresponder = await anAutoresponder(api.sql, organizationId, other, columns(id))
    if (path === 'virtual_mtas') {
      await api.sql`
        insert into organization_virtual_mtas (organization_id, virtual_mta_id) values (${organizationId}, ${Number(id)})`
    } else await api.sql`update organizations set ${api.sql(columns(id))} where id = ${organizationId}`
    const users = [
      { type: 'Autoresponder', id: autoresponder },
      { type: 'MailingList', id: list },
      { type: 'Organization', id: organizationId },
    ]
    expect(await remove(api, path, id)).toEqual(inUse(kind.what, users))
    expect((await api.call('GET', `${path}/${id}`)).status).toBe(200)
  })

  test('can be deleted if only a deleted mailing list and its autoresponders use them', async () => {
    const api = await aServer()
    const { organizationId } = api.a
    const id = await aResource(api, organizationId, kind)
    const list = await aList(api.sql, organizationId, { ...ofList(id), deleted_at: '2026-01-01T00:00:00Z' })
    await anAutoresponder(api.sql, organizationId, list, columns(id))
    expect((await remove(api, path, id)).body).toMatchObject({ success: true, data: null })
  })

  test('are either kept or reported missing when a list starts to use them during the delete', async () => {
    const api = await aServer()
    const { organizationId } = api.a
    const reference = path === 'bounce_emails' ? 'd_bounce_email_id' : `d_${kind.subject}_id`
    for (let round = 0; round < 8; round += 1) {
      const id = await aResource(api, organizationId, kind)
      const [used, removed] = await Promise.all([
        api.call<{ id: number }>('POST', 'mailing_lists', { name: 'News', [reference]: id }),
        remove(api, path, id),
      ])
      expect([used.status, removed.status].toSorted((x, y) => x - y)).toEqual([200, 422])
      if (removed.status !== 422) {
        expect(used.body.error_message).toBe(`${reference} does not exist`)
        continue
      }
      await api.sql`update mailing_lists set deleted_at = now() where id = ${used.body.data.id}`
      expect((await remove(api, path, id)).status).toBe(200)
    }
  })

  test('are either kept or reported missing when an autoresponder starts to use them during the delete', async () => {
    const api = await aServer()
    const { organizationId } = api.a
    const id = await aResource(api, organizationId, kind)
    const list = await aList(api.sql, organizationId)
    const asked = {
      name: 'Welcome',
      trigger: 'subscription',
      use_external_delivery_setting: true,
      ...columns(id),
    }
    const [used, removed] = await Promise.all([
      api.call('POST', `mailing_lists/${list}/autoresponders`, { autoresponder: asked }),
      remove(api, path, id),
    ])
    expect([used.status, removed.status].toSorted((x, y) => x - y)).toEqual([200, 422])
  })
})

const nothing = {
  permissions: {
    virtual_mta: { mode: 'none' },
    url_domain: { mode: 'none' },
    bounce_email: { mode: 'none' },
  },
  auto_subscriber_management: { distribute_removals: false, unsub_suppression_list: null },
}

test.each([
  [
    'virtual_mtas',
    (id: string) => ({ permissions: { virtual_mta: { mode: 'select_some', virtual_mtas: [{ id }] } } }),
  ],
  [
    'url_domains',
    (id: string) => ({ permissions: { url_domain: { mode: 'hide_one', url_domain: { id } } } }),
  ],
  [
    'bounce_emails',
    (id: string) => ({ permissions: { bounce_email: { mode: 'hide_one', bounce_email: { id } } } }),
  ],
  [
    'suppression_lists',
    (id: string) => ({
      auto_subscriber_management: { distribute_removals: true, unsub_suppression_list: { id } },
    }),
  ],
] as const)(
  '%s that the organization starts to use during the delete cause no server error',
  async (path, naming) => {
    const api = await aServer()
    const { organizationId } = api.a
    const change = (organization: object) =>
      api.call('PUT', `organizations/${organizationId}`, { organization }, api.system)
    for (let round = 0; round < 6; round += 1) {
      const id = await aResource(api, organizationId, kindAt(path))
      const [used, removed] = await Promise.all([change(naming(id)), remove(api, path, id)])
      expect([used.status, removed.status].toSorted((x, y) => x - y)).toEqual([200, 422])
      if (removed.status === 200) continue
      expect((await change(nothing)).status).toBe(200)
      expect((await remove(api, path, id)).status).toBe(200)
    }
  },
)

test('a seed list cannot be deleted while a mailing list uses it, unless that list is deleted', async () => {
  const api = await aServer()
  const { organizationId } = api.a
  const kind = kindAt('seed_lists')
  const id = await aResource(api, organizationId, kind)
  const list = await aList(api.sql, organizationId)
  await api.call('PUT', `mailing_lists/${list}`, { d_seed_list_ids: [id] })
  expect(await remove(api, 'seed_lists', id)).toEqual(inUse('seed list', [{ type: 'MailingList', id: list }]))
  await api.sql`update mailing_lists set deleted_at = now() where id = ${list}`
  expect((await remove(api, 'seed_lists', id)).status).toBe(200)
  expect(await api.sql`select 1 from seed_list_addresses`).toHaveLength(0)
})

test('a suppression list cannot be deleted while the organization fills it', async () => {
  const api = await aServer()
  const { organizationId } = api.a
  const id = await aResource(api, organizationId, kindAt('suppression_lists'))
  for (const column of ['unsub', 'bounce', 'scomp'].map((name) => `${name}_suppression_list_id`)) {
    await api.sql`update organizations set ${api.sql({ [column]: id })} where id = ${organizationId}`
    const users = [{ type: 'Organization', id: organizationId }]
    expect(await remove(api, 'suppression_lists', id)).toEqual(inUse('suppression list', users))
    await api.sql`update organizations set ${api.sql({ [column]: null })} where id = ${organizationId}`
  }
  expect((await remove(api, 'suppression_lists', id)).status).toBe(200)
})

test('a database connection cannot be deleted while a remote list uses it, unless that list is deleted', async () => {
  const api = await aServer()
  const made = await api.call<{ id: number }>('POST', 'database_connections', connectionInput, api.system)
  const path = `database_connections/${made.body.data.id}`
  const remote = { is_remote_list: true, database_connection_id: made.body.data.id }
  const list = await aList(api.sql, 1, remote)
  expect(await api.call('DELETE', path, undefined, api.system)).toEqual(
    inUse('database connection', [{ type: 'MailingList', id: list }]),
  )
  await api.sql`update mailing_lists set deleted_at = now() where id = ${list}`
  expect((await api.call('DELETE', path, undefined, api.system)).status).toBe(200)
})
