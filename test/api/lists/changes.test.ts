import { describe, expect, test } from 'vitest'
import type { MailingList } from '../../../src/contract/lists/endpoints.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { someReferences } from '../../harness/records/lists.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { suppressionListRoutes } from '../../../src/http/resources/suppression-lists.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'

const aServer = () => anApi(mailingListRoutes)
const create = (api: Api, attributes: object, as = api.a) =>
  api.call<MailingList>('POST', 'mailing_lists', { mailing_list: attributes }, as)
const update = (api: Api, id: number, attributes: object, as = api.a) =>
  api.call<MailingList>('PUT', `mailing_lists/${id}`, { mailing_list: attributes }, as)
const show = (api: Api, id: number, as = api.a) =>
  api.call<MailingList>('GET', `mailing_lists/${id}`, undefined, as)

const blank = {
  name: 'News',
  d_from_email: '',
  d_from_name: '',
  d_reply_to: '',
  d_sender_email: '',
  d_speed: 0,
  d_virtual_mta: 'System Default Route',
  d_virtual_mta_id: 0,
  d_url_domain: null,
  d_url_domain_id: null,
  d_bounce_email: null,
  d_bounce_email_id: null,
  d_seed_lists: [],
  d_autowinner_enabled: false,
  d_autowinner_percentage: null,
  d_autowinner_delay_amount: null,
  d_autowinner_delay_unit: null,
  d_autowinner_metric: null,
  has_format: false,
  has_confirmed: false,
  custom_headers_enabled: false,
  custom_headers: '',
  primary_key_custom_field_id: null,
  preview_custom_field_data: {},
  is_remote_list: false,
  database_connection_id: null,
  database_connection_name: null,
}

describe('a mailing list', () => {
  test('needs nothing but a name', async () => {
    const api = await aServer()
    expect(await create(api, { name: ' News ' })).toEqual({
      status: 200,
      body: {
        success: true,
        data: { id: expect.any(Number), ...blank },
        error_code: null,
        error_message: null,
      },
    })
  })

  test('may be sent without its wrapper, and with unknown attributes', async () => {
    const api = await aServer()
    const { body } = await api.call('POST', 'mailing_lists', { name: 'News', color: 'red' })
    expect(body.data).toMatchObject(blank)
  })

  test('keeps what an update does not name, and is shown as it is', async () => {
    const api = await aServer()
    const { data: created } = (
      await create(api, { name: 'News', d_from_email: 'a@example.com', has_format: 1 })
    ).body
    const changed = await update(api, created.id, { d_from_name: 'Anna' })
    expect(changed.body.data).toEqual({ ...created, d_from_name: 'Anna' })
    expect(await show(api, created.id)).toEqual(changed)
  })

  test('can be sent back as it was answered', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    const full = {
      name: 'News',
      d_virtual_mta: 'fast',
      d_autowinner_percentage: 12.5,
      d_seed_list_ids: [refs.seeds],
    }
    const { data: created } = (await create(api, full)).body
    expect((await update(api, created.id, created)).body.data).toEqual(created)
  })

  test('is cleared by null wherever a value is optional', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    const full = {
      d_from_email: 'a@example.com',
      d_from_name: 'A',
      d_reply_to: 'b@example.com',
      d_sender_email: 'c@example.com',
      d_speed: 9,
      d_virtual_mta_id: refs.mta,
      d_url_domain_id: refs.domain,
      d_bounce_email: 'bounce@example.com',
      d_seed_list_ids: [refs.seeds],
      d_autowinner_percentage: '25',
      d_autowinner_delay_amount: 3,
      d_autowinner_delay_unit: 'hours',
      d_autowinner_metric: 'opens_total',
      custom_headers: 'X-A: b',
    }
    const { id, ...created } = (await create(api, { name: 'News', ...full })).body.data
    for (const [attribute, value] of Object.entries(blank)) {
      if (attribute in full) expect(created).not.toMatchObject({ [attribute]: value })
    }
    const cleared = await update(api, id, Object.fromEntries(Object.keys(full).map((key) => [key, null])))
    expect(cleared.body.data).toEqual({ id, ...blank })
  })

  test('is not created by a rejected call, and not changed by a rejected update', async () => {
    const api = await aServer()
    const refs = await someReferences(api.sql, api.a.organizationId)
    const refused = await create(api, { name: 'News', custom_headers_enabled: true })
    expect(refused).toMatchObject({
      status: 422,
      body: { success: false, data: null, error_code: 'validation_failed' },
    })
    expect((await api.call('GET', 'mailing_lists')).body).toMatchObject({ data: [], num_records: 0 })

    const { data: created } = (await create(api, { name: 'News', d_seed_list_ids: [refs.seeds] })).body
    const changes = {
      name: 'Other',
      d_seed_list_ids: [],
      d_url_domain: 'nowhere',
      custom_headers_enabled: true,
    }
    expect((await update(api, created.id, changes)).body.error_message).toBe(
      'custom_headers cannot be blank while custom_headers_enabled is true, d_url_domain does not exist',
    )
    expect((await show(api, created.id)).body.data).toEqual(created)
  })

  test('answers the autowinner percentage with one decimal, or two where they are needed', async () => {
    const api = await aServer()
    const given = [25, '25', '25.0', 12.25, '12.50', 0, '100.00']
    const answered = []
    for (const d_autowinner_percentage of given) {
      answered.push(
        (await create(api, { name: 'News', d_autowinner_percentage })).body.data.d_autowinner_percentage,
      )
    }
    expect(answered).toEqual(['25.0', '25.0', '25.0', '12.25', '12.5', '0.0', '100.0'])
  })
})

