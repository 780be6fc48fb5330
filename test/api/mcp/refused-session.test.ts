import { expect, test } from 'vitest'
import { anActor } from '../../harness/core/api.ts'
import type { Server } from '../../harness/core/server.ts'
import { anAssistant } from '../../harness/fakes/assistant.ts'
import { byDay } from '../../harness/night.ts'
import { everyRight } from '../../harness/records/sessions.ts'
import { anOffice, type Described, type Office } from './office.ts'

/** What the session needs, on lists of somebody else. */
async function aForeignWork(server: Server) {
  const person = await anAssistant(server.url, server.a.credential)
  const make = (name: string) =>
    person.change<{ id: number }>('createMailingList', {}, { mailing_list: { name } })
  const [own, other] = [await make('Own'), await make('Hidden zebra')]
  const on = { mailing_list_id: other.id }
  const source = { file_source: { type: 'json', content: 'email\nann@example.com\n' } }
  const dry = { subscriber_import: { ...source, column_mapping: ['email'], dry_run: true } }
  const dryRun = await person.change<{ id: number }>('createSubscriberImport', on, dry)
  const segment = { segment: { name: 'Hidden zebra', clauses: [] } }
  const { id: segmentId } = await person.change<{ id: number }>('createSegment', on, segment)
  const content = { subject: 'Hidden zebra', format: 'text', text: 'Good day.' }
  const campaign = {
    name: 'Hidden zebra',
    segmentation_criteria_id: segmentId,
    contents: [content],
    dispatch_attributes: { from_email: 'news@example.com' },
  }
  const { id: campaignId } = await person.change<{ id: number }>('createCampaign', on, { campaign })
  const send = { campaign: { dispatch_attributes: { begins_at: 'now' } } }
  const planned = await person.plan('updateCampaign', { id: campaignId }, send)
  const planId = (planned.told.data as { id: number }).id
  const steps: readonly (readonly [call: string, params: Record<string, number>, body?: object])[] = [
    ['showMailingList', { id: other.id }],
    ['inspectSubscriberImport', on, { subscriber_import: source }],
    ['createSubscriberImport', on, dry],
    ['showSubscriberImport', { id: dryRun.id }],
    ['showSubscriberImportFailures', { id: dryRun.id }],
    ['importDryRun', { id: dryRun.id }],
    ['listSubscribers', on],
    ['createSegment', on, segment],
    ['createCampaign', on, { campaign }],
    ['checkCampaign', { id: campaignId }],
    ['updateCampaign', { id: campaignId }, send],
    ['showPlan', { id: planId }],
    ['showCampaign', { id: campaignId }],
    ['listLinkStats', { id: campaignId }],
  ]
  return { own, other, campaignId, planId, steps }
}

const tables = [
  'plans',
  'subscriber_imports',
  'segments',
  'campaigns',
  'jobs',
  'mailing_lists',
  'audit_events',
]
const stateOf = async ({ sql }: Server) =>
  Promise.all(
    tables.map((table) => sql`select to_jsonb(t) - 'last_used_at' as row from ${sql(table)} t order by 1`),
  )

const limited = {
  'a key of another list': async ({ server }: Office, listId: number) => {
    const { apiKeyId, credential } = await anActor(server.sql, server.secrets, server.a.organizationId)
    await server.sql`update api_keys set mailing_list_ids = ${[listId]} where id = ${apiKeyId}`
    return credential
  },
  'a grant for another list': async ({ house }: Office, listId: number) =>
    (await house.tokens({ mailing_list_ids: [listId] }))['access_token'] ?? '',
}

