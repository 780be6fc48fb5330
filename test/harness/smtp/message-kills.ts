import { createTransport } from 'nodemailer'
import { expect, onTestFinished } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { noteIdentity } from '../../../src/store/server/restored-copy.ts'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { until } from '../core/until.ts'
import { aSenderProcess } from '../importing/worker-processes.ts'
import { senderSettings } from '../sending/sender-kills.ts'
import { figure } from '../watching/figure.ts'
import { aMessageWorld, type MessageWorld } from './message-world.ts'
import { aLosingWire } from './losing-wire.ts'
import { aSubmissionPort } from './submission-world.ts'
import { readSunk, type Decide, type SunkMessage } from './sink.ts'

export type MessageKillPlan = {
  messages: number
  /** Of one call; 1: each by a call of its own. */
  batch: number
  kills: number
  seed: number
  /** Default: http. A batch by SMTP is one message to so many recipients. */
  by?: 'http' | 'smtp'
}

/** The server disconnects, rejects or keeps its answer, at random. */
function troubled(random: () => number): Decide {
  return (stage, { to }) => {
    if (stage === 'rcpt' && /7\d@/.test(to)) return { code: 550, text: '5.1.1 nobody here' }
    if (random() > 0.01) return null
    if (stage === 'dot') return random() < 0.7 ? 'close' : 'close_after'
    if (stage === 'data') return 'close'
    return stage === 'connect' ? null : { code: 451, text: '4.3.0 not now' }
  }
}

