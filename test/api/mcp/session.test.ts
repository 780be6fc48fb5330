import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { expect, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { anAssistant } from '../../harness/fakes/assistant.ts'
import { byDay } from '../../harness/night.ts'
import { anOffice, type Described, type Office } from './office.ts'

/** A byte order mark, a title, quotes within quotes, a line break in a cell, short and long rows, one person thrice. */
const messy = [
  '\uFEFFExport from the shop;;;',
  'E-Mail;Vorname;Ort;HASOPTEDOUTOFEMAIL',
  'ann@example.com;"Änne ""die Große""";"Bad\nHomburg";0',
  'ben@example.com;Ben;;1',
  'not an address;Nobody;;0',
  ' CID@Example.com ;Cid;;0',
  'cid@example.com;Once more;;0',
  '"dee@example.net";"Dee; M.";;0',
  ';;;',
  'eve@example.com;Eve',
  'fay@example.com;Fay;;0;more',
  'CID@EXAMPLE.COM;And again;;0',
  '',
].join('\r\n')

/** Whom a person finds in it. */
const found = [
  { key: 'ann@example.com', status: 'active', name: 'Änne "die Große"', place: 'Bad\nHomburg' },
  { key: 'ben@example.com', status: 'unsubscribed', name: 'Ben', place: null },
  { key: 'cid@example.com', status: 'active', name: 'Cid', place: null },
  { key: 'dee@example.net', status: 'active', name: 'Dee; M.', place: null },
  { key: 'eve@example.com', status: 'active', name: 'Eve', place: null },
  { key: 'fay@example.com', status: 'active', name: 'Fay', place: null },
]
const addressed = found
  .filter(({ key, status }) => status === 'active' && key.endsWith('.com'))
  .map(({ key }) => key)

type Assistant = Awaited<ReturnType<typeof anAssistant>>

/** Makes calls that it has found by words only, with what their descriptions allow. */
function aNewcomer(assistant: Assistant) {
  const validator = new AjvJsonSchemaValidator()
  return async <Data>(words: string, call: string, params: object, body?: object): Promise<Data> => {
    const { calls } = (await assistant.use('search', { query: words })).told.data as {
      calls: { call: string }[]
    }
    expect(
      calls.slice(0, 5).map((one) => one.call),
      words,
    ).toContain(call)
    const described = (await assistant.use('describe', { call })).told.data as Described
    expect(Object.keys(params), call).toEqual(described.params)
    if (body !== undefined) {
      const { valid, errorMessage } = validator.getValidator(described.body ?? {})(body)
      expect([call, valid, errorMessage]).toEqual([call, true, undefined])
    }
    return described.tool === 'read'
      ? assistant.read<Data>(call, params, body === undefined ? {} : { body })
      : assistant.change<Data>(call, params, body)
  }
}

const credentials = {
  'a key': async ({ server }: Office) => ({ token: server.a.credential, name: 'Office helper' }),
  'a grant of a person': async ({ house }: Office) => ({
    token: (await house.tokens())['access_token'] ?? '',
    name: 'Helper',
  }),
}

test.each(byDay(['a key'] as const, ['a key', 'a grant of a person'] as const))(
  'by %s, an assistant imports a messy file, builds a segment, drafts and plans a newsletter, waits for a person, sends and reports',
  { timeout: 60_000 },
  async (by) => {
    const office = await anOffice()
    const { server, sink, owner, second, as } = office
    const { token, name } = await credentials[by](office)
    const assistant = await anAssistant(server.url, token, 'Office helper')
    const make = aNewcomer(assistant)
    const { id: listId } = await make<{ id: number }>(
      'new mailing list',
      'createMailingList',
      {},
      { mailing_list: { name: 'Customers' } },
    )
    const list = { mailing_list_id: listId }

    const file_source = { type: 'json', content: messy }
    const proposal = await make<{ subscriber_import: object }>(
      'upload a csv file of people',
      'inspectSubscriberImport',
      list,
      { subscriber_import: { file_source, create_custom_fields: true } },
    )
    const dryRun = await make<{ id: number }>(
      'import people from a csv file',
      'createSubscriberImport',
      list,
      {
        subscriber_import: { ...proposal.subscriber_import, file_source, dry_run: true },
      },
    )
    type Ended = { state: string; stats: { subscribers: Record<string, number> } }
    const ended = async (id: number) => {
      const show = () => make<Ended>('state of an import', 'showSubscriberImport', { id })
      await until(async () => ['finished', 'failed'].includes((await show()).state))
      return show()
    }
    const counts = { added: found.length, failed: 2, skipped_duplicate: 2 }
    expect(await ended(dryRun.id)).toMatchObject({ state: 'finished', stats: { subscribers: counts } })
    const problems = { failures: [{ examples: ['not an address'] }, { problem: 'email cannot be blank' }] }
    const bad = await make('what went wrong in the import', 'showSubscriberImportFailures', { id: dryRun.id })
    expect(bad).toMatchObject(problems)
    expect(await server.sql`select 1 from subscribers`).toHaveLength(0)
    const real = await make<{ id: number }>('import after the dry run', 'importDryRun', { id: dryRun.id })
    expect(await ended(real.id)).toMatchObject({ state: 'finished', stats: { subscribers: counts } })
    type Person = { email: string; status: string; custom_fields: Record<string, { value: unknown }> }
    const people = await make<Person[]>('people of a list', 'listSubscribers', list)
    const told = people.map(({ email, status, custom_fields: { Vorname: name, Ort: place } }) => ({
      key: email.toLowerCase(),
      status,
      name: name?.value,
      place: place?.value,
    }))
    expect(told.toSorted((one, other) => one.key.localeCompare(other.key))).toEqual(found)

    const clauses = [{ type: 'subscriber_email', operator: 'ends_with', value: '@example.com' }]
    const segment = await make<{ id: number }>('build a segment', 'createSegment', list, {
      segment: { name: 'Only .com', clauses },
    })
    const draft = await make<{ id: number }>('draft a newsletter', 'createCampaign', list, {
      campaign: {
        name: 'Spring',
        segmentation_criteria_id: segment.id,
        contents: [{ subject: 'Spring', format: 'text', text: 'Good day.' }],
        dispatch_attributes: { from_email: 'news@example.com' },
      },
    })
    const campaign = { id: draft.id }
    const words = 'check the newsletter before sending'
    expect(await make(words, 'checkCampaign', campaign)).toMatchObject({ recipients: addressed.length })

    const send = { campaign: { dispatch_attributes: { begins_at: 'now' } } }
    const planned = await assistant.plan('updateCampaign', campaign, send)
    const { id: planId, ...plan } = planned.told.data as { id: number; state: string; assistant: string }
    expect(plan).toMatchObject({
      state: 'waiting',
      needs: ['campaign'],
      assistant: name,
      effects: { people: { number: addressed.length }, messages: addressed.length },
    })
    expect(planned.told.next).toContain(`/console/o/${server.a.organizationId}/approvals/${planId}`)
    const early = await assistant.use('apply', { plan_id: planId })
    expect([early.isError, early.text]).toEqual([true, expect.stringContaining('waits for the approval')])
    for (const call of ['approvePlan', 'refusePlan', 'updateApprovalRules', 'createApiKey', 'createUser']) {
      const attempt = await assistant.plan(call, { id: planId }, {})
      expect([attempt.isError, attempt.text]).toEqual([true, expect.stringContaining('no such call')])
    }
    expect(sink.messages).toHaveLength(0)

    const [asked] = await server.sql`
      select count(*)::int as mails from system_mails m join users u on u.organization_id = m.organization_id and u.email = m.to_email
      where u.id = ${second.userId} and m.subject like '%Spring%'`
    expect(asked).toEqual({ mails: 1 })
    const key = { headers: { authorization: `Basic ${token}` } }
    const approve = `plans/${planId}/approve`
    expect(await as(key, 'POST', approve, {})).toBe(by === 'a key' ? 403 : 401)
    if (by !== 'a key') expect(await as(owner, 'POST', approve, {})).toBe(403)
    expect(await as(second, 'POST', `plans/${planId}/approve`, { reason: 'Fine.' })).toBe(200)
    expect(await make('was the plan approved', 'showPlan', { id: planId })).toMatchObject({
      state: 'approved',
    })
    expect((await assistant.use('apply', { plan_id: planId })).told.next).toContain('carried out')
    const state = async () =>
      (await make<{ dispatch: { state: string } }>('state of the newsletter', 'showCampaign', campaign))
        .dispatch.state
    await until(async () => (await state()) === 'finished')
    expect(sink.messages.map(({ to }) => to.toLowerCase()).toSorted()).toEqual(addressed)
    const { contents } = await assistant.client.readResource({ uri: `quiver://campaigns/${draft.id}/report` })
    const [report] = contents as { text: string }[]
    const sent = addressed.length
    expect(JSON.parse(report?.text ?? '').data).toMatchObject({
      campaign: {
        name: 'Spring',
        dispatch: { state: 'finished' },
        content_stats: [{ stat_summary: { messages_sent: sent, accepted: sent } }],
      },
      domains: { domains: [{ domain: 'example.com', sent }] },
      timeline: { periods: [{ sent }] },
    })

    const events = await server.sql<{ kind: string; assistant: string | null }[]>`
      select kind, assistant from audit_events
      where organization_id = ${server.a.organizationId} and (assistant is not null or api_key_id is not null)`
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['segment.created', 'campaign.created', 'plan.asked', 'plan.applied']),
    )
    expect(new Set(events.map(({ assistant: program }) => program))).toEqual(new Set([name]))
  },
)
