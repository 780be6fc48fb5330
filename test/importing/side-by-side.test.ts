import { expect, test } from 'vitest'
import type { Database } from '../../src/database/driver/connection.ts'
import { runWorker, type WorkerSettings } from '../../src/importing/worker.ts'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'
import { aDatabase } from '../harness/core/database.ts'
import { putSubscribers } from '../harness/importing/existing.ts'
import { byDay } from '../harness/night.ts'
import { aMixedCase } from '../harness/core/files.ts'
import {
  aScheduledImport,
  aWorkFolder,
  settingsOf,
  subscribersOf,
  until,
} from '../harness/importing/stories.ts'
import { aMixedImport, areAllEnded, expectMixed, onlyActive } from '../harness/importing/mixed.ts'
import { aField, aList } from '../harness/core/records.ts'
import { claimed, run, someSteps } from '../harness/importing/steps.ts'

/** Concurrent imports have the same results as imports in turn. */

const k = byDay(300, 1_000)

/** Runs two workers until every import has ended. */
async function workInTwo(settings: WorkerSettings, sql: Database): Promise<void> {
  const stop = new AbortController()
  const workers = [0, 1].map((index) => runWorker({ ...settings, index }, stop.signal))
  try {
    await until(() => areAllEnded(sql))
  } finally {
    stop.abort(new Error('the test is done'))
    await Promise.all(workers)
  }
}

test('two workers that share five imports give each the result that it would have alone', async () => {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const imports = [
    await aMixedImport(sql, folder, { rows: 6 * k, seed: 1 }),
    await aMixedImport(sql, folder, { rows: 5 * k, seed: 2, freePlaces: 3 * k }),
    await aMixedImport(sql, folder, { rows: 4 * k, seed: 3, overwrite: false }),
    await aMixedImport(sql, folder, { rows: 3 * k, seed: 4, whenStatus: { ...onlyActive, active: false } }),
    await aMixedImport(sql, folder, { rows: 2 * k, seed: 5 }),
  ]
  await workInTwo(settingsOf(url, folder, { sliceSeconds: 0.05 }), sql)
  for (const one of imports) await expectMixed(sql, one)
})

/** The same addresses in the opposite order, with other names. */
function turned(content: string): string {
  const [header = '', ...lines] = content.trimEnd().split('\n')
  const others = lines.map((line) => line.replace('"Name', '"Other')).toReversed()
  return `${[header, ...others].join('\n')}\n`
}

test.each([
  ['in ranges of 200 rows', 200],
  ['whole', 10_000],
])(
  'two concurrent imports of the same addresses, %s, create each subscriber once and never deadlock',
  async (_how, rows) => {
    const { sql, url } = await aDatabase()
    const folder = await aWorkFolder()
    const organizationId = await insertOrganization(sql, 'A', 'UTC')
    const listId = await aList(sql, organizationId)
    await aField(sql, organizationId, listId, { name: 'Name' })
    const { content } = aMixedCase(10 * k)
    const order = { column_mapping: ['email', 'Name', ''], overwrite: true }
    for (const file of [content, turned(content)]) {
      await aScheduledImport(sql, organizationId, listId, folder, { ...order, content: file })
    }
    const steps = someSteps(url, folder, { rangeSize: { rows, bytes: 10_000_000 } })
    for (const phase of ['prepare', 'apply'] as const) {
      const claims = [await claimed(sql, phase), await claimed(sql, phase)]
      await Promise.all(claims.map((claim) => run(steps, claim)))
    }
    const [both] = await sql`
    select count(*) filter (where state = 'finished') as finished, sum(added)::integer as added,
      sum(updated)::integer as updated, sum(number_of_records)::integer as records,
      sum(added + updated + failed + skipped_duplicate)::integer as classified
    from import_jobs`
    const subscribers = await subscribersOf(sql, organizationId, listId)
    expect(both).toMatchObject({ finished: 2, added: subscribers.size, updated: subscribers.size })
    expect(both?.classified).toBe(both?.records)
    expect(await sql`select active from subscriber_counts`).toEqual([{ active: subscribers.size }])
    expect(steps.logged()).toBe('')
    await steps.database.end()
    expect(await deadlocks(sql)).toBe(0)
  },
)

/** Since the database was created. */
async function deadlocks(sql: Database): Promise<number> {
  // Server processes report their statistics when they end.
  await until(async () => {
    const rows = await sql`
      select 1 from pg_stat_activity where datname = current_database() and application_name = 'steps'`
    return rows.length === 0
  })
  const [row] = await sql<{ deadlocks: number }[]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  return row?.deadlocks ?? 0
}

test('two concurrent imports that change different fields of the same subscribers keep both changes', async () => {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const keys = Array.from({ length: 10 * k }, (_, index) => `person.${index}@example.com`)
  const before = new Map(keys.map((email) => [email, { email, status: 'active' as const, fields: {} }]))
  await putSubscribers(sql, organizationId, listId, before, {})
  for (const name of ['Name', 'City']) {
    await aField(sql, organizationId, listId, { name })
    await aScheduledImport(sql, organizationId, listId, folder, {
      content: `email,${name}\n${keys.map((key) => `${key},New ${name}\n`).join('')}`,
      column_mapping: ['email', name],
      overwrite: true,
    })
  }
  await workInTwo(settingsOf(url, folder, { sliceSeconds: 60 }), sql)
  const subscribers = [...(await subscribersOf(sql, organizationId, listId)).values()]
  expect(subscribers).toHaveLength(keys.length)
  const whole = subscribers.filter(({ fields }) => fields.Name === 'New Name' && fields.City === 'New City')
  expect(whole).toHaveLength(keys.length)
  expect(await sql`select state, updated, epoch from import_jobs`).toEqual([
    { state: 'finished', updated: keys.length, epoch: 2 },
    { state: 'finished', updated: keys.length, epoch: 2 },
  ])
})
