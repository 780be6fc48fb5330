import { expect, test } from 'vitest'
import {
  organizationPermissionsSchema,
  permissionModes,
} from '../../../src/contract/organizations/permissions.ts'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { attachmentRoutes } from '../../../src/http/resources/attachments.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'
import type { Api } from '../../harness/core/api.ts'
import { aList } from '../../harness/core/records.ts'
import { anOrganizationApi, change, someGrants } from '../../harness/records/organizations.ts'

type World = { api: Api; listId: number; ids: Awaited<ReturnType<typeof grants>> }

async function grants(api: Api) {
  const { organizationId } = api.a
  const named = await someGrants(api, organizationId)
  const [row] = await api.sql<{ id: number }[]>`
    insert into url_domains (organization_id, domain) values (${organizationId}, 'other.example.com') returning id`
  await api.sql`
    insert into bounce_emails (organization_id, user_id, domain_id, email)
    overriding system value values (${organizationId}, 5, 1, 'other@example.com')`
  const [rule] = await api.sql<{ id: number }[]>`
    insert into special_sending_rules (organization_id, name, send_days)
    values (${organizationId}, 'On Mondays', '[1]') returning id`
  return { ...named, otherDomain: row?.id ?? 0, rule: rule?.id ?? 0 }
}

const start = { d_from_email: 'list@example.com', d_speed: 70 }
let names = 0
const newList = ({ api }: World, attributes: object) =>
  api.call('POST', 'mailing_lists', { mailing_list: { name: 'News', ...attributes } })
const changeList = ({ api, listId }: World, attributes: object) =>
  api.call('PUT', `mailing_lists/${listId}`, { mailing_list: attributes })
const newCampaign = ({ api, listId }: World, dispatch: object) =>
  api.call('POST', `mailing_lists/${listId}/campaigns`, {
    campaign: { name: 'News', dispatch_attributes: dispatch },
  })
const newAutoresponder = ({ api, listId }: World, attributes: object) =>
  api.call('POST', `mailing_lists/${listId}/autoresponders`, {
    autoresponder: { name: `Welcome ${(names += 1)}`, trigger: 'api', ...attributes },
  })

type Attempts = Record<string, (world: World) => Promise<{ status: number }>>
type Effect = {
  /** For each value: what a system administrator sends, and the attempts that the value allows. */
  values: (world: World) => Record<string, { sent: unknown; allows: string[] }>
  attempts: Attempts
}

const mode = (name: string, chosen: object = {}) => ({ mode: name, ...chosen })

async function aFile({ api, listId }: World): Promise<number> {
  const body = { attachment: { filename: 'a.txt', content: 'aGVsbG8=' } }
  return (await api.call<{ id: number }>('POST', `mailing_lists/${listId}/attachments`, body)).body.data.id
}

const addressAttempts: Attempts = {
  'new list, from': (world) => newList(world, { d_from_email: 'a@example.com' }),
  'list, from': (world) => changeList(world, { d_from_email: `a${(names += 1)}@example.com` }),
  'list, reply': (world) => changeList(world, { d_reply_to: `a${(names += 1)}@example.com` }),
  'list, sender': (world) => changeList(world, { d_sender_email: `a${(names += 1)}@example.com` }),
  'campaign, from': (world) => newCampaign(world, { from_email: 'a@example.com' }),
  'campaign, reply': (world) => newCampaign(world, { reply_to: 'a@example.com' }),
  'campaign, sender': (world) => newCampaign(world, { sender_email: 'a@example.com' }),
  'autoresponder, from': (world) => newAutoresponder(world, { from_email: 'a@example.com' }),
  'autoresponder, reply': (world) => newAutoresponder(world, { reply_to: 'a@example.com' }),
}
const speedAttempts: Attempts = {
  'new list': (world) => newList(world, { d_speed: 50 }),
  list: (world) => changeList(world, { d_speed: (names += 1) }),
  'unlimited list': (world) => changeList(world, { d_speed: 0 }),
  campaign: (world) => newCampaign(world, { speed: 50 }),
  'unlimited campaign': (world) => newCampaign(world, { speed: 0 }),
}
/** Attempts that no mode limits: the values of the list, and none. */
const always: Attempts = {
  list: (world) => newList(world, {}),
  campaign: (world) => newCampaign(world, { from_email: 'list@example.com', from_name: 'Ann' }),
  autoresponder: (world) => newAutoresponder(world, { from_name: 'Ann' }),
}

