import { describe, expect, test } from 'vitest'
import {
  aCampaignList,
  complete,
  dispatch,
  message,
  type Campaign,
} from '../../harness/sending/campaign-api.ts'
import { aList } from '../../harness/core/records.ts'
import { aSession } from '../../harness/records/sessions.ts'
import {
  campaignMayBecome,
  campaignStates,
  type CampaignState,
} from '../../../src/contract/campaigns/states.ts'
import { writeJobs } from '../../harness/sending/campaigns.ts'
import { markOrganizationDeleted } from '../../../src/store/organizations/delete.ts'
import { mailingListRoutes } from '../../../src/http/lists/routes.ts'

type List = Awaited<ReturnType<typeof aCampaignList>>

/** Inserts a campaign in a state directly into its table. */
async function inState({ create, sql }: List, state: CampaignState): Promise<number> {
  const { id } = (await create({ ...complete, dispatch_attributes: { ...dispatch, state: 'idle' } })).body
    .data
  const started = ['sending', 'finished', 'failed'].includes(state) ? '2026-01-01' : null
  const finished = ['finished', 'failed', 'cancelled'].includes(state) ? '2026-01-02' : null
  await sql`alter table campaigns disable trigger campaigns_state`
  await sql`
    update campaigns set state = ${state}, started_at = ${started}, finished_at = ${finished} where id = ${id}`
  await sql`alter table campaigns enable trigger campaigns_state`
  await writeJobs(sql)
  return id
}

const paused = ({ body }: { body: { data: Campaign } }) => body.data.dispatch?.paused

test('the database allows only the documented changes of state', async () => {
  const list = await aCampaignList()
  for (const from of campaignStates) {
    for (const to of campaignStates) {
      if (from === to) continue
      const id = await inState(list, from)
      const finished = ['finished', 'failed', 'cancelled'].includes(to) ? '2026-01-02' : null
      const started = to === 'idle' || to === 'scheduled' ? null : '2026-01-01'
      const change = list.sql`
        update campaigns set state = ${to}, started_at = ${started}, finished_at = ${finished} where id = ${id}`
      const isAllowed = await change.then(
        () => true,
        () => false,
      )
      expect(isAllowed, `${from} to ${to}`).toBe(campaignMayBecome[from].includes(to))
    }
  }
})

describe('pausing', () => {
  test.each(['idle', 'scheduled', 'sending'] as const)(
    'pauses a campaign that is %s, and resuming continues it',
    async (state) => {
      const list = await aCampaignList()
      const id = await inState(list, state)
      for (const [verb, expected] of [
        ['pause', true],
        ['pause', true],
        ['resume', false],
        ['resume', false],
      ] as const) {
        const answer = await list.call<Campaign>('POST', `${list.path}/${id}/${verb}`)
        expect(paused(answer)).toBe(expected)
        expect(answer.body.data.dispatch?.state).toBe(state)
      }
      const kinds = await list.sql<{ kind: string }[]>`
      select kind from audit_events where subject_id = ${id} and kind <> 'campaign.created' order by id`
      expect(kinds.map(({ kind }) => kind)).toEqual(['campaign.paused', 'campaign.resumed'])
    },
  )

  test.each(['finished', 'failed', 'cancelled'] as const)('rejects one that is %s', async (state) => {
    const list = await aCampaignList()
    const id = await inState(list, state)
    for (const [verb, word] of [
      ['pause', 'paused'],
      ['resume', 'resumed'],
      ['cancel', 'cancelled'],
    ]) {
      const { body } = await list.call('POST', `campaigns/${id}/${verb}`)
      const message = `campaign cannot be ${word}: it is ${state}`
      expect(body).toMatchObject({ error_code: 'validation_failed', error_message: message })
    }
    expect((await list.update(id, { name: 'B' })).body.error_message).toBe(
      `campaign cannot be changed: it is ${state}`,
    )
  })

  test('ends with the campaign', async () => {
    const list = await aCampaignList()
    const id = await inState(list, 'sending')
    await list.call('POST', `campaigns/${id}/pause`)
    const { body } = await list.call<Campaign>('POST', `campaigns/${id}/cancel`)
    expect(body.data.dispatch).toMatchObject({
      state: 'cancelled',
      paused: false,
      finished_at: expect.any(String),
    })
  })
})

