import { describe, expect, test } from 'vitest'
import {
  aCampaignList,
  complete,
  dispatch,
  message,
  type Campaign,
} from '../../harness/sending/campaign-api.ts'
import { aList, aRemoteList } from '../../harness/core/records.ts'

describe('a campaign', () => {
  test('is answered in full, as requested', async () => {
    const { api, create, show, path, call } = await aCampaignList({ name: 'List' })
    const both = { name: 'Second', subject: 'Hi', format: 'both', html: '<p>Hi</p>', text: 'Hi' }
    const delivery = {
      ...dispatch,
      from_name: 'Ann',
      speed: 0,
      virtual_mta_id: 0,
      track_opens: true,
      track_links: '1',
    }
    const { body } = await create({ ...complete, contents: [message, both], dispatch_attributes: delivery })
    const { id } = body.data
    expect(body.data).toMatchObject({
      name: 'Campaign',
      mailing_list_name: 'List',
      organization_id: api.a.organizationId,
      organization_name: 'A',
      template: false,
      archived: false,
      content_determined: true,
      segmentation_criteria_name: null,
      segmentation_criteria_remote_sql: null,
      stat_summary: null,
      automatic_winner_selection: null,
      campaign_contents: [{ name: 'Content A', ...message, html: '' }, both],
      dispatch: {
        state: 'scheduled',
        state_description: 'Step 2: Scheduled',
        paused: false,
        begins_at: '2099-01-01T00:00:00Z',
        started_at: null,
        finished_at: null,
        from_name: 'Ann',
        from_email: 'news@example.com',
        reply_to: null,
        sender_email: null,
        speed: 0,
        track_opens: true,
        track_links: true,
        virtual_mta_id: 0,
        virtual_mta_name: 'System Default Route',
        virtual_mta_type: 'default_route',
        url_domain_id: null,
        seed_lists: [],
        seed_list_id: null,
      },
    })
    expect(await show(id)).toEqual(body.data)
    expect((await call('GET', `${path}/${id}`)).body.data).toEqual(body.data)
  })

  test('accepts the older spelling of its contents, and a body without wrapper', async () => {
    const { call, path } = await aCampaignList()
    const { body } = await call<Campaign>('POST', path, {
      name: 'Older',
      campaign_contents_attributes: [{ name: 'One', content_attributes: message }],
    })
    expect(body.data.campaign_contents).toMatchObject([{ name: 'One', ...message }])
  })

  test('keeps what an update does not name, and the ids of its contents', async () => {
    const { create, update, call, path } = await aCampaignList()
    const { data: before } = (await create({ ...complete, contents: [message, message, message] })).body
    const renamed = await call<Campaign>('PUT', `${path}/${before.id}`, { campaign: { name: 'Other' } })
    expect(renamed.body.data).toEqual({ ...before, name: 'Other', updated_at: expect.any(String) })
    const { body } = await update(before.id, { contents: [{ ...message, subject: 'New' }] })
    const [first] = before.campaign_contents
    expect(body.data.campaign_contents).toEqual([{ ...first, subject: 'New' }])
  })

  test('is not found below another list', async () => {
    const { create, call, sql, organizationId } = await aCampaignList()
    const { id } = (await create(complete)).body.data
    const other = await aList(sql, organizationId, { name: 'Other' })
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/resume'],
    ] as const) {
      const body = method === 'PUT' ? {} : undefined
      const answer = await call(method, `mailing_lists/${other}/campaigns/${id}${rest}`, body)
      expect(answer.body.error_message).toBe('campaign not found')
    }
  })

  test.each([
    [{ name: '' }, 'name cannot be blank'],
    [{ contents: [{ subject: 'a\nBcc: b' }] }, 'contents.0.subject must be a single line'],
    [
      { dispatch_attributes: { state: 'sending' } },
      'dispatch_attributes.state must be one of idle, scheduled',
    ],
    [
      { dispatch_attributes: { begins_at: 'soon' } },
      'dispatch_attributes.begins_at must look like 2026-12-31 09:00, 2026-12-31T09:00:00Z or now',
    ],
    [
      { dispatch_attributes: { from_email: 'x' } },
      'dispatch_attributes.from_email is not a valid e-mail address',
    ],
    [
      { dispatch_attributes: { virtual_mta_name: 'None' } },
      'dispatch_attributes.virtual_mta_name does not exist',
    ],
    [
      { dispatch_attributes: { bounce_email_id: '9@9' } },
      'dispatch_attributes.bounce_email_id does not exist',
    ],
    [
      { dispatch_attributes: { seed_list_id: 99 } },
      'dispatch_attributes.seed_list_id names a seed list that does not exist',
    ],
    [
      { dispatch_attributes: { seed_list_id: 1, seed_list_names: [] } },
      'only one of dispatch_attributes.seed_list_id, seed_list_names can be given',
    ],
    [
      { dispatch_attributes: { special_sending_rule_id: 1 } },
      'dispatch_attributes.special_sending_rule_id does not exist',
    ],
    [
      { dispatch_attributes: { autowinner_percentage: 94.851 } },
      'dispatch_attributes.autowinner_percentage must be between 0 and 100 with at most two decimals',
    ],
    [{ segmentation_criteria_id: 99 }, 'segmentation_criteria_id does not exist'],
    [
      { segmentation_criteria_id: 1, segmentation_criteria_ad_hoc: [] },
      'only one of segmentation_criteria_id, segmentation_criteria_ad_hoc can be given',
    ],
    [
      { segmentation_criteria_remote_sql: 'select 1' },
      'segmentation_criteria_remote_sql is possible on remote lists only',
    ],
    [{ duplicate_content: true }, 'source_template_id cannot be blank'],
    [{ source_template_id: 99 }, 'source_template_id does not exist'],
  ])('is rejected with %j', async (wrong, message) => {
    const { create, sql } = await aCampaignList()
    const { body } = await create({ name: 'A', ...wrong })
    expect(body).toMatchObject({ error_code: 'validation_failed', error_message: message })
    expect(await sql`select 1 from campaigns union all select 1 from segments`).toHaveLength(0)
  })

  test('with an unsupported clause is answered as unprocessable', async () => {
    const { create } = await aCampaignList()
    const { body } = await create({ name: 'A', segmentation_criteria_ad_hoc: [{ type: 'sql' }] })
    expect(body.error_code).toBe('invalid_request')
    expect(body.error_message).toContain('segmentation_criteria_ad_hoc.0.type must be one of any')
  })
})

