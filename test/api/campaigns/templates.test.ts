import { describe, expect, test } from 'vitest'
import {
  aCampaignList,
  complete,
  dispatch,
  message,
  type Campaign,
} from '../../harness/sending/campaign-api.ts'
import { aList } from '../../harness/core/records.ts'

type Template = Omit<Campaign, 'campaign_contents'> & { contents: { id: number; name: string }[] }

async function someTemplates() {
  const list = await aCampaignList()
  const path = `mailing_lists/${list.listId}/templates`
  const make = async (template: object = { ...complete, name: 'Template' }) =>
    (await list.call<Template>('POST', path, { template })).body.data
  return { ...list, templates: path, make }
}

describe('a template', () => {
  test('is created, shown, listed, changed and deleted, and never scheduled', async () => {
    const { call, templates, make, sql } = await someTemplates()
    const made = await make()
    expect(made).toMatchObject({
      name: 'Template',
      template: true,
      contents: [{ ...message, name: 'Content A' }],
      dispatch: { state: 'idle', begins_at: null, from_email: 'news@example.com' },
    })
    expect((await call('GET', `templates/${made.id}`)).body.data).toEqual(made)
    expect((await call('GET', `${templates}/${made.id}`)).body.data).toEqual(made)
    expect((await call('GET', templates)).body).toMatchObject({ data: [made], num_records: 1 })
    const older = { template_contents_attributes: [{ name: 'Older', content_attributes: message }] }
    const changed = await call<Template>('PUT', `templates/${made.id}`, { template: older })
    expect(changed.body.data.contents).toEqual([{ ...made.contents[0], name: 'Older' }])
    expect((await call('DELETE', `templates/${made.id}`)).body.data).toEqual({
      campaign: { id: made.id, name: 'Template' },
    })
    expect(await sql`select 1 from campaigns union all select 1 from segments`).toHaveLength(0)
  })

  test('is not a campaign, and a campaign is not a template', async () => {
    const { call, create, make } = await someTemplates()
    const template = await make()
    const { id } = (await create(complete)).body.data
    for (const [method, path] of [
      ['GET', `campaigns/${template.id}`],
      ['DELETE', `campaigns/${template.id}`],
      ['POST', `campaigns/${template.id}/pause`],
      ['POST', `campaigns/${template.id}/cancel`],
      ['GET', `templates/${id}`],
      ['DELETE', `templates/${id}`],
    ] as const) {
      expect((await call(method, path)).body.error_code, path).toBe('not_found')
    }
  })
})

describe('a campaign that is duplicated from a template', () => {
  const all = { duplicate_content: true, duplicate_segmentation_criteria: true, duplicate_dispatch: true }

  test('copies only what the call asks for', async () => {
    const { create, make } = await someTemplates()
    const { id } = await make()
    const bare = (await create({ name: 'A' }, { source_template_id: id })).body.data
    expect(bare).toMatchObject({ campaign_contents: [], segmentation_criteria_id: null })
    expect(bare).not.toHaveProperty('dispatch')
    for (const [flag, expected] of [
      ['duplicate_content', { campaign_contents: [{ subject: 'News' }], segmentation_criteria_id: null }],
      [
        'duplicate_segmentation_criteria',
        { campaign_contents: [], segmentation_criteria_id: expect.any(Number) },
      ],
      ['duplicate_dispatch', { dispatch: { from_email: 'news@example.com', state: 'idle' } }],
    ] as const) {
      const { body } = await create({ name: 'A' }, { source_template_id: id, [flag]: '1' })
      expect(body.data, flag).toMatchObject(expected)
    }
  })

  test('is scheduled with its own time, and its own fields take precedence', async () => {
    const { create, make, sql } = await someTemplates()
    const template = await make()
    const { data } = (
      await create(
        {
          name: 'May',
          contents: [{ ...message, subject: 'Own' }],
          dispatch_attributes: { state: 'scheduled', begins_at: dispatch.begins_at, from_name: 'Own' },
        },
        { source_template_id: template.id, ...all },
      )
    ).body
    expect(data).toMatchObject({
      campaign_contents: [{ subject: 'Own' }],
      dispatch: { state: 'scheduled', from_name: 'Own', from_email: 'news@example.com' },
    })
    // A segment created for the template is copied: the two change separately.
    expect(data.segmentation_criteria_id).not.toBe(template.segmentation_criteria_id)
    expect(await sql`select 1 from segments`).toHaveLength(2)
  })

  test('shares a saved segment, of the same list only', async () => {
    const { create, make, segment, call, sql, organizationId } = await someTemplates()
    const saved = await segment()
    const { id } = await make({ name: 'T', segmentation_criteria_id: saved })
    const beside = { source_template_id: id, duplicate_segmentation_criteria: true }
    expect((await create({ name: 'A' }, beside)).body.data.segmentation_criteria_id).toBe(saved)
    const other = `mailing_lists/${await aList(sql, organizationId, { name: 'Other' })}/campaigns`
    const { body } = await call('POST', other, { campaign: { name: 'A' }, ...beside })
    expect(body.error_message).toBe(
      'duplicate_segmentation_criteria needs a template of the same mailing list',
    )
    const own = { name: 'A', segmentation_criteria_ad_hoc: [] }
    expect((await call('POST', other, { campaign: own, ...beside })).status).toBe(200)
  })

  test('keeps its copies when the template is deleted', async () => {
    const { create, make, call, show } = await someTemplates()
    const template = await make()
    const { data } = (await create({ name: 'A' }, { source_template_id: template.id, ...all })).body
    await call('DELETE', `templates/${template.id}`)
    expect(await show(data.id)).toEqual(data)
  })
})
