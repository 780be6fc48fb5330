import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { campaignCheckRoutes } from '../../../src/http/campaigns/check.ts'
import { defaultRemote } from '../../../src/sending/environment.ts'
import { anAutoresponder, recount } from '../../harness/core/records.ts'
import { aCampaignList } from '../../harness/sending/campaign-api.ts'

type Finding = {
  kind: string
  code: string
  sentence: string
  url: string | null
  content_name: string | null
}
type Check = {
  recipients: number | null
  suppressed: number | null
  sender: string
  messages: { name: string; subject: string; preview_text: string }[]
  findings: Finding[]
}
type Rendered = {
  email: string
  subject: string
  html: string
  text: string
  unknown_codes: { part: string; code: string; meant: string | null }[]
}

async function aList() {
  const parts = { origin: 'https://quiver.example', links: { allow: [], allowLoopback: true } }
  const list = await aCampaignList({}, (route, secrets) =>
    campaignCheckRoutes(route, { ...parts, remote: { secrets, rules: defaultRemote.rules } }),
  )
  const { sql, organizationId, listId } = list
  const [subscriber] = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key, email, status)
    select ${organizationId}, ${listId}, email, email, 'active' from unnest(${['ben@example.com', 'eve@example.com']}::text[]) email
    returning id`
  await recount(sql)
  return { ...list, subscriberId: subscriber?.id ?? 0 }
}

/** `/good` is there after a redirect, everything else is not. */
async function aPage(path: string): Promise<string> {
  const server = createServer(({ url }, response) => {
    const status = { '/good': 302, '/moved': 200 }[url ?? ''] ?? 404
    response.writeHead(status, status === 302 ? { location: '/moved' } : {}).end('page')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

test('a content is shown as one subscriber would get it, saved or not, with links that lead nowhere', async () => {
  const { create, call, subscriberId } = await aList()
  const html =
    '<p>Dear %%subscribers_email_address%%, %%subscribers_email_adress%%</p><a href="%%unsubscribe_link%%">Leave</a>'
  const { id } = (await create({ name: 'May', contents: [{ subject: 'For %%Subscriber_ID%%', html }] })).body
    .data
  const shown = (body: object) => call<Rendered>('POST', `campaigns/${id}/render`, body)
  const rendered = (await shown({ subscriber_id: subscriberId })).body.data
  expect(rendered).toMatchObject({ subject: `For ${subscriberId}`, email: 'ben@example.com', text: null })
  expect(rendered.html).toContain('Dear ben@example.com, %%subscribers_email_adress%%')
  expect(rendered.html).toContain('href="https://quiver.example/u/preview"')
  expect(rendered.unknown_codes).toEqual([
    { part: 'html', code: '%%subscribers_email_adress%%', meant: '%%subscribers_email_address%%' },
  ])
  const unsaved = { document: { blocks: [{ type: 'heading', text: 'Dear %%subscribers_email_address%%' }] } }
  const sample = (await shown({ content: { subject: 'New', ...unsaved } })).body.data
  expect(sample).toMatchObject({ subject: 'New', text: 'Dear anna@example.com\n', unknown_codes: [] })
  expect((await shown({ subscriber_id: 999 })).body.error_message).toBe('subscriber_id does not exist')
})

test('so is the message of an autoresponder, and nothing of it is saved', async () => {
  const { call, sql, organizationId, listId, subscriberId } = await aList()
  const id = await anAutoresponder(sql, organizationId, listId, {
    content_subject: 'Hello %%Subscriber_ID%%',
    content_format: 'text',
    content_text: 'As it is.',
  })
  const path = `mailing_lists/${listId}/autoresponders/${id}/render`
  const shown = async (body: object) => (await call<Rendered>('POST', path, body)).body.data
  expect(await shown({ subscriber_id: subscriberId })).toMatchObject({ subject: `Hello ${subscriberId}` })
  const content = { subject: 'New', format: 'text', text: 'For %%subscribers_email_address%%' }
  expect(await shown({ content })).toMatchObject({ subject: 'New', text: 'For anna@example.com' })
  expect(await shown({})).toMatchObject({ text: 'As it is.' })
})

test('what speaks against sending is found: what stops it, and what only warns', async () => {
  const { create, update, call, sql, organizationId } = await aList()
  const { id } = (await create({ name: 'May' })).body.data
  const check = async (query = '') => (await call<Check>('GET', `campaigns/${id}/check${query}`)).body.data
  const found = ({ findings }: Check) => findings.map(({ kind, code }) => `${kind} ${code}`)
  expect(found(await check())).toEqual(['stop recipients', 'stop sender', 'stop content'])
  await sql`
    with list as (insert into suppression_lists (organization_id, name) values (${organizationId}, 'Never') returning id)
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    select ${organizationId}, id, 'eve@example.com' from list`
  const [good, gone] = [await aPage('/good'), await aPage('/gone')]
  const html = `<img src="x.png"><p>%%Frist%%</p><a href="${good}">1</a><a href="${gone}">2</a>`
  await update(id, {
    segmentation_criteria_ad_hoc: [],
    contents: [{ subject: 'x'.repeat(90), html: html + 'y'.repeat(100_000) }],
    dispatch_attributes: { from_email: 'news@example.com', state: 'idle' },
  })
  const second = await check('?links=true')
  expect(second).toMatchObject({ recipients: 1, suppressed: 1 })
  expect(found(second)).toEqual([
    'ok recipients',
    'ok sender',
    'warn dkim',
    'warn subject',
    'warn text_part',
    // Readers cannot reach the pages of this test.
    'stop link',
    'stop link',
    'warn unsubscribe_link',
    'warn unknown_code',
    'warn alt',
    'warn size',
    'warn links',
  ])
  const [link] = second.findings.filter(({ code }) => code === 'links')
  expect(link).toMatchObject({ sentence: `${gone} answers 404`, url: gone })
  const document = {
    blocks: [
      { type: 'button', text: 'Read', href: good },
      { type: 'footer', imprint: 'Us' },
    ],
  }
  await update(id, { contents: [{ subject: 'News', document }] })
  expect(found(await check('?links=true')).filter((one) => !one.startsWith('ok'))).toEqual([
    'warn dkim',
    'stop link',
  ])
})

const html = '<p>Hello</p><a href="%%unsubscribe_link%%">Leave</a>'
const from = { from_name: 'Anna', from_email: 'news@example.com', state: 'idle' }

test('the check says who gets which version of what, in words of the trade', async () => {
  const { create, update, call, sql, organizationId, listId } = await aList()
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email, status)
    select ${organizationId}, ${listId}, email, email, 'active'
    from (select 'p' || n || '@example.com' as email from generate_series(1, 98) n) given`
  await recount(sql)
  const { id } = (await create({ name: 'May' })).body.data
  const document = { preheader: 'Three things', blocks: [{ type: 'footer', imprint: 'Alder, 1 Street' }] }
  await update(id, {
    segmentation_criteria_ad_hoc: [],
    contents: [
      { name: 'Warm', subject: 'Good day', document },
      { name: 'Short', subject: '', html },
    ],
    dispatch_attributes: { ...from, autowinner_enabled: true },
  })
  const check = async () => (await call<Check>('GET', `campaigns/${id}/check`)).body.data
  const sentences = ({ findings }: Check, ...codes: string[]) =>
    findings.filter(({ code }) => codes.includes(code)).map(({ sentence }) => sentence)
  const unfinished = await check()
  expect(unfinished).toMatchObject({
    sender: 'Anna <news@example.com>',
    messages: [
      { name: 'Warm', subject: 'Good day', preview_text: 'Three things' },
      { name: 'Short', subject: '', preview_text: '' },
    ],
  })
  expect(sentences(unfinished, 'winner')).toEqual([
    'The A/B test does not say how many people get a version first.',
    'The A/B test does not say how long it waits.',
    'The A/B test does not say what decides.',
  ])
  const [empty] = unfinished.findings.filter(({ code, kind }) => code === 'subject' && kind === 'stop')
  expect(empty).toMatchObject({ content_name: 'Short', sentence: 'The subject is empty.' })
  const test = { autowinner_percentage: 20, autowinner_delay_amount: 4, autowinner_delay_unit: 'hours' }
  await update(id, { dispatch_attributes: { ...test, autowinner_metric: 'clicks_unique', state: 'idle' } })
  const [list] = await sql<{ name: string }[]>`select name from mailing_lists where id = ${listId}`
  expect(sentences(await check(), 'recipients', 'versions', 'winner')).toEqual([
    `To 100 people: everybody who is active on the list ${list?.name}.`,
    'About 10 get each of Warm, Short first; the other 80 get the one that does best.',
    'A/B test: 20 % get one of the 2 versions; after 4 hours the rest get the one that most people click in.',
  ])
  for (const one of (await check()).findings) expect(one.sentence).not.toMatch(/[a-z]+_[a-z]+(?!\w*%%)/)
})