const limitedByNone = (attempts: Attempts, sent: (name: string) => unknown) => () =>
  Object.fromEntries(
    permissionModes.map((name) => [
      name,
      { sent: sent(name), allows: name === 'none' ? [] : Object.keys(attempts) },
    ]),
  )

const both = ['chosen', 'other']

/** A permission of the contract without an entry here fails the test. */
const effects: Record<keyof typeof organizationPermissionsSchema.shape, Effect> = {
  forced_unsub_tag_mode: {
    // What append_if_missing adds is checked in test/api/campaigns/unsubscribe-link.test.ts.
    values: () => ({
      default: { sent: 'default', allows: ['autoresponder', 'campaign', 'with a link'] },
      append_if_missing: { sent: 'append_if_missing', allows: ['autoresponder', 'campaign', 'with a link'] },
      require: { sent: 'require', allows: ['with a link'] },
    }),
    attempts: {
      autoresponder: (world) => newAutoresponder(world, { content_html: 'Good day.' }),
      campaign: ({ api, listId }) =>
        api.call('POST', `mailing_lists/${listId}/campaigns`, {
          campaign: { name: 'News', contents: [{ html: '<!-- %%unsubscribe_link%% --> Good day.' }] },
        }),
      'with a link': (world) =>
        newAutoresponder(world, { content_html: '<a href="%%unsubscribe_link%%">Leave</a>' }),
    },
  },
  virtual_mta: {
    values: ({ ids }) => ({
      select_any: { sent: mode('select_any'), allows: both },
      select_some: { sent: mode('select_some', { virtual_mtas: [{ id: ids.mta }] }), allows: ['chosen'] },
      hide_one: { sent: mode('hide_one'), allows: [] },
      none: { sent: mode('none'), allows: [] },
    }),
    attempts: {
      chosen: (world) => newList(world, { d_virtual_mta_id: world.ids.mta }),
      other: (world) => newList(world, { d_virtual_mta_id: world.ids.otherMta }),
    },
  },
  bounce_email: {
    values: () => ({
      select_any: { sent: mode('select_any'), allows: both },
      select_some: { sent: mode('select_some'), allows: [] },
      hide_one: { sent: mode('hide_one', { bounce_email: { id: '4@1' } }), allows: ['chosen'] },
      none: { sent: mode('none'), allows: [] },
    }),
    attempts: {
      chosen: (world) => newList(world, { d_bounce_email_id: '4@1' }),
      other: (world) => newList(world, { d_bounce_email_id: '5@1' }),
    },
  },
  url_domain: {
    values: ({ ids }) => ({
      select_any: { sent: mode('select_any'), allows: both },
      select_some: { sent: mode('select_some'), allows: [] },
      hide_one: { sent: mode('hide_one', { url_domain: { id: ids.domain } }), allows: ['chosen'] },
      none: { sent: mode('none'), allows: [] },
    }),
    attempts: {
      chosen: (world) => newList(world, { d_url_domain_id: world.ids.domain }),
      other: (world) => newList(world, { d_url_domain_id: world.ids.otherDomain }),
    },
  },
  email_address: { values: limitedByNone(addressAttempts, (name) => mode(name)), attempts: addressAttempts },
  speed: { values: limitedByNone(speedAttempts, (name) => name), attempts: speedAttempts },
  special_sending_rule: {
    // No rules can be chosen for an organization.
    values: () => ({
      select_any: { sent: mode('select_any'), allows: ['campaign', 'autoresponder'] },
      select_some: { sent: mode('select_some'), allows: [] },
      hide_one: { sent: mode('hide_one'), allows: [] },
      none: { sent: mode('none'), allows: [] },
    }),
    attempts: {
      campaign: (world) => newCampaign(world, { special_sending_rule_id: world.ids.rule }),
      autoresponder: (world) => newAutoresponder(world, { special_sending_rule_id: world.ids.rule }),
    },
  },
  can_attach_files: {
    values: () => ({
      true: { sent: true, allows: ['autoresponder', 'campaign'] },
      false: { sent: false, allows: ['autoresponder'] },
    }),
    attempts: {
      autoresponder: async (world) =>
        newAutoresponder(world, { content_attachments: [{ id: await aFile(world) }] }),
      campaign: async (world) => {
        const contents = [{ attachments: [{ id: await aFile(world) }] }]
        const path = `mailing_lists/${world.listId}/campaigns`
        return world.api.call('POST', path, { campaign: { name: 'News', contents } })
      },
    },
  },
  can_embed_pictures: {
    values: () => ({
      true: { sent: true, allows: ['autoresponder', 'campaign'] },
      false: { sent: false, allows: ['autoresponder'] },
    }),
    attempts: {
      autoresponder: (world) => newAutoresponder(world, { content_html: '<img src="cid:asset-1">' }),
      campaign: ({ api, listId }) =>
        api.call('POST', `mailing_lists/${listId}/campaigns`, {
          campaign: { name: 'News', contents: [{ html: '<img src="cid:asset-1">' }] },
        }),
    },
  },
  can_edit_header_and_footer: {
    values: () => ({ true: { sent: true, allows: ['footer'] }, false: { sent: false, allows: [] } }),
    attempts: {
      footer: ({ api }) => change(api, { html_footer: `Bye ${(names += 1)}` }, api.a),
    },
  },
}

