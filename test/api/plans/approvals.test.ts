import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { apiKeyRoutes } from '../../../src/http/api-keys.ts'
import { sequenceRoutes } from '../../../src/http/autoresponders/sequences.ts'
import { findApprovalProblem } from '../../../src/store/plans/start.ts'
import { attachmentRoutes } from '../../../src/http/resources/attachments.ts'
import { approvalRoutes, planRoutes } from '../../../src/http/plans/routes.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { propertyRuns } from '../../harness/fuzz/runs.ts'
import { anAutoresponder } from '../../harness/core/records.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { complete } from '../../harness/sending/campaign-api.ts'
import { writeJobs } from '../../harness/sending/campaigns.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { until } from '../../harness/core/until.ts'
import type { Anyone } from '../../harness/core/api.ts'

type Plan = { id: number; state: string; needs: string[]; problem: string }

/** An organization in which nobody sends a campaign alone; all its people are administrators. */
async function aPair(count: number, rule: object = {}) {
  const world = await aCampaignWorld(
    count,
    {},
    planRoutes,
    approvalRoutes,
    attachmentRoutes,
    sequenceRoutes,
    (route, secrets) =>
      apiKeyRoutes(route, { secrets, pageTokens: createPageTokens(secrets), revealApiKeys: 'once' }),
  )
  const { api } = world
  const admin = () => aSession(api, api.a.organizationId, { role: 'organization_admin' })
  const [author, other] = [await admin(), await admin()]
  const setRules = (rules: object[], as: Anyone = author) =>
    api.call('PUT', 'approval_rules', { approval_rules: rules }, as)
  const set = await setRules([{ kind: 'campaign', ...rule }, { kind: 'api_key' }, { kind: 'rights' }])
  expect(set.body.error_message).toBeNull()
  const draft = async (as: Anyone = author) => {
    const campaign = { ...complete, dispatch_attributes: { from_email: 'news@example.com' } }
    return (await api.call<{ id: number }>('POST', world.path, { campaign }, as)).body.data.id
  }
  const send = { campaign: { dispatch_attributes: { begins_at: 'now' } } }
  const ask = async (id: number, more: object = {}, as: Anyone = author) =>
    api.call<Plan>(
      'POST',
      'plans',
      { plan: { method: 'PUT', path: `campaigns/${id}`, body: send, ...more } },
      as,
    )
  const on = (verb: string, id: number, as: Anyone, body: object = {}) =>
    api.call<Plan>('POST', `plans/${id}/${verb}`, body, as)
  return { ...world, author, other, draft, send, ask, on, setRules }
}

test('a campaign leaves once a second person has approved it, who is told by mail', async () => {
  const pair = await aPair(3)
  const { api, sql, author, other, ask, on } = pair
  startSenders(api, { smtpUrl: pair.sink.url })
  const id = await pair.draft()
  const direct = await api.call('PUT', `campaigns/${id}`, pair.send, author)
  expect([direct.status, direct.body.error_message]).toEqual([409, expect.stringContaining('second person')])
  expect((await api.call('GET', `campaigns/${id}`)).body.data).toMatchObject({ dispatch: { state: 'idle' } })
  const asked = (await ask(id)).body.data
  expect(asked).toMatchObject({ state: 'waiting', needs: ['campaign'] })
  const mails = await sql<{ to_email: string; text: string }[]>`
    select to_email, text from system_mails where subject like '%approval%'`
  const [decider] = await sql`select email from users where id = ${other.userId}`
  expect(mails.map(({ to_email: to }) => to)).toEqual([decider?.['email']])
  expect(mails[0]?.text).toMatch(new RegExp(`/console/o/\\d+/approvals/${asked.id}$`, 'm'))
  expect((await on('apply', asked.id, author)).status).toBe(409)
  expect((await on('approve', asked.id, author)).status).toBe(403)
  expect((await on('approve', asked.id, api.a)).status).toBe(403)
  expect((await on('approve', asked.id, other, { reason: 'Fine.' })).body.data.state).toBe('approved')
  expect((await on('apply', asked.id, author)).body.error_message).toBeNull()
  await pair.finished(id)
  expect(pair.sink.messages).toHaveLength(3)
  const events = await sql`select kind, user_id from audit_events where kind like 'plan.%' order by id`
  expect([...events]).toEqual([
    { kind: 'plan.asked', user_id: author.userId },
    { kind: 'plan.approved', user_id: other.userId },
    { kind: 'plan.applied', user_id: author.userId },
  ])
})

