import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { runBackground } from '../../../../src/server/mail.ts'
import { noteIdentity } from '../../../../src/store/server/restored-copy.ts'
import { wake, wakeWorkers } from '../../../../src/store/server/wake.ts'
import { until } from '../../../harness/core/until.ts'
import { watchStatements } from '../../../harness/postgres/statements.ts'
import { aFormWorld } from '../../../harness/returned/forms.ts'
import { senderSettings } from '../../../harness/sending/sender-kills.ts'

const lanes = 4
/** How often a loop looks unless it is woken. */
const pollSeconds = 5

/** What the loops of a queue look at first. */
const looks = {
  campaigns: /^select organization_id, kind, id, epoch from \( select j\..* job_turns .* campaign_ranges /,
  reactions: /^select a\.organization_id, a\.id, a\.mailing_list_id, .* from autoresponders a /,
  signUps: /^select o\.id from organizations o where o\.active .* sign_ups r /,
}

test('submissions of a web form wake the loop of their mails, and a campaign the loops of campaigns', async () => {
  const world = await aFormWorld()
  await world.sql.begin((tx) => noteIdentity(tx, 'test'))
  const { url, executed } = await watchStatements(world.api.url)
  const settings = senderSettings(url, world.api.secretKey, world.sink.url)
  const stop = new AbortController()
  const running = runBackground({ ...settings, logLevel: 'silent', lanes }, stop.signal)
  onTestFinished(async () => {
    stop.abort(new Error('the test is over'))
    await running
  })
  const count = (of: keyof typeof looks) =>
    executed.filter((text) => looks[of].test(text.trim().replaceAll(/\s+/g, ' '))).length
  await until(() => count('campaigns') >= 1 && count('reactions') >= 1 && count('signUps') >= 1)
  const startMs = performance.now()
  const before = { campaigns: count('campaigns'), reactions: count('reactions') }
  const polls = () => lanes * (1 + (performance.now() - startMs) / 1000 / pollSeconds)
  const people = 10
  for (let person = 0; person < people; person += 1) {
    await world.submit({ email: `p${person}@example.com` })
    // Longer than rings are held together.
    await pause(40)
  }
  await until(() => world.sink.messages.length === people)
  expect(count('campaigns') - before.campaigns).toBeLessThanOrEqual(polls())
  const wakes = 10
  for (let wake = 0; wake < wakes; wake += 1) {
    const looked = count('campaigns')
    await wakeWorkers(world.sql, 'Campaign')
    await until(() => count('campaigns') > looked, { seconds: pollSeconds / 2 })
  }
  expect(count('reactions') - before.reactions).toBeLessThanOrEqual(polls())
  // As the control, and as former versions notify.
  const looked = count('reactions')
  await wake(world.sql, 'sending')
  await until(() => count('reactions') > looked, { seconds: pollSeconds / 2 })
})
