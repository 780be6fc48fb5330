import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { judgeVersion } from '../../../src/contract/responses/judging/judge.ts'
import { judgeMessage } from '../../../src/contract/responses/judging/message.ts'
import { networkPrefix } from '../../../src/contract/responses/judging/networks.ts'
import { judgedHits } from '../../../src/upkeep/judging/hits.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'
import { labelledMessages } from '../../harness/returned/labelled-hits.ts'
import { aLink, aSentCampaign, countersOf } from '../../harness/sending/readers.ts'
import { setEarlier } from '../../harness/postgres/earlier.ts'

/** Hits that an earlier judge took for a person's: its list did not know their program yet. */
async function aMisjudgedCampaign() {
  const started = await aSentCampaign()
  const { api, sql, organizationId, listId, campaignId, contentId, visit, path } = started
  const second = await aLink(api, organizationId, {
    campaign_id: campaignId,
    content_id: contentId,
    url: 'https://shop.example/2',
  })
  await sql`
    insert into autoresponders ${sql({
      organization_id: organizationId,
      mailing_list_id: listId,
      name: 'Clicked',
      trigger: 'campaign_click',
      trigger_campaign_to_click_id: campaignId,
      trigger_click_on_any_url: true,
    })}`
  await visit('GET', path('open'))
  await visit('GET', path('click'))
  await visit('GET', path('click', { linkId: second }))
  await visit('GET', path('click', { subscriberId: started.subscriberIds[1] ?? 0 }))
  const [scanned] = started.subscriberIds
  await sql`update hits set user_agent = 'Mozilla/5.0 (compatible; Proofpoint URL Defense)' where subscriber_id = ${scanned ?? 0}`
  await setEarlier(sql, { table: 'hits', times: ['hit_at'] }, '2 minutes')
  await setEarlier(
    sql,
    { table: 'message_responses', times: ['first_opened_at', 'first_clicked_at'] },
    '2 minutes',
  )
  const upkeep = async () => judgedHits.run(upkeepEnvironment(started.database), new AbortController().signal)
  return { ...started, upkeep, second }
}

test('hits that an earlier judge was wrong about are counted for the other side, with all that follows from them', async () => {
  const { api, sql, campaignId, upkeep, second, subscriberIds } = await aMisjudgedCampaign()
  expect((await countersOf(api, campaignId)).slice).toMatchObject({ opens_unique: 1, clicks_unique: 2 })
  await upkeep()
  expect(await countersOf(api, campaignId)).toEqual({
    report: { click_total: 1, click_unique: 1 },
    slice: {
      opens_machine_total: 1,
      opens_machine_unique: 1,
      clicks_total: 1,
      clicks_unique: 1,
      clicks_unique_by_link: 1,
      clicks_machine_total: 2,
      clicks_machine_unique: 1,
    },
  })
  const [link] = await sql`select clicks_total, clicks_unique from tracked_links where id = ${second}`
  expect(link).toEqual({ clicks_total: 0, clicks_unique: 0 })
  const [scanned] = await sql`
    select opens, clicks, machine_opens, machine_clicks, first_opened_at, first_clicked_at
    from message_responses where subscriber_id = ${subscriberIds[0] ?? 0}`
  expect(scanned).toEqual({
    opens: 0,
    clicks: 0,
    machine_opens: 1,
    machine_clicks: 2,
    first_opened_at: null,
    first_clicked_at: null,
  })
  const waiting = await sql`select subscriber_id as id from autoresponder_reactions`
  expect(waiting.map((row) => row['id'])).toEqual([subscriberIds[1]])
})

test('they are judged anew once for each version of the judge, and by a server that was stopped from where it was', async () => {
  const { sql, upkeep, subscriberIds } = await aMisjudgedCampaign()
  await upkeep()
  const state = async () =>
    (await sql`select judge_version, last_hit_id, ended_at is not null as ended from hit_judgings`)[0]
  const [last] = await sql<{ id: number }[]>`select max(id) as id from hits`
  expect(await state()).toEqual({ judge_version: judgeVersion, last_hit_id: last?.id, ended: false })
  // Servers of the release before may run beside this one for a while.
  await sql`update hit_judgings set begun_at = now() - interval '2 hours'`
  await upkeep()
  expect(await state()).toMatchObject({ ended: true })
  const misjudge = sql`
    update hits set machine = false, verdict_reason = 'no_sign' where subscriber_id = ${subscriberIds[0] ?? 0}`
  await misjudge
  await upkeep()
  expect((await sql`select 1 from hits where machine`).length).toBe(0)
  await sql`update hit_judgings set judge_version = judge_version - 1`
  await upkeep()
  expect((await sql`select 1 from hits where machine`).length).toBe(3)
})

test('a judge that says something else has another version', () => {
  const said = labelledMessages(1, 2_000).flatMap(({ linkCount, hits }) =>
    judgeMessage(
      hits.map(({ kind, linkId, atMs, userAgent, purpose, isHead, address }) => ({
        kind,
        linkId,
        atMs,
        ageSeconds: atMs / 1000,
        seen: { userAgent, purpose, isHead, network: networkPrefix(address) },
      })),
      linkCount,
    ).map(({ reason }) => reason),
  )
  const digest = createHash('sha256').update(said.join()).digest('hex').slice(0, 12)
  // What differs needs a new line with a new version, unless it was the labelled hits that changed.
  expect({ judgeVersion, digest }).toEqual({ judgeVersion: 1, digest: '3bd4606ca27c' })
})
