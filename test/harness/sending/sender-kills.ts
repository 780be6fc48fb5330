import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { BackgroundSettings } from '../../../src/server/mail.ts'
import { brakeStep, brakeSteps } from '../../../src/contract/accounting/sending-brake.ts'
import { defaultPace, defaultRemote } from '../../../src/sending/environment.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { noteIdentity } from '../../../src/store/server/restored-copy.ts'
import { aCampaignWorld, letRetriesCome } from './world.ts'
import { createRandom } from '../../../bench/data.ts'
import type { Decide, SunkMessage } from '../smtp/sink.ts'
import { until } from '../core/until.ts'
import { aSenderProcess } from '../importing/worker-processes.ts'
import { figure } from '../watching/figure.ts'

export type KillPlan = {
  recipients: number
  kills: number
  seed: number
  betweenMs: [number, number]
  /** Every fifth is left out by a special sending rule, which also has a limit of messages. */
  hasRule?: boolean
  /** Processes that send at the same time; one of them is killed at a time. Default: one. */
  machines?: number
}

/** Faults of the server at random points: it disconnects, rejects or stalls. `doubts`: after the message. */
function troubled(random: () => number): { decide: Decide; doubts: () => number } {
  let doubts = 0
  const decide: Decide = (stage, { to }) => {
    // A permanent rejection of an address is always repeated.
    if (stage === 'rcpt' && /7\d@/.test(to)) return { code: 550, text: '5.1.1 nobody here' }
    if (random() > 0.004) return null
    // A message in one piece has its end with it: breaking off at its beginning leaves the same doubt.
    if (stage === 'dot' || stage === 'data') doubts += 1
    if (stage === 'dot') {
      return random() < 0.5 ? 'close' : random() < 0.8 ? 'close_after' : 'stall'
    }
    if (stage === 'mail' || stage === 'rcpt' || stage === 'data') {
      return random() < 0.4 ? 'close' : { code: 451, text: '4.3.0 not now' }
    }
    return null
  }
  return { decide, doubts: () => doubts }
}

export function senderSettings(databaseUrl: string, secretKey: string, smtpUrl: string): BackgroundSettings {
  return {
    databaseUrl,
    serverIdentity: 'test',
    secretKey,
    baseUrl: 'http://quiver.example.com',
    logLevel: 'info',
    autoSubscriberManagement: false,
    senderDomains: 'owned',
    dnsServers: [],
    smtpUrl,
    spoolDir: '/nowhere',
    smtpConnections: 10,
    smtpTimeouts: { socket: 5_000 },
    systemMailFrom: 'quiver@example.com',
    webhookAllow: [],
    allowLoopback: true,
    bounceServer: null,
    bounceMaildir: null,
    softBounceRule: { limit: 5, days: 14 },
    deliveriesDays: 0,
    lanes: 1,
    pace: defaultPace,
    remote: defaultRemote,
  }
}

