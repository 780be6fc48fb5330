import { describe, expect, test } from 'vitest'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { someReferences } from '../../harness/records/lists.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'

const aServer = () => anApi(mailingListRoutes)
const create = (api: Api, attributes: object, as = api.a) =>
  api.call<MailingList>('POST', 'mailing_lists', { name: 'News', ...attributes }, as)
const update = (api: Api, id: number, attributes: object, as = api.a) =>
  api.call<MailingList>('PUT', `mailing_lists/${id}`, attributes, as)

describe('a reference of a mailing list', () => {
  test('is set by name ignoring case, or by id, and answered with both', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    const answered = {
      d_virtual_mta: 'Fast',
      d_virtual_mta_id: refs.mta,
      d_url_domain: 'links.example.com',
      d_url_domain_id: refs.domain,
      d_bounce_email: 'bounce@example.com',
      d_bounce_email_id: '4@1',
      d_seed_lists: [{ id: refs.seeds, name: 'Seeds' }],
    }
    const byName = await create(api, {
      d_virtual_mta: ' FAST ',
      d_url_domain: 'Links.example.com',
      d_bounce_email: 'BOUNCE@example.com',
      d_seed_list_names: ['SEEDS'],
    })
    expect(byName.body.data).toMatchObject(answered)
    const byId = await create(api, {
      d_virtual_mta_id: refs.mta,
      d_url_domain_id: String(refs.domain),
      d_bounce_email_id: '4@1',
      d_seed_list_ids: [refs.seeds, refs.seeds],
    })
    expect(byId.body.data).toMatchObject(answered)
  })

  test('is taken from the id if a name is given too', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    const { body } = await create(api, { d_virtual_mta_id: refs.mta, d_virtual_mta: 'nowhere' })
    expect(body.data.d_virtual_mta).toBe('Fast')
  })

  test('to no virtual MTA is the System Default Route, by its name and by its id 0', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    for (const route of [
      { d_virtual_mta_id: 0 },
      { d_virtual_mta: 'system default route' },
      { d_virtual_mta: '' },
      { d_virtual_mta: null },
    ]) {
      const { id } = (await create(api, { d_virtual_mta_id: refs.mta })).body.data
      const { body } = await update(api, id, route)
      expect(body.data).toMatchObject({ d_virtual_mta: 'System Default Route', d_virtual_mta_id: 0 })
    }
  })

  test('to seed lists is by ids or by names, never both', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    const { body } = await create(api, { d_seed_list_ids: [refs.seeds], d_seed_list_names: ['Seeds'] })
    expect(body.error_message).toBe('d_seed_list_ids and d_seed_list_names cannot both be given')
  })

  test('to seed lists replaces the previous ones', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    const { id } = (await create(api, { d_seed_list_ids: [refs.seeds] })).body.data
    const change = async (attributes: object) => (await update(api, id, attributes)).body.data.d_seed_lists
    expect(await change({ d_seed_list_names: ['more'] })).toEqual([{ id: refs.moreSeeds, name: 'More' }])
    expect(await change({ name: 'Other' })).toHaveLength(1)
    expect(await change({ d_seed_list_ids: [] })).toEqual([])
  })

  test('to the record of another organization is answered like one to a missing record', async () => {
    const api = await aServer()
    const foreign = await someReferences(api.sql, api.b.organizationId)
    for (const [attribute, exists, missing, problem] of [
      ['d_virtual_mta_id', foreign.mta, 2_000_000_000, 'd_virtual_mta_id does not exist'],
      ['d_virtual_mta', 'Fast', 'Nowhere', 'd_virtual_mta does not exist'],
      ['d_url_domain_id', foreign.domain, 2_000_000_000, 'd_url_domain_id does not exist'],
      ['d_url_domain', 'links.example.com', 'nowhere.example.com', 'd_url_domain does not exist'],
      ['d_bounce_email', 'bounce@example.com', 'nobody@example.com', 'd_bounce_email does not exist'],
      ['d_bounce_email_id', '4@1', 5, 'd_bounce_email_id does not exist'],
      [
        'd_seed_list_ids',
        [foreign.seeds],
        [2_000_000_000],
        'd_seed_list_ids names a seed list that does not exist',
      ],
      ['d_seed_list_names', ['Seeds'], ['None'], 'd_seed_list_names names a seed list that does not exist'],
    ] as const) {
      const answer = await create(api, { [attribute]: exists })
      expect(answer).toMatchObject({
        status: 422,
        body: { error_code: 'validation_failed', error_message: problem },
      })
      expect(await create(api, { [attribute]: missing })).toEqual(answer)
    }
  })
})

describe('a remote list', () => {
  test('has a database connection of the System Organization, by id or by name', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, 1)
    for (const connection of [
      { database_connection_id: refs.connection },
      { database_connection_name: 'warehouse' },
    ]) {
      const { body } = await create(api, { is_remote_list: true, ...connection }, api.system)
      expect(body.data).toMatchObject({
        is_remote_list: true,
        database_connection_id: refs.connection,
        database_connection_name: 'Warehouse',
      })
    }
  })

  test('cannot name a missing connection', async () => {
    const api = await aServer()
    const foreign = await someReferences(api.sql, api.a.organizationId)
    const remote = (connection: object) => create(api, { is_remote_list: true, ...connection }, api.system)
    const missing = await remote({ database_connection_id: 2_000_000_000 })
    expect(missing.body.error_message).toBe('database_connection_id does not exist')
    expect(await remote({ database_connection_id: foreign.connection })).toEqual(missing)
    expect((await remote({ database_connection_name: 'Warehouse' })).body.error_message).toBe(
      'database_connection_name does not exist',
    )
  })

  test('always has a connection: null leaves it unchanged', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, 1)
    const remote = { is_remote_list: true, database_connection_id: refs.connection }
    const { id } = (await create(api, remote, api.system)).body.data
    const { body } = await update(api, id, { name: 'Far', database_connection_id: null }, api.system)
    expect(body.data).toMatchObject({ name: 'Far', ...remote })
  })

  test('cannot be created by any other organization', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    const { body } = await create(api, { is_remote_list: true, database_connection_id: refs.connection })
    expect(body.error_message).toBe('is_remote_list is possible on the System Organization only')
  })
})
