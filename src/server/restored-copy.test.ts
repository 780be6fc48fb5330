import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aStartedCampaign } from '../../test/harness/sending/campaigns.ts'
import { aDatabase } from '../../test/harness/core/database.ts'
import { aList } from '../../test/harness/core/records.ts'
import { checkIdentity, confirmCopy, loadServerIdentity } from './restored-copy.ts'
import { ensureSystemOrganization, insertOrganization } from '../store/conditions/system-organization.ts'
import { reportEnd, reportProcess } from '../store/server/processes.ts'
import { findHeld, noteHeld, watchForCopies } from '../store/server/restored-copy.ts'

/** O4: a restored copy stays quiet. */

async function aDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-identity-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'data')
}

describe('a data directory', () => {
  test('has one identity for good, which only its owner reads', async () => {
    const dataDir = await aDataDir()
    const first = await loadServerIdentity(dataDir)
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(await loadServerIdentity(dataDir)).toBe(first)
    expect((await stat(join(dataDir, 'server_identity'))).mode & 0o777).toBe(0o600)
    expect(await loadServerIdentity(await aDataDir())).not.toBe(first)
  })

  test('has one also where many processes start at once, and nothing is left lying about', async () => {
    const dataDir = await aDataDir()
    const all = await Promise.all(Array.from({ length: 8 }, () => loadServerIdentity(dataDir)))
    expect(new Set(all).size).toBe(1)
    expect(await readdir(dataDir)).toEqual(['server_identity'])
    expect(await readFile(join(dataDir, 'server_identity'), 'utf8')).toBe(`${all[0]}\n`)
  })
})

/** A database that has been worked with from one data directory, with campaigns that were due at times in hours. */
async function aUsedDatabase(...due: { hoursAgo: number; state: string; paused?: boolean }[]) {
  const { sql, url } = await aDatabase()
  await ensureSystemOrganization(sql)
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const listId = await aList(sql, organizationId)
  const home = await aDataDir()
  expect((await checkIdentity(sql, home, undefined)).held).toBe(false)
  for (const { hoursAgo, state, paused = false } of due) {
    const begins_at = new Date(Date.now() - hoursAgo * 3_600_000)
    const started_at = state === 'scheduled' ? null : begins_at
    const name = `${state} ${hoursAgo}`
    const attributes = { name, state, paused, begins_at, started_at, finished_at: null }
    await aStartedCampaign(sql, organizationId, listId, attributes)
  }
  const held = async () => {
    const rows = await sql<{ name: string }[]>`
      select c.name from campaigns c join jobs j on j.kind = 'Campaign' and j.id = c.id
      where c.paused and j.waiting_for = 'confirmation after a restore' order by c.id`
    return rows.map(({ name }) => name)
  }
  return { sql, url, home, held }
}

test('the server that a database belongs to sends at every start, however late its campaigns are', async () => {
  const { sql, home, held } = await aUsedDatabase({ hoursAgo: 9, state: 'scheduled' })
  expect((await checkIdentity(sql, home, undefined)).held).toBe(false)
  expect(await watchForCopies(await loadServerIdentity(home))(sql.everywhere())).toBe(false)
  expect(await held()).toEqual([])
})

test('a copy with another data directory is held at every start until an operator confirms it, and then no more', async () => {
  const { sql, url, home } = await aUsedDatabase()
  const elsewhere = await aDataDir()
  expect((await checkIdentity(sql, elsewhere, undefined)).held).toBe(true)
  expect((await checkIdentity(sql, elsewhere, undefined)).held).toBe(true)
  expect(await watchForCopies(await loadServerIdentity(elsewhere))(sql.everywhere())).toBe(true)
  // The one that it belongs to goes on.
  expect(await watchForCopies(await loadServerIdentity(home))(sql.everywhere())).toBe(false)
  expect(await confirmCopy(url)).toEqual({ confirmed: true, paused: 0 })
  expect(await watchForCopies(await loadServerIdentity(elsewhere))(sql.everywhere())).toBe(false)
  expect((await checkIdentity(sql, elsewhere, undefined)).held).toBe(false)
  expect(await confirmCopy(url)).toEqual({ confirmed: false, paused: 0 })
})

test('the others see for a minute that a process is held, and no longer than until it is confirmed', async () => {
  const { sql, url, home } = await aUsedDatabase()
  const everywhere = sql.everywhere()
  const elsewhere = await aDataDir()
  const own = await loadServerIdentity(home)
  const other = await loadServerIdentity(elsewhere)
  const seenBy = (identity: string) => findHeld(everywhere, identity, null)
  expect(await seenBy(own)).toMatchObject({ own: false, another: false })
  await checkIdentity(sql, elsewhere, undefined)
  expect(await seenBy(own)).toMatchObject({ own: false, another: true })
  expect(await seenBy(other)).toMatchObject({ own: true, another: false })
  await sql`update server_identities set seen_at = now() - interval '61 seconds'`
  expect(await seenBy(own)).toMatchObject({ own: false, another: false })
  expect(await seenBy(other)).toMatchObject({ own: true, another: false })
  await noteHeld(everywhere, other)
  expect(await seenBy(own)).toMatchObject({ own: false, another: true })
  await confirmCopy(url)
  expect(await seenBy(own)).toMatchObject({ own: false, another: false })
})

test('a machine that joins a running server is held, and touches no campaign of the others', async () => {
  const { sql, held } = await aUsedDatabase({ hoursAgo: 3, state: 'sending' })
  const process = {
    id: randomUUID(),
    name: 'a:1',
    baseUrl: 'http://a',
    dataDirectory: 'd',
    imports: true,
    part: 'server',
  } as const
  await reportProcess(sql, { ...process, newestKeyId: 1, currentKeyId: 1 })
  expect((await checkIdentity(sql, await aDataDir(), undefined)).held).toBe(true)
  expect(await held()).toEqual([])
  await reportEnd(sql, process.id)
  expect((await checkIdentity(sql, await aDataDir(), undefined)).held).toBe(true)
  expect(await held()).toEqual(['sending 3'])
})

test('campaigns of a copy that were due more than an hour ago stay paused when it is confirmed', async () => {
  const { sql, url, held } = await aUsedDatabase(
    { hoursAgo: 2, state: 'scheduled' },
    { hoursAgo: 3, state: 'sending' },
    { hoursAgo: 0.5, state: 'scheduled' },
    { hoursAgo: -1, state: 'scheduled' },
    { hoursAgo: 4, state: 'scheduled', paused: true },
  )
  expect((await checkIdentity(sql, await aDataDir(), undefined)).held).toBe(true)
  expect(await held()).toEqual(['scheduled 2', 'sending 3'])
  // While nobody has confirmed it, time goes on.
  await sql`update jobs set begins_at = begins_at - interval '1 hour'
    where id = (select id from campaigns where name = 'scheduled 0.5')`
  expect(await confirmCopy(url)).toEqual({ confirmed: true, paused: 3 })
  expect(await held()).toEqual(['scheduled 2', 'sending 3', 'scheduled 0.5'])
})

test('a server whose data directory does not outlive it is known by the identity that it is given', async () => {
  const { sql } = await aDatabase()
  expect(await checkIdentity(sql, await aDataDir(), 'mail-1')).toEqual({ identity: 'mail-1', held: false })
  expect((await checkIdentity(sql, await aDataDir(), 'mail-1')).held).toBe(false)
  expect((await checkIdentity(sql, await aDataDir(), 'mail-2')).held).toBe(true)
})
