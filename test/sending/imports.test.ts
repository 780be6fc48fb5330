import { expect, test } from 'vitest'
import { anImportWithAutoresponders, rowsMax } from '../harness/importing/autoresponders.ts'

test(`an import of ${rowsMax} rows ends with exactly the messages owed to its new subscribers, once each`, async () => {
  const world = await anImportWithAutoresponders()
  const lines = async () => (await world.received()).map(({ line }) => line).toSorted()
  const count = world.newcomers.length
  await world.importEnded()
  await world.sent('Now', 'Named')
  expect(await lines()).toEqual(world.expected('Now', 'Named'))
  expect([await world.owed('Minute'), await world.owed('Paused')]).toEqual([count, count])
  await world.minuteLater()
  await world.sent('Minute')
  expect(await lines()).toEqual(world.expected('Now', 'Named', 'Minute'))
  expect(await world.owed('Paused')).toBe(count)
  await world.call('PUT', `mailing_lists/${world.listId}/autoresponders/${world.ids.Paused}`, {
    autoresponder: { paused: false },
  })
  await world.sent('Paused')
  expect(await lines()).toEqual(world.expected('Now', 'Named', 'Minute', 'Paused'))
  expect(await world.reported()).toEqual({ Now: count, Named: count, Minute: count, Paused: count })
}, 240_000)
