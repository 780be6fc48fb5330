import { expect, test } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { ensureSystemOrganization, insertOrganization } from '../conditions/system-organization.ts'
import { changeBrakeLimits, countForBrake, findSendingBrake } from './sending-brake.ts'

async function aBrake() {
  const { sql } = await aDatabase()
  await ensureSystemOrganization(sql)
  const id = await insertOrganization(sql, 'A', 'UTC')
  const count = (messages: number, hardBounces = 0, complaints = 0) =>
    sql
      .within(id)
      .begin((tx) => countForBrake(tx, id, { messages, hardBounces, complaints, isPartial: false }))
  return { sql, id, count, show: () => findSendingBrake(sql.within(id), id) }
}

test('the last 5,000 messages count, in steps of 500, as in an independent model', async () => {
  const { sql, id, count, show } = await aBrake()
  await sql.within(id).begin((tx) => changeBrakeLimits(tx, id, { bounce_limit: 0, complaint_limit: 0 }))
  const random = createRandom(3)
  const steps: [messages: number, bounces: number, complaints: number][] = [[0, 0, 0]]
  for (let time = 0; time < 300; time += 1) {
    const change = [50, 3, 2].map((most) => Math.floor(random() * (most + 1))) as [number, number, number]
    await count(...change)
    if (change.every((by) => by === 0)) continue
    if ((steps[0]?.[0] ?? 0) >= 500) steps.unshift([0, 0, 0])
    const [newest] = steps
    if (newest !== undefined) change.forEach((by, index) => (newest[index] = (newest[index] ?? 0) + by))
    steps.splice(10)
  }
  const sums = [0, 1, 2].map((index) => steps.reduce((sum, step) => sum + (step[index] ?? 0), 0))
  const { messages, hard_bounces, complaints, braked_at } = await show()
  expect([messages, hard_bounces, complaints, braked_at]).toEqual([...sums, null])
  expect(messages).toBeGreaterThan(4_500)
})

test('by default more than 10 % hard bounces or 0.5 % complaints pull it, from 500 messages on', async () => {
  const bounces = await aBrake()
  await bounces.count(499, 200)
  expect((await bounces.show()).braked_at).toBeNull()
  await bounces.count(1)
  expect(await bounces.show()).toMatchObject({
    braked_at: expect.any(Date),
    reason: '40.00 % of the last 500 messages bounced hard, more than the limit of 10 %',
  })
  const complaints = await aBrake()
  await complaints.count(1000, 100, 5)
  expect((await complaints.show()).braked_at).toBeNull()
  await complaints.count(0, 0, 1)
  expect(await complaints.show()).toMatchObject({
    reason: '0.60 % of the last 1000 messages were called spam, more than the limit of 0.5 %',
  })
})