describe('a segment', () => {
  test('of the list is shared; one created for the campaign is changed and deleted with it', async () => {
    const { create, update, segment, call, sql } = await aCampaignList()
    const saved = await segment()
    const own = (await create(complete)).body.data
    expect(own.segmentation_criteria_id).not.toBe(saved)
    const status = { type: 'subscriber_status', operator: 'is', value: 'active' }
    const changed = await update(own.id, { segmentation_criteria_ad_hoc: [status] })
    expect(changed.body.data.segmentation_criteria_id).toBe(own.segmentation_criteria_id)
    expect(await sql`select clauses from segments where name is null`).toEqual([{ clauses: [status] }])
    const shared = await update(own.id, { segmentation_criteria_id: saved })
    expect(shared.body.data).toMatchObject({
      segmentation_criteria_id: saved,
      segmentation_criteria_name: 'Saved',
    })
    expect(await sql`select id from segments`).toEqual([{ id: saved }])
    const refused = await call('DELETE', `segments/${saved}`)
    expect(refused.body.data).toEqual({ dependencies: [{ type: 'Campaign', id: own.id }] })
    await update(own.id, { segmentation_criteria_ad_hoc: [], dispatch_attributes: { state: 'idle' } })
    expect(await sql`select id from segments`).toHaveLength(2)
    await call('DELETE', `campaigns/${own.id}`)
    expect(await sql`select id from segments`).toEqual([{ id: saved }])
  })

  test('of another list, or of another campaign, is not found', async () => {
    const { create, call, sql, organizationId } = await aCampaignList()
    const other = await aList(sql, organizationId, { name: 'Other' })
    const foreign = await call<{ id: number }>('POST', `mailing_lists/${other}/segments`, {
      name: 'A',
      clauses: [],
    })
    const own = (await create(complete)).body.data.segmentation_criteria_id
    for (const id of [foreign.body.data.id, own]) {
      const { body } = await create({ name: 'A', segmentation_criteria_id: id })
      expect(body.error_message).toBe('segmentation_criteria_id does not exist')
    }
  })

  test('of a remote list is a statement that is stored and not run', async () => {
    const { call, sql, api } = await aCampaignList()
    const path = `mailing_lists/${await aRemoteList(sql)}/campaigns`
    const remote = 'select email from people; drop table campaigns'
    const { segmentation_criteria_ad_hoc: clauses, ...rest } = complete
    const make = (campaign: object) => call<Campaign>('POST', path, { campaign }, api.system)
    const answer = await make({ ...rest, segmentation_criteria_remote_sql: remote })
    expect(answer.body.data).toMatchObject({
      segmentation_criteria_remote_sql: remote,
      segmentation_criteria_id: null,
      dispatch: { state: 'scheduled' },
    })
    const refused = await make({ ...rest, segmentation_criteria_ad_hoc: clauses })
    expect(refused.body.error_message).toBe('segmentation_criteria_ad_hoc is not available on remote lists')
    const blank = await make({ ...rest, segmentation_criteria_remote_sql: ' ' })
    expect(blank.body.error_message).toBe('segmentation_criteria_remote_sql cannot be blank')
  })
})

test('the deprecated members of the contract are those of the first content', async () => {
  const { api, create } = await aCampaignList()
  const given = { content_subject: 'Old', email_format: 'both', content_html: '<p>A</p>', content_text: 'A' }
  const { data } = (await create({ name: 'Old client', ...given })).body
  expect(data).toMatchObject({
    ...given,
    content_determined: true,
    campaign_contents: [{ subject: 'Old', format: 'both', html: '<p>A</p>', text: 'A' }],
  })
  const change = async (body: object) =>
    (await api.call<object>('PUT', `campaigns/${data.id}`, { campaign: body })).body.data
  expect(await change({ content_subject: 'New' })).toMatchObject({ ...given, content_subject: 'New' })
  const two = [{ subject: 'One', format: 'text', text: '1' }, { subject: 'Two', format: 'text', text: '2' }] // oxfmt-ignore
  const tested = await change({ contents: two, content_subject: 'Ignored' })
  expect(tested).toMatchObject({
    content_subject: 'One',
    email_format: 'text',
    content_text: '1',
    content_html: '',
  })
  expect(await change(tested)).toMatchObject({ campaign_contents: two })
})
