import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeMessage } from '../../../src/contract/responses/judging/message.ts'
import type { Seen } from '../../../src/contract/responses/judging/verdict.ts'
import { judgedHits } from '../../../src/upkeep/judging/hits.ts'
import type { Api } from '../../harness/core/api.ts'
import { byDay } from '../../harness/night.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'
import { browser } from '../../harness/returned/programs.ts'
import { aLink, aSentCampaign, countersOf } from '../../harness/sending/readers.ts'
import { earlier, setEarlier } from '../../harness/postgres/earlier.ts'

const rounds = byDay(12, 60)
const peopleEach = 3

const firefox =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Firefox/146.0'
const scanner = 'Mozilla/5.0 (compatible; Proofpoint URL Defense)'
const proxy = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
// Mostly of people: where most hits are of machines, one more makes no difference.
const agents = fc.constantFrom(browser, browser, browser, firefox, proxy, scanner, '')

const visits = fc.array(
  fc.record({
    person: fc.nat({ max: peopleEach - 1 }),
    // The links of the message are 0 to 2.
    what: fc.constantFrom<'open' | 'hidden' | number>('open', 'open', 'open', 'hidden', 0, 0, 1, 2),
    agent: agents,
    isHead: fc.constantFrom(false, false, false, false, false, true),
  }),
  { minLength: 3, maxLength: 14 },
)

/** What an earlier judge did not know: who made a hit. And when: what came at once is far apart, or the other way round. */
const changes = fc.array(
  fc.record({ hit: fc.nat({ max: 13 }), agent: agents, secondsBefore: fc.constantFrom(0, 0, 4, 30) }),
  { minLength: 1, maxLength: 8 },
)

type Change = { hit: number; agent: string; secondsBefore: number }

type Hit = {
  subscriber_id: number
  link_id: number | null
  at_ms: number
  user_agent: string
  purpose: string
  is_head: boolean
  network: string | null
  age_seconds: number
}

test('hits that are judged anew leave the counters that they would have left if they had been judged so at once', async () => {
  const world = await aWorld()
  let round = 0
  await fc.assert(
    fc.asyncProperty(visits, changes, async (made, changed) => {
      const first = round * peopleEach
      round += 1
      for (const { person, what, agent, isHead } of made)
        await world.visit(first + person, what, { agent, isHead })
      await world.misjudge(changed, made.length)
      await judgedHits.run(upkeepEnvironment(world.database), new AbortController().signal)
      expect(await world.counted()).toEqual(await world.expected())
    }),
    { numRuns: rounds, endOnFailure: true },
  )
})

/** A campaign with three links that was sent to three people for each round. What was counted before stays. */
async function aWorld() {
  const emails = Array.from({ length: rounds * peopleEach }, (_, n) => `p${n}@example.com`)
  const sent = await aSentCampaign(emails)
  const { api, sql, organizationId, campaignId, contentId, subscriberIds, path } = sent
  const link = (url: string) =>
    aLink(api, organizationId, { campaign_id: campaignId, content_id: contentId, url })
  const links = [sent.linkId, await link('https://shop.example/2'), await link('https://shop.example/3')]
  const visit = async (
    person: number,
    what: 'open' | 'hidden' | number,
    { agent, isHead }: { agent: string; isHead: boolean },
  ) => {
    const subscriberId = subscriberIds[person] ?? 0
    const url =
      typeof what === 'number'
        ? path('click', { subscriberId, linkId: links[what] ?? 0 })
        : path(what, { subscriberId })
    await sent.visit(isHead ? 'HEAD' : 'GET', url, { headers: { 'user-agent': agent } })
  }
  return {
    database: sent.database,
    visit,
    misjudge: (changed: Change[], lastCount: number) => misjudge(sql, changed, lastCount),
    counted: () => countedOf(api, campaignId),
    expected: async () => expectedOf(await hitsOf(sql), links.length),
  }
}

/** Changes the last hits. Moves all into the past, too: those of the last minute are left for the next time. */
async function misjudge(sql: Api['sql'], changed: readonly Change[], lastCount: number): Promise<void> {
  await setEarlier(sql, { table: 'hits', times: ['hit_at'] }, '2 minutes')
  const last = await sql<{ id: number }[]>`select id from hits order by id desc limit ${lastCount}`
  const ids = last.map(({ id }) => id)
  for (const { hit, agent, secondsBefore } of changed) {
    await sql`
      update hits set user_agent = ${agent}, ${earlier(sql, ['hit_at'], `${secondsBefore} seconds`)}
      where id = ${ids[hit % ids.length] ?? 0}`
  }
  // The first times are those of the hits that counted for people.
  await sql`
    with first as materialized (
      select organization_id, subscriber_id, min(hit_at) filter (where link_id is null) as opened_at,
        min(hit_at) filter (where link_id is not null) as clicked_at
      from hits where not machine group by organization_id, subscriber_id)
    update message_responses r set first_opened_at = f.opened_at, first_clicked_at = f.clicked_at
    from first f where f.organization_id = r.organization_id and f.subscriber_id = r.subscriber_id`
}

