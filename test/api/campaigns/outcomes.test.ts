import { expect, test } from 'vitest'
import { outcomeRoutes } from '../../../src/http/campaigns/outcomes.ts'
import { insertAuditEvent } from '../../../src/store/audit-events/rows.ts'
import { aList } from '../../harness/core/records.ts'
import { aSubscriberApi, subscribe } from '../../harness/records/subscribers.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

type Outcome = {
  campaign: { id: number; name: string }
  outcome: string
  content_id: number | null
  reasons: { code: string; certain: boolean; at: string | null; until: string | null; text: string | null }[]
}

const began = '2026-03-01T10:00:00Z'
const ended = '2026-03-01T12:00:00Z'
const before = '2026-02-01T00:00:00Z'
const during = '2026-03-01T11:00:00Z'
const after = '2026-04-01T00:00:00Z'

/** A campaign that was sent to a segment, and people of its list who joined long before it. */
async function aPastCampaign(names: string[], attributes: object = {}) {
  const api = await aSubscriberApi(outcomeRoutes)
  const { sql } = api
  const { organizationId } = api.a
  const listId = await aList(sql, organizationId)
  const ids = await subscribe(
    api,
    listId,
    names.map((name) => `${name}@example.com`),
  )
  const idOf = (name: string) => ids[names.indexOf(name)] ?? 0
  await sql`update subscribers set subscribe_time = ${before}, created_at = ${before}`
  const segment = async (clauses: object[]) => {
    const [row] = await sql<{ id: number }[]>`
      insert into segments (organization_id, mailing_list_id, name, clauses)
      values (${organizationId}, ${listId}, ${JSON.stringify(clauses)}, ${sql.json(clauses)}) returning id`
    return row?.id ?? 0
  }
  const campaign = (more: object = {}) =>
    aStartedCampaign(sql, organizationId, listId, {
      state: 'finished',
      started_at: began,
      finished_at: ended,
      last_subscriber_id: Math.max(...ids),
      cursor_subscriber_id: Math.max(...ids),
      ...attributes,
      ...more,
    })
  const campaignId = await campaign({ segmentation_criteria_id: await segment([]) })
  const list = async (name: string, query = '') =>
    (await api.call<Outcome[]>('GET', `mailing_lists/${listId}/subscribers/${idOf(name)}/outcomes${query}`))
      .body
  const why = async (name: string, id = campaignId) => {
    const [one] = (await list(name, `?campaign_id=${id}`)).data
    return [
      one?.outcome,
      ...(one?.reasons ?? []).map(({ code, certain }) => (certain ? code : `${code}?`)),
    ].join(' ')
  }
  const message = (name: string, state: string, diagnostic: string | null = null) => sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, state, diagnostic, next_attempt_at, sent_at)
    values (${organizationId}, ${campaignId}, ${idOf(name)}, ${state}, ${diagnostic},
      ${state === 'deferred' ? after : null}, ${during})`
  const leave = (name: string, at: string) => sql`
    update subscribers set status = 'unsubscribed', remove_time = ${at} where id = ${idOf(name)}`
  const suppress = async (name: string, at: string) => {
    const [row] = await sql<{ id: number }[]>`
      insert into suppression_lists (organization_id, name) values (${organizationId}, ${`No ${name}`}) returning id`
    await sql`
      insert into suppressed_addresses (organization_id, suppression_list_id, key, created_at)
      values (${organizationId}, ${row?.id ?? 0}, ${`${name}@example.com`}, ${at})`
  }
  return {
    api,
    sql,
    organizationId,
    listId,
    idOf,
    campaignId,
    campaign,
    segment,
    list,
    why,
    message,
    leave,
    suppress,
  }
}

test('a message says what became of it, in the words of the server or of the rule', async () => {
  const { why, list, message } = await aPastCampaign(['ann', 'bob', 'cy', 'di', 'eve', 'flo', 'gus'])
  await message('ann', 'accepted')
  await message('bob', 'bounced', 'no such user')
  await message('cy', 'deferred', 'come back later')
  await message('di', 'uncertain')
  await message('eve', 'skipped', 'the special sending rule “Quiet” leaves them out')
  await message('flo', 'skipped', 'the special sending rule “Quiet” cannot be evaluated')
  await message('gus', 'skipped', 'its campaign ended before it could be sent')
  const found: Record<string, string> = {}
  for (const name of ['ann', 'bob', 'cy', 'di', 'eve', 'flo', 'gus']) found[name] = await why(name)
  expect(found).toEqual({
    ann: 'sent accepted',
    bob: 'bounced bounced',
    cy: 'waiting retrying',
    di: 'waiting uncertain',
    eve: 'not_sent sending_rule',
    flo: 'not_sent failed',
    gus: 'not_sent campaign_ended',
  })
  expect((await list('bob')).data).toMatchObject([
    { campaign: { name: 'Campaign' }, reasons: [{ at: '2026-03-01T11:00:00Z', text: 'no such user' }] },
  ])
  expect((await list('cy')).data).toMatchObject([{ reasons: [{ until: after, text: 'come back later' }] }])
})

test('who got none joined later, had left, was suppressed or paused; what is only known of now is marked', async () => {
  const { why, list, idOf, sql, organizationId, listId, leave, suppress, campaign, segment } =
    await aPastCampaign(['ann', 'bob', 'cy', 'di', 'eve', 'flo', 'gus', 'hal'], { last_subscriber_id: 0 })
  await sql`update campaigns set last_subscriber_id = ${idOf('gus')}`
  await leave('ann', before)
  await leave('bob', during)
  await leave('cy', after)
  await suppress('di', before)
  await suppress('eve', after)
  await sql`
    insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_at, paused_until)
    values (${organizationId}, ${listId}, ${idOf('flo')}, ${before}, '2099-01-01')`
  const found: Record<string, string> = {}
  for (const name of ['ann', 'bob', 'cy', 'di', 'eve', 'flo', 'gus', 'hal']) found[name] = await why(name)
  expect(found).toEqual({
    ann: 'not_sent left',
    bob: 'not_sent left?',
    cy: 'not_sent unknown?',
    di: 'not_sent suppressed',
    eve: 'not_sent unknown?',
    flo: 'not_sent paused',
    gus: 'not_sent unknown?',
    hal: 'not_sent joined_later',
  })
  expect((await list('di')).data).toMatchObject([{ reasons: [{ text: 'No di', at: before }] }])
  const few = await segment([{ type: 'subscriber_email', operator: 'begins_with', value: 'g' }])
  const narrow = await campaign({
    name: 'Narrow',
    segmentation_criteria_id: few,
    last_subscriber_id: idOf('hal'),
  })
  expect(await why('eve', narrow)).toBe('not_sent not_in_segment?')
  expect(await why('gus', narrow)).toBe('not_sent unknown?')
  // Whether that was before or after their turn is not recorded.
  await suppress('gus', during)
  expect(await why('gus')).toBe('not_sent suppressed?')
})

test('whoever came back since was not active then', async () => {
  const { why, idOf, sql, organizationId, listId } = await aPastCampaign(['ann', 'bob'])
  await sql`update subscribers set subscribe_time = ${after} where id = ${idOf('ann')}`
  expect(await why('ann')).toBe('not_sent joined_later')
  await sql.begin((sql) =>
    insertAuditEvent(sql, organizationId, {
      kind: 'subscriber.status_changed',
      subject_type: 'Subscriber',
      subject_id: idOf('bob'),
      details: { mailing_list_id: listId, from: 'bounced', to: 'active' },
    }),
  )
  expect(await why('bob')).toBe('not_sent left')
})

test('a campaign that is being sent has not reached some, waits for credits, for a time or for a winner', async () => {
  const { why, list, idOf, sql, organizationId, campaignId, suppress } = await aPastCampaign(
    ['ann', 'bob', 'cy', 'di'],
    {
      state: 'sending',
      finished_at: null,
      waiting_for: 'sending credits',
    },
  )
  await sql`update campaigns set cursor_subscriber_id = ${idOf('ann')}`
  expect(await why('ann')).toBe('not_sent unknown?')
  expect(await why('bob')).toBe('waiting not_reached')
  expect((await list('bob')).data).toMatchObject([{ reasons: [{ text: 'sending credits' }] }])
  await suppress('bob', before)
  expect(await why('bob')).toBe('waiting not_reached suppressed?')
  await sql`
    insert into waiting_recipients (organization_id, campaign_id, subscriber_id, due_at)
    values (${organizationId}, ${campaignId}, ${idOf('ann')}, ${after})`
  expect(await why('ann')).toBe('waiting waits_for_time')
  await sql`
    insert into campaign_ranges (organization_id, campaign_id, cursor_subscriber_id, until_subscriber_id)
    values (${organizationId}, ${campaignId}, ${idOf('bob')}, ${idOf('cy')})`
  await sql`update campaigns set until_subscriber_id = ${idOf('bob')}, cursor_subscriber_id = ${idOf('bob')}`
  expect(await why('cy')).toBe('waiting not_reached')
  expect(await why('di')).toBe('not_sent unknown?')
  await sql`
    insert into sending_batches (organization_id, campaign_id, epoch, subscriber_ids, occasions, content_ids)
    values (${organizationId}, ${campaignId}, 1, ${[idOf('di')]}, ${[0]}, ${[1]})`
  expect(await why('di')).toBe('waiting being_sent')
  await sql`delete from campaign_ranges`
  await sql`
    update campaigns set pass = 'test', autowinner_percentage = 0, autowinner_enabled = true, decide_at = ${after},
      until_subscriber_id = null, cursor_subscriber_id = last_subscriber_id`
  expect(await why('cy')).toBe('waiting winner_pending')
  await sql`update campaigns set autowinner_percentage = 100`
  expect(await why('cy')).toBe('not_sent unknown?')
  await sql`update campaigns set autowinner_percentage = 0, state = 'cancelled', finished_at = ${after}`
  expect(await why('cy')).toBe('not_sent campaign_ended')
})

test('the campaigns of the list come newest first, and only what belongs to it is found', async () => {
  const { api, list, campaign, campaignId, idOf, listId } = await aPastCampaign(['ann'])
  const newer = await campaign({ name: 'Newer', started_at: during })
  await campaign({
    name: 'Planned',
    state: 'scheduled',
    started_at: null,
    finished_at: null,
    begins_at: after,
  })
  const { data, num_records } = await list('ann')
  expect(data.map(({ campaign: { id } }) => id)).toEqual([newer, campaignId])
  expect(num_records).toBe(2)
  const other = await aList(api.sql, api.a.organizationId)
  for (const path of [
    `mailing_lists/${other}/subscribers/${idOf('ann')}/outcomes`,
    `mailing_lists/${listId}/subscribers/${idOf('ann') + 100}/outcomes`,
    `mailing_lists/${listId}/subscribers/${idOf('ann')}/outcomes?campaign_id=${newer + 100}`,
  ]) {
    expect((await api.call('GET', path)).status).toBe(404)
  }
})
