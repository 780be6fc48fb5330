import { expect, test } from 'vitest'
import { anImportWithAutoresponders } from '../harness/importing/autoresponders.ts'
import { until } from '../harness/core/until.ts'

test('after a kill of the whole server uncertain messages are listed, and sent again on request', async () => {
  const world = await anImportWithAutoresponders()
  await until(() => world.sink.messages.length > 150)
  world.server.kill('SIGKILL')
  await world.server.ended
  const early = world.sink.messages.length
  expect(early).toBeLessThan(2 * world.newcomers.length)
  await world.startAgain()
  await world.importEnded()
  await world.minuteLater()
  await world.sent('Now', 'Named', 'Minute')
  const arrived = (await world.received()).map(({ line }) => line)
  expect(new Set(arrived).size, 'nothing is sent twice by itself').toBe(arrived.length)
  const listed = await world
    .uncertain('Now')
    .then(async (some) => [...some, ...(await world.uncertain('Named'))])
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.length).toBeLessThanOrEqual(200)
  const all = world.expected('Now', 'Named', 'Minute')
  expect([...new Set([...arrived, ...listed])].toSorted(), 'each arrived or is listed').toEqual(all)
  let resent = 0
  for (const id of [world.ids.Now, world.ids.Named]) {
    const path = `mailing_lists/${world.listId}/autoresponders/${id}/resend_uncertain`
    resent += (await world.call<{ resent: number }>('POST', path, {})).resent
  }
  expect(resent).toBe(listed.length)
  await until(() => world.sink.messages.length === arrived.length + resent)
  const received = await world.received()
  const idOf = new Map(received.map(({ line, messageId }) => [line, messageId]))
  expect([...idOf.keys()].toSorted()).toEqual(all)
  for (const { line, messageId } of received)
    expect(messageId, 'repeats have one Message-ID').toBe(idOf.get(line))
  const count = world.newcomers.length
  await until(async () => (await world.reported())['Named'] === count)
  await until(async () => (await world.reported())['Now'] === count)
  expect(await world.reported()).toEqual({ Now: count, Named: count, Minute: count })
}, 240_000)
