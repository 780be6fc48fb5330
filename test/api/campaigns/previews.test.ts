import { describe, expect, test } from 'vitest'
import { aCampaignList, complete, dispatch, message } from '../../harness/sending/campaign-api.ts'
import { anAutoresponder } from '../../harness/core/records.ts'
import { previewRoutes } from '../../../src/http/campaigns/previews.ts'

async function aPreviewedList() {
  const list = await aCampaignList({ d_from_email: 'list@example.com' }, previewRoutes)
  const { call, sql, organizationId, listId } = list
  const preview = (path: string, body: object) => call(`POST`, `${path}/send_preview`, { preview: body })
  const queued = () => sql`
    select campaign_id, autoresponder_id, content_id, recipient, format from preview_mails order by id`
  const aCampaign = async (attributes: object = {}) =>
    (await list.create({ ...complete, ...attributes })).body.data
  const autoresponder = {
    content_subject: 'Welcome',
    content_format: 'both',
    content_html: '<p>Hi</p>',
    content_text: 'Hi',
  }
  const anAnswer = async (attributes: object = {}) =>
    `autoresponders/${await anAutoresponder(sql, organizationId, listId, { ...autoresponder, ...attributes })}`
  return { ...list, preview, queued, aCampaign, anAnswer }
}

const both = { subject: 'News', format: 'both', html: '<p>Hi</p>', text: 'Hi' }
const recipients = ['Ann@example.com', ' ben@example.com ', 'Ann@example.com']

describe('previews', () => {
  test('of a campaign: each content to each recipient once', async () => {
    const { preview, queued, aCampaign } = await aPreviewedList()
    const { id, campaign_contents: contents } = await aCampaign({ contents: [message, both] })
    expect(await preview(`campaigns/${id}`, { recipients })).toMatchObject({
      status: 200,
      body: { data: null },
    })
    const rows = contents.flatMap((content) =>
      ['Ann@example.com', 'ben@example.com'].map((recipient) => ({
        campaign_id: id,
        autoresponder_id: null,
        content_id: content.id,
        recipient,
        format: 'whole',
      })),
    )
    expect([...(await queued())]).toEqual(rows)
  })

  test('split by format: one message for each part of a content with two', async () => {
    const { preview, queued, aCampaign } = await aPreviewedList()
    const { id } = await aCampaign({ contents: [message, both] })
    await preview(`campaigns/by_stat/${id}`, { recipients: ['ann@example.com'], split_emails_by_format: '1' })
    expect((await queued()).map(({ format }) => format as string)).toEqual(['whole', 'html', 'text'])
  })

  test('of an autoresponder', async () => {
    const { preview, queued, anAnswer } = await aPreviewedList()
    const path = await anAnswer()
    expect((await preview(path, { recipients: ['ann@example.com'] })).status).toBe(200)
    expect([...(await queued())]).toEqual([
      {
        campaign_id: null,
        autoresponder_id: Number(path.split('/')[1]),
        content_id: null,
        recipient: 'ann@example.com',
        format: 'whole',
      },
    ])
  })

  test.each([
    ['without content', { contents: [] }, { recipients }, 'campaign has no content'],
    [
      'with a content that says nothing',
      { contents: [{ ...message, text: ' ' }] },
      { recipients },
      'campaign has no content',
    ],
    [
      'without a sender',
      { dispatch_attributes: { ...dispatch, from_email: '' } },
      { recipients },
      'campaign has no from_email',
    ],
    [
      'to a bad address',
      {},
      { recipients: ['ann@example.com', 'ann'] },
      'recipients.1 is not a valid e-mail address',
    ],
    ['to an empty list', {}, { recipients: [] }, 'recipients cannot be blank'],
    ['without recipients', {}, {}, 'recipients cannot be blank'],
  ])('of a campaign %s are rejected', async (_what, attributes, body, error_message) => {
    const { preview, queued, aCampaign } = await aPreviewedList()
    const { id } = await aCampaign(attributes)
    expect(await preview(`campaigns/${id}`, body)).toMatchObject({
      status: 422,
      body: { error_code: 'validation_failed', error_message },
    })
    expect(await queued()).toHaveLength(0)
  })

  test('of an autoresponder without content are rejected', async () => {
    const { preview, anAnswer } = await aPreviewedList()
    expect((await preview(await anAnswer({ content_html: '' }), { recipients })).body).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'autoresponder has no content',
    })
  })

  test('to more than 100 addresses at once are rejected', async () => {
    const { preview, queued, aCampaign } = await aPreviewedList()
    const path = `campaigns/${(await aCampaign()).id}`
    const many = (count: number) => ({
      recipients: Array.from({ length: count }, (_, n) => `p${n}@example.com`),
    })
    expect((await preview(path, many(101))).body).toMatchObject({ error_code: 'requested_too_many' })
    expect(await queued()).toHaveLength(0)
    expect((await preview(path, many(100))).status).toBe(200)
  })

  test('are limited to 1,000 a day for each organization, even with concurrent requests', async () => {
    const { preview, sql, organizationId, aCampaign } = await aPreviewedList()
    const { id, campaign_contents: contents } = await aCampaign()
    const fill = (count: number, age: string) => sql`
      insert into preview_mails (organization_id, campaign_id, content_id, recipient, format, created_at)
      select ${organizationId}, ${id}, ${contents[0]?.id ?? 0}, 'x@example.com', 'whole', now() - ${age}::interval
      from generate_series(1, ${count})`
    await fill(995, '23 hours')
    await fill(500, '25 hours')
    const asked = await Promise.all(
      Array.from({ length: 4 }, () =>
        preview(`campaigns/${id}`, { recipients: ['a@example.com', 'b@example.com'] }),
      ),
    )
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(asked.find(({ status }) => status !== 200)?.body.error_message).toBe(
      'recipients exceed the limit: 1 of 1000 previews within 24 hours are left',
    )
  })

  test('are deleted with their content and with their campaign', async () => {
    const { preview, queued, aCampaign, update, call } = await aPreviewedList()
    const { id } = await aCampaign({ contents: [message, both] })
    await preview(`campaigns/${id}`, { recipients: ['ann@example.com'] })
    expect((await update(id, { contents: [message], dispatch_attributes: { state: 'idle' } })).status).toBe(
      200,
    )
    expect(await queued()).toHaveLength(1)
    expect((await call('DELETE', `campaigns/${id}`)).status).toBe(200)
    expect(await queued()).toHaveLength(0)
  })

  test('of another organization cannot be sent', async () => {
    const { call, api, aCampaign, anAnswer, queued } = await aPreviewedList()
    for (const path of [`campaigns/${(await aCampaign()).id}`, await anAnswer()]) {
      const { status } = await call('POST', `${path}/send_preview`, { preview: { recipients } }, api.b)
      expect(status).toBe(404)
    }
    expect(await queued()).toHaveLength(0)
  })
})
