import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRandom } from '../../bench/data.ts'
import type { BuiltMessage } from '../../src/rendering/message.ts'
import type { Mailer } from '../../src/sending/smtp/mailer.ts'
import { noteIdentity } from '../../src/store/server/restored-copy.ts'
import { createReturnedMail } from '../../src/tracking/returned.ts'
import { quietLog } from '../harness/core/api.ts'
import { until } from '../harness/core/until.ts'
import { aSenderProcess } from '../harness/importing/worker-processes.ts'
import { senderSettings } from '../harness/sending/sender-kills.ts'
import { aReactor, owe, someSubscribers } from '../harness/sending/reactions.ts'
import { countersOf } from '../harness/sending/readers.ts'
import { bounceMail } from '../harness/returned/mail.ts'
import { aMailer, startSenders } from '../harness/sending/sender.ts'
import { aCampaignWorld } from '../harness/sending/world.ts'

type Raw = Pick<BuiltMessage, 'raw'>

/** The reports of a relay about a message that it accepted. */
function reportOf({ raw }: Raw, status: string): Buffer {
  const messageId = /^Message-ID:\s*(\S+)/im.exec(raw.toString('latin1'))?.[1] ?? ''
  return bounceMail({
    to: 'bounces@news.example',
    recipient: ['Action: failed', `Status: ${status}`, `Diagnostic-Code: smtp; 550 ${status} no`],
    originalLines: [`Message-ID: ${messageId}`, '', 'Hello'],
  })
}

/** By the number in the address: refused at once, reported early, early and twice, at some time, late, or nothing. */
const fates = ['refused', 'early', 'twice', 'during', 'late', 'delivered', 'delivered'] as const

function fateOf(to: string) {
  return fates[Number(/\d+/.exec(to)?.[0] ?? 0) % fates.length] ?? 'delivered'
}

test('reports that come before, while and after their batch is recorded each count once, in all counters', async () => {
  const people = 210
  const world = await aCampaignWorld(people, {
    decide: (stage, { to }) =>
      stage === 'rcpt' && fateOf(to) === 'refused' ? { code: 550, text: '5.1.1 nobody here' } : null,
  })
  const random = createRandom(7)
  const mailer = aMailer()
  const late: Raw[] = []
  const meanwhile: Promise<unknown>[] = []
  const reporting: Mailer = {
    ...mailer,
    async send(route, message, signal) {
      const outcome = await mailer.send(route, message, signal)
      const fate = fateOf(message.envelope.to)
      if (fate === 'early' || fate === 'twice') await take(reportOf(message, '5.1.1'))
      if (fate === 'twice') await take(reportOf(message, '5.2.2'))
      if (fate === 'during') {
        const soon = pause(random() * 40).then(() => take(reportOf(message, '5.2.2')))
        meanwhile.push(soon)
      }
      if (fate === 'late') late.push(message)
      return outcome
    },
  }
  const { env } = startSenders(world.api, { smtpUrl: world.sink.url, mailer: reporting })
  const take = createReturnedMail({ database: env.database, secrets: world.api.secrets, log: quietLog })
  const id = await world.begin()
  await world.finished(id)
  await Promise.all(meanwhile)
  for (const message of late) await take(reportOf(message, '5.1.2'))

  const each = people / fates.length
  const [hard, soft] = [4 * each, each]
  const { report, slice } = await countersOf(world.api, id)
  expect(report).toEqual({
    recipients_total: people, recipients_sent: people, sent_total: people, sent_accepted: 2 * each, sent_bounced: 5 * each,
    bounce_total: 6 * each, bounce_unique: 5 * each, bounce_hard: hard, bounce_soft: soft, bounce_subscribers_updated: hard,
  }) // oxfmt-ignore
  expect(slice).toEqual({
    sent_multipart: people, total_success: 2 * each, total_failure: 5 * each,
    bounces_total: 6 * each, bounces_unique: 5 * each, bounces_unique_hard: hard, bounces_unique_soft: soft,
    bounces_unique_local: each, bounces_unique_remote: 4 * each, bounces_status_updated: hard,
  }) // oxfmt-ignore
  const { sql } = world
  const contents = await sql`select 1 from stat_slices where campaign_id = ${id} and content_id is null`
  expect(contents, 'all is counted for its content').toHaveLength(0)
  const wrong = await sql`
    select s.key, s.status, d.state from subscribers s join deliveries d on d.organization_id = s.organization_id and d.subscriber_id = s.id
    where (d.state = 'accepted') is distinct from (substring(s.key from '[0-9]+')::integer % 7 in (5, 6))
      or (s.status = 'bounced') is distinct from (substring(s.key from '[0-9]+')::integer % 7 in (0, 1, 2, 4))`
  expect([...wrong]).toEqual([])
  const [paid] = await sql`
    select sum(messages)::integer as messages from messages_sent_by_quarter_hour where campaign_id = ${id}`
  expect(paid).toEqual({ messages: 6 * each })
  expect(await sql`select 1 from early_reports`).toHaveLength(0)
})

