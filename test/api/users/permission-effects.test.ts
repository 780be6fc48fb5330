import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import {
  permissionNames,
  type Permission,
  type Permissions,
} from '../../../src/contract/users/permissions.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { aWholeApi, furnish, type Possessions, type WholeApi } from '../../harness/records/tenants.ts'

/** The call that a permission allows; none if no endpoint does what the permission names. */
type Call = { call: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object] }
type Effect = Call | { nothing: RegExp }

const name = { name: 'Other' }
const message = { to: 'a@example.com', from_email: 'b@example.com', text: 'Thanks.' }
const paused = { dispatch_attributes: { paused: true } }
const scheduled = { dispatch_attributes: { state: 'scheduled' } }
const codePath = 'mailing_lists/:mailing_lists/delete_confirmation_code'
const listed = 'mailing_lists/:mailing_lists'

/** A permission of the contract without an entry here fails the test. */
const effects: Record<string, Effect> = {
  'mailing_list.create': { call: ['POST', 'mailing_lists', { mailing_list: name }] },
  'mailing_list.update': { call: ['PUT', listed, { mailing_list: name }] },
  'mailing_list.delete': { call: ['GET', codePath] },
  'subscriber.create': {
    call: ['POST', `${listed}/subscribers`, { subscriber: { email: 'n@example.com' } }],
  },
  'subscriber.update': {
    call: ['PUT', `${listed}/subscribers/:subscribers`, { subscriber: { subscribe_ip: '192.0.2.1' } }],
  },
  'subscriber.delete': { call: ['DELETE', `${listed}/subscribers/:subscribers`] },
  'subscriber.read': { call: ['GET', `${listed}/subscribers`] },
  'subscriber.import': { call: ['GET', 'subscriber_imports'] },
  'subscriber.export': { call: ['POST', `${listed}/subscriber_exports`, {}] },
  'segmentation_criteria.create': {
    call: ['POST', `${listed}/segments`, { segment: { ...name, clauses: [] } }],
  },
  'segmentation_criteria.update': { call: ['PUT', 'segments/:segments', { segment: { name: 'Third' } }] },
  'segmentation_criteria.delete': { call: ['DELETE', 'segments/:unused_segments'] },
  'autoresponder.create': {
    call: ['POST', `${listed}/autoresponders`, { autoresponder: { ...name, trigger: 'api' } }],
  },
  'autoresponder.update': {
    call: ['PUT', `${listed}/autoresponders/:autoresponders`, { autoresponder: { name: 'Third' } }],
  },
  'autoresponder.delete': { call: ['DELETE', `${listed}/autoresponders/:autoresponders`] },
  'autoresponder.update_state': {
    call: ['PUT', `${listed}/autoresponders/:autoresponders`, { autoresponder: { paused: true } }],
  },
  'autoresponder.read_stats': { call: ['GET', `${listed}/autoresponders/:autoresponders/statistics`] },
  'web_form.create': { call: ['POST', `${listed}/web_forms`, { web_form: name }] },
  'web_form.update': { call: ['PUT', 'web_forms/:web_forms', { web_form: { title: 'Third' } }] },
  'web_form.delete': { call: ['DELETE', 'web_forms/:web_forms'] },
  'custom_field.create': {
    call: ['POST', `${listed}/custom_fields`, { custom_field: { ...name, field_type: 'text' } }],
  },
  'custom_field.update': {
    call: ['PUT', 'custom_fields/:global_fields', { custom_field: { name: 'Third' } }],
  },
  'custom_field.delete': { call: ['DELETE', 'custom_fields/:global_fields'] },
  'campaign.create': { call: ['POST', `${listed}/campaigns`, { campaign: name }] },
  'campaign.update': { call: ['PUT', 'campaigns/:idle_campaigns', { campaign: name }] },
  'campaign.delete': { call: ['DELETE', 'campaigns/:unused_campaigns'] },
  'campaign.send': { call: ['PUT', 'campaigns/:idle_campaigns', { campaign: scheduled }] },
  'campaign.update_state': { call: ['PUT', 'campaigns/:campaigns', { campaign: paused }] },
  'campaign.read_stats': { call: ['GET', 'campaigns/:campaigns/link_stats'] },
  'campaign/template.create': { call: ['POST', `${listed}/templates`, { template: name }] },
  'campaign/template.update': { call: ['PUT', 'templates/:templates', { template: name }] },
  'campaign/template.delete': { call: ['DELETE', 'templates/:templates'] },
  'seed_list.create': { call: ['POST', 'seed_lists', { seed_list: { ...name, addresses_array: [] } }] },
  'seed_list.update': { call: ['PUT', 'seed_lists/:seed_lists', { seed_list: { name: 'Third' } }] },
  'seed_list.delete': { call: ['DELETE', 'seed_lists/:seed_lists'] },
  'message.create': { call: ['POST', 'messages', { message }] },
  'message.read': { call: ['GET', 'messages/:messages'] },
  'message_stream.create': { call: ['POST', 'message_streams', { message_stream: name }] },
  'message_stream.update': {
    call: ['PUT', 'message_streams/:message_streams', { message_stream: { body_days: 1 } }],
  },
  'message_stream.delete': { call: ['DELETE', 'message_streams/:unused_streams'] },
  'message_template.create': { call: ['POST', 'message_templates', { message_template: name }] },
  'message_template.update': {
    call: ['PUT', 'message_templates/:message_templates', { message_template: { subject: 'S' } }],
  },
  'message_template.delete': { call: ['DELETE', 'message_templates/:message_templates'] },
}

