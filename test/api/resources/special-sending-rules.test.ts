import { expect, test } from 'vitest'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { customFieldRoutes } from '../../../src/http/lists/custom-fields.ts'
import { aField, aList } from '../../harness/core/records.ts'
import { resourceRoutes } from '../../harness/records/resources.ts'
import { aCampaignList, complete } from '../../harness/sending/campaign-api.ts'

type Rule = { id: number } & Record<string, unknown>

async function aWorld() {
  const world = await aCampaignList({}, autoresponderRoutes, customFieldRoutes, (route, secrets) =>
    resourceRoutes(route, secrets),
  )
  const rule = async (attributes: object) =>
    world.call<Rule>('POST', 'special_sending_rules', { name: 'Rule', ...attributes })
  const withRule = (dispatch: object, campaign: object = {}) =>
    world.create({
      ...complete,
      ...campaign,
      dispatch_attributes: { ...complete.dispatch_attributes, ...dispatch },
    })
  return { ...world, rule, withRule }
}

test('a rule that contradicts itself, or decides nothing, is refused with a sentence', async () => {
  const { rule } = await aWorld()
  const problem = async (attributes: object) => (await rule(attributes)).body.error_message
  expect(await problem({})).toBe('one of clauses, messages_max, send_from and send_days must be given')
  expect(await problem({ clauses: [] })).toBe(
    'one of clauses, messages_max, send_from and send_days must be given',
  )
  expect(await problem({ messages_max: 3 })).toBe('messages_max and messages_days must be given together')
  expect(await problem({ send_from: '09:00' })).toBe('send_from and send_until must be given together')
  expect(await problem({ send_from: '09:00', send_until: '09:00' })).toBe(
    'send_until must differ from send_from',
  )
  expect(await problem({ send_from: '9:00', send_until: '24:00' })).toBe(
    'send_from must be a time of the day such as 09:00, send_until must be a time of the day such as 09:00',
  )
  expect(await problem({ send_days: [0] })).toBe('send_days.0 must be a whole number between 1 and 7')
  expect(await problem({ clauses: [{ type: 'age' }] })).toContain('clauses.0.type must be one of')
  expect(
    await problem({
      clauses: [{ type: 'in_mailing_list', operator: 'is_in', mailing_list: { name: 'None' } }],
    }),
  ).toBe('clauses name a mailing list that does not exist')
  expect(await problem({ messages_max: 1, messages_days: 1, mailing_list_id: 99 })).toBe(
    'mailing_list_id does not exist',
  )
})

test('clauses are kept with ids and described in words; an empty list of them removes the condition', async () => {
  const { rule, call, listId } = await aWorld()
  const made = await rule({
    clauses: [{ type: 'in_mailing_list', operator: 'is in', mailing_list: { id: listId } }],
    messages_max: 2,
    messages_days: 7,
    time_zone_field: ' Zone ',
  })
  expect(made.body.data).toMatchObject({
    clauses: [{ type: 'in_mailing_list', operator: 'is_in', mailing_list: { id: listId } }],
    description: expect.stringContaining('Subscriber is in the mailing list'),
    time_zone_field: 'Zone',
  })
  const path = `special_sending_rules/${made.body.data.id}`
  expect((await call<Rule>('PUT', path, { clauses: [] })).body.data).toMatchObject({
    clauses: null,
    description: '',
    messages_max: 2,
  })
  expect((await call('PUT', path, { messages_max: null, messages_days: null })).status).toBe(422)
})

