import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { aSenderProcess } from '../../harness/importing/worker-processes.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'
import { senderSettings } from '../../harness/sending/sender-kills.ts'
import { aMailer, startSenders } from '../../harness/sending/sender.ts'
import { claimCampaign } from '../../harness/sending/campaigns.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { campaignKinds } from '../../../src/store/campaigns/claims.ts'
import { takeJobsBack } from '../../../src/store/jobs/states.ts'
import { noteIdentity } from '../../../src/store/server/restored-copy.ts'
import type { Mailer } from '../../../src/sending/smtp/mailer.ts'
import type { Stage } from '../../harness/smtp/sink.ts'

const hanging = [3, 47, 110].map((n) => `person${n}@example.com`)
const credits = 1000

/** The server never answers the messages to three people. */
async function aWorldWhereSomeHang(recipients: number, at: Stage) {
  const world = await aCampaignWorld(recipients, {
    decide: (stage, { to }) => (stage === at && hanging.includes(to) ? 'stall' : null),
  })
  const { sql, organizationId } = world
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, ${credits})`
  return {
    ...world,
    arrived: () => new Set(world.sink.messages.map(({ to }) => to)).size,
    inDoubt: async () => {
      const rows = await sql<{ key: string }[]>`
        select s.key from sending_batches b cross join unnest(b.subscriber_ids) m (id)
        join subscribers s on s.organization_id = ${organizationId} and s.id = m.id
        where b.organization_id = ${organizationId} order by s.id`
      return rows.map(({ key }) => key)
    },
    balance: async () => {
      const [row] = await sql`select available, reserved from credit_balances`
      return row
    },
  }
}

type World = Awaited<ReturnType<typeof aWorldWhereSomeHang>>

test('messages that hang hold up no others: all are sent and recorded beside them', async () => {
  const world = await aWorldWhereSomeHang(400, 'rcpt')
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 20 } })
  const id = await world.begin()
  await until(async () => (await world.statsOf(id))['sent_accepted'] === 397)
  expect(await world.inDoubt()).toEqual(hanging)
  expect(await world.balance()).toEqual({ available: credits - 397, reserved: 3 })
  expect(world.arrived()).toBe(397)
  await world.sink.stop()
  await until(async () => (await world.inDoubt()).length === 0)
  expect(await world.balance()).toEqual({ available: credits - 397, reserved: 0 })
  expect(await world.sql`select 1 from deliveries where state = 'uncertain'`).toEqual([])
})

test('a kill while some messages hang leaves exactly those in doubt', async () => {
  const world = await aWorldWhereSomeHang(300, 'dot')
  const { sql, sink } = world
  await sql.everywhere().begin((tx) => noteIdentity(tx, 'test'))
  const settings = {
    ...senderSettings(world.api.url, world.api.secretKey, sink.url),
    smtpTimeouts: { socket: 60_000 },
  }
  const first = aSenderProcess(settings)
  const id = await world.begin()
  await until(async () => (await world.statsOf(id))['sent_accepted'] === 297)
  await first.kill()
  await sql`update jobs set leased_until = null`
  const next = aSenderProcess(settings)
  await world.finished(id)
  const uncertain = await sql<{ key: string }[]>`
    select s.key from deliveries d
    join subscribers s on s.organization_id = d.organization_id and s.id = d.subscriber_id
    where d.state = 'uncertain' order by s.id`
  expect(uncertain.map(({ key }) => key)).toEqual(hanging)
  expect(sink.messages).toHaveLength(300)
  expect(await world.balance()).toEqual({ available: credits - 297, reserved: 0 })
  await next.stop()
})

test('a pause leaves nothing else under way, and all others recorded, while some messages hang', async () => {
  const world = await aWorldWhereSomeHang(3000, 'rcpt')
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 20 } })
  const id = await world.begin()
  await until(() => world.sink.messages.length > 200)
  expect((await world.call('POST', `campaigns/${id}/pause`)).status).toBe(200)
  await until(async () => (await world.inDoubt()).length === hanging.length)
  expect(await world.inDoubt()).toEqual(hanging)
  const sent = world.sink.messages.length
  expect(sent).toBeLessThan(2997)
  expect((await world.statsOf(id))['sent_accepted']).toBe(sent)
  expect(await world.balance()).toEqual({ available: credits - sent, reserved: 3 })
  await world.sink.stop()
  await until(async () => (await world.inDoubt()).length === 0)
  expect(world.sink.messages).toHaveLength(sent)
})

const departures: Record<string, (world: World, id: number) => Promise<unknown>> = {
  'a pause': (world, id) => world.call('POST', `campaigns/${id}/pause`),
  'its end': (world, id) => world.call('POST', `campaigns/${id}/cancel`),
  'its organization is no longer active': ({ sql, organizationId }) =>
    sql.begin(async (tx) => {
      await tx`update organizations set active = false where id = ${organizationId}`
      await takeJobsBack(tx, { organizationId }, campaignKinds)
    }),
}

test.each(Object.entries(departures))(
  'until its sender has recorded what it had begun, nobody else can claim a campaign after %s',
  async (_, depart) => {
    const world = await aWorldWhereSomeHang(60, 'rcpt')
    const { sql, organizationId } = world
    const sender = startSenders(world.api, { smtpUrl: world.sink.url })
    const id = await world.begin()
    const doubted = hanging.slice(0, 2)
    await until(async () => (await world.statsOf(id))['sent_accepted'] === 58)
    await until(async () => (await world.inDoubt()).length === doubted.length)
    await depart(world, id)
    void sender.stop()
    await sql`update organizations set active = true where id = ${organizationId}`
    await world.call('POST', `campaigns/${id}/resume`)
    const job = async () => {
      const [row] = await sql`select epoch, leased_until > now() as is_held from jobs where id = ${id}`
      return row
    }
    expect(await job()).toEqual({ epoch: 1, is_held: true })
    expect(await claimCampaign(sql.everywhere(), 'another')).toBeNull()
    expect(await world.inDoubt()).toEqual(doubted)
    await world.sink.stop()
    await until(async () => (await job())?.['is_held'] === null)
    expect(await world.inDoubt()).toEqual([])
    expect(await sql`select 1 from deliveries where state = 'uncertain'`).toEqual([])
    expect(await world.balance()).toEqual({ available: credits - 58, reserved: 0 })
  },
)

test('messages that hang keep their credits: no more are sent than there are', async () => {
  const world = await aWorldWhereSomeHang(200, 'rcpt')
  await world.sql`update credit_balances set available = 150`
  startSenders(world.api, { smtpUrl: world.sink.url, pace: { batchMax: 20 } })
  const id = await world.begin()
  await until(async () => (await world.statsOf(id))['sent_accepted'] === 147)
  await until(async () => (await world.inDoubt()).length === hanging.length)
  expect(await world.balance()).toEqual({ available: 3, reserved: 3 })
  expect(world.arrived()).toBe(147)
  await world.sink.stop()
  await until(async () => (await world.stateOf(id)).waiting_for !== '')
  expect(await world.balance()).toEqual({ available: 3, reserved: 0 })
})

test('what becomes known while another part is recorded is recorded after it', async () => {
  const world = await aWorldWhereSomeHang(20, 'connect')
  const { sql, sink, organizationId } = world
  const held = new Map(['person3@example.com', 'person4@example.com'].map((to) => [to, aGate()]))
  const mailer = aMailer()
  const send: Mailer['send'] = async (route, message, signal) => {
    await held.get(message.envelope.to)?.opened
    return mailer.send(route, message, signal)
  }
  startSenders(world.api, { smtpUrl: sink.url, mailer: { ...mailer, send } })
  onTestFinished(() => held.forEach(({ open }) => open()))
  // Ten of five seconds, then the sender waits for them.
  const id = await world.begin({}, { speed: 7200 })
  await until(async () => (await world.inDoubt()).length === 2)
  await sql.begin(async (holder) => {
    await holder`select 1 from credit_balances where organization_id = ${organizationId} for update`
    held.get('person3@example.com')?.open()
    await until(async () => (await countWaiting(sql)) > 0)
    held.get('person4@example.com')?.open()
    await until(() => sink.messages.length === 10)
  })
  await until(async () => (await world.stateOf(id)).waiting_for === 'the speed limit')
  expect(await world.inDoubt()).toEqual([])
  expect((await world.statsOf(id))['sent_accepted']).toBe(10)
  expect(await world.balance()).toEqual({ available: credits - 10, reserved: 0 })
})

function aGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