const all = Object.entries(permissionNames).flatMap(([key, names]) =>
  names.map((one) => `${key}.${one}` as Permission),
)

function without(permission: Permission | null): Permissions {
  return Object.fromEntries(
    Object.entries(permissionNames).map(([key, names]) => [
      key,
      names.filter((one) => `${key}.${one}` !== permission),
    ]),
  )
}

/** Records that the calls name and `furnish` does not create. */
async function more(api: WholeApi, own: Possessions): Promise<Possessions> {
  const make = async (path: string, wrapper: string, record: object) => {
    const { text } = await api.request('POST', path, api.a, { [wrapper]: record })
    return String(JSON.parse(text).data.id)
  }
  const list = `mailing_lists/${own.mailing_lists}`
  const campaign = {
    name: 'Idle',
    segmentation_criteria_id: Number(own.segments),
    contents: [{ subject: 'News', format: 'text', text: 'News' }],
    dispatch_attributes: { from_email: 'a@example.com', begins_at: '2099-01-01T00:00:00Z', state: 'idle' },
  }
  return {
    ...own,
    unused_segments: await make(`${list}/segments`, 'segment', { name: 'Unused', clauses: [] }),
    unused_streams: await make('message_streams', 'message_stream', { name: 'Unused' }),
    global_fields: await make('custom_fields', 'custom_field', { name: 'Global', field_type: 'text' }),
    idle_campaigns: await make(`${list}/campaigns`, 'campaign', campaign),
    unused_campaigns: await make(`${list}/campaigns`, 'campaign', campaign),
  }
}

test(
  'every permission of the contract allows a call that is rejected without it',
  { timeout: 120_000 },
  async () => {
    const api = await aWholeApi()
    const own = await more(api, await furnish(api, api.a, 'word'))
    const session = (permissions: Permissions) => aSession(api, api.a.organizationId, { permissions })
    const open = await session(without(null))
    const statusOf = async (headers: Record<string, string>, effect: Call) => {
      const [method, path, body] = effect.call
      const url = `/ga/api/v2/${path.replaceAll(/:(\w+)/g, (_, kind: string) => own[kind] ?? 'missing')}`
      const { status } = await api.send({
        method,
        url,
        headers,
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      return status
    }
    expect(Object.keys(effects)).toEqual(all)
    // Deletes come last, because other calls need the records.
    const isDelete = (permission: Permission) => permission.endsWith('.delete')
    for (const permission of all.toSorted((one, other) => Number(isDelete(one)) - Number(isDelete(other)))) {
      const effect = effects[permission]
      if (effect === undefined) throw new Error(`say what ${permission} does`)
      if ('nothing' in effect) {
        const found = endpoints.filter(({ method, path }) => effect.nothing.test(`${method} ${path}`))
        expect(
          found.map(({ id }) => id),
          `endpoints for ${permission}, which has no effect here`,
        ).toEqual([])
        continue
      }
      const { headers } = await session(without(permission))
      expect(await statusOf(headers, effect), `without ${permission}`).toBe(403)
      expect(await statusOf(open.headers, effect), `with ${permission}`).toBe(200)
    }
  },
)

test('a user who may only pause an autoresponder can change nothing else of it', async () => {
  const api = await aWholeApi()
  const own = await furnish(api, api.a, 'word')
  const { headers } = await aSession(api, api.a.organizationId, {
    permissions: { autoresponder: ['update_state'] },
  })
  const url = `/ga/api/v2/mailing_lists/${own.mailing_lists}/autoresponders/${own.autoresponders}`
  const update = async (autoresponder: object) =>
    (await api.send({ method: 'PUT', url, headers, payload: JSON.stringify({ autoresponder }) })).status
  expect(await update({ paused: true })).toBe(200)
  expect(await update({ paused: false, name: 'Other' })).toBe(403)
  expect(await update({ content_text: 'Other' })).toBe(403)
  // An attribute that is sent back as it is was not changed.
  expect(await update({ paused: false, name: 'word' })).toBe(200)
})
