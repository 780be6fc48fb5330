import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../../src/database/driver/connection.ts'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'
import { aDatabase } from '../harness/core/database.ts'
import { startUrlSource } from '../harness/fakes/url-source.ts'
import { aScheduledImport, aWorkFolder, settingsOf, until, workUntil } from '../harness/importing/stories.ts'
import { aList } from '../harness/core/records.ts'

/** T5: a small import does not wait for large ones. */

test('an import of 100 rows ends before five of 50,000 that began earlier', async () => {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const big = await insertOrganization(sql, 'Big', 'UTC')
  const small = await insertOrganization(sql, 'Small', 'UTC')
  const rows = (count: number) =>
    `email\n${Array.from({ length: count }, (_, index) => `person.${index}@example.com\n`).join('')}`
  const bigs = rows(50_000)
  for (let index = 0; index < 5; index += 1) {
    await aScheduledImport(sql, big, await aList(sql, big), folder, { content: bigs })
  }
  const isBigAtWork = async () => {
    const rows = await sql`select 1 from import_jobs where state = 'importing' and records_imported > 0`
    return rows.length > 0
  }
  await workUntil(settingsOf(url, folder, { sliceSeconds: 0.05 }), async () => {
    await until(isBigAtWork)
    await aScheduledImport(sql, small, await aList(sql, small), folder, { content: rows(100) })
    await until(async () => (await finished(sql)).length > 0)
    return true
  })
  // In the order in which they ended; the worker was stopped when the first had.
  expect((await finished(sql))[0]).toEqual({ organization_id: small, added: 100 })
  expect(await unfinished(sql, big)).toBe(5)
})

test('eight hanging downloads of one organization leave two slots for the files of another', async () => {
  const { sql, url } = await aDatabase()
  const folder = await aWorkFolder()
  const source = await startUrlSource()
  onTestFinished(() => source.close())
  const many = await insertOrganization(sql, 'Many', 'UTC')
  const one = await insertOrganization(sql, 'One', 'UTC')
  for (let index = 0; index < 8; index += 1) {
    const stalled = { content: null, source_type: 'url' as const, source_url: source.url('/stall') }
    await aScheduledImport(sql, many, await aList(sql, many), folder, stalled)
  }
  await workUntil(settingsOf(url, folder, { preparers: 4 }), async () => {
    await until(() => Promise.resolve(source.requests.length >= 2))
    await aScheduledImport(sql, one, await aList(sql, one), folder, { content: 'email\nann@example.com\n' })
    await until(async () => (await finished(sql)).length > 0)
    return true
  })
  expect([await unfinished(sql, many), await unfinished(sql, one)]).toEqual([8, 0])
  expect(source.requests).toHaveLength(2)
})

function finished(sql: Database) {
  return sql`
    select organization_id, added from import_jobs where state = 'finished' order by finished_at`
}

async function unfinished(sql: Database, organizationId: number): Promise<number> {
  const rows = await sql`
    select 1 from import_jobs where organization_id = ${organizationId} and finished_at is null`
  return rows.length
}
