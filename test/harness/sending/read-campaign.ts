import { byPerson } from '../returned/programs.ts'
import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { peopleRoutes } from '../../../src/http/campaigns/people.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { recordSendBounces } from '../../../src/store/responses/bounces.ts'
import { recordComplaint, recordUnsubscribe } from '../../../src/store/responses/record.ts'
import { recordClicks, recordOpens } from '../../../src/store/responses/visits.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { addStats } from '../../../src/store/campaigns/stats.ts'
import type { Anyone } from '../core/api.ts'
import { aSubscriberApi } from '../records/subscribers.ts'
import { aLink, send } from './readers.ts'

export type Person = {
  subscriber_id: number
  email: string | null
  status: string | null
  content_id: number | null
  at: string | null
  times: number
  severity: string | null
  reason: string | null
}

const emails = Array.from('abcdefghij', (letter) => `${letter}@one.example`)

/** Ten people: the first six got version A, the others B. What each of them did is written down by hand. */
export async function aReadCampaign() {
  const api = await aSubscriberApi(campaignRoutes, segmentRoutes, (route, secrets) =>
    peopleRoutes(route, createPageTokens(secrets)),
  )
  const { sql, database } = api
  const { organizationId } = api.a
  const sent = await send(api, api.a, emails)
  const { campaignId, contentId, listId, subscriberIds } = sent
  const [second] = await sql<{ id: number }[]>`
    insert into campaign_contents (organization_id, campaign_id, position, subject)
    values (${organizationId}, ${campaignId}, 2, 'B') returning id`
  const otherId = second?.id ?? 0
  await sql`
    update deliveries set content_id = ${otherId}
    where subscriber_id = any(${subscriberIds.slice(6)}::bigint[])`
  const otherLink = await aLink(api, organizationId, { campaign_id: campaignId, content_id: otherId })
  const source = { campaignId }
  const mailing = { listId, source }
  const idOf = (letter: string) => subscriberIds['abcdefghij'.indexOf(letter)] ?? 0
  const hits = (letters: string) =>
    Array.from(letters, (letter) => ({ subscriberId: idOf(letter), ip: null, seen: byPerson }))
  const state = (letter: string, name: string, diagnostic: string | null = null) => sql`
    update deliveries set state = ${name}, diagnostic = ${diagnostic},
      next_attempt_at = case when ${name} = 'deferred' then ${new Date()}::timestamptz end
    where organization_id = ${organizationId} and subscriber_id = ${idOf(letter)}`
  await state('h', 'deferred', 'come back later')
  await state('i', 'skipped', 'the special sending rule “Quiet” leaves them out')
  await state('e', 'bounced', 'no such user')
  await state('f', 'bounced', 'mailbox full')
  await database.within(organizationId).begin(async (sql) => {
    await recordOpens(sql, organizationId, mailing, hits('aabgj'))
    const clicks = [
      ...hits('aab').map((hit) => ({ ...hit, linkId: sent.linkId })),
      ...hits('g').map((hit) => ({ ...hit, linkId: otherLink })),
    ]
    await recordClicks(sql, organizationId, mailing, clicks)
    await recordUnsubscribe(sql, organizationId, { ...mailing, subscriberId: idOf('c') }, { ip: null })
    await recordComplaint(sql, organizationId, { ...mailing, subscriberId: idOf('d') })
    const bounces = [
      { subscriberId: idOf('e'), contentId, status: '5.1.1', diagnostic: 'no such user' },
      { subscriberId: idOf('f'), contentId, status: '5.2.2', diagnostic: 'mailbox full' },
    ]
    await recordSendBounces(sql, organizationId, source, { bounces, messages: [] })
    await addStats(sql, organizationId, source, [{ contentId, counts: { sent_html: 9, total_success: 6 } }])
  })
  const ask = async (query: string, as: Anyone = api.a) =>
    (await api.call<Person[]>('GET', `campaigns/${campaignId}/people?${query}`, undefined, as)).body
  const letters = (people: Person[]) => people.map(({ email }) => email?.[0] ?? '-').join('')
  const people = async (query: string) => letters((await ask(query)).data)
  return { ...sent, api, sql, database, organizationId, otherId, otherLink, idOf, ask, people, letters }
}

/** Its messages are old enough to be kept as bits. */
export async function foldable(sql: Sql, campaignId: number): Promise<void> {
  await sql`update deliveries set sent_at = now() - interval '500 days'`
  await sql`
    update campaigns set state = 'finished', finished_at = now() - interval '499 days',
      started_at = now() - interval '500 days' where id = ${campaignId}`
}
