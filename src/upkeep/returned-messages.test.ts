import { expect, test } from 'vitest'
import { aDatabase } from '../../test/harness/core/database.ts'
import { insertOrganization } from '../store/conditions/system-organization.ts'
import { forgetReturnedMessages, noteReturnedMessage } from '../store/responses/returned-messages.ts'

test('reports are forgotten after a week, of every organization, a batch at a time', async () => {
  const { sql } = await aDatabase()
  const ids = [await insertOrganization(sql, 'A', 'UTC'), await insertOrganization(sql, 'B', 'UTC')]
  for (const id of ids) {
    for (const days of [6, 8, 9])
      expect(await noteReturnedMessage(sql, id, Buffer.alloc(32, days))).toBe(true)
  }
  await sql`update returned_messages set received_at = now() - get_byte(hash, 0) * interval '1 day'`
  expect(await forgetReturnedMessages(sql, 3)).toBe(3)
  expect(await forgetReturnedMessages(sql, 3)).toBe(1)
  const left = await sql<{ days: number }[]>`select get_byte(hash, 0) as days from returned_messages`
  expect(left.map(({ days }) => days)).toEqual([6, 6])
  expect(await noteReturnedMessage(sql, ids[0] ?? 0, Buffer.alloc(32, 6))).toBe(false)
  expect(await noteReturnedMessage(sql, ids[0] ?? 0, Buffer.alloc(32, 8))).toBe(true)
})
