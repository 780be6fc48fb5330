import { expect, test } from 'vitest'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { aCampaignList, complete } from '../../harness/sending/campaign-api.ts'

const document = {
  version: 1,
  blocks: [
    { type: 'heading', text: 'Good day, %%subscribers_email_address%%' },
    { type: 'button', text: 'Read on', href: 'https://example.com/?a=1&b=2' },
    { type: 'footer', imprint: 'Example Ltd' },
  ],
}

type Content = { format: string; html: string; text: string; document: { blocks: object[] } | null }

test('a campaign of blocks is compiled by the server and can be edited again', async () => {
  const { create, update, call } = await aCampaignList()
  const made = await create({ ...complete, contents: [{ subject: 'News', html: 'not this', document }] })
  expect(made.body).not.toHaveProperty('warnings')
  const [content] = made.body.data['campaign_contents'] as unknown as Content[]
  expect(content).toMatchObject({
    format: 'both',
    text: 'Good day, %%subscribers_email_address%%\n\nRead on: https://example.com/?a=1&b=2\n\nExample Ltd\n\nUnsubscribe: %%unsubscribe_link%%\n',
    document: { version: 1, theme: { width_px: 600 } },
  })
  expect(content?.html).toContain('href="https://example.com/?a=1&amp;b=2"')
  expect(content?.document?.blocks).toHaveLength(3)
  const { id } = made.body.data
  const again = await update(id, { contents: [{ subject: 'News', document: content?.document }] })
  expect(again.body.data['campaign_contents']).toMatchObject([
    { html: content?.html, document: content?.document },
  ])
  const byHand = await update(id, { contents: [{ subject: 'News', html: '<p>By hand</p>' }] })
  expect(byHand.body.data['campaign_contents']).toMatchObject([{ html: '<p>By hand</p>', document: null }])
  const wrong = [{ subject: 'News', document: { version: 1, blocks: [{ type: 'spacer', height_px: 999 }] } }]
  const refused = await call('PUT', `campaigns/${id}`, { campaign: { contents: wrong } })
  expect(refused.body.error_message).toContain('height_px must be a whole number between 1 and 200')
})

test('a template hands its blocks on to a campaign, and an autoresponder keeps its own', async () => {
  const { call, create, listId } = await aCampaignList({}, autoresponderRoutes)
  const template = { ...complete, contents: [{ subject: 'News', document }] }
  const made = await call<{ id: number }>('POST', `mailing_lists/${listId}/templates`, { template })
  const copied = await create(
    { name: 'Copy' },
    { source_template_id: made.body.data.id, duplicate_content: true },
  )
  expect(copied.body.data['campaign_contents']).toMatchObject([
    { document: { blocks: [{ type: 'heading' }, {}, {}] } },
  ])
  const path = `mailing_lists/${listId}/autoresponders`
  const fields = {
    name: 'Welcome',
    trigger: 'subscription',
    content_subject: 'Hello',
    content_document: document,
  }
  const responder = await call<{ id: number }>('POST', path, { autoresponder: fields })
  expect(responder.body.data).toMatchObject({ content_format: 'both', content_document: { version: 1 } })
  const shown = (autoresponder: object) => call('PUT', `${path}/${responder.body.data.id}`, { autoresponder })
  expect((await shown({ content_subject: 'Hi' })).body.data).toMatchObject({
    content_document: { version: 1 },
  })
  expect((await shown({ content_html: '<p>By hand</p>' })).body.data).toMatchObject({
    content_html: '<p>By hand</p>',
    content_document: null,
  })
})
