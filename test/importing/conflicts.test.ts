import { expect, test } from 'vitest'
import type { Sql } from '../../src/database/driver/connection.ts'
import { holdRange } from '../harness/core/hold.ts'
import { until } from '../harness/importing/stories.ts'
import { anImporter, type GivenList } from '../harness/importing/whole.ts'
import type { OracleImport, OracleSubscriber } from '../harness/oracle/model.ts'
import { countWaiting } from '../harness/postgres/waiting.ts'

async function isWaitingForAnother(sql: Sql): Promise<boolean> {
  return (await countWaiting(sql)) > 0
}

/**
 * Two imports into one list: the first is held when it has written its first range, the second meets what it has
 * written and waits for it. @returns what became of the second one.
 */
async function meeting(first: OracleImport, second: OracleImport, given: GivenList = {}) {
  const importer = await anImporter()
  const { sql } = importer
  const hold = await holdRange(sql, 0)
  const { listId } = await importer.schedule(first, given)
  const working = [importer.work({ lanes: 1, index: 0 })]
  await hold.reached()
  // It does not reach that hold, because it waits for the rows of the first.
  const { importId } = await importer.schedule(second, { listId })
  working.push(importer.work({ lanes: 1, index: 1 }))
  await until(() => isWaitingForAnother(sql))
  await hold.release()
  await Promise.all(working)
  const [row] = await sql<[Record<string, unknown>]>`
    select state, epoch, added, updated, skipped_overwrite from import_jobs where id = ${importId}`
  const subscribers = await sql<{ key: string; fields: string }[]>`
    select key, custom_fields::text as fields from subscribers where mailing_list_id = ${listId} order by key`
  return { row, subscribers }
}

/** Claimed once to be split and once to be applied: the range was done again in place, the import was not given up. */
const twice = { state: 'finished', epoch: 2 }

test('an import that meets new subscribers of another import sees them at once', async () => {
  const order = { file: 'b@example.com\na@example.com\n', mapping: ['email'], hasHeaders: false }
  const { row, subscribers } = await meeting(order, { ...order, file: 'c@example.com\nb@example.com\n' })
  expect(row).toEqual({ ...twice, added: 1, updated: 0, skipped_overwrite: 1 })
  expect(subscribers.map(({ key }) => key)).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
})

test('an import that meets changes of another applies its own on top, and loses none of either', async () => {
  const email = 'a@example.com'
  const before = new Map<string, OracleSubscriber>([[email, { email, status: 'active', fields: {} }]])
  const order = { hasHeaders: false, overwrite: true, mapping: ['email', 'Name'] }
  const { row, subscribers } = await meeting(
    { ...order, file: `${email},Ann\n` },
    { ...order, mapping: ['email', 'City'], file: `${email},Oslo\n` },
    { before, fields: { City: {} } },
  )
  expect(row).toEqual({ ...twice, added: 0, updated: 1, skipped_overwrite: 0 })
  expect(new Set(Object.values(JSON.parse(subscribers[0]?.fields ?? '{}')))).toEqual(new Set(['Ann', 'Oslo']))
})
