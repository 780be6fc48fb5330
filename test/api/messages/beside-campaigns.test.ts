import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../harness/core/until.ts'
import { aMailer, aMessage, aSink, routeTo } from '../../harness/sending/mailing.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { sendMessages } from '../../harness/smtp/message-world.ts'
import { aSubmissionPort } from '../../harness/smtp/submission-world.ts'

test('urgent messages take every other turn at the connections of a mail server, so that no campaign stops', async () => {
  const sink = await aSink({ slowMs: 5 })
  const mailer = await aMailer({ connectionsPerRoute: 1 })
  const route = routeTo(sink.url)
  const campaign = Array.from({ length: 20 }, (_, n) => mailer.send(route, aMessage(n)))
  const urgent = [100, 101, 102].map((n) => mailer.send(route, aMessage(n), undefined, true))
  await Promise.all([...campaign, ...urgent])
  const order = sink.messages.map(({ to }) => Number(/\d+/.exec(to)?.[0]))
  expect(order.indexOf(100)).toBeLessThanOrEqual(1)
  const places = [100, 101, 102].map((n) => order.indexOf(n))
  expect(places.map((place) => place - (places[0] ?? 0))).toEqual([0, 2, 4])
  expect(order.filter((n) => n < 100)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('a message leaves while a campaign of its organization has all connections', async () => {
  const world = await aCampaignWorld(80, { slowMs: 30 })
  const mailer = await aMailer({ connectionsPerRoute: 1 })
  const { port } = await aSubmissionPort(world)
  const auth = { user: 'quiver', pass: world.api.a.credential }
  const program = createTransport({ host: '127.0.0.1', port, auth })
  onTestFinished(() => program.close())
  const id = await world.begin()
  const { env } = startSenders(world.api, { smtpUrl: world.sink.url, mailer })
  await until(() => world.sink.messages.length > 0)
  await program.sendMail({ from: 'shop@example.com', to: 'ann@example.com', subject: 'Hello', text: 'Hello' })
  await sendMessages(env)
  expect(world.sink.messages.map(({ to }) => to)).toContain('ann@example.com')
  expect(await world.stateOf(id)).toMatchObject({ state: 'sending' })
  await world.finished(id, { seconds: 60 })
  expect(world.sink.messages).toHaveLength(81)
})
