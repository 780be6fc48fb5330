import { expect, test } from 'vitest'
import { aList } from '../../../test/harness/core/records.ts'
import { someSubscribers } from '../../../test/harness/sending/reactions.ts'
import { aSequence } from '../../../test/harness/sending/sequences.ts'

test('only departures from a list that has a sequence ask who is in one', async () => {
  const world = await aSequence([{ name: 'Two' }])
  const { sql, organizationId } = world
  const other = await aList(sql, organizationId)
  await world.people(['a', 'b', 'c'])
  await someSubscribers(world, other, ['a', 'b', 'c'])
  const callsOf = async (listId: number, status: string) => {
    const [row] = await sql<{ 'QUERY PLAN': { Triggers: { 'Trigger Name': string; Calls: number }[] }[] }[]>`
      explain (analyze, format json)
      update subscribers set status = ${sql.unsafe(`'${status}'`)}
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and key <> 'c@example.com'`
    const triggers = row?.['QUERY PLAN'][0]?.Triggers ?? []
    return Object.fromEntries(triggers.map((one) => [one['Trigger Name'], one.Calls]))
  }
  const asked = { subscribers_note_sequence_lists: 1 }
  expect(await callsOf(other, 'unsubscribed')).toEqual(asked)
  expect(await callsOf(world.listId, 'unsubscribed')).toEqual({ ...asked, subscribers_leave_sequences: 2 })
  expect(await callsOf(world.listId, 'active')).toEqual(asked)
})
