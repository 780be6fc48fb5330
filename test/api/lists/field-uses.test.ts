import { expect, test } from 'vitest'
import type { FieldUse, FieldUses } from '../../../src/contract/lists/field-uses.ts'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { sequenceRoutes } from '../../../src/http/autoresponders/sequences.ts'
import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { templateRoutes } from '../../../src/http/campaigns/templates.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { webFormRoutes } from '../../../src/http/lists/forms/routes.ts'
import { listPreferenceRoutes } from '../../../src/http/lists/preferences.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { anApi } from '../../harness/core/api.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { anImport, aSubscriber } from '../../harness/records/lists.ts'

async function aListWithField() {
  const api = await anApi(
    customFieldRoutes,
    segmentRoutes,
    campaignRoutes,
    templateRoutes,
    autoresponderRoutes,
    sequenceRoutes,
    listPreferenceRoutes,
    (route) => webFormRoutes(route, { baseUrl: '' }),
  )
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId, { name: 'News' })
  const id = await aField(api.sql, organizationId, listId, { name: 'First_Name' })
  const add = async (path: string, body: object) =>
    (await api.call<{ id: number }>('POST', `mailing_lists/${listId}/${path}`, body)).body.data.id
  const uses = async (field = id) =>
    (await api.call<FieldUses>('GET', `custom_fields/${field}/uses`)).body.data
  return { ...api, organizationId, listId, id, add, uses }
}

const named = (uses: readonly FieldUse[]) => uses.map(({ type, name }) => `${type} ${name}`)
const aContent = (text: string) => ({ contents: [{ name: '', subject: 'Hi', format: 'text', text }] })

test('what goes on without a field is named, by the codes of messages as they are merged', async () => {
  const { add, uses, call, sql, organizationId, listId, id } = await aListWithField()
  const other = await aField(sql, organizationId, listId, { name: 'First.Name' })
  expect(await uses()).toEqual({ subscribers: 0, subscribers_estimate: null, dependencies: [], mentions: [] })
  await add('web_forms', { name: 'Sign up', title: 'News', fields: [{ custom_field_id: id }] })
  await add('web_forms', { name: 'Without', title: 'News' })
  await call('PUT', `mailing_lists/${listId}/preferences`, { editable_custom_field_ids: [id] })
  const campaign = await add('campaigns', { name: 'May', ...aContent('Dear %% first name %%') })
  const ended = await add('campaigns', { name: 'April', ...aContent('Dear %%first_name%%') })
  await call('POST', `campaigns/${ended}/cancel`)
  await add('campaigns', { name: 'June', ...aContent('Dear %%first.name%%, %%first_names%%, first_name') })
  await add('templates', { name: 'Letter', ...aContent('100 %%%FIRST_NAME%%') })
  const autoresponder = await add('autoresponders', { name: 'Welcome', trigger: 'subscription' })
  await add(`autoresponders/${autoresponder}/steps`, { name: 'Later', content_subject: '%%First_Name%%!' })
  await sql`update organizations set text_footer = 'For %%first_name%%' where id = ${organizationId}`
  const { dependencies, mentions } = await uses()
  expect(dependencies).toEqual([])
  expect(named(mentions)).toEqual([
    'Autoresponder Welcome',
    'Campaign May',
    'MailingList News',
    'Organization A',
    'Template Letter',
    'WebForm Sign up',
  ])
  expect(mentions[1]).toEqual({ type: 'Campaign', id: campaign, name: 'May', mailing_list_id: listId })
  expect(named((await uses(other)).mentions)).toEqual(['Campaign June'])
})

test('what prevents the deletion of a field is named, and is what the deletion answers', async () => {
  const { add, uses, call, sql, organizationId, listId, id } = await aListWithField()
  const clauses = [{ type: 'custom_field', custom_field: { id }, operator: 'is', value: 'Anna' }]
  await add('segments', { name: 'Annas', clauses })
  await add('campaigns', { name: 'May', segmentation_criteria_ad_hoc: clauses })
  const autoresponder = await add('autoresponders', { name: 'Welcome', trigger: 'subscription' })
  await add(`autoresponders/${autoresponder}/steps`, { name: 'Later', segmentation_criteria_ad_hoc: clauses })
  await anImport(sql, organizationId, listId, {
    column_mapping: ['email', 'first_name'],
    source_filename: 'may.csv',
  })
  const { dependencies } = await uses()
  expect(named(dependencies)).toEqual([
    'Segment Later',
    'Segment May',
    'Segment Annas',
    'SubscriberImport may.csv',
  ])
  const refused = await call<{ dependencies: { type: string; id: number }[] }>(
    'DELETE',
    `custom_fields/${id}`,
  )
  expect(refused.status).toBe(422)
  const ids = (found: { type: string; id: number }[]) =>
    found.map((one) => `${one.type} ${one.id}`).toSorted()
  expect(ids(refused.body.data.dependencies)).toEqual(ids(dependencies))
})

test('the people with a value are counted, of all lists for a field of all lists', async () => {
  const { uses, sql, organizationId, listId, id, b, call } = await aListWithField()
  const otherList = await aList(sql, organizationId)
  const global = await aField(sql, organizationId, null, { name: 'City' })
  for (const [list, key, values] of [
    [listId, 'a@example.com', { [id]: 'Anna', [global]: 'Graz' }],
    [listId, 'b@example.com', { [global]: 'Graz' }],
    [listId, 'c@example.com', {}],
    [otherList, 'a@example.com', { [id]: 'left over', [global]: 'Linz' }],
  ] as const) {
    const person = await aSubscriber(sql, organizationId, list, key)
    await sql`update subscribers set custom_fields = ${sql.json(values)} where id = ${person}`
  }
  expect((await uses()).subscribers).toBe(1)
  expect((await uses(global)).subscribers).toBe(3)
  expect((await call('GET', `custom_fields/${id}/uses`, undefined, b)).status).toBe(404)
})