/** The values that the contract has for a permission. */
function valuesOf(key: keyof typeof effects): string[] {
  const schema: unknown = organizationPermissionsSchema.shape[key]
  const { options, shape } = schema as { options?: string[]; shape?: { mode: { options: string[] } } }
  return options ?? shape?.mode.options ?? ['true', 'false']
}

test('every value of every permission of an organization has the effect in the table', async () => {
  const api = await anOrganizationApi(
    {},
    mailingListRoutes,
    campaignRoutes,
    autoresponderRoutes,
    attachmentRoutes,
  )
  const listId = await aList(api.sql, api.a.organizationId, start)
  const world = { api, listId, ids: await grants(api) }
  expect(Object.keys(effects).toSorted()).toEqual(Object.keys(organizationPermissionsSchema.shape).toSorted())
  for (const [key, { values, attempts }] of Object.entries(effects)) {
    const rows = values(world)
    expect(Object.keys(rows), key).toEqual(valuesOf(key as keyof typeof effects))
    for (const [value, { sent, allows }] of Object.entries(rows)) {
      expect((await change(api, { permissions: { [key]: sent } })).body.error_message, key).toBe(null)
      const open: string[] = []
      for (const [name, attempt] of Object.entries(attempts)) {
        if ((await attempt(world)).status === 200) open.push(name)
        await api.sql`update mailing_lists set ${api.sql(start)} where id = ${listId}`
      }
      expect(open, `${key} ${value}`).toEqual(allows)
      for (const [name, attempt] of Object.entries(always)) {
        expect((await attempt(world)).status, `${key} ${value}: ${name}`).toBe(200)
      }
    }
    const widest = Object.values(rows)[0]?.sent
    await change(api, { permissions: { [key]: widest } })
  }
})

test('a value set before its permission was withdrawn stays, and a rejection names the field', async () => {
  const api = await anOrganizationApi({}, mailingListRoutes, campaignRoutes)
  const listId = await aList(api.sql, api.a.organizationId, start)
  const world = { api, listId, ids: await grants(api) }
  const own = { from_email: 'own@example.com', speed: 5 }
  const { id } = (
    await api.call<{ id: number }>('POST', `mailing_lists/${listId}/campaigns`, {
      campaign: { name: 'News', dispatch_attributes: own },
    })
  ).body.data
  await change(api, { permissions: { speed: 'none', email_address: { mode: 'none' } } })
  const update = (dispatch: object) =>
    api.call('PUT', `campaigns/${id}`, { campaign: { dispatch_attributes: dispatch } })
  expect((await update({ ...own, from_name: 'Ann' })).status).toBe(200)
  const { body } = await update({ from_email: 'b@example.com', speed: 6 })
  expect(body.error_message).toBe(
    'dispatch_attributes.from_email is not permitted in this organization, ' +
      'dispatch_attributes.speed is not permitted in this organization',
  )
  expect((await changeList(world, { d_from_email: 'b@example.com' })).body.error_message).toBe(
    'd_from_email is not permitted in this organization',
  )
  // Back to the value of the mailing list.
  expect((await update({ from_email: 'list@example.com', speed: 70 })).status).toBe(200)
})