test.each(
  byDay(['a key of another list'] as const, ['a key of another list', 'a grant for another list'] as const),
)('to %s, each step of the session is about what does not exist, and changes nothing', async (by) => {
  const office = await anOffice()
  const { server, sink } = office
  const { own, other, campaignId, planId, steps } = await aForeignWork(server)
  const assistant = await anAssistant(server.url, await limited[by](office, own.id))
  const before = await stateOf(server)
  for (const [call, params, body] of steps) {
    const { tool } = (await assistant.use('describe', { call })).told.data as Described
    const missing = Object.fromEntries(Object.keys(params).map((name) => [name, 1_999_999_999]))
    const [hidden, none] = [
      await assistant.use(tool, { call, params, body }),
      await assistant.use(tool, { call, params: missing, body }),
    ]
    expect([call, hidden.isError, hidden.told]).toEqual([call, true, none.told])
    expect(hidden.told.data, call).toMatchObject({ error_code: 'not_found' })
  }
  for (const query of ['Hidden zebra', 'ann@example.com']) {
    expect((await assistant.use('search', { query })).told.data).toMatchObject({ records: [] })
  }
  expect((await assistant.use('apply', { plan_id: planId })).told).toEqual(
    (await assistant.use('apply', { plan_id: 1_999_999_999 })).told,
  )
  const { resources } = await assistant.client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual([`quiver://mailing_lists/${own.id}`])
  for (const uri of [`mailing_lists/${other.id}`, `campaigns/${campaignId}/report`]) {
    const read = assistant.client.readResource({ uri: `quiver://${uri}` })
    await expect(read).rejects.toThrow('there is no such resource')
  }
  expect(await stateOf(server)).toEqual(before)
  expect(sink.messages).toHaveLength(0)
})

const reading = {
  'a key that reads': async ({ server }: Office) => {
    const { apiKeyId, credential } = await anActor(server.sql, server.secrets, server.a.organizationId)
    const rights = server.sql.json({ mailing_list: ['read'], segmentation_criteria: ['read'] })
    await server.sql`update api_keys set permissions = ${rights} where id = ${apiKeyId}`
    return credential
  },
  'a grant to read': async ({ house }: Office) =>
    (await house.tokens({ may_change: false }))['access_token'] ?? '',
}

test.each(byDay(['a grant to read'] as const, ['a grant to read', 'a key that reads'] as const))(
  'to %s, no step of the session that changes something is offered, described or done',
  async (by) => {
    const office = await anOffice()
    const { server, sink } = office
    const { other, planId, steps } = await aForeignWork(server)
    const assistant = await anAssistant(server.url, await reading[by](office))
    const before = await stateOf(server)
    const { tools } = await assistant.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search', 'describe', 'read'])
    expect(await assistant.read('showMailingList', { id: other.id })).toMatchObject({ name: 'Hidden zebra' })
    for (const [call, params, body] of [...steps, ['noSuchCall', {}] as const]) {
      if (/^(?:show|list|inspect|check)/.test(call)) continue
      await expect(assistant.plan(call, params, body)).rejects.toThrow('there is no tool plan for this key')
      const [described, read] = [
        await assistant.use('describe', { call }),
        await assistant.use('read', { call, params, body }),
      ]
      for (const { isError, text } of [described, read]) {
        expect([isError, text]).toEqual([true, expect.stringContaining('no such call')])
      }
    }
    await expect(assistant.use('apply', { plan_id: planId })).rejects.toThrow('there is no tool apply')
    expect(await stateOf(server)).toEqual(before)
    expect(sink.messages).toHaveLength(0)
  },
)

test('a key that may do everything but send prepares a newsletter, and its plan to send is refused by name', async () => {
  const { server, sink } = await anOffice()
  const { campaignId, steps } = await aForeignWork(server)
  const { apiKeyId, credential } = await anActor(server.sql, server.secrets, server.a.organizationId)
  const { campaign = [], ...rest } = everyRight
  const rights = { ...rest, campaign: campaign.filter((name) => name !== 'send') }
  await server.sql`update api_keys set permissions = ${server.sql.json(rights)} where id = ${apiKeyId}`
  const assistant = await anAssistant(server.url, credential)
  const [, params, body] = steps.find(([call]) => call === 'createCampaign') ?? []
  const draft = await assistant.change<{ id: number }>('createCampaign', params ?? {}, body)
  const before = await stateOf(server)
  const send = { campaign: { dispatch_attributes: { begins_at: 'now' } } }
  for (const id of [draft.id, campaignId]) {
    const refused = await assistant.plan('updateCampaign', { id }, send)
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('campaign.send')])
  }
  expect(await stateOf(server)).toEqual(before)
  expect(sink.messages).toHaveLength(0)
})
