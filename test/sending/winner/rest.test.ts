import { expect, test } from 'vitest'
import { addStats } from '../../../src/store/campaigns/stats.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import { readSunk } from '../../harness/smtp/sink.ts'
import { until } from '../../harness/core/until.ts'

const contents = ['First', 'Second'].map((subject) => ({ subject, format: 'text', text: subject }))
const winner = {
  autowinner_enabled: true,
  autowinner_percentage: '30',
  autowinner_delay_amount: 1,
  autowinner_delay_unit: 'hours',
  autowinner_metric: 'clicks_unique',
}

test('part of the recipients test the contents, the rest get the winner, and everyone gets one message', async () => {
  const people = 400
  const world = await aCampaignWorld(people)
  const { sql, organizationId, call } = world
  startSenders(world.api, { smtpUrl: world.sink.url })
  const id = await world.begin({ contents }, winner)
  const selection = async () =>
    (await call<Record<string, unknown>>('GET', `campaigns/${id}`)).body.data['automatic_winner_selection']

  await until(async () => (await world.stateOf(id)).waiting_for === 'the choice of the winning content')
  const tested = world.sink.messages.length
  // 120 of 400, plus or minus chance.
  expect(tested).toBeGreaterThan(80)
  expect(tested).toBeLessThan(160)
  const subjectsOfTest = await Promise.all(world.sink.messages.map(subjectOf))
  expect(subjectsOfTest.filter((subject) => subject === 'First').length).toBeGreaterThan(tested / 4)
  expect(subjectsOfTest.filter((subject) => subject === 'Second').length).toBeGreaterThan(tested / 4)
  expect(await selection()).toMatchObject({ state: 'decision_delay', winning_content: null, snapshots: [] })

  const [second] = await sql<{ id: number }[]>`select id from campaign_contents where position = 1`
  const contentId = second?.id ?? 0
  await sql.begin((inside) =>
    addStats(inside, organizationId, { campaignId: id }, [{ contentId, counts: { clicks_unique: 9 } }]),
  )
  await sql`update campaigns set decide_at = now()`
  await sql`update jobs set next_attempt_at = now()`
  await world.finished(id)

  const addressed = world.sink.messages.map(({ to }) => to)
  expect(addressed).toHaveLength(people)
  expect(new Set(addressed).size).toBe(people)
  const subjectsOfRest = await Promise.all(world.sink.messages.slice(tested).map(subjectOf))
  expect(new Set(subjectsOfRest)).toEqual(new Set(['Second']))
  expect(await selection()).toMatchObject({
    state: 'finished',
    winning_content: { id: contentId, name: 'Content B' },
    snapshots: [
      { content: { is_winner: false } },
      { content: { is_winner: true }, snapshot: { counts: { clicks_unique: 9 } } },
    ],
  })
  const summary = (await call<Record<string, unknown>>('GET', `campaigns/${id}`)).body.data
  expect(summary).toMatchObject({ stat_summary: { messages_sent: people, accepted: people, in_queue: 0 } })
})

async function subjectOf(message: Parameters<typeof readSunk>[0]): Promise<string | undefined> {
  return (await readSunk(message)).subject
}