test('a report counts once even if the sender is killed before it records the batch', async () => {
  const world = await aCampaignWorld(10, { decide: (stage) => (stage === 'dot' ? 'stall' : null) })
  const { sql, sink } = world
  await sql.everywhere().begin((tx) => noteIdentity(tx, 'test'))
  const take = createReturnedMail({ database: sql, secrets: world.api.secrets, log: quietLog })
  const settings = senderSettings(world.api.url, world.api.secretKey, sink.url)
  const sender = aSenderProcess(settings)
  const id = await world.begin()
  await until(() => sink.messages.length === 10)
  const reported = sink.messages.slice(0, 4)
  for (const message of reported) expect(await take(reportOf(message, '5.1.1'))).toBe('bounce')
  expect((await countersOf(world.api, id)).report, 'it waits for its message').not.toHaveProperty(
    'bounce_total',
  )
  await sender.kill()
  await sql`update jobs set leased_until = null`
  const next = aSenderProcess(settings)
  await world.finished(id)
  await next.stop()
  expect((await countersOf(world.api, id)).report).toEqual({
    recipients_total: 10, recipients_sent: 10, sent_total: 10, sent_bounced: 4, sent_in_queue: 6,
    bounce_total: 4, bounce_unique: 4, bounce_hard: 4, bounce_subscribers_updated: 4,
  }) // oxfmt-ignore
  const rows = await sql`select state, count(*)::integer as n from deliveries group by 1 order by 1`
  expect([...rows]).toEqual([
    { state: 'bounced', n: 4 },
    { state: 'uncertain', n: 6 },
  ])
  for (const message of reported) expect(await take(reportOf(message, '5.1.1'))).toBe('repeat')
})

test('an early report about a message of an autoresponder counts once', async () => {
  const reactor = await aReactor()
  const { sql } = reactor
  const listId = await reactor.list()
  const autoresponderId = await reactor.autoresponder(listId)
  const ids = await someSubscribers(reactor, listId, ['ann', 'bob'])
  await owe(reactor, autoresponderId, ids)
  const { mailer, secrets, database } = reactor.environment()
  const take = createReturnedMail({ database, secrets, log: quietLog })
  const send: Mailer['send'] = async (route, message, signal) => {
    const outcome = await mailer.send(route, message, signal)
    if (message.envelope.to.startsWith('ann')) await take(reportOf(message, '5.1.1'))
    return outcome
  }
  await reactor.work({ mailer: { send } })
  const [slice] = await sql`
    select total_success, total_failure, bounces_total, bounces_unique_hard, bounces_status_updated from stat_slices
    where autoresponder_id = ${autoresponderId}`
  expect(slice).toEqual({
    total_success: 1, total_failure: 1, bounces_total: 1, bounces_unique_hard: 1, bounces_status_updated: 1,
  }) // oxfmt-ignore
  const rows = await sql`select state from deliveries order by subscriber_id`
  expect(rows.map(({ state }) => state)).toEqual(['bounced', 'accepted'])
})
