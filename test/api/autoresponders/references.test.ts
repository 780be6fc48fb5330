import { describe, expect, test } from 'vitest'
import { anAutoresponderList, type Autoresponder } from '../../harness/records/autoresponders.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { aList, anAutoresponder, aRemoteList } from '../../harness/core/records.ts'

describe('references', () => {
  test('to missing records and to those of another organization are rejected in the same words', async () => {
    const { api, sql, create } = await anAutoresponderList()
    const { organizationId: other } = api.b
    await sql`insert into virtual_mtas (organization_id, id, name, type) values (${other}, 71, 'V', 'ip_address')`
    await sql`insert into url_domains (organization_id, id, domain) values (${other}, 71, 'example.com')`
    await sql`insert into bounce_emails (organization_id, user_id, domain_id, email) values (${other}, 71, 71, 'b@e.com')`
    const message = (fields: object) => create(fields).then(({ body }) => body.error_message)
    for (const id of [71, 72]) {
      expect(await message({ virtual_mta_id: id })).toBe('virtual_mta_id does not exist')
      expect(await message({ url_domain_id: id })).toBe('url_domain_id does not exist')
      expect(await message({ bounce_email_user_id: id, bounce_email_domain_id: id })).toBe(
        'bounce_email_user_id does not exist',
      )
    }
    expect(await message({ segmentation_criteria_id: 1 })).toBe('segmentation_criteria_id does not exist')
    expect(await message({ special_sending_rule_id: 1 })).toBe('special_sending_rule_id does not exist')
    expect(await message({ special_sending_rule_name: 'x' })).toBe('special_sending_rule_name does not exist')
  })

  test('to a saved segment of the list, by id or by name, are kept; others are rejected', async () => {
    const { api, sql, organizationId, listId, path, create } = await anAutoresponderList()
    const segment = async (organization: number, list: number, name: string | null) => {
      const [row] = await sql<{ id: number }[]>`
        insert into segments (organization_id, mailing_list_id, name, clauses)
        values (${organization}, ${list}, ${name}, '[]') returning id`
      return row?.id ?? 0
    }
    const id = await segment(organizationId, listId, 'Regulars')
    const elsewhere = await segment(organizationId, await aList(sql, organizationId), 'Elsewhere')
    const foreign = await segment(api.b.organizationId, await aList(sql, api.b.organizationId), 'Foreign')
    const ofACampaign = await segment(organizationId, listId, null)
    const made = (await create({ segmentation_criteria_id: id })).body.data
    expect(made).toMatchObject({ segmentation_criteria_id: id, segmentation_criteria_name: 'Regulars' })
    expect((await api.call('GET', `${path}/${made.id}`)).body.data).toEqual(made)
    const change = async (fields: object) => (await api.call('PUT', `${path}/${made.id}`, fields)).body
    expect(await change({ name: 'Other' })).toMatchObject({ data: { segmentation_criteria_id: id } })
    const none = { segmentation_criteria_id: null, segmentation_criteria_name: null }
    expect(await change({ segmentation_criteria_id: null })).toMatchObject({ data: none })
    expect(await change({ segmentation_criteria_name: 'REGULARS' })).toMatchObject({
      data: { segmentation_criteria_id: id },
    })
    expect(await change({ segmentation_criteria_name: '' })).toMatchObject({ data: none })
    for (const wrong of [elsewhere, foreign, ofACampaign, 999_999]) {
      expect(await change({ segmentation_criteria_id: wrong })).toMatchObject({
        error_message: 'segmentation_criteria_id does not exist',
      })
    }
    expect(await change({ segmentation_criteria_name: 'Elsewhere' })).toMatchObject({
      error_message: 'segmentation_criteria_name does not exist',
    })
    const both = { segmentation_criteria_id: elsewhere, segmentation_criteria_name: 'Regulars' }
    expect((await change(both)).error_message).toMatch(/^only one of/)
  })

  test('to a campaign must stay on the list and must not name a template', async () => {
    const { api, sql, organizationId, listId, create } = await anAutoresponderList()
    const id = await aStartedCampaign(sql, organizationId, listId)
    const template = await aStartedCampaign(sql, organizationId, listId, {
      template: true,
      state: 'idle',
      started_at: null,
      finished_at: null,
    })
    const elsewhere = await aStartedCampaign(sql, organizationId, await aList(sql, organizationId))
    const other = api.b.organizationId
    const foreign = await aStartedCampaign(sql, other, await aList(sql, other))
    const opened = (await create({ trigger: 'campaign_open', trigger_campaign_to_open_id: id })).body.data
    expect(opened).toMatchObject({ trigger_campaign_to_open_id: id, trigger_campaign_to_click_id: null })
    const click = { name: 'Click', trigger: 'campaign_click', trigger_campaign_to_click_id: id }
    const clicked = await create({ ...click, trigger_campaign_to_click_urls: ['https://e.com/1'] })
    expect(clicked.body.data).toMatchObject({
      trigger_campaign_to_click_id: id,
      trigger_campaign_to_click_on_any_url: false,
      trigger_campaign_to_click_urls: ['https://e.com/1'],
    })
    for (const wrong of [template, elsewhere, foreign, 999_999]) {
      const { body } = await create({ trigger: 'campaign_open', trigger_campaign_to_open_id: wrong })
      expect(body.error_message).toBe('trigger_campaign_to_open_id does not exist')
      const other = await create({ ...click, trigger_campaign_to_click_id: wrong })
      expect(other.body.error_message).toBe('trigger_campaign_to_click_id does not exist')
    }
  })

  test('prevent a segment from being deleted; the error names the autoresponder', async () => {
    const { api, sql, organizationId, listId, create } = await anAutoresponderList(segmentRoutes)
    const [segment] = await sql<{ id: number }[]>`
      insert into segments (organization_id, mailing_list_id, name, clauses)
      values (${organizationId}, ${listId}, 'S', '[]') returning id`
    const { id } = (await create({ segmentation_criteria_id: segment?.id })).body.data
    const refused = await api.call('DELETE', `segments/${segment?.id}`)
    expect(refused.body).toMatchObject({
      error_code: 'validation_failed',
      data: { dependencies: [{ type: 'Autoresponder', id }] },
    })
    await sql`update autoresponders set segmentation_criteria_id = null`
    expect((await api.call('DELETE', `segments/${segment?.id}`)).status).toBe(200)
  })

  test('to autoresponders must stay on the list', async () => {
    const { api, sql, organizationId, create } = await anAutoresponderList()
    const elsewhere = await anAutoresponder(sql, organizationId, await aList(sql, organizationId))
    const foreign = await anAutoresponder(sql, api.b.organizationId, await aList(sql, api.b.organizationId))
    for (const id of [elsewhere, foreign, 999_999]) {
      const { body } = await create({ trigger: 'autoresponder_open', trigger_autoresponder_to_open_id: id })
      expect(body.error_message).toBe('trigger_autoresponder_to_open_id does not exist')
    }
  })

  test('cannot form a cycle that would send messages endlessly', async () => {
    const { api, path, create } = await anAutoresponderList()
    const a = (await create({ name: 'A' })).body.data.id
    const b = (
      await create({ name: 'B', trigger: 'autoresponder_send', trigger_autoresponder_to_send_id: a })
    ).body.data.id
    const c = (
      await create({ name: 'C', trigger: 'autoresponder_open', trigger_autoresponder_to_open_id: b })
    ).body.data.id
    for (const id of [a, b, c]) {
      const fields = { trigger: 'autoresponder_send', trigger_autoresponder_to_send_id: id }
      const { body } = await api.call('PUT', `${path}/${a}`, fields)
      expect(body.error_message).toBe(
        'trigger_autoresponder_to_send_id would make autoresponders trigger each other endlessly',
      )
    }
    const straight = { trigger: 'autoresponder_send', trigger_autoresponder_to_send_id: a }
    expect((await api.call('PUT', `${path}/${c}`, straight)).status).toBe(200)
  })
})

