import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { campaignCheckRoutes } from '../../../src/http/campaigns/check.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { defaultRemote } from '../../../src/sending/environment.ts'
import { aCampaignList } from '../../harness/sending/campaign-api.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aField } from '../../harness/core/records.ts'
import { aReactor, owe } from '../../harness/sending/reactions.ts'

type Finding = { kind: string; code: string; sentence: string }

const said = (text: string, show_if?: object[]) => ({
  type: 'heading',
  text,
  ...(show_if ? { show_if } : {}),
})

test('a block with a condition reaches those for whom it holds, in both languages and both parts', async () => {
  const world = await aCampaignWorld(24)
  const city = await aField(world.sql, world.organizationId, world.listId, { name: 'City' })
  await world.sql`
    update subscribers set custom_fields = jsonb_build_object(${String(city)}::text, 'Berlin')
    where key in ('person1@example.com', 'person2@example.com', 'person3@example.com', 'person4@example.com',
      'person5@example.com', 'person6@example.com', 'person7@example.com', 'person8@example.com')`
  const inBerlin = [{ type: 'custom_field', custom_field: { name: 'city' }, operator: 'is', value: 'berlin' }]
  const odd = [{ type: 'subscriber_email', operator: 'contains', value: '1@' }]
  const columns = { type: 'columns', show_if: inBerlin, columns: [{ blocks: [said('Both', odd)] }] }
  const blocks = [said('For all'), said('For Berlin', inBerlin), columns, said('Never', [{ type: 'not', clauses: [{ type: 'all', clauses: inBerlin }, { type: 'not', clauses: inBerlin }] }])] // oxfmt-ignore
  const contents = (['codes', 'liquid'] as const).map((language) => ({
    name: language,
    subject: language,
    language,
    document: { blocks: [...blocks, said('Last'), { type: 'footer' }] },
  }))
  startSenders(world.api, { smtpUrl: world.sink.url })
  await world.finished(await world.begin({ contents }))
  expect(world.sink.messages).toHaveLength(24)
  const seen = new Set<string>()
  for (const { to, raw } of world.sink.messages) {
    const { html = '', text = '', subject = '' } = await PostalMime.parse(raw)
    seen.add(subject)
    const isBerliner = /^person[1-8]@/.test(to)
    const expected = ['For all', ...(isBerliner ? ['For Berlin'] : []), ...(isBerliner && to.includes('1@') ? ['Both'] : []), 'Last'] // oxfmt-ignore
    for (const part of [html, text]) {
      expect([to, part.match(/For all|For Berlin|Both|Never|Last/g)]).toEqual([to, expected])
      expect(part).not.toMatch(/_if_|hidden_blocks/)
    }
    expect(text.replaceAll(/\r\n/g, '\n')).toMatch(/^For all\n\n.*Last\n\nUnsubscribe/s)
  }
  expect(seen).toEqual(new Set(['codes', 'liquid']))
})

test('so does one in a message of an autoresponder', async () => {
  const reactor = await aReactor()
  const listId = await reactor.list()
  const show_if = [{ type: 'subscriber_email', operator: 'begins_with', value: 'ann' }]
  const id = await reactor.autoresponder(listId, {
    content_subject: 'Hello',
    content_text: 'Hello. %%show_if_0%%For Ann.%%end_if_0%%',
    content_document: JSON.stringify({ version: 1, blocks: [said('For Ann.', show_if)] }),
  })
  const people = await reactor.sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${reactor.organizationId}, ${listId}, key from unnest(array['ann@example.com', 'ben@example.com']) key
    returning id`
  await owe(reactor, id, people.map((person) => person.id)) // oxfmt-ignore
  await reactor.work()
  const texts = reactor.sink.messages.map(({ to, raw }) => [to, raw.toString().includes('For Ann.')])
  expect(Object.fromEntries(texts)).toEqual({ 'ann@example.com': true, 'ben@example.com': false })
})

async function aCheckedList() {
  const parts = { origin: 'https://quiver.example', links: { allow: [], allowLoopback: true } }
  const list = await aCampaignList({}, customFieldRoutes, (route, secrets) =>
    campaignCheckRoutes(route, { ...parts, remote: { secrets, rules: defaultRemote.rules } }),
  )
  const fieldId = await aField(list.sql, list.organizationId, list.listId, { name: 'City' })
  const inBerlin = [{ type: 'custom_field', custom_field: { id: fieldId }, operator: 'is', value: 'Berlin' }]
  return { ...list, fieldId, inBerlin }
}

test('a preview shows what one person would get, and every block without one', async () => {
  const { create, call, sql, organizationId, listId, inBerlin } = await aCheckedList()
  const [ben] = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key) values (${organizationId}, ${listId}, 'ben@example.com')
    returning id`
  const document = { blocks: [said('For Berlin', inBerlin), said('For all')] }
  const { id } = (await create({ name: 'May', contents: [{ subject: 'May', document }] })).body.data
  const shown = async (body: object) =>
    (await call<{ text: string; unknown_codes: object[] }>('POST', `campaigns/${id}/render`, body)).body.data
  expect(await shown({})).toMatchObject({ text: 'For Berlin\n\nFor all\n', unknown_codes: [] })
  expect((await shown({ subscriber_id: ben?.id })).text).toBe('For all\n')
  const content = { subject: 'New', document: { blocks: [said('Others', [{ type: 'not', clauses: inBerlin }]), said('Last')] } } // oxfmt-ignore
  expect((await shown({ content, subscriber_id: ben?.id })).text).toBe('Others\n\nLast\n')
})