test.each(['idle', 'scheduled', 'sending'] as const)(
  'a campaign that is %s can be cancelled for good',
  async (state) => {
    const list = await aCampaignList()
    const id = await inState(list, state)
    expect((await list.call<Campaign>('POST', `campaigns/${id}/cancel`)).body.data.dispatch?.state).toBe(
      'cancelled',
    )
    expect((await list.call('POST', `campaigns/${id}/cancel`)).status).toBe(422)
  },
)

test('a campaign that is sending cannot be changed', async () => {
  const list = await aCampaignList()
  const id = await inState(list, 'sending')
  const { body } = await list.update(id, { contents: [message] })
  expect(body.error_message).toBe('campaign cannot be changed: it is sending')
})

test('only a campaign that never started can be deleted', async () => {
  const list = await aCampaignList()
  for (const state of campaignStates) {
    const id = await inState(list, state)
    const isDeleted = (await list.call('DELETE', `campaigns/${id}`)).status === 200
    expect(isDeleted, state).toBe(state === 'idle' || state === 'cancelled')
  }
  const started = await inState(list, 'sending')
  await list.call('POST', `campaigns/${started}/cancel`)
  expect((await list.call('DELETE', `campaigns/${started}`)).body.error_message).toBe(
    'campaign cannot be deleted: it is cancelled',
  )
})

describe('scheduled and sending campaigns are cancelled', () => {
  async function states({ sql }: List) {
    const rows = await sql<{ state: string }[]>`select state from campaigns order by id`
    return rows.map(({ state }) => state)
  }
  const unfinished = ['idle', 'scheduled', 'sending', 'finished'] as const

  test('with their mailing list, and no longer shown', async () => {
    const list = await aCampaignList({}, mailingListRoutes)
    const ids: number[] = []
    for (const state of unfinished) ids.push(await inState(list, state))
    const other = await aList(list.sql, list.organizationId, { name: 'Other' })
    await list.call('POST', `mailing_lists/${other}/campaigns`, { campaign: complete })
    const lists = `mailing_lists/${list.listId}`
    const { data } = (await list.call('GET', `${lists}/delete_confirmation_code`)).body
    await list.call('DELETE', `${lists}/confirmed/${String(data['delete_confirmation_code'])}`)
    expect(await states(list)).toEqual(['idle', 'cancelled', 'cancelled', 'finished', 'scheduled'])
    for (const id of ids)
      expect((await list.call('GET', `campaigns/${id}`)).body.error_code).toBe('not_found')
  })

  test('with their organization', async () => {
    const list = await aCampaignList()
    for (const state of unfinished) await inState(list, state)
    await list.sql.begin((sql) => markOrganizationDeleted(sql, list.organizationId))
    expect(await states(list)).toEqual(['idle', 'cancelled', 'cancelled', 'finished'])
  })
})

describe('a standard user', () => {
  async function aUser(names: ('create' | 'update' | 'send')[]) {
    const list = await aCampaignList()
    const permissions = { campaign: names }
    const user = await aSession(list.api, list.organizationId, { role: 'standard', permissions })
    const send = (method: 'POST' | 'PUT', path: string, campaign: object) =>
      list.call<Campaign>(method, path, { campaign }, user)
    return { ...list, send }
  }
  const { begins_at, ...unscheduled } = dispatch

  test('without the permission to send creates campaigns, but cannot schedule them', async () => {
    const { send, path, sql } = await aUser(['create', 'update'])
    const { id } = (await send('POST', path, { ...complete, dispatch_attributes: unscheduled })).body.data
    for (const [method, where, campaign] of [
      ['PUT', `campaigns/${id}`, { dispatch_attributes: { begins_at } }],
      ['POST', path, complete],
    ] as const) {
      const answer = await send(method, where, campaign)
      expect(answer.status).toBe(403)
      expect(answer.body.error_message).toBe('this call needs the permission campaign.send')
    }
    expect(await sql`select state from campaigns`).toEqual([{ state: 'idle' }])
    const held = await send('PUT', `campaigns/${id}`, { dispatch_attributes: { paused: true } })
    expect(held.body.error_message).toBe('this call needs the permission campaign.update_state')
  })

  test('with the permission to send can schedule them', async () => {
    const { send, path } = await aUser(['create', 'send'])
    expect((await send('POST', path, complete)).body.data.dispatch?.state).toBe('scheduled')
  })
})