test('a time that is over stops it, and what the limit of the month cannot carry is said', async () => {
  const { create, update, call, sql, organizationId } = await aList()
  const { id } = (await create({ name: 'May', segmentation_criteria_ad_hoc: [] })).body.data
  const begins = '2020-11-01 10:00'
  await update(id, {
    contents: [{ subject: 'News', html }],
    dispatch_attributes: { ...from, begins_at: begins },
  })
  await sql`
    update organizations set sending_quota_mode = 'visible_limit', sending_quota_limit = 1 where id = ${organizationId}`
  const { findings } = (await call<Check>('GET', `campaigns/${id}/check`)).body.data
  const sentences = findings.filter(({ code }) => ['begins_at', 'quota'].includes(code))
  expect(sentences.map(({ kind, sentence }) => [kind, sentence])).toEqual([
    [
      'stop',
      'The time for which it is set, 2020-11-01 10:00, is over. Choose another one, or send it at once.',
    ],
    [
      'warn',
      'Only 1 message may still be sent this month, to 2 people: the rest waits until the next month, or until the limit is raised.',
    ],
  ])
  // What the contract lets pass still passes.
  const sent = await update(id, { dispatch_attributes: { begins_at: begins, state: 'scheduled' } })
  expect([sent.status, sent.body.data.dispatch?.state]).toEqual([200, 'scheduled'])
})

