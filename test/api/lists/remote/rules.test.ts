import { expect, test } from 'vitest'
import { campaignRoutes } from '../../../../src/http/campaigns/routes.ts'
import { templateRoutes } from '../../../../src/http/campaigns/templates.ts'
import { anApi } from '../../../harness/core/api.ts'
import { aField, aList, aRemoteList } from '../../../harness/core/records.ts'
import { resourceRoutes } from '../../../harness/records/resources.ts'
import { dispatch } from '../../../harness/sending/campaign-api.ts'

/** A list of the System Organization whose people come from a query, and one beside it. */
async function aWorld() {
  const api = await anApi(campaignRoutes, templateRoutes, (route, secrets) => resourceRoutes(route, secrets))
  const remote = await aRemoteList(api.sql)
  const local = await aList(api.sql, 1)
  const zone = await aField(api.sql, 1, null, { name: 'Time zone' })
  const asked = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await api.call<{ id: number } | null>(method, path, body, api.system)
    return { id: answer.body.data?.id ?? 0, problem: answer.body.error_message ?? null }
  }
  const rule = (name: string, attributes: object) =>
    asked('POST', 'special_sending_rules', { name, ...attributes })
  const campaign = (listId: number, settings: object, more: object = {}) =>
    asked('POST', `mailing_lists/${listId}/campaigns`, {
      campaign: { name: 'News', dispatch_attributes: { ...dispatch, ...settings }, ...more },
    })
  return { api, remote, local, zone, asked, rule, campaign }
}

const joined = { type: 'subscriber_date_subscribed', operator: 'in_last_days', value: 30 }
const atExample = { type: 'subscriber_email_domain', operator: 'is_any_of', values: ['example.com'] }
const opened = { type: 'activity', activity: 'opened', operator: 'did_not', last_days: 30 }

test('a campaign of a remote list refuses rules and fields that look for data of subscribers', async () => {
  const { remote, local, zone, rule, campaign } = await aWorld()
  const field = { type: 'custom_field', custom_field: { id: zone }, operator: 'is_blank' }
  const nested = await rule('Nested', {
    clauses: [opened, { type: 'any', clauses: [joined, { type: 'not', clauses: [field] }] }],
  })
  const zoned = await rule('Zoned', { send_days: [1], time_zone_field: 'Time zone' })
  const fit = await rule('Fit', { clauses: [opened, atExample], messages_max: 3, messages_days: 7 })
  for (const { problem } of [nested, zoned, fit]) expect(problem).toBeNull()
  const problem = async (listId: number, settings: object) => (await campaign(listId, settings)).problem
  expect(await problem(remote, { special_sending_rule_id: nested.id })).toBe(
    'dispatch_attributes.special_sending_rule_id is a rule with clauses of type subscriber_date_subscribed, custom_field, which remote lists do not have: choose another rule',
  )
  expect(await problem(remote, { special_sending_rule_name: 'zoned' })).toBe(
    'dispatch_attributes.special_sending_rule_id is a rule with time_zone_field, which remote lists do not have: choose another rule',
  )
  expect(await problem(remote, { time_zone_field_id: zone })).toBe(
    'dispatch_attributes.time_zone_field_id is not available on remote lists',
  )
  expect(await problem(remote, { special_sending_rule_id: fit.id, spread_hours: 2 })).toBeNull()
  for (const settings of [{ special_sending_rule_id: nested.id }, { time_zone_field_id: zone }])
    expect(await problem(local, settings)).toBeNull()
})

test('what a template of another list brings is refused, too', async () => {
  const { remote, local, zone, asked } = await aWorld()
  const template = await asked('POST', `mailing_lists/${local}/templates`, {
    template: { name: 'T', dispatch_attributes: { time_zone_field_id: zone } },
  })
  const from = { source_template_id: template.id, duplicate_dispatch: true, campaign: { name: 'News' } }
  expect((await asked('POST', `mailing_lists/${remote}/campaigns`, from)).problem).toBe(
    'dispatch_attributes.time_zone_field_id is not available on remote lists',
  )
})

test('a rule that is for a remote list, or that a campaign of one uses, does not get such parts', async () => {
  const { remote, rule, campaign, asked } = await aWorld()
  expect((await rule('Its own', { mailing_list_id: remote, clauses: [joined] })).problem).toBe(
    'clauses of type subscriber_date_subscribed cannot be given for a remote list',
  )
  const own = await rule('Its own', { mailing_list_id: remote, clauses: [atExample], send_days: [1] })
  const change = async (id: number, changes: object) =>
    (await asked('PUT', `special_sending_rules/${id}`, changes)).problem
  expect(await change(own.id, { time_zone_field: 'Zone', clauses: [joined] })).toBe(
    'clauses of type subscriber_date_subscribed and time_zone_field cannot be given for a remote list',
  )
  const ofAll = await rule('Of all', { send_days: [1] })
  const made = await campaign(remote, { special_sending_rule_id: ofAll.id })
  expect(await change(ofAll.id, { time_zone_field: 'Zone' })).toBe(
    'time_zone_field cannot be given while a campaign of a remote list uses the rule',
  )
  expect(await change(ofAll.id, { clauses: [opened] })).toBeNull()
  await asked('PUT', `campaigns/${made.id}`, {
    campaign: { dispatch_attributes: { special_sending_rule_id: null } },
  })
  expect(await change(ofAll.id, { clauses: [joined], time_zone_field: 'Zone' })).toBeNull()
})
