import { expect, test } from 'vitest'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { subscriberRoutes } from '../../../src/http/subscribers/routes.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { anOrganizationApi, change } from '../../harness/records/organizations.ts'

type Told = { warnings?: string[]; error_message: string | null }

async function aServer() {
  const api = await anApi(mailingListRoutes, campaignRoutes, autoresponderRoutes, (route, secrets) =>
    subscriberRoutes(route, createPageTokens(secrets)),
  )
  const listId = await aList(api.sql, api.a.organizationId)
  await aField(api.sql, api.a.organizationId, listId, { name: 'First name' })
  const told = async (method: 'POST' | 'PUT', path: string, body: object): Promise<Told> => {
    return (await api.call(method, path, body)).body
  }
  return { api, listId, list: `mailing_lists/${listId}`, told }
}

const unknown = (name: string, meant?: string) =>
  `member "${name}" is not known and was ignored${meant === undefined ? '' : `; did you mean "${meant}"?`}`

test('an answer names each ignored member, and the one that was probably meant', async () => {
  const { told, list } = await aServer()
  const { warnings } = await told('POST', 'mailing_lists', {
    mailing_list: { name: 'News', d_form_email: 'a@example.com', colour: 'red' },
    mailing_lst: 1,
  })
  expect(warnings).toEqual([
    unknown('mailing_lst'),
    unknown('d_form_email', 'd_from_email'),
    unknown('colour'),
  ])
  const campaign = await told('POST', `${list}/campaigns`, {
    campaign: {
      name: 'May',
      content: { text: 'x' },
      dispatch_attributes: { form_name: 'Ann' },
      contents: [{ subject: 'S', format: 'text', text: '%%unsubscribe_link%%', txt: '' }],
    },
  })
  expect(campaign.warnings).toEqual([
    unknown('content', 'contents'),
    unknown('dispatch_attributes.form_name', 'from_name'),
    unknown('contents.0.txt', 'text'),
  ])
})

test('an answer can be sent back, but a hash that only answers contain is named', async () => {
  const { told, list } = await aServer()
  expect((await told('PUT', list, { mailing_list: { id: 7, name: 'Other' } })).warnings).toBeUndefined()
  const dispatch = { from_email: 'a@example.com' }
  expect((await told('POST', `${list}/campaigns`, { campaign: { name: 'May', dispatch } })).warnings).toEqual(
    ['member "dispatch" cannot be set and was ignored'],
  )
  const beside = { skip_autoresponders: true, subscriber: { email: 'ann@example.com' } }
  expect((await told('POST', `${list}/subscribers`, beside)).warnings).toBeUndefined()
  expect((await told('POST', `${list}/subscribers`, { email: 'ben@example.com' })).warnings).toBeUndefined()
})

test('a record under a wrong wrapper is answered with the correct one', async () => {
  const { told, list } = await aServer()
  expect((await told('POST', 'mailing_lists', { list: { name: 'News' } })).error_message).toBe(
    'mailing_list cannot be blank: put the record under mailing_list',
  )
  expect((await told('POST', 'mailing_lists', {})).error_message).toBe('name cannot be blank')
  expect((await told('PUT', list, { list: { name: 'News' } })).warnings).toEqual([
    `${unknown('list')}; put the record under mailing_list`,
  ])
})

test('many unknown members do not make a long answer', async () => {
  const { told } = await aServer()
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`member ${index}`, {}]))
  expect(
    (await told('POST', 'mailing_lists', { mailing_list: { name: 'News', ...many } })).warnings,
  ).toHaveLength(20)
})

test('unknown custom fields, and attributes that the list does not have, are named', async () => {
  const { told, list } = await aServer()
  const given = { custom_fields: { 'Frist name': 'Ann', 'first name': 'Ann', 'a\u0001': 1 }, confirmed: true }
  const expected = [
    'confirmed was ignored: the list has no such attribute',
    'custom field "Frist name" does not exist on this list and was ignored; did you mean "First name"?',
    'custom field "a\\u0001" does not exist on this list and was ignored',
  ]
  const created = await told('POST', `${list}/subscribers`, {
    subscriber: { email: 'ann@example.com', ...given },
  })
  expect(created.warnings).toEqual(expected)
  const updated = await told('PUT', `${list}/subscribers/ann@example.com`, { subscriber: given })
  expect(updated.warnings).toEqual(expected)
})

test('unresolved codes in a message and a missing unsubscribe link are named', async () => {
  const { told, list } = await aServer()
  const text = 'Dear %%Frist_name%%, {{first_name}}, %%first name%%, 100%% sure and 50%% off, *|FNAME|*'
  const expected = (prefix: string) => [
    `${prefix}subject: %%nonsense%% is not a known code and stays in the message as it is`,
    `${prefix}text: %%Frist_name%% is not a known code and stays in the message as it is; did you mean "%%First_name%%"?`,
    `${prefix}text: *|FNAME|* is not a known code and stays in the message as it is; did you mean "%%First_name%%"?`,
    `${prefix}text: {{first_name}} is not a known code and stays in the message as it is; did you mean "%%First_name%%"?`,
    `${prefix}text has no unsubscribe link: add %%unsubscribe_link%%`,
  ]
  const subject = 'News %%nonsense%%'
  const campaign = { name: 'May', contents: [{ subject, format: 'text', text }] }
  expect((await told('POST', `${list}/campaigns`, { campaign })).warnings).toEqual(expected('contents.0.'))
  const content = { content_subject: subject, content_format: 'text', content_text: text }
  const autoresponder = { name: 'Hello', trigger: 'api', ...content }
  expect((await told('POST', `${list}/autoresponders`, { autoresponder })).warnings).toEqual(
    expected('content_'),
  )
  const good = { subject: 'News', format: 'html', html: '<a href="%%unsubscribe_link%%">Bye</a>' }
  const silent = await told('POST', `${list}/campaigns`, { campaign: { name: 'June', contents: [good] } })
  expect(silent.warnings).toBeUndefined()
})

const organization = (api: Api, body: object) => change(api, body).then(({ body: told }) => told as Told)

test('a misspelt permission or rule of an organization is named', async () => {
  const api = await anOrganizationApi()
  const management = { distribute_removals: false, unsub_suppression_lst: { id: 1 } }
  const { warnings } = await organization(api, {
    auto_subscriber_management: management,
    permissions: { sped: 'none' },
  })
  expect(warnings).toEqual([
    unknown('auto_subscriber_management.unsub_suppression_lst', 'unsub_suppression_list'),
    unknown('permissions.sped', 'speed'),
  ])
})