test('the check counts who sees it, composes each way, and wants a link to unsubscribe for everybody', async () => {
  const { create, call, sql, organizationId, listId, fieldId, inBerlin } = await aCheckedList()
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, custom_fields)
    select ${organizationId}, ${listId}, 'p' || n || '@example.com', case when n < 3 then jsonb_build_object(${String(fieldId)}::text, 'Berlin') else '{}' end
    from generate_series(1, 5) n`
  const link = { type: 'html', html: '<a href="%%unsubscribe_link%%">x</a>', text: '%%unsubscribe_link%%' }
  const check = async (blocks: object[]) => {
    const contents = [{ subject: 'May', document: { blocks } }]
    const { id } = (await create({ name: 'May', segmentation_criteria_ad_hoc: [], contents })).body.data
    const { findings } = (await call<{ findings: Finding[] }>('GET', `campaigns/${id}/check`)).body.data
    const codes = ['branches', 'condition', 'unsubscribe_link']
    return findings.flatMap((one) => (codes.includes(one.code) ? [`${one.kind} ${one.sentence}`] : []))
  }
  expect(await check([said('All'), { ...link, show_if: inBerlin }])).toEqual([
    'warn There is no link to unsubscribe in the HTML and the text: add %%unsubscribe_link%%.',
    'ok 2 people get the block “%%unsubscribe_link%%”.',
    'ok All 2 branches were composed, with blanks and with the longest values.',
  ])
  const inBonn = [{ type: 'subscriber_email', operator: 'is', value: 'bonn@example.com' }]
  expect(await check([said('For Bonn', inBonn), link])).toEqual([
    'ok There is a link to unsubscribe.',
    'warn Nobody gets the block “For Bonn”: its condition holds for none of them.',
    'ok All 2 branches were composed, with blanks and with the longest values.',
  ])
})

test('a condition names what the list has, and what it names stays', async () => {
  const { create, call, fieldId, inBerlin } = await aCheckedList()
  const refusal = async (show_if: object[], text = 'Hi') =>
    (
      await create({
        name: 'May',
        contents: [{ subject: 'May', document: { blocks: [said(text, show_if)] } }],
      })
    ).body.error_message
  const unknown = [{ type: 'custom_field', custom_field: { name: 'Town' }, operator: 'is', value: 'Bonn' }]
  expect(await refusal(unknown)).toContain('show_if name a custom field that does not exist')
  expect(await refusal([{ type: 'weather' }])).toContain('show_if.0.type must be one of')
  expect(await refusal(inBerlin, 'Hi %%end_if_0%%')).toContain('cannot contain %%show_if_')
  const many = Array.from({ length: 21 }, () => said('Hi', inBerlin))
  const crowded = await create({ name: 'May', contents: [{ subject: 'May', document: { blocks: many } }] })
  expect(crowded.body.error_message).toContain('at most 20 blocks with show_if')
  const made = await create({ name: 'May', contents: [{ subject: 'May', document: { blocks: [said('Hi', inBerlin)] } }] }) // oxfmt-ignore
  expect(made.status).toBe(200)
  const deleted = await call('DELETE', `custom_fields/${fieldId}`)
  expect(deleted.body).toMatchObject({ error_code: 'validation_failed' })
})