/** Kills a sender of a campaign again and again, and compares the delivered messages with the records. */
export async function killSenders(plan: KillPlan): Promise<{ uncertain: number; repeats: number }> {
  const random = createRandom(plan.seed)
  const trouble = troubled(random)
  const world = await aCampaignWorld(plan.recipients, { decide: trouble.decide })
  const { sql, organizationId, sink } = world
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, 1000000)`
  await sql`insert into sending_brakes (organization_id, bounce_limit) values (${organizationId}, 0)`
  // The database belongs to the first server that works with it.
  await sql.everywhere().begin((tx) => noteIdentity(tx, 'test'))
  const settings = {
    ...senderSettings(world.api.url, world.api.secretKey, sink.url),
    pace: { ...defaultPace, rangeMin: 100 },
  }
  const id = await world.begin({}, plan.hasRule === true ? await someRule(sql, organizationId) : {})
  const state = async () => (await world.stateOf(id)).state
  const alive = Array.from({ length: (plan.machines ?? 1) - 1 }, () => aSenderProcess(settings))
  for (let kill = 0; kill < plan.kills; kill += 1) {
    alive.push(aSenderProcess(settings))
    const before = sink.messages.length
    await until(
      async () => {
        await letRetriesCome(sql, '16 minutes')
        return sink.messages.length > before + 5 || (await state()) === 'finished'
      },
      { seconds: 60 },
    )
    const [least, most] = plan.betweenMs
    await pause(least + random() * (most - least))
    const [victim] = alive.splice(Math.floor(random() * alive.length), 1)
    await victim?.kill()
    for (const table of ['jobs', 'campaign_ranges']) {
      await sql`
        update ${sql(table)} set leased_until = null
        where leased_until is not null and split_part(worker, ':', 2) = ${String(victim?.pid)}`
    }
    await letRetriesCome(sql, '16 minutes')
  }
  expect(await state(), 'the kills came while it was sent').toBe('sending')
  const last = aSenderProcess(settings)
  await until(
    async () => {
      await letRetriesCome(sql, '16 minutes')
      return (await state()) === 'finished'
    },
    { seconds: 300 },
  )
  const uncertain = await checkNobodySkipped(sql, id, plan, sink.messages)
  const most = windowOf(plan) + trouble.doubts()
  expect(uncertain.size).toBeLessThanOrEqual(most)
  sink.decide(() => null)
  const answer = await world.api.call<{ resent: number }>('POST', `campaigns/${id}/resend_uncertain`)
  expect(answer.body.data.resent).toBe(uncertain.size)
  await until(async () => (await uncertainOrQueued(sql, id)) === 0, { seconds: 60 })
  for (const one of [last, ...alive]) await one.stop()
  const repeats = checkRepeats(sink.messages, uncertain)
  expect(repeats).toBeLessThanOrEqual(most)
  await checkAccounts(sql, id, sink.messages)
  figure(
    `${plan.recipients} recipients, ${plan.kills} kills: none skipped, ${uncertain.size} listed, ${repeats} sent again on request`,
  )
  return { uncertain: uncertain.size, repeats }
}

/** @returns the delivery settings that name it. */
async function someRule(sql: Sql, organizationId: number) {
  await sql`update subscribers set subscribe_time = '2020-05-01T00:00:00Z' where id % 5 = 0`
  const clauses = [{ type: 'subscriber_date_subscribed', operator: 'is_before', value: '2021-01-01' }]
  const [rule] = await sql<[{ id: number }]>`
    insert into special_sending_rules (organization_id, name, clauses, messages_max, messages_days)
    values (${organizationId}, 'A fifth', ${sql.json(clauses)}, 1, 7) returning id`
  return { special_sending_rule_id: rule.id }
}

async function uncertainOrQueued(sql: Sql, id: number): Promise<number> {
  const [row] = await sql<{ left: number }[]>`
    select count(*) as left from deliveries where campaign_id = ${id} and state in ('uncertain', 'deferred')`
  return row?.left ?? 0
}

async function checkNobodySkipped(
  sql: Sql,
  id: number,
  plan: KillPlan,
  messages: readonly SunkMessage[],
): Promise<Set<string>> {
  const rows = await sql<{ key: string; state: string | null; left_out: boolean }[]>`
    select s.key, d.state, ${plan.hasRule === true} and s.id % 5 = 0 as left_out from subscribers s
    left join deliveries d on d.organization_id = s.organization_id and d.campaign_id = ${id} and d.subscriber_id = s.id`
  const arrived = new Set(messages.map(({ to }) => to))
  const wrong = rows.filter(({ key, state, left_out: isLeftOut }) =>
    isLeftOut
      ? state !== 'skipped' || arrived.has(key)
      : state === 'accepted'
        ? !arrived.has(key)
        : state !== 'uncertain' && state !== 'bounced',
  )
  expect(wrong, 'without a message and without a word about it').toEqual([])
  expect(messages.length, 'nothing is sent twice by itself').toBe(arrived.size)
  const uncertain = new Set(rows.flatMap(({ key, state }) => (state === 'uncertain' ? [key] : [])))
  const leftOut = rows.filter((row) => row.left_out).length
  const [stats] = await sql<Record<string, number>[]>`select * from campaign_stats where campaign_id = ${id}`
  expect(stats).toMatchObject({
    recipients_total: plan.recipients,
    recipients_sent: plan.recipients - leftOut,
    skip_ssr_request: leftOut,
    skip_ssr_failure: 0,
    sent_in_queue: uncertain.size,
    sent_accepted: rows.filter((row) => row.state === 'accepted').length,
    sent_bounced: rows.filter((row) => row.state === 'bounced').length,
  })
  return uncertain
}

/** The largest number of messages that all deaths together can leave uncertain. */
function windowOf({ kills }: KillPlan): number {
  return kills * defaultPace.batchMax * defaultPace.batchesAtOnce
}

function checkRepeats(messages: readonly SunkMessage[], uncertain: ReadonlySet<string>): number {
  const byAddress = new Map<string, SunkMessage[]>()
  for (const message of messages) byAddress.set(message.to, [...(byAddress.get(message.to) ?? []), message])
  const repeated = [...byAddress].filter(([, copies]) => copies.length > 1)
  for (const [to, copies] of repeated) {
    expect(uncertain, 'only what was listed as uncertain is repeated').toContain(to)
    expect(new Set(copies.map(messageIdOf)).size, 'repeats have one Message-ID').toBe(1)
  }
  return repeated.reduce((sum, [, copies]) => sum + copies.length - 1, 0)
}

function messageIdOf({ raw }: SunkMessage): string {
  return /^Message-ID:\s*(\S+)/im.exec(raw.toString('latin1'))?.[1] ?? ''
}

/** Reports, credits and counters equal the number of different people whose message a server accepted. */
async function checkAccounts(sql: Sql, id: number, messages: readonly SunkMessage[]): Promise<void> {
  const taken = new Set(messages.map(({ to }) => to)).size
  const [row] = await sql<Record<string, number>[]>`
    select (select sum(messages)::integer from messages_sent_by_quarter_hour where campaign_id = ${id}) as reported,
      (select -sum(amount)::integer from credit_ledger where kind = 'spent') as spent,
      (select available::integer from credit_balances) as available,
      (select reserved::integer from credit_balances) as reserved,
      (select lifetime_messages_sent::integer from credit_balances) as lifetime,
      (select sum(n)::integer from sending_brakes, unnest(sent) n)
        - (select sent_bounced from campaign_stats where campaign_id = ${id}) as braking,
      (select sent_accepted from campaign_stats where campaign_id = ${id}) as accepted,
      (select sent_in_queue from campaign_stats where campaign_id = ${id}) as queued,
      (select count(*)::integer from sending_batches) as batches`
  expect(row).toEqual({
    reported: taken,
    spent: taken,
    available: 1_000_000 - taken,
    reserved: 0,
    lifetime: taken,
    // Older messages are forgotten in steps.
    braking: taken <= brakeStep * brakeSteps ? taken : expect.any(Number),
    accepted: taken,
    queued: 0,
    batches: 0,
  })
}
