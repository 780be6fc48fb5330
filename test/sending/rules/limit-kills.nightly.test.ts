import { expect, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { aWire, type CutAt } from '../../harness/core/wire.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { aRule } from './world.ts'

const count = 24
const options = { lanes: 2, pace: { batchMax: 7 } }

type World = Awaited<ReturnType<typeof aCampaignWorld>>
type Fate = { key: string; sent: number; skipped: number }

/**
 * Two campaigns at once to the same people, under a rule of one message in a week. Their sender dies at one message to the
 * database, and another one takes both to their end. @returns whether it died.
 */
async function dieAt(world: World, rule: number, cutAt: CutAt): Promise<boolean> {
  const { sql, sink, api } = world
  const before = sink.messages.length
  const wire = await aWire(api.url, cutAt)
  const ids = [
    await world.begin({}, { special_sending_rule_id: rule }),
    await world.begin({}, { special_sending_rule_id: rule }),
  ]
  const areOver = async () => (await sql`select 1 from campaigns where finished_at is null`).length === 0
  const doomed = startSenders({ url: wire.url, secrets: api.secrets }, { smtpUrl: sink.url, ...options })
  let died = false
  void wire.cut.then(() => (died = true))
  await until(async () => died || (await areOver()), { seconds: 120 })
  await doomed.die()
  await sql`update jobs set leased_until = null, next_attempt_at = null where state = 'sending'`
  const next = startSenders(api, { smtpUrl: sink.url, ...options })
  await until(areOver, { seconds: 120 })
  await next.stop()
  await check(world, ids, { cutAt, received: sink.messages.slice(before).map(({ to }) => to) })
  // A week later.
  await sql`update deliveries set sent_at = now() - interval '8 days'`
  await sql`update campaigns set started_at = now() - interval '9 days', finished_at = now() - interval '8 days'`
  return died
}

async function check(
  { sql, statsOf }: World,
  ids: readonly number[],
  { cutAt, received }: { cutAt: CutAt; received: readonly string[] },
): Promise<void> {
  expect({ cutAt, twice: received.length - new Set(received).size }).toEqual({ cutAt, twice: 0 })
  const fates = await sql<(Fate & { unproven: number })[]>`
    select s.key, count(*) filter (where d.state in ('accepted', 'uncertain'))::integer as sent,
      count(*) filter (where d.state = 'skipped')::integer as skipped,
      count(*) filter (where d.state = 'accepted' and not s.key = any(${[...received]}::text[]))::integer as unproven
    from subscribers s left join deliveries d on d.subscriber_id = s.id and d.campaign_id = any(${[...ids]}::integer[])
    group by s.key`
  const wrong = fates.filter(({ sent, skipped, unproven }) => sent !== 1 || skipped !== 1 || unproven > 0)
  expect({ cutAt, people: fates.length, wrong }).toEqual({ cutAt, people: count, wrong: [] })
  const stats = await Promise.all(ids.map(statsOf))
  const sum = (name: string) => stats.reduce((all, row) => all + (row[name] ?? 0), 0)
  const sums = [
    sum('recipients_total'),
    sum('recipients_sent'),
    sum('skip_ssr_request'),
    sum('skip_ssr_failure'),
  ]
  expect({ cutAt, sums }).toEqual({ cutAt, sums: [2 * count, count, count, 0] })
  expect(await sql`select 1 from sending_batches`).toHaveLength(0)
}

test('a sender that dies at any message to the database gives nobody more than a rule allows, and skips nobody else', async () => {
  const world = await aCampaignWorld(count)
  const rule = await aRule(world.sql, world.organizationId, { messages_max: 1, messages_days: 7 })
  let deaths = 0
  // Before that the sender opens its connections.
  for (let message = 12; message < 600; message += 9) {
    const moment = message % 2 === 0 ? 'before' : 'after'
    if (await dieAt(world, rule, { message, moment })) deaths += 1
    else if (message > 60) break
  }
  expect(deaths).toBeGreaterThan(15)
})