test('an approved number of people does not leave as a number that could not be counted', async () => {
  const { api, sql, ask, on, author, other, draft } = await aPair(3)
  const id = await draft()
  const body = { campaign: { dispatch_attributes: { begins_at: '2099-01-01T00:00:00Z' } } }
  const plan = (await ask(id, { body, people_tolerance_percent: 20 })).body.data
  await on('approve', plan.id, other)
  expect((await on('apply', plan.id, author)).body.error_message).toBeNull()
  const problem = (from: number, to: number) =>
    findApprovalProblem(sql, api.a.organizationId, id, { number: Math.round((from + to) / 2), from, to })
  expect(await problem(3, 3)).toBeNull()
  expect(await problem(4, 4)).toContain('the people (3 then, 4 now)')
  expect(await problem(0, 9)).toContain('could not be counted in time, and are 0 to 9')
})

test('nobody adds or changes a step of an active autoresponder alone', async () => {
  const { api, listId, sql, author } = await aPair(1, { kind: 'autoresponder' })
  const id = await anAutoresponder(sql, api.a.organizationId, listId, { paused: true })
  const path = `mailing_lists/${listId}/autoresponders/${id}/steps`
  const step = { name: 'Second', content: { subject: 'Second', format: 'text', text: 'Hello.' } }
  const paused = await api.call<{ id: number }>('POST', path, { step }, author)
  expect(paused.body.error_message).toBeNull()
  await sql`update autoresponders set paused = false where id = ${id}`
  for (const [method, at] of [
    ['POST', path],
    ['PUT', `${path}/${paused.body.data.id}`],
  ] as const) {
    const refused = await api.call(method, at, { step: { ...step, name: 'Third' } }, author)
    expect([refused.status, refused.body.error_message]).toEqual([
      409,
      expect.stringContaining('second person'),
    ])
  }
  expect(await sql`select name from autoresponders where sequence_id = ${id}`).toEqual([{ name: 'Second' }])
})

test('what is refused, or changed after the approval, does not leave', async () => {
  const pair = await aPair(3)
  const { api, ask, on, author, other } = pair
  const id = await pair.draft()
  const first = (await ask(id)).body.data
  expect((await on('refuse', first.id, other)).body.error_message).toContain('reason')
  expect((await on('refuse', first.id, other, { reason: 'Not today.' })).body.data.state).toBe('refused')
  expect((await on('apply', first.id, author)).body.error_message).toContain('was refused')
  const second = (await ask(id)).body.data
  await on('approve', second.id, other)
  const text = { contents: [{ ...complete.contents[0], text: 'Else.' }] }
  expect((await api.call('PUT', `campaigns/${id}`, { campaign: text }, author)).status).toBe(200)
  expect((await on('apply', second.id, author)).body.error_message).toContain('the content')
  // What it carries is a part of it.
  await pair.sql`update organizations set can_attach_files = true`
  const attachment = { filename: 'a.pdf', content: 'aGVsbG8=' }
  const at = `mailing_lists/${pair.listId}/attachments`
  const file = (await api.call<{ id: number }>('POST', at, { attachment }, author)).body.data
  const third = (await ask(id)).body.data
  await on('approve', third.id, other)
  const withFile = { contents: [{ ...text.contents[0], attachments: [file] }] }
  const changed = await api.call('PUT', `campaigns/${id}`, { campaign: withFile }, author)
  expect(changed.body.error_message).toBeNull()
  expect((await on('apply', third.id, author)).body.error_message).toContain('the content')
  const fourth = (await ask(id)).body.data
  await on('approve', fourth.id, other)
  expect((await on('apply', fourth.id, author)).body.error_message).toBeNull()
})

test('a campaign whose audience changes between its approval and its start fails before anything is sent', async () => {
  const pair = await aPair(3)
  const { api, sql, ask, on, author, other } = pair
  const segment = await pair.segment()
  const campaign = {
    ...complete,
    segmentation_criteria_ad_hoc: undefined,
    segmentation_criteria_id: segment,
    dispatch_attributes: { from_email: 'news@example.com' },
  }
  const { id } = (await api.call<{ id: number }>('POST', pair.path, { campaign }, author)).body.data
  const body = { campaign: { dispatch_attributes: { begins_at: '2099-01-01T00:00:00Z' } } }
  const plan = (await ask(id, { body, people_tolerance_percent: 100 })).body.data
  await on('approve', plan.id, other)
  expect((await on('apply', plan.id, author)).body.error_message).toBeNull()
  const clauses = [{ type: 'subscriber_email', operator: 'contains', value: '1' }]
  await api.call('PUT', `segments/${segment}`, { segment: { clauses } }, author)
  await sql`update campaigns set begins_at = now() where id = ${id}`
  await writeJobs(sql, id)
  startSenders(api, { smtpUrl: pair.sink.url })
  await until(async () => (await pair.stateOf(id)).state === 'failed')
  expect((await pair.stateOf(id)).error_message).toContain('the rule that chooses the people')
  expect(pair.sink.messages).toHaveLength(0)
})