describe('the lists of an organization', () => {
  test('are sorted by id, in pages', async () => {
    const api = await aServer()
    for (const name of ['C', 'A', 'B']) await create(api, { name })
    await create(api, { name: 'foreign' }, api.b)
    const { body } = await api.call<MailingList[]>('GET', 'mailing_lists?per_page=2')
    expect(body.data.map((list) => list.name)).toEqual(['C', 'A'])
    expect(body).toMatchObject({ page: 0, per_page: 2, num_records: 3, num_pages: 2 })
    const next = await api.call<MailingList[]>('GET', 'mailing_lists?per_page=2&page=1')
    expect(next.body.data.map((list) => list.name)).toEqual(['B'])
  })

  test('come whole, as their fields, segments and suppression lists do: 2,000 on a page by default', async () => {
    const api = await anApi(mailingListRoutes, customFieldRoutes, segmentRoutes, suppressionListRoutes)
    const { sql, a } = api
    const { id } = (await create(api, { name: 'First' })).body.data
    const owner = sql`${a.organizationId}::integer`
    const others = sql`generate_series(1, 2000) n`
    await sql`insert into mailing_lists (organization_id, name) select ${owner}, 'List ' || n from ${others}`
    await sql`
      insert into custom_fields (organization_id, mailing_list_id, name, field_type)
      select ${owner}, ${id}::integer, 'Field ' || n, 'text' from ${others}`
    await sql`
      insert into segments (organization_id, mailing_list_id, name, clauses)
      select ${owner}, ${id}::integer, 'Segment ' || n, '[]' from ${others}`
    await sql`insert into suppression_lists (organization_id, name) select ${owner}, 'Kept ' || n from ${others}`
    const all = { page: 0, per_page: 2000, num_records: 2000, num_pages: 1 }
    for (const [path, told] of [
      ['mailing_lists', { ...all, num_records: 2001, num_pages: 2 }],
      [`mailing_lists/${id}/custom_fields`, all],
      [`mailing_lists/${id}/segments`, all],
      ['suppression_lists', all],
    ] as const) {
      const { body } = await api.call<object[]>('GET', path)
      expect({ ...body, data: body.data.length }, path).toMatchObject({ ...told, data: 2000 })
    }
    expect((await api.call<object[]>('GET', 'mailing_lists?page=1')).body.data).toHaveLength(1)
  })
})

test('the list of another organization is answered like a missing one', async () => {
  const api = await aServer()
  const { id } = (await create(api, { name: 'Foreign' }, api.b)).body.data
  for (const [method, path, body] of [
    ['GET', 'mailing_lists/:id', undefined],
    ['PUT', 'mailing_lists/:id', { name: 'Stolen' }],
    ['PUT', 'mailing_lists/:id', { name: '' }],
    ['GET', 'mailing_lists/:id/delete_confirmation_code', undefined],
    ['DELETE', 'mailing_lists/:id/confirmed/abc:1', undefined],
  ] as const) {
    const foreign = await api.call(method, path.replace(':id', String(id)), body)
    expect(foreign).toMatchObject({
      status: 404,
      body: { success: false, data: null, error_code: 'not_found', error_message: 'mailing list not found' },
    })
    for (const missing of ['2147483647', '2147483648', '9007199254740991']) {
      expect(await api.call(method, path.replace(':id', missing), body)).toEqual(foreign)
    }
  }
  expect((await show(api, id, api.b)).body.data.name).toBe('Foreign')
})