const hitsOf = (sql: Api['sql']) => sql<Hit[]>`
  select subscriber_id, link_id, extract(epoch from hit_at)::float8 * 1000 as at_ms, user_agent, purpose, is_head, network,
    age_seconds
  from hits order by id`

/** By the hits alone, one after the other. */
function expectedOf(hits: readonly Hit[], linkCount: number) {
  const judged = [...new Set(hits.map(({ subscriber_id: id }) => id))].flatMap((person) => {
    const own = hits.filter(({ subscriber_id: id }) => id === person)
    const verdicts = judgeMessage(own.map(seenOf), linkCount)
    return own.map((hit, index) => ({ ...hit, isMachine: verdicts[index]?.isMachine ?? false }))
  })
  const of = (isOpen: boolean, isMachine: boolean) =>
    judged.filter((hit) => (hit.link_id === null) === isOpen && hit.isMachine === isMachine)
  const persons = (some: readonly Hit[]) => new Set(some.map(({ subscriber_id: id }) => id)).size
  const byLink = new Map<number, Hit[]>()
  for (const hit of of(false, false))
    byLink.set(hit.link_id ?? 0, [...(byLink.get(hit.link_id ?? 0) ?? []), hit])
  const counters = {
    opens_total: of(true, false).length,
    opens_unique: persons(of(true, false)),
    opens_machine_total: of(true, true).length,
    opens_machine_unique: persons(of(true, true)),
    clicks_total: of(false, false).length,
    clicks_unique: persons(of(false, false)),
    clicks_unique_by_link: [...byLink.values()].reduce((sum, own) => sum + persons(own), 0),
    clicks_machine_total: of(false, true).length,
    clicks_machine_unique: persons(of(false, true)),
  }
  return {
    counters: Object.fromEntries(Object.entries(counters).filter(([, value]) => value !== 0)),
    links: [...byLink]
      .map(([id, own]) => ({ id, clicks_total: own.length, clicks_unique: persons(own) }))
      .toSorted((one, other) => one.id - other.id),
    readers: [...new Set(judged.map(({ subscriber_id: id }) => id))]
      .toSorted((one, other) => one - other)
      .map((id) => readerOf(id, of)),
    clicks: [...byLink]
      .flatMap(([linkId, own]) =>
        [...new Set(own.map((hit) => hit.subscriber_id))].map((id) => ({
          link_id: linkId,
          subscriber_id: id,
          clicks: own.filter((hit) => hit.subscriber_id === id).length,
        })),
      )
      .toSorted((one, other) => one.link_id - other.link_id || one.subscriber_id - other.subscriber_id),
  }
}

function seenOf(hit: Hit) {
  const { link_id: linkId, at_ms: atMs, age_seconds: ageSeconds } = hit
  const kind = linkId === null ? ('open' as const) : linkId === 0 ? ('hidden' as const) : ('click' as const)
  const seen: Seen = {
    userAgent: hit.user_agent,
    purpose: hit.purpose,
    isHead: hit.is_head,
    network: hit.network,
  }
  return { kind, linkId, atMs, ageSeconds, seen }
}

/** The response of one person. */
function readerOf(id: number, of: (isOpen: boolean, isMachine: boolean) => Hit[]) {
  const own = (isOpen: boolean, isMachine: boolean) =>
    of(isOpen, isMachine).filter(({ subscriber_id: subscriberId }) => subscriberId === id)
  const first = (hits: readonly Hit[]) =>
    hits.length === 0 ? null : Math.min(...hits.map(({ at_ms: atMs }) => atMs))
  return {
    subscriber_id: id,
    opens: own(true, false).length,
    machine_opens: own(true, true).length,
    opened_ms: first(own(true, false)),
    clicks: own(false, false).length,
    machine_clicks: own(false, true).length,
    clicked_ms: first(own(false, false)),
  }
}

async function countedOf(api: Api, campaignId: number) {
  const { slice } = await countersOf(api, campaignId)
  const links = await api.sql`
    select id, clicks_total, clicks_unique from tracked_links where clicks_total <> 0 or clicks_unique <> 0 order by id`
  const readers = await api.sql`
    select subscriber_id, opens, machine_opens, extract(epoch from first_opened_at)::float8 * 1000 as opened_ms,
      clicks, machine_clicks, extract(epoch from first_clicked_at)::float8 * 1000 as clicked_ms
    from message_responses order by 1`
  const clicks = await api.sql`select link_id, subscriber_id, clicks from link_clicks order by 1, 2`
  return { counters: slice, links: [...links], readers: [...readers], clicks: [...clicks] }
}