test('the messages of an autoresponder and of its steps are checked, each under its name', async () => {
  const { call, sql, organizationId, listId } = await aList()
  const id = await anAutoresponder(sql, organizationId, listId, {
    name: 'Welcome',
    content_subject: '',
    content_format: 'html',
    content_html: '<a href="#">Begin here</a>',
  })
  const path = `mailing_lists/${listId}/autoresponders/${id}`
  const check = async () => (await call<Check>('GET', `${path}/check`)).body.data
  const stops = ({ findings }: Check) => findings.filter(({ kind }) => kind === 'stop')
  expect(stops(await check()).map(({ sentence }) => sentence)).toEqual([
    'There is no sender address.',
    'The subject is empty.',
    'The link “Begin here” has no address: it leads nowhere.',
  ])
  await sql`
    insert into autoresponders ${sql({
      organization_id: organizationId,
      mailing_list_id: listId,
      sequence_id: id,
      trigger: 'step',
      name: 'A week later',
      content_subject: 'Lorem ipsum',
      content_html: '<p>Hello</p>',
    })}`
  await sql`
    insert into sequence_steps (organization_id, id, sequence_id, position, wait_amount, wait_unit)
    select ${organizationId}, id, ${id}, 1, 1, 'weeks' from autoresponders where sequence_id = ${id}`
  const whole = await check()
  expect(whole.messages.map(({ name }) => name)).toEqual(['Welcome', 'A week later'])
  expect(stops(whole).map(({ content_name: name, code }) => [name, code])).toEqual([
    [null, 'sender'],
    ['Welcome', 'subject'],
    ['Welcome', 'link'],
    ['A week later', 'sample'],
  ])
  // As in a campaign, every branch is composed.
  const liquid = '<p>{% if person.points > 9 %}Many{% else %}{% endif %}{% endfor %}</p>'
  await sql`update autoresponders set content_language = 'liquid', content_html = ${liquid} where sequence_id = ${id}`
  expect((await check()).findings.filter(({ code }) => code === 'template')).toMatchObject([
    { kind: 'stop', content_name: 'A week later' },
  ])
})

test('a content in Liquid is kept as one, and the check composes its branches and counts whom a blank concerns', async () => {
  const { create, call, sql, organizationId, listId } = await aList()
  await sql`
    insert into custom_fields (organization_id, id, mailing_list_id, name, field_type)
    values (${organizationId}, 901, ${listId}, 'First name', 'text')`
  await sql`
    update subscribers set custom_fields = '{"901": "Ben"}'
    where organization_id = ${organizationId} and email = 'ben@example.com'`
  const leave = '<a href="{{ links.unsubscribe }}">Leave</a>'
  const contents = (html: string) => [
    { language: 'liquid', subject: 'For {{ person.first_name }}', html: `${html}${leave}` },
  ]
  const made = (
    await create({
      name: 'May',
      contents: contents(
        '<p>{{ person.first_name }}{% if list.name == "x" %}never{% endif %}{{ persn.email }}*|FNAME|*</p>',
      ),
      segmentation_criteria_ad_hoc: [],
    })
  ).body.data
  const [kept] = await sql`select language from campaign_contents where campaign_id = ${made.id}`
  expect(kept).toEqual({ language: 'liquid' })
  const said = async (html?: string) => {
    if (html !== undefined)
      await call('PUT', `campaigns/${made.id}`, { campaign: { contents: contents(html) } })
    const { findings } = (await call<Check>('GET', `campaigns/${made.id}/check`)).body.data
    return findings.map(({ kind, code, sentence }) => `${kind} ${code}: ${sentence}`)
  }
  const first = await said()
  expect(first).toContain('warn blank_value: 1 person sees nothing for First name: give it a default.')
  expect(first).toContain(
    'warn unknown_code: *|FNAME|* is not a known code and stays in the message as it is. Did you mean {{ person.first_name }}?',
  )
  expect(first).toContain(
    'warn unknown_code: persn is not a known name and stays empty. Did you mean person?',
  )
  expect(first.join()).toMatch(
    /warn branches: None of \d+ people who were tried sees the part after \{% if list.name == "x" %\} \(line 1\)/,
  )
  expect(first).toContain('ok unsubscribe_link: There is a link to unsubscribe.')
  const other = await said('<p>{% if person.first_name == "Eve" %}you{% else %}friend{% endif %}</p>')
  expect(other).toContain(
    'ok branches: All 2 branches were composed, with blanks and with the longest values.',
  )
  expect(other.join()).not.toContain('blank_value')
  expect((await said('{% for a in (1..1000000000) %}{% endfor %}')).join()).toContain(
    'stop template: The message cannot be composed: In the HTML, line 1: it makes too long texts or lists: shorten its loops.',
  )
  expect((await said('{% if list %}')).join()).toContain('stop template: The message cannot be composed: ')
})
