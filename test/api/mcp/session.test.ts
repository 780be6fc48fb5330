import { expect, onTestFinished, test } from 'vitest'
import { runWorker } from '../../../src/importing/worker.ts'
import { anActor } from '../../harness/core/api.ts'
import { aServer } from '../../harness/core/server.ts'
import { until } from '../../harness/core/until.ts'
import { aWorkFolder, settingsOf } from '../../harness/importing/stories.ts'
import { anAssistant } from '../../harness/fakes/assistant.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { startSmtpSink } from '../../harness/smtp/sink.ts'

const messy = [
  'Export from the shop;;',
  'E-Mail;Vorname;HASOPTEDOUTOFEMAIL',
  'ann@example.com;Änne;0',
  'ben@example.com;Ben;1',
  'not an address;Nobody;0',
  'cid@example.com;Cid;0',
  'dee@example.net;Dee;0',
  '',
].join('\n')

/** An organization in which nobody sends alone, with workers that import and send. */
async function anOffice() {
  const server = await aServer({ rowSecurity: true })
  const folder = await aWorkFolder()
  const stop = new AbortController()
  const settings = settingsOf(server.databaseUrl, folder, { spoolDir: server.spoolDir })
  const working = runWorker(settings, stop.signal)
  onTestFinished(async () => {
    stop.abort(new Error('the test is over'))
    await working
  })
  const sink = await startSmtpSink({})
  onTestFinished(() => sink.stop())
  startSenders({ url: server.databaseUrl, secrets: server.secrets }, { smtpUrl: sink.url })
  const admin = () => aSession(server, server.a.organizationId, { role: 'organization_admin' })
  const [owner, second] = [await admin(), await admin()]
  const as = async (
    who: { headers: Record<string, string> },
    method: 'POST' | 'PUT',
    path: string,
    payload: object,
  ) => {
    const url = `/ga/api/v2/${path}`
    const reply = await server.app.inject({
      method,
      url,
      headers: who.headers,
      payload: JSON.stringify(payload),
    })
    return reply.statusCode
  }
  expect(await as(owner, 'PUT', 'approval_rules', { approval_rules: [{ kind: 'campaign' }] })).toBe(200)
  return { server, sink, second, as }
}

