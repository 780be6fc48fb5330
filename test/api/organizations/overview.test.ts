import { anImport } from '../../harness/records/lists.ts'
import { expect, test } from 'vitest'
import type { Overview } from '../../../src/contract/organizations/overview.ts'
import type { Found } from '../../../src/contract/organizations/search.ts'
import { countsByDay } from '../../../src/upkeep/counts-by-day.ts'
import { aWholeApi, furnish, type WholeApi } from '../../harness/records/tenants.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { writeJobs } from '../../harness/sending/campaigns.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'

const word = 'acorn'

async function aFurnished() {
  const api = await aWholeApi()
  await furnish(api, api.a, word)
  await furnish(api, api.b, 'birch')
  const { organizationId } = api.a
  const standard = (permissions: object) => aSession(api, organizationId, { role: 'standard', permissions })
  return { api, organizationId, standard }
}

type As = Parameters<WholeApi['request']>[2] | { headers: Record<string, string> }

async function get<Data>(api: WholeApi, path: string, as: As): Promise<Data> {
  const headers = 'headers' in as ? as.headers : { authorization: `Basic ${as.credential}` }
  const { status, text } = await api.send({ method: 'GET', url: `/ga/api/v2/${path}`, headers })
  expect([status, text]).toEqual([200, expect.any(String)])
  return JSON.parse(text).data as Data
}

test('the overview shows what runs, what needs attention and how lists grew, to each what they may see', async () => {
  const { api, organizationId, standard } = await aFurnished()
  const { sql } = api
  await sql`
    update jobs set state = 'failed', error_message = 'No such file.', finished_at = now(),
      started_at = now() where organization_id = ${organizationId} and kind = 'SubscriberImport'`
  await sql`
    insert into sending_brakes (organization_id, braked_at, reason) values (${organizationId}, now(), 'bounces')
    on conflict (organization_id) do update set braked_at = excluded.braked_at, reason = excluded.reason`
  await countsByDay.run(upkeepEnvironment(sql), new AbortController().signal)
  await sql`
    insert into subscriber_counts_by_day select organization_id, mailing_list_id, day - 10, 0, 0, 0, 0, 0
    from subscriber_counts_by_day`
  const overview = await get<Overview>(api, 'overview', api.a)
  expect(overview.attention.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['import_failed', 'sending_paused', 'sender_domain_unproven']),
  )
  expect(overview.is_new).toBe(false)
  expect(overview.growth.days.map(({ active }) => active)).toEqual([0, overview.growth.active])
  expect(overview.growth.active).toBeGreaterThan(0)
  expect(overview.growth.lists[0]).toMatchObject({ active: overview.growth.active, before: 0 })

  await sql`
    update webhooks set failures = 2, last_error = 'answered 500', active = not (id = (
      select min(id) from webhooks where organization_id = ${organizationId}))
    where organization_id = ${organizationId}`
  await sql`
    insert into reaction_turns (organization_id, autoresponder_id, served_at, waiting_for)
    select ${organizationId}, id, now(), 'sending quota' from autoresponders
    where organization_id = ${organizationId} and not paused and sequence_id is null limit 1
    on conflict (organization_id, autoresponder_id) do update set waiting_for = excluded.waiting_for`
  const later = await get<Overview>(api, 'overview', api.a)
  expect(later.attention).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'webhook_off', detail: 'answered 500' }),
      expect.objectContaining({ kind: 'autoresponder_waits', detail: 'sending quota' }),
    ]),
  )

  const reader = await get<Overview>(api, 'overview', await standard({}))
  expect(reader.campaigns).toBeNull()
  expect(reader.attention.map(({ kind }) => kind)).toEqual(['autoresponder_waits', 'sending_paused'])
  expect(reader.running.filter(({ job_type }) => job_type !== 'Campaign')).toEqual([])
})

test('a user without imports sees what is being sent, however many imports run', async () => {
  const { api, organizationId, standard } = await aFurnished()
  const { sql } = api
  await sql`
    update campaigns set state = 'sending', begins_at = now() - interval '1 hour', started_at = now()
    where organization_id = ${organizationId} and not template`
  await writeJobs(sql)
  const [{ list }] = await sql<[{ list: number }]>`
    select min(mailing_list_id) as list from import_jobs where organization_id = ${organizationId}`
  const tomorrow = new Date(Date.now() + 24 * 3600 * 1000)
  for (let made = 0; made < 12; made += 1) {
    await anImport(sql, organizationId, list, { begins_at: tomorrow })
  }
  const running = async (as: As) => (await get<Overview>(api, 'overview', as)).running
  const kinds = (jobs: Overview['running']) => new Set(jobs.map(({ job_type }) => job_type))
  const all = await running(api.a)
  expect([all.length, kinds(all).has('Campaign')]).toEqual([10, false])
  const seen = await running(await standard({}))
  expect([seen.length > 0, kinds(seen)]).toEqual([true, new Set(['Campaign'])])
})

test('how far a campaign is belongs to its figures', async () => {
  const { api, organizationId, standard } = await aFurnished()
  await api.sql`
    update campaigns set state = 'sending', begins_at = now() - interval '1 hour', started_at = now()
    where organization_id = ${organizationId} and not template`
  await writeJobs(api.sql)
  await api.sql`
    insert into campaign_stats (organization_id, campaign_id, recipients_total, recipients_sent)
    select organization_id, id, 9, 4 from campaigns where organization_id = ${organizationId} and not template
    on conflict (organization_id, campaign_id) do update set recipients_total = 9, recipients_sent = 4`
  const progress = async (permissions: object) =>
    (await get<Overview>(api, 'overview', await standard(permissions))).running.map((job) => [
      job.progress_value,
      job.progress_total,
    ])
  expect(await progress({ campaign: ['read_stats'] })).toEqual([[4, 9]])
  expect(await progress({})).toEqual([[0, null]])
})

test('a new organization is told so', async () => {
  const api = await aWholeApi()
  expect(await get<Overview>(api, 'overview', api.a)).toEqual({
    running: [],
    attention: [],
    campaigns: [],
    growth: { active: 0, days: [], lists: [] },
    is_new: true,
  })
})

test('the search finds people by the beginning of their address and records by a part of their name', async () => {
  const { api, organizationId, standard } = await aFurnished()
  await api.sql`update campaigns set name = 'May Acorn news' where organization_id = ${organizationId} and not template`
  await api.sql`update mailing_lists set name = 'All acorns' where organization_id = ${organizationId}`
  const kinds = async (q: string, as: As) => [
    ...new Set((await get<Found[]>(api, `search?q=${encodeURIComponent(q)}`, as)).map(({ kind }) => kind)),
  ]
  expect(await kinds('ACORN', api.a)).toEqual(expect.arrayContaining(['person', 'campaign', 'list']))
  // Not in the middle of an address, not of another organization, and no wildcards.
  expect(await kinds('birch', api.a)).toEqual([])
  expect(await kinds('example.com', api.a)).toEqual([])
  expect(await kinds('%', api.a)).toEqual([])
  expect(await kinds('acorn', await standard({}))).not.toContain('person')
  expect(await kinds('B', api.a)).not.toContain('organization')
  const sue = await aSession(api, 1, { role: 'system_admin' })
  expect(await kinds('b', sue)).toContain('organization')
  await api.sql`update user_sessions set stepped_into_organization_id = ${organizationId} where user_id = ${sue.userId}`
  expect(await kinds('b', sue)).toContain('organization')
})