test('in an emergency, who has the right sends alone: recorded, and mailed to all who may approve', async () => {
  const pair = await aPair(1)
  const { sql, ask, on, author, other } = pair
  const reason = { emergency_reason: 'A recall.' }
  const plan = (await ask(await pair.draft())).body.data
  expect((await on('apply', plan.id, author, reason)).status).toBe(403)
  await sql`
    update approval_rules set emergency_user_ids = ${sql.json([author.userId])} where kind = 'campaign'`
  expect((await on('apply', plan.id, author, reason)).body.error_message).toBeNull()
  const [row] = await sql`select state, is_emergency, decided_by_user_id, decision_reason from plans`
  expect(row).toEqual({
    state: 'applied',
    is_emergency: true,
    decided_by_user_id: author.userId,
    decision_reason: 'A recall.',
  })
  const [decider] = await sql`select email from users where id = ${other.userId}`
  expect([...(await sql`select to_email from system_mails where subject like '%emergency%'`)]).toEqual([
    { to_email: decider?.['email'] },
  ])
})

test(
  'whatever the author does alone, with keys of theirs too, in any order, nothing leaves',
  { timeout: 120_000 },
  async () => {
    const pair = await aPair(2)
    const { api, sql, author, ask, on } = pair
    startSenders(api, { smtpUrl: pair.sink.url })
    // Made before there were rules, by the author.
    await sql`delete from approval_rules`
    const made = await api.call<{ api_key: string }>(
      'POST',
      'api_keys',
      { api_key: { name: 'Mine' } },
      author,
    )
    const key: Anyone = { headers: { authorization: `Basic ${made.body.data.api_key}` } }
    await pair.setRules([{ kind: 'campaign' }, { kind: 'api_key' }, { kind: 'rights' }])
    const plans: number[] = []
    let id = 0
    const steps: Record<string, (as: Anyone) => Promise<unknown>> = {
      draft: async (as) => (id = await pair.draft(as)),
      send: (as) => api.call('PUT', `campaigns/${id}`, pair.send, as),
      create: (as) =>
        api.call(
          'POST',
          pair.path,
          {
            campaign: {
              ...complete,
              dispatch_attributes: { ...pair.send.campaign.dispatch_attributes, from_email: 'n@example.com' },
            },
          },
          as,
        ),
      resume: (as) => api.call('POST', `campaigns/${id}/resume`, undefined, as),
      ask: async (as) => {
        const { body } = await ask(id, {}, as)
        if (body.success) plans.push(body.data.id)
      },
      approve: (as) => on('approve', plans.at(-1) ?? 0, as),
      apply: (as) => on('apply', plans.at(-1) ?? 0, as),
      emergency: (as) => on('apply', plans.at(-1) ?? 0, as, { emergency_reason: 'Now.' }),
      'drop the rules': (as) => pair.setRules([], as),
      'make a key': (as) => api.call('POST', 'api_keys', { api_key: { name: 'More' } }, as),
      'plan to drop the rules': async (as) => {
        const plan = { method: 'PUT', path: 'approval_rules', body: { approval_rules: [] } }
        const { body } = await api.call<Plan>('POST', 'plans', { plan }, as)
        if (body.success) plans.push(body.data.id)
      },
    }
    const step = fc.constantFrom(...Object.keys(steps))
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), async (order) => {
        const [last] = await sql`select coalesce(max(id), 0) as id from campaigns`
        for (const [name, byKey] of order) await steps[name]?.(byKey ? key : author)
        const moved = await sql`
          select name, state, error_message from campaigns where id >= ${last?.['id']} and state <> 'idle'`
        expect([...moved]).toEqual([])
        expect(await sql`select 1 from plans where state in ('approved', 'applied')`).toHaveLength(0)
        expect(await sql`select 1 from approval_rules`).toHaveLength(3)
      }),
      propertyRuns(300),
    )
    expect(pair.sink.messages).toHaveLength(0)
  },
)

test('rules name at least two active users of the organization', async () => {
  const { setRules, author, api } = await aPair(0)
  await api.sql`delete from approval_rules`
  const stranger = await aSession(api, api.b.organizationId)
  const alone = await setRules([{ kind: 'export', approver_user_ids: [author.userId] }])
  expect(alone.body.error_message).toContain('fewer than two users')
  const foreign = await setRules([{ kind: 'export', approver_user_ids: [author.userId, stranger.userId] }])
  expect(foreign.body.error_message).toContain('not an active user')
})