/** Kills the sender again and again while messages are created by calls whose answers get lost. Each message leaves once or is listed. */
export async function killMessageSenders(plan: MessageKillPlan): Promise<void> {
  const random = createRandom(plan.seed)
  const world = await aMessageWorld({ decide: troubled(random) })
  const { sql, organizationId, sink } = world
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, 10000000)`
  await sql`insert into sending_brakes (organization_id, bounce_limit) values (${organizationId}, 0)`
  await sql.everywhere().begin((inside) => noteIdentity(inside, 'test'))
  const settings = senderSettings(world.api.url, world.api.secretKey, sink.url)
  const creating = plan.by === 'smtp' ? submitAll(world, plan, random) : createAll(world, plan, random)
  let created = false
  void creating.then(
    () => (created = true),
    () => undefined,
  )
  for (let kill = 0; kill < plan.kills; kill += 1) {
    const sender = aSenderProcess(settings)
    const before = sink.messages.length
    // A part of the messages for each kill, so that the last one finds something to send, too. But what a dead sender had
    // claimed is uncertain, and that may have been all that was left.
    const more = 5 + (random() * plan.messages * 0.5) / (plan.kills + 1)
    const isSpent = async () => created && (await countOf(sql, ['queued', 'sending', 'deferred'])) === 0
    const hasSent = async () => {
      await hurry(sql, organizationId)
      return sink.messages.length > before + more || (await isSpent())
    }
    await until(hasSent)
    await sender.kill()
    expect(sink.messages.length, 'this sender sent').toBeGreaterThan(before)
    await letTimePass(sql)
  }
  await creating
  const last = aSenderProcess(settings)
  const isOver = async () => {
    await hurry(sql, organizationId)
    return (await countOf(sql, ['queued', 'sending', 'deferred'])) === 0
  }
  await until(isOver, { seconds: 600 })
  const uncertain = await checkEachOnce(sql, plan, sink.messages)
  sink.decide(() => null)
  for (const id of uncertain.values()) await world.api.call('POST', `messages/${id}/resend`)
  await until(async () => (await isOver()) && (await countOf(sql, ['uncertain'])) === 0, { seconds: 300 })
  await last.stop()
  const repeats = await checkRepeats(sink.messages, uncertain)
  await checkAccounts(sql)
  figure(
    `${plan.messages} messages, ${plan.kills} kills: each once, ${uncertain.size} listed, ${repeats} arrived again on request`,
  )
}

/** Every third answer is lost, and its call repeated with the same key, sometimes at the same time. */
async function createAll(
  { api, message }: MessageWorld,
  { messages, batch }: MessageKillPlan,
  random: () => number,
): Promise<void> {
  const calls = Array.from({ length: messages / batch }, (_, place) => place).values()
  const lane = async () => {
    for (const place of calls) {
      const own = Array.from({ length: batch }, (_, n) =>
        message({ to: `person${place * batch + n}@example.com` }),
      )
      const call = () =>
        api.app.inject({
          method: 'POST',
          url: `/ga/api/v2/${batch === 1 ? 'messages' : 'messages/batch'}`,
          headers: { authorization: `Basic ${api.a.credential}`, 'idempotency-key': `call-${place}` },
          payload: batch === 1 ? { message: own[0] } : { messages: own },
        })
      const times = random() < 1 / 3 ? 2 : 1
      const answers = await Promise.all(Array.from({ length: times }, call))
      if (random() < 1 / 3) answers.push(await call())
      for (const { statusCode } of answers) expect(statusCode).toBe(200)
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

/** Every third answer is lost on its way, or its message; the program repeats it until it has one. */
async function submitAll(
  { api }: MessageWorld,
  { messages, batch }: MessageKillPlan,
  random: () => number,
): Promise<void> {
  const { port } = await aSubmissionPort({ api })
  const losing = await aLosingWire(port, () => random() < 1 / 3)
  const auth = { user: 'quiver', pass: api.a.credential }
  const mailer = createTransport({
    host: '127.0.0.1',
    port: losing,
    auth,
    tls: { rejectUnauthorized: false },
  })
  onTestFinished(() => mailer.close())
  const written = { from: 'shop@example.com', subject: 'Your receipt', text: 'Thank you.' }
  const calls = Array.from({ length: messages / batch }, (_, place) => place).values()
  const lane = async () => {
    for (const place of calls) {
      const to = Array.from({ length: batch }, (_, n) => `person${place * batch + n}@example.com`)
      // Half of them have a key, the others their Message-ID.
      const named = place % 2 === 0 ? { headers: { 'X-Quiver-Idempotency-Key': `call-${place}` } } : { messageId: `<call-${place}@shop.example>` } // oxfmt-ignore
      const send = () => mailer.sendMail({ ...written, to, ...named }).then(() => true, () => false) // oxfmt-ignore
      while (!(await send())) continue
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

/** As if the leases of the dead sender had ended. */
async function letTimePass(sql: Sql): Promise<void> {
  await sql`update messages set leased_until = now() - interval '1 second' where holder is not null`
}

/**
 * As if half a minute had passed: what was refused, or not tried because the server refused another, is due, and so is its
 * stream. Not what a sender works on: it locks in another order.
 */
async function hurry(sql: Sql, organizationId: number): Promise<void> {
  const { count: due } = await sql`
    update messages set due_at = now()
    where organization_id = ${organizationId} and id in (
      select id from messages
      where organization_id = ${organizationId} and state in ('queued', 'deferred') and due_at > now()
      for no key update skip locked)`
  const { count: open } = await sql`
    update message_turns set waits_until = null where waits_until is not null`
  if (due + open > 0) await sql`select pg_notify('sending', 'messages')`
}

async function countOf(sql: Sql, states: string[]): Promise<number> {
  const [row] = await sql<[{ count: number }]>`select count(*) from messages where state = any(${states})`
  return row.count
}

/** @returns the uncertain ones, by address. */
async function checkEachOnce(
  sql: Sql,
  plan: MessageKillPlan,
  messages: readonly SunkMessage[],
): Promise<Map<string, number>> {
  const rows = await sql<
    { id: number; email: string; state: string }[]
  >`select id, email, state from messages`
  expect(new Set(rows.map(({ email }) => email)).size, 'each call counts once').toBe(rows.length)
  expect(rows.length).toBe(plan.messages)
  const arrived = new Set(messages.map(({ to }) => to))
  expect(messages.length, 'nothing is sent twice by itself').toBe(arrived.size)
  const wrong = rows.filter(({ email, state }) =>
    state === 'accepted' ? !arrived.has(email) : state !== 'uncertain' && state !== 'bounced',
  )
  expect(wrong, 'without a message and without a word about it').toEqual([])
  expect(rows.filter(({ email, state }) => state === 'bounced' && arrived.has(email))).toEqual([])
  return new Map(
    rows.flatMap(({ id, email, state }) => (state === 'uncertain' ? [[email, id] as const] : [])),
  )
}

async function checkRepeats(
  messages: readonly SunkMessage[],
  uncertain: ReadonlyMap<string, number>,
): Promise<number> {
  const copies = new Map<string, SunkMessage[]>()
  for (const one of messages) copies.set(one.to, [...(copies.get(one.to) ?? []), one])
  const repeated = [...copies].filter(([, all]) => all.length > 1)
  for (const [to, all] of repeated) {
    expect(uncertain.has(to), 'only what was listed as uncertain is repeated').toBe(true)
    const names = await Promise.all(all.map(async (one) => (await readSunk(one)).messageId))
    expect(new Set(names).size, 'repeats have one Message-ID').toBe(1)
  }
  return repeated.length
}

async function checkAccounts(sql: Sql): Promise<void> {
  const accepted = await countOf(sql, ['accepted'])
  const [sent] = await sql`
    select (select sum(messages)::integer from messages_sent_by_quarter_hour) as sent,
      (select sum(accepted)::integer from message_counts) as counted,
      (select 10000000 - available from credit_balances) as spent, (select reserved from credit_balances) as reserved`
  expect(sent).toEqual({ sent: accepted, counted: accepted, spent: accepted, reserved: 0 })
}