test('autoresponders below the list of another organization are not found', async () => {
  const { api, sql, listId, path, create } = await anAutoresponderList()
  const { id } = (await create({})).body.data
  const own = await aList(sql, api.b.organizationId)
  const fields = { name: 'x', trigger: 'api' }
  const calls = [
    ['GET', (list: number) => `mailing_lists/${list}/autoresponders`],
    ['GET', (list: number) => `mailing_lists/${list}/autoresponders/${id}`],
    ['POST', (list: number) => `mailing_lists/${list}/autoresponders`],
    ['PUT', (list: number) => `mailing_lists/${list}/autoresponders/${id}`],
  ] as const
  for (const [method, pathOf] of calls) {
    const body = method === 'GET' ? undefined : fields
    const foreign = await api.call(method, pathOf(listId), body, api.b)
    expect(foreign.body).toMatchObject({
      error_code: 'not_found',
      error_message: 'mailing list not found',
      data: null,
    })
    for (const missing of [2_000_000_000, 9_000_000_000]) {
      expect(await api.call(method, pathOf(missing), body, api.b)).toEqual(foreign)
    }
  }
  for (const method of ['GET', 'PUT'] as const) {
    const body = method === 'GET' ? undefined : fields
    for (const wanted of [id, 2_000_000_000, 9_000_000_000]) {
      const answer = await api.call(method, `mailing_lists/${own}/autoresponders/${wanted}`, body, api.b)
      expect(answer.body).toMatchObject({ error_code: 'not_found', error_message: 'autoresponder not found' })
    }
  }
  expect((await api.call<Autoresponder>('GET', `${path}/${id}`)).body.data['name']).toBe('Welcome')
})

test('remote lists have no autoresponders', async () => {
  const { api, sql } = await anAutoresponderList()
  const listId = await aRemoteList(sql)
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/1'],
    ['POST', ''],
    ['PUT', '/1'],
  ] as const) {
    const body = method === 'GET' ? undefined : { name: 'x', trigger: 'api' }
    const answer = await api.call(method, `mailing_lists/${listId}/autoresponders${path}`, body, api.system)
    expect([answer.status, answer.body.error_message]).toEqual([
      422,
      'autoresponders are not available on remote lists',
    ])
  }
})
