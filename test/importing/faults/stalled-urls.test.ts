import { expect, test } from 'vitest'
import type { Database } from '../../../src/database/driver/connection.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'
import { cancelImport, findImport, pauseImport } from '../../../src/store/imports/rows.ts'
import { skipDelays } from '../../harness/core/clock.ts'
import { aScheduledImport, until, workUntil } from '../../harness/importing/stories.ts'
import { areAllEnded } from '../../harness/importing/mixed.ts'
import { aList } from '../../harness/core/records.ts'
import { aUrlCase, aUrlImport, spooledFiles } from '../../harness/importing/url-imports.ts'

/** N2: a failed download ends in the right state with an error message, and leaves no files. */

/** Makes everything that is postponed due. */
function untilEnded(sql: Database) {
  return async () => {
    await skipDelays(sql)
    return areAllEnded(sql)
  }
}

test.each([
  ['/reset', 3, 'broke before the whole file had arrived'],
  ['/reset-chunks', 3, 'broke before the whole file had arrived'],
  ['/short', 3, 'broke before the whole file had arrived'],
  ['/short-chunks', 3, 'broke before the whole file had arrived'],
  ['/two-lengths', 3, 'broke before the whole file had arrived'],
  ['/hang-up', 3, 'broke before the whole file had arrived'],
  ['/garbage', 3, 'does not answer in HTTP/1.1'],
  ['/header-flood', 3, 'sent more than 16 KB of headers'],
  ['/announced?bytes=200000001', 1, 'larger than 200 MB'],
  ['/endless', 1, 'larger than 200 MB'],
  ['/bomb', 1, 'sent the file compressed'],
])(
  '%s ends as a failed import after %i attempt(s)',
  { timeout: 180_000 },
  async (path, attempts, sentence) => {
    const { sql, folder, source, settings } = await aUrlCase()
    const { organizationId, importId } = await aUrlImport(sql, folder, source.url(path))
    await workUntil(settings, untilEnded(sql))
    const row = await findImport(sql, organizationId, importId)
    expect(row).toMatchObject({ state: 'failed', number_of_records: null, records_imported: 0 })
    expect(row.error_message).toContain(sentence)
    expect(source.requests).toHaveLength(attempts)
    await source.quiet()
    expect(await spooledFiles(folder)).toEqual([])
  },
)

test.each([
  ['cancelled', cancelImport],
  ['paused', pauseImport],
])('a download that trickles is disconnected when it is %s, and delays no other', async (state, change) => {
  const { sql, folder, source, settings } = await aUrlCase()
  const slow = await aUrlImport(sql, folder, source.url('/trickle?ms=1'))
  const organizationId = await insertOrganization(sql, 'Other', 'UTC')
  const listId = await aList(sql, organizationId)
  await workUntil({ ...settings, preparers: 2, heartbeatSeconds: 0.05 }, async () => {
    await until(async () => source.sentBytes() > 100)
    const importId = await aScheduledImport(sql, organizationId, listId, folder, {
      content: 'email\nanna@example.com\n',
    })
    await until(async () => (await findImport(sql, organizationId, importId)).state === 'finished')
    expect((await findImport(sql, slow.organizationId, slow.importId)).state).toBe('downloading')
    await change(sql, slow.organizationId, slow.importId)
    await source.quiet()
    await until(async () => (await spooledFiles(folder)).length === 0)
    return true
  })
  expect((await findImport(sql, slow.organizationId, slow.importId)).state).toBe(state)
  expect(source.requests).toHaveLength(1)
})

test('a file that stalls holds its import only until the connection breaks', async () => {
  const { sql, folder, source, settings } = await aUrlCase()
  const { organizationId, importId } = await aUrlImport(sql, folder, source.url('/stall'))
  let broken = 0
  await workUntil(settings, async () => {
    await skipDelays(sql)
    // Not a connection that has not sent a request yet.
    if (source.requests.length > broken) {
      broken = source.requests.length
      source.resetConnections()
    }
    return areAllEnded(sql)
  })
  expect(await findImport(sql, organizationId, importId)).toMatchObject({
    state: 'failed',
    error_message: expect.stringContaining('broke before the whole file had arrived'),
  })
  expect(source.requests).toHaveLength(3)
  expect(await spooledFiles(folder)).toEqual([])
})
