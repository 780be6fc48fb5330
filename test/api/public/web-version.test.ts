import { expect, test } from 'vitest'
import { aSentCampaign, baseUrl, countersOf } from '../../harness/sending/readers.ts'
import { anAutoresponder } from '../../harness/core/records.ts'

test('the web version is the message of its reader, with tracked links, without the pixel, and runs no script', async () => {
  const { api, visit, path, token, campaignId, subscriberIds } = await aSentCampaign()
  const [, bob = 0] = subscriberIds
  const reply = await visit('GET', path('web_view', { subscriberId: bob }))
  const other = { subscriberId: bob }
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toBe(
    `<p>Dear bob@example.com, <a href="${baseUrl}/c/${token('click', other)}">look</a> ` +
      `<a href="${baseUrl}/u/${token('unsubscribe', other)}">out</a></p>`,
  )
  const policy = String(reply.headers['content-security-policy'])
  expect(policy).toMatch(/^sandbox allow-popups /)
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src/)
  expect(policy).toContain("default-src 'none'")
  expect(reply.headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(await countersOf(api, campaignId)).toEqual({ report: {}, slice: {} })
})

test('a content that changed after sending still has working links', async () => {
  const { sql, visit, path } = await aSentCampaign()
  await sql`update campaign_contents set html = '<a href="https://new.example/">new</a>'`
  expect((await visit('GET', path('web_view'))).body).toBe('<a href="https://new.example/">new</a>')
})

test('a text message is shown on the page of its list, and values of a subscriber are escaped', async () => {
  const { sql, visit, path, organizationId } = await aSentCampaign()
  await sql`
    insert into brands (organization_id, name, color, imprint, imprint_url, language)
    values (${organizationId}, 'Acme & Co', '#aa0000', '1 Main Street', 'https://acme.example/imprint', 'de')`
  await sql`update subscribers set email = ${'<b>@example.com'} where key = 'ann@example.com'`
  await sql`update campaign_contents set format = 'text', text = ${'Hello <i> %%subscribers_email_address%%\n  https://acme.example/new'}, subject = 'News <1>'`
  const { body, headers } = await visit('GET', path('web_view'))
  expect(body).toContain('Hello &lt;i&gt; &lt;b&gt;@example.com<br>  <a href="https://acme.example/new"')
  expect(body).toContain('<html lang="de">')
  expect(body).toContain('<title>News &lt;1&gt; · Acme &amp; Co</title>')
  expect(body).toContain('--main: #aa0000')
  expect(body).toContain('<p>1 Main Street</p>')
  expect(body).toContain('href="https://acme.example/imprint"')
  expect(body).toContain('Impressum')
  expect(headers['content-security-policy']).toMatch(/^sandbox allow-popups /)
})

test('shows the content that the reader received', async () => {
  const { sql, visit, path, organizationId, campaignId } = await aSentCampaign()
  const [second] = await sql<{ id: number }[]>`
    insert into campaign_contents (organization_id, campaign_id, position, html)
    values (${organizationId}, ${campaignId}, 2, 'the second') returning id`
  await sql`update deliveries set content_id = ${second?.id ?? 0}`
  expect((await visit('GET', path('web_view'))).body).toBe('the second')
})

test('autoresponders have web versions too; a deleted list and a deleted reader have none', async () => {
  const { sql, visit, path, organizationId, listId } = await aSentCampaign()
  const sourceId = await anAutoresponder(sql, organizationId, listId, { content_html: 'welcome' })
  const url = path('web_view', { source: 'autoresponder', sourceId })
  expect((await visit('GET', url)).body).toBe('welcome')
  await sql`delete from subscribers where key = 'ann@example.com'`
  expect((await visit('GET', url)).statusCode).toBe(404)
  expect((await visit('GET', path('web_view', { subscriberId: 0 }))).statusCode).toBe(200)
  await sql`update mailing_lists set deleted_at = now()`
  expect((await visit('GET', path('web_view', { subscriberId: 0 }))).statusCode).toBe(404)
})
