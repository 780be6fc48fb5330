import { claimImport, dueImports, type Phase } from '../harness/undo/import-claims.ts'
import { expect, test } from 'vitest'
import { runWorker } from '../../src/importing/worker.ts'
import { confirmIdentities, noteIdentity } from '../../src/store/server/restored-copy.ts'
import { aScheduledImport } from '../harness/importing/stories.ts'
import { aList } from '../harness/core/records.ts'
import { until } from '../harness/core/until.ts'
import { aUrlCase, aUrlImport } from '../harness/importing/url-imports.ts'
import { secondsToNext } from '../harness/postgres/due.ts'

const worker = { name: 'a worker', presence: null }

test('a copy downloads nothing until an operator confirms it, and imports files that it already has', async () => {
  const { sql, url, folder, source, settings } = await aUrlCase()
  await sql.begin((inside) => noteIdentity(inside, 'original'))
  expect(await sql.begin((inside) => noteIdentity(inside, 'copy'))).toBe(true)
  const fetched = await aUrlImport(sql, folder, source.url('/members.csv'))
  const listId = await aList(sql, fetched.organizationId)
  const content = 'bob@example.com,Bob\n'
  const here = await aScheduledImport(sql, fetched.organizationId, listId, folder, { content })
  const stateOf = async (id: number) =>
    (await sql<{ state: string }[]>`select state from import_jobs where id = ${id}`)[0]?.state

  const stopped = new AbortController()
  const working = runWorker({ ...settings, databaseUrl: url, serverIdentity: 'copy' }, stopped.signal)
  try {
    await until(async () => (await stateOf(here)) === 'finished')
    expect(await stateOf(fetched.importId)).toBe('scheduled')
    expect(source.requests).toHaveLength(0)
    await sql.begin((inside) => confirmIdentities(inside))
    await until(async () => (await stateOf(fetched.importId)) === 'finished')
    expect(source.requests).toHaveLength(1)
  } finally {
    stopped.abort()
    await working
  }
})

test('a waiting download does not make a held worker look again at once', async () => {
  const { sql, folder, source } = await aUrlCase()
  await aUrlImport(sql, folder, source.url('/members.csv'))
  const secondsTo = (phase: Phase) => secondsToNext(sql, () => [dueImports(sql, phase, undefined, [])])
  expect(await secondsTo('prepare')).toBeLessThanOrEqual(0)
  expect(await secondsTo('prepare_here')).toBeNull()
  expect(await claimImport(sql, 'prepare_here', worker)).toBeNull()
  expect(await claimImport(sql, 'prepare', worker)).not.toBeNull()
})