test(
  'an assistant imports a messy file, builds a segment, drafts and plans a newsletter, waits for a person, sends and reports',
  { timeout: 60_000 },
  async () => {
    const { server, sink, second, as } = await anOffice()
    const assistant = await anAssistant(server.url, server.a.credential, 'Office helper')
    const { id: listId } = await assistant.change<{ id: number }>(
      'createMailingList',
      {},
      { mailing_list: { name: 'Customers' } },
    )
    const list = { mailing_list_id: listId }

    const file_source = { type: 'json', content: messy }
    const proposal = await assistant.read<{ subscriber_import: object }>('inspectSubscriberImport', list, {
      body: { subscriber_import: { file_source, create_custom_fields: true } },
    })
    const dryRun = await assistant.change<{ id: number }>('createSubscriberImport', list, {
      subscriber_import: { ...proposal.subscriber_import, file_source, dry_run: true },
    })
    const ended = async (id: number) => {
      const show = () => assistant.read<{ state: string }>('showSubscriberImport', { id })
      await until(async () => ['finished', 'failed'].includes((await show()).state))
      return show()
    }
    expect(await ended(dryRun.id)).toMatchObject({
      state: 'finished',
      stats: { subscribers: { added: 4, failed: 1 } },
    })
    const real = await assistant.change<{ id: number }>('importDryRun', { id: dryRun.id })
    expect((await ended(real.id)).state).toBe('finished')

    const clauses = [{ type: 'subscriber_email', operator: 'ends_with', value: '@example.com' }]
    const segment = await assistant.change<{ id: number }>('createSegment', list, {
      segment: { name: 'Only .com', clauses },
    })
    const draft = await assistant.change<{ id: number }>('createCampaign', list, {
      campaign: {
        name: 'Spring',
        segmentation_criteria_id: segment.id,
        contents: [{ subject: 'Spring', format: 'text', text: 'Good day.' }],
        dispatch_attributes: { from_email: 'news@example.com' },
      },
    })
    const campaign = { id: draft.id }

    const send = { campaign: { dispatch_attributes: { begins_at: 'now' } } }
    const planned = await assistant.plan('updateCampaign', campaign, send)
    const { id: planId, ...plan } = planned.told.data as { id: number; state: string; assistant: string }
    expect(plan).toMatchObject({
      state: 'waiting',
      needs: ['campaign'],
      assistant: 'Office helper',
      effects: { people: { number: 2 }, messages: 2 },
    })
    expect(planned.told.next).toContain(`/console/o/${server.a.organizationId}/approvals/${planId}`)
    const early = await assistant.use('apply', { plan_id: planId })
    expect([early.isError, early.text]).toEqual([true, expect.stringContaining('waits for the approval')])
    for (const call of ['approvePlan', 'refusePlan', 'updateApprovalRules', 'createApiKey', 'createUser']) {
      const attempt = await assistant.plan(call, { id: planId }, {})
      expect([attempt.isError, attempt.text]).toEqual([true, expect.stringContaining('no such call')])
    }
    expect(sink.messages).toHaveLength(0)

    expect(await as(second, 'POST', `plans/${planId}/approve`, { reason: 'Fine.' })).toBe(200)
    expect(await assistant.read('showPlan', { id: planId })).toMatchObject({ state: 'approved' })
    expect((await assistant.use('apply', { plan_id: planId })).told.next).toContain('carried out')
    const state = async () =>
      (await assistant.read<{ dispatch: { state: string } }>('showCampaign', campaign)).dispatch.state
    await until(async () => (await state()) === 'finished')
    expect(
      sink.messages
        .map(({ to }) => to)
        .flat()
        .toSorted(),
    ).toEqual(['ann@example.com', 'cid@example.com'])
    const { contents } = await assistant.client.readResource({ uri: `quiver://campaigns/${draft.id}/report` })
    const [report] = contents as { text: string }[]
    expect(JSON.parse(report?.text ?? '')).toMatchObject({
      notice: expect.any(String),
      data: { domains: {} },
    })

    const events = await server.sql<{ kind: string; api_key_id: number; assistant: string | null }[]>`
      select kind, api_key_id, assistant from audit_events
      where organization_id = ${server.a.organizationId} and api_key_id is not null`
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['segment.created', 'campaign.created', 'plan.asked', 'plan.applied']),
    )
    expect(new Set(events.map(({ assistant: name }) => name))).toEqual(new Set(['Office helper']))
  },
)

test('the same by a key that may not: nothing of it is offered, found or done', async () => {
  const { server, sink } = await anOffice()
  const person = await anAssistant(server.url, server.a.credential)
  const make = (name: string) =>
    person.change<{ id: number }>('createMailingList', {}, { mailing_list: { name } })
  const [own, other] = [await make('Own'), await make('Other')]
  const reader = await anActor(server.sql, server.secrets, server.a.organizationId)
  const rights = server.sql.json({ mailing_list: ['read'], segmentation_criteria: ['read'] })
  await server.sql`
    update api_keys set permissions = ${rights}, mailing_list_ids = ${[own.id]} where id = ${reader.apiKeyId}`
  const assistant = await anAssistant(server.url, reader.credential)
  const { tools } = await assistant.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['search', 'describe', 'read'])
  expect(await assistant.read('listMailingLists')).toMatchObject([{ id: own.id }])
  const before = await server.sql`select * from plans`
  const list = { mailing_list_id: own.id }
  const tried = [
    ['createSubscriberImport', list],
    ['createSegment', list],
    ['createCampaign', list],
    ['noSuchCall', list],
  ] as const
  for (const [call, params] of tried) {
    const refused = `there is no tool plan for this key`
    await expect(assistant.plan(call, params, {})).rejects.toThrow(refused)
    const described = await assistant.use('describe', { call })
    expect([described.isError, described.text]).toEqual([true, expect.stringContaining('no such call')])
  }
  await expect(assistant.use('apply', { plan_id: 1 })).rejects.toThrow('there is no tool apply')
  const show = async (id: number) =>
    (await assistant.use('read', { call: 'showMailingList', params: { id } })).told
  expect(await show(other.id)).toEqual(await show(1_999_999_999))
  expect(await server.sql`select * from plans`).toEqual(before)
  expect(sink.messages).toHaveLength(0)
})
