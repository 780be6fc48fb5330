import { expect, onTestFinished, test } from 'vitest'
import { campaignDraftRoutes } from '../../../../src/http/campaigns/drafts.ts'
import { until } from '../../../harness/core/until.ts'
import { aCampaignList, complete, message } from '../../../harness/sending/campaign-api.ts'
import { startSenders } from '../../../harness/sending/sender.ts'
import { people } from '../../../harness/sending/world.ts'
import { readSunk, startSmtpSink } from '../../../harness/smtp/sink.ts'

type Kept = { changes: Record<string, unknown>; updated_at: string }

async function aScheduledCampaign() {
  const world = await aCampaignList({}, campaignDraftRoutes)
  const { id } = (await world.create(complete)).body.data
  const path = `campaigns/${id}/draft`
  return {
    ...world,
    id,
    keep: (changes: object, more: object = {}) =>
      world.call<Kept>('PUT', path, { draft: { changes }, ...more }),
    shown: async () => (await world.call<Kept | null>('GET', path)).body.data,
    discard: () => world.call('DELETE', path),
    schedule: (more: object = {}) => world.call('POST', `${path}/schedule`, more),
    subject: async () => (await world.show(id)).campaign_contents.map(({ subject }) => subject),
  }
}

const later = (subject: string) => ({ contents: [{ ...message, subject }] })

test('changes of a scheduled campaign stay beside it until it is scheduled again', async () => {
  const { keep, shown, schedule, subject, show, id } = await aScheduledCampaign()
  expect(await shown()).toBeNull()
  expect((await keep(later('Half'))).status).toBe(200)
  expect((await keep(later('Whole'))).body.data.changes).toEqual(later('Whole'))
  expect([await subject(), (await shown())?.changes]).toEqual([['News'], later('Whole')])
  expect((await schedule()).status).toBe(200)
  expect([await subject(), await shown()]).toEqual([['Whole'], null])
  expect((await show(id)).dispatch).toMatchObject({ state: 'scheduled' })
  expect((await schedule()).status).toBe(404)
})

test('a draft is discarded, and what was scheduled stays', async () => {
  const { keep, shown, discard, subject } = await aScheduledCampaign()
  await keep(later('Half'))
  expect((await discard()).status).toBe(200)
  expect([await subject(), await shown()]).toEqual([['News'], null])
})

test('a draft of somebody else is not overwritten by whoever has not seen it, and neither is the campaign', async () => {
  const { keep, schedule, update, shown, id, show } = await aScheduledCampaign()
  const { updated_at: seen } = (await keep(later('Mine'))).body.data
  await keep(later('Theirs'))
  const stale = await keep(later('Mine again'), { expected_updated_at: seen })
  expect([stale.status, (await shown())?.changes]).toEqual([409, later('Theirs')])
  const { updated_at: campaign } = await show(id)
  await update(id, { name: 'Other' })
  expect((await schedule({ expected_updated_at: campaign })).status).toBe(409)
})

test('what cannot be scheduled stays a draft, and only a scheduled campaign has one', async () => {
  const { keep, schedule, shown, update, id } = await aScheduledCampaign()
  await keep({ contents: [{ subject: 7 }] })
  const refused = await schedule()
  expect([refused.status, refused.body.error_message]).toEqual([422, expect.stringContaining('subject')])
  expect(await shown()).not.toBeNull()
  await update(id, { dispatch_attributes: { state: 'idle' } })
  expect(await shown()).toBeNull()
  expect((await keep(later('Half'))).status).toBe(422)
})

test('what leaves at its time is what was scheduled last', async () => {
  const { api, sql, organizationId, listId, keep } = await aScheduledCampaign()
  await people(sql, organizationId, listId, 2)
  const sink = await startSmtpSink()
  onTestFinished(() => sink.stop())
  await keep(later('Half'))
  await sql`update campaigns set begins_at = now()`
  await sql`update jobs set begins_at = now()`
  startSenders(api, { smtpUrl: sink.url })
  await until(() => sink.messages.length === 2)
  const subjects = await Promise.all(sink.messages.map(async (one) => (await readSunk(one)).subject))
  expect(subjects).toEqual(['News', 'News'])
})
