import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { runBackground } from '../../../../src/server/mail.ts'
import { noteIdentity } from '../../../../src/store/server/restored-copy.ts'
import { wake } from '../../../../src/store/server/wake.ts'
import { until } from '../../../harness/core/until.ts'
import { watchStatements } from '../../../harness/postgres/statements.ts'
import { aFormWorld } from '../../../harness/returned/forms.ts'
import { senderSettings } from '../../../harness/sending/sender-kills.ts'

const lanes = 4
/** How often a loop looks unless it is woken. */
const pollSeconds = 5

/** What the loops of campaigns and of mails of forms look at first. */
const looks = {
  campaigns: /^select c\.organization_id, c\.id, c\.epoch from campaigns c left join sending_turns /,
  signUps: /^select o\.id from organizations o where o\.active .* sign_ups s /,
}

test('submissions of a web form wake the loop of their mails, and not those of campaigns', async () => {
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
  await until(() => count('campaigns') >= lanes && count('signUps') >= 1)
  const startMs = performance.now()
  const before = count('campaigns')
  const people = 10
  for (let person = 0; person < people; person += 1) {
    await world.submit({ email: `p${person}@example.com` })
    // Longer than rings are held together.
    await pause(40)
  }
  await until(() => world.sink.messages.length === people)
  const polls = lanes * (1 + (performance.now() - startMs) / 1000 / pollSeconds)
  expect(count('campaigns') - before).toBeLessThanOrEqual(polls)
  // As the control: what concerns all loops wakes those of campaigns each time.
  const others = count('campaigns')
  await wake(world.sql, 'sending')
  await until(() => count('campaigns') >= others + lanes, { seconds: pollSeconds / 2 })
})
