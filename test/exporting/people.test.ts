import { byPerson } from '../harness/returned/programs.ts'
import { expect, test } from 'vitest'
import { recordClicks, recordOpens } from '../../src/store/responses/visits.ts'
import { anAutoresponder, aList } from '../harness/core/records.ts'
import { anExportApi } from '../harness/exporting/stories.ts'
import { aSession } from '../harness/records/sessions.ts'
import { aStartedCampaign } from '../harness/sending/campaigns.ts'
import { aLink } from '../harness/sending/readers.ts'

const names = ['ann', 'bob', 'cy', 'di']

/** Four people got it; Ann and Bob clicked the link, Cy another one, Di is on none. */
async function aClickedCampaign() {
  const api = await anExportApi()
  const { sql, database, organizationId, listId } = api
  const ids = new Map<string, number>()
  for (const name of names) {
    const [row] = await sql<{ id: number }[]>`
      insert into subscribers (organization_id, mailing_list_id, key)
      values (${organizationId}, ${listId}, ${`${name}@example.com`}) returning id`
    ids.set(name, row?.id ?? 0)
  }
  const campaignId = await aStartedCampaign(sql, organizationId, listId, {})
  await sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, state, sent_at)
    select ${organizationId}, ${campaignId}, id, 'accepted', now() - interval '1 hour' from unnest(${[...ids.values()]}::bigint[]) given (id)`
  const link = (path: string) =>
    aLink(api, organizationId, { campaign_id: campaignId, url: `https://shop.example/${path}` })
  const [linkId, otherId] = [await link('a'), await link('b')]
  const click = (name: string, id: number) => ({
    subscriberId: ids.get(name) ?? 0,
    linkId: id,
    ip: null,
    seen: byPerson,
  })
  const mailing = { listId, source: { campaignId } }
  await database
    .within(organizationId)
    .begin((sql) =>
      recordClicks(sql, organizationId, mailing, [
        click('ann', linkId),
        click('bob', linkId),
        click('cy', otherId),
      ]),
    )
  const fileOf = async (people: object, more: object = {}) => {
    const file = await api.fileOf({ people, columns: ['email'], ...more })
    return file
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('@')[0])
  }
  return { api, sql, database, organizationId, listId, ids, campaignId, linkId, fileOf }
}

test('the people behind a number are exported, also of one link and of an autoresponder', async () => {
  const { sql, database, organizationId, listId, ids, campaignId, linkId, fileOf } = await aClickedCampaign()
  expect(await fileOf({ campaign_id: campaignId, kind: 'sent' })).toEqual(names)
  expect(await fileOf({ campaign_id: campaignId, kind: 'clicked' })).toEqual(['ann', 'bob', 'cy'])
  expect(await fileOf({ campaign_id: campaignId, kind: 'clicked', link_id: linkId })).toEqual(['ann', 'bob'])
  await sql`update subscribers set status = 'unsubscribed' where key = 'bob@example.com'`
  expect(await fileOf({ campaign_id: campaignId, kind: 'clicked' }, { statuses: ['unsubscribed'] })).toEqual([
    'bob',
  ])
  const id = await anAutoresponder(sql, organizationId, listId)
  const hit = { subscriberId: ids.get('di') ?? 0, ip: null, seen: byPerson }
  await database
    .within(organizationId)
    .begin((sql) => recordOpens(sql, organizationId, { listId, source: { autoresponderId: id } }, [hit]))
  expect(await fileOf({ autoresponder_id: id, kind: 'opened' })).toEqual(['di'])
})

test('what belongs to another list, or does not belong together, is refused; statistics need their permission', async () => {
  const { api, sql, organizationId, campaignId, linkId } = await aClickedCampaign()
  const otherList = await aList(sql, organizationId)
  const people = { campaign_id: campaignId, kind: 'clicked' }
  expect((await api.create({ people }, otherList)).body).toMatchObject({ error_code: 'not_found' })
  expect((await api.create({ people: { ...people, link_id: linkId + 100 } })).body).toMatchObject({
    error_code: 'not_found',
  })
  for (const fields of [
    { people: { kind: 'clicked' } },
    { people: { ...people, severity: 'hard' } },
    { people, q: 'ann' },
    { people, subscriber_ids: [1] },
  ]) {
    expect((await api.create(fields)).body).toMatchObject({ error_code: 'validation_failed' })
  }
  const as = await aSession(api, organizationId, {
    role: 'standard',
    permissions: { subscriber: ['export'] },
  })
  const path = `mailing_lists/${api.listId}/subscriber_exports`
  const { status } = await api.call('POST', path, { subscriber_export: { people } }, as)
  expect(status).toBe(403)
})