test('a campaign and an autoresponder name a rule by id or name, and keep it from being deleted', async () => {
  const { rule, withRule, call, listId, update, show } = await aWorld()
  const { id } = (await rule({ name: 'Gently', send_days: [1, 2] })).body.data
  const byName = (await withRule({ special_sending_rule_name: 'gently' })).body.data
  expect(byName.dispatch).toMatchObject({ special_sending_rule_id: id, special_sending_rule_name: 'Gently' })
  const autoresponder = await call<{ id: number }>('POST', `mailing_lists/${listId}/autoresponders`, {
    autoresponder: { name: 'Welcome', trigger: 'api', special_sending_rule_name: 'GENTLY' },
  })
  expect(autoresponder.body.data).toMatchObject({ special_sending_rule_id: id, special_sending_rule_name: 'Gently' }) // oxfmt-ignore
  const template = await call<{ id: number }>('POST', `mailing_lists/${listId}/templates`, {
    template: { name: 'T', dispatch_attributes: { special_sending_rule_id: id } },
  })
  expect((await call('GET', `special_sending_rules/${id}/uses`)).body.data).toEqual([
    { type: 'Autoresponder', id: autoresponder.body.data.id, name: 'Welcome', mailing_list_id: listId },
    { type: 'Campaign', id: byName.id, name: 'Campaign', mailing_list_id: listId },
    { type: 'Template', id: template.body.data.id, name: 'T', mailing_list_id: listId },
  ])
  expect((await call('DELETE', `special_sending_rules/${id}`)).body).toMatchObject({
    error_message: 'special sending rule cannot be deleted while it is in use',
    data: {
      dependencies: [
        { type: 'Autoresponder', id: autoresponder.body.data.id },
        { type: 'Campaign', id: byName.id },
        { type: 'Template', id: template.body.data.id },
      ],
    },
  })
  await update(byName.id, { dispatch_attributes: { special_sending_rule_name: '' } })
  expect((await show(byName.id)).dispatch).toMatchObject({ special_sending_rule_id: null })
  await call('DELETE', `mailing_lists/${listId}/autoresponders/${autoresponder.body.data.id}`)
  await call('DELETE', `templates/${template.body.data.id}`)
  expect((await call('GET', `special_sending_rules/${id}/uses`)).body.data).toEqual([])
  expect((await call('GET', `special_sending_rules/${id + 1}/uses`)).status).toBe(404)
  expect((await call('DELETE', `special_sending_rules/${id}`)).status).toBe(200)
})

test('a rule for one list cannot be used on another, nor given to one while others use it', async () => {
  const { rule, withRule, call, sql, organizationId, listId } = await aWorld()
  const other = await aList(sql, organizationId, { name: 'Other' })
  const ofOther = (await rule({ name: 'Other', send_days: [1], mailing_list_id: other })).body.data
  expect((await withRule({ special_sending_rule_id: ofOther.id })).body.error_message).toBe(
    'dispatch_attributes.special_sending_rule_id is a rule for another mailing list',
  )
  const ofAll = (await rule({ name: 'All', send_days: [1] })).body.data
  expect((await withRule({ special_sending_rule_id: ofAll.id })).status).toBe(200)
  const path = `special_sending_rules/${ofAll.id}`
  expect((await call('PUT', path, { mailing_list_id: other })).body.error_message).toBe(
    'mailing_list_id must be null while campaigns or autoresponders of other lists use the rule',
  )
  expect((await call('PUT', path, { mailing_list_id: listId })).status).toBe(200)
})

test('a suppression list that a rule names cannot be deleted', async () => {
  const { rule, call } = await aWorld()
  const list = (await call<{ id: number }>('POST', 'suppression_lists', { name: 'S' })).body.data
  const made = await rule({
    clauses: [
      { type: 'any', clauses: [{ type: 'not_in_suppression_list', suppression_list: { id: list.id } }] },
    ],
  })
  expect((await call('DELETE', `suppression_lists/${list.id}`)).body.data).toEqual({
    dependencies: [{ type: 'SpecialSendingRule', id: made.body.data.id }],
  })
})

test('a field that a rule names cannot be deleted', async () => {
  const { rule, call, sql, organizationId, listId } = await aWorld()
  const id = await aField(sql, organizationId, listId, { name: 'Town' })
  const blank = { type: 'custom_field', custom_field: { id }, operator: 'is_blank' }
  const made = await rule({ mailing_list_id: listId, clauses: [{ type: 'not', clauses: [blank] }] })
  const refused = await call('DELETE', `custom_fields/${id}`)
  expect([refused.status, refused.body.data]).toEqual([
    422,
    { dependencies: [{ type: 'SpecialSendingRule', id: made.body.data.id }] },
  ])
  await call('DELETE', `special_sending_rules/${made.body.data.id}`)
  expect((await call('DELETE', `custom_fields/${id}`)).status).toBe(200)
})
