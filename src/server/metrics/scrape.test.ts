import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../../../test/harness/core/api.ts'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aServer } from '../../../test/harness/core/server.ts'
import { until } from '../../../test/harness/core/until.ts'
import { parseExposition, scrape, valueOf } from '../../../test/harness/watching/exposition.ts'
import type { Database } from '../../database/driver/connection.ts'
import { AppError } from '../../contract/api/errors.ts'
import { insertOrganization } from '../../store/conditions/system-organization.ts'
import { count } from '../../work/counts.ts'
import { noteBackup } from '../../store/server/last-backup.ts'
import { catalog } from './catalog.ts'
import { createExposition } from './exposition.ts'
import type { Sources } from './gather.ts'
import { noteRequests, startMetrics } from './start.ts'

type Options = { token?: string; isReady?: () => Promise<string[]>; pace?: Sources['pace']; dataDir?: string }

async function aScrape({ token, isReady, pace, dataDir = '/' }: Options = {}) {
  const { sql, url: databaseUrl } = await aDatabase()
  const sources = {
    databaseUrl,
    dataDir,
    threads: [],
    version: '1.2.3',
    clockOffset: () => -7.5,
    rowDisks: [dataDir, tmpdir()],
    warnings: () => [{ name: 'clock' }, { name: 'held_restored' }, { name: 'other_process' }],
  }
  const metrics = await startMetrics(
    { host: '127.0.0.1', port: 0, token, ...(isReady && { isReady }) },
    { ...sources, ...(pace && { pace }) },
    quietLog,
  )
  onTestFinished(metrics.stop)
  return { sql, url: metrics.url }
}

test('a scrape has what the catalog names, and nothing else', async () => {
  const { sql, url } = await aScrape({ pace: { waitMs: 60_000, freshMs: 0 } })
  expect((await scrape(url)).get('quiver_backup_age_seconds')?.samples ?? []).toEqual([])
  await noteBackup(sql.everywhere())
  const metrics = await scrape(url)
  const described = [...metrics].map(([name, { type, help }]) => [name, type, help])
  // A thread knows the delay of its loop from its second report on.
  const ofRequests = ['quiver_http_requests_total', 'quiver_http_request_duration_seconds']
  const expected = Object.entries(catalog).flatMap(([name, { kind, help }]) =>
    ofRequests.includes(name) ? [] : [[name, kind, help]],
  )
  const seen = new Set(['quiver_event_loop_delay_seconds', 'quiver_queue_running', 'quiver_queue_waits_for', 'quiver_upkeep_late_seconds']) // oxfmt-ignore
  const isComparable = ([name = '']: string[]) => !seen.has(name) && !name.includes('organization')
  expect(described.filter(isComparable)).toEqual(expected.filter(isComparable))
  for (const [name, { samples }] of metrics) {
    const { labels } = catalog[name as keyof typeof catalog]
    for (const sample of samples) expect(Object.keys(sample.labels), name).toEqual([...labels])
  }
  expect(valueOf(metrics, 'quiver_build_info', { version: '1.2.3' })).toBe(1)
  expect(valueOf(metrics, 'quiver_warnings')).toBe(2)
  expect(valueOf(metrics, 'quiver_held')).toBe(1)
  expect(valueOf(metrics, 'quiver_warning', { name: 'clock' })).toBe(1)
  expect(valueOf(metrics, 'quiver_clock_offset_seconds')).toBe(-7.5)
  expect(valueOf(metrics, 'quiver_database_disk_free_bytes', { directory: tmpdir() })).toBeGreaterThan(0)
  expect(metrics.get('quiver_database_disk_free_bytes')?.samples).toHaveLength(1)
})

test('a directory that is gone takes its own figures with it, and no others', async () => {
  const { url } = await aScrape({ dataDir: '/no such directory' })
  const metrics = await scrape(url)
  expect(valueOf(metrics, 'quiver_database_up')).toBe(1)
  expect(metrics.get('quiver_disk_free_bytes')?.samples ?? []).toEqual([])
})

test('a port with a token answers nobody without it, and only one path', async () => {
  const { url } = await aScrape({ token: 'a token of the operator' })
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(new URL(path, url), { headers })).status
  const right = { authorization: 'Bearer a token of the operator' }
  expect(await status('/metrics')).toBe(401)
  expect(await status('/metrics', { authorization: 'Bearer a token of the operato' })).toBe(401)
  expect(await status('/metrics', { authorization: 'Basic a token of the operator' })).toBe(401)
  expect(await status('/', right)).toBe(404)
  expect(await status('/metrics', right)).toBe(200)
})

test('probes are answered without the token: a process that is alive, ready with names of warnings, or not ready', async () => {
  let problem: Error | undefined
  const isReady = () => (problem === undefined ? Promise.resolve(['clock']) : Promise.reject(problem))
  const { url } = await aScrape({ token: 'a token of the operator', isReady })
  const probe = async (path: string) => {
    const answer = await fetch(new URL(path, url))
    return [answer.status, await answer.json()]
  }
  const fine = { success: true, error_code: null, error_message: null }
  expect(await probe('/healthz')).toEqual([200, { ...fine, data: { status: 'alive' } }])
  expect(await probe('/readyz')).toEqual([200, { ...fine, data: { status: 'ready', warnings: ['clock'] } }])
  problem = new AppError('internal_error', 'the disk of the server is full', { status: 503 })
  expect(await probe('/readyz')).toMatchObject([503, { error_message: 'the disk of the server is full' }])
  expect((await probe('/healthz'))[0]).toBe(200)
  expect((await fetch(new URL('/readyz', url), { method: 'POST' })).status).toBe(401)
})

test('a held database does not hold a scrape: it says so, asks once, and goes on when the database does', async () => {
  const { sql, url } = await aScrape({ pace: { waitMs: 200, freshMs: 200 } })
  await sql.begin(async (lock) => {
    await lock`lock table sending_brakes in access exclusive mode`
    const begun = performance.now()
    const held = await Promise.all([scrape(url), scrape(url), scrape(url)])
    for (const metrics of held) {
      expect(valueOf(metrics, 'quiver_database_up')).toBe(0)
      expect(metrics.get('quiver_queue_waiting')?.samples ?? []).toEqual([])
      expect(valueOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    }
    expect(performance.now() - begun).toBeLessThan(20_000)
    const waiting = await sql`select from pg_stat_activity 
      where application_name = 'quiver metrics' and datname = current_database()`
    expect([...waiting]).toHaveLength(1)
  })
  await until(async () => valueOf(await scrape(url), 'quiver_database_up') === 1)
})

test('a frozen database that ends no statement does not hold a scrape either', async () => {
  const { sql, url } = await aScrape({ pace: { waitMs: 200, freshMs: 0 } })
  await scrape(url)
  const [backend] = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'quiver metrics' and datname = current_database()`
  const { pid } = backend ?? expect.fail('no connection')
  process.kill(pid, 'SIGSTOP')
  try {
    const begun = performance.now()
    expect(valueOf(await scrape(url), 'quiver_database_up')).toBe(0)
    expect(valueOf(await scrape(url), 'quiver_database_up')).toBe(0)
    expect(performance.now() - begun).toBeLessThan(20_000)
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  await until(async () => valueOf(await scrape(url), 'quiver_database_up') === 1)
})

test('the ten organizations with the most bounces and complaints have series, the others share one', async () => {
  const { sql, url } = await aScrape()
  const rows = await anUnevenDozen(sql)
  const metrics = await scrape(url)
  const ranked = rows.toSorted((a, b) => b.bounces + b.complaints - a.bounces - a.complaints)
  const others = ranked.slice(10)
  const sum = (pick: (row: (typeof rows)[number]) => number) =>
    others.reduce((all, row) => all + pick(row), 0)
  const expected = [
    ...ranked.slice(0, 10).map((row) => [String(row.id), row.messages, row.bounces, row.complaints]),
    ['other', sum((row) => row.messages), sum((row) => row.bounces), sum((row) => row.complaints)],
  ]
  const names = ['messages', 'bounces', 'complaints'].map((what) => `quiver_organization_recent_${what}`)
  const shown = expected.map(([organization]) => [
    organization,
    ...names.map((name) => valueOf(metrics, name, { organization: String(organization) })),
  ])
  expect(shown).toEqual(expected)
  expect(metrics.get('quiver_organization_recent_messages')?.samples).toHaveLength(11)
  expect(valueOf(metrics, 'quiver_sending_brakes')).toBe(1)
})

/** Twelve organizations, of which one has its brake pulled. */
async function anUnevenDozen(sql: Database) {
  const rows = []
  for (let index = 0; index < 12; index += 1) {
    const id = await insertOrganization(sql, `O${index}`, 'UTC')
    const row = { id, messages: 600 + index, bounces: (index * 7) % 12, complaints: 0 }
    row.complaints = row.bounces % 2
    await sql`
      insert into sending_brakes (organization_id, sent, hard_bounces, complaints, braked_at, reason)
      values (${id}, array[100, ${row.messages - 100}::integer], array[0, ${row.bounces}::integer],
        array[${row.complaints}::integer, 0], ${index === 3 ? new Date() : null}, ${index === 3 ? 'much' : ''})`
    rows.push(row)
  }
  return rows
}

test('requests are counted by the template of their path and by status; no path is in the text', async () => {
  const exposition = createExposition(() => Promise.resolve([]))
  onTestFinished(exposition.end)
  const { app, a } = await aServer({ prepare: (one) => noteRequests(one, exposition) })
  const ask = (url: string, headers = {}) => app.inject({ url, headers })
  const key = { authorization: `Basic ${a.credential}` }
  for (const url of ['/ga/api/v2/mailing_lists/4711', '/ga/api/v2/mailing_lists/4712']) await ask(url, key)
  await ask('/ga/api/v2/mailing_lists/4713')
  await ask('/c/s3cret-t0ken')
  await ask('/no/such/page?with=4714')
  const text = await exposition.text()
  const metrics = parseExposition(text)
  const counted = metrics
    .get('quiver_http_requests_total')
    ?.samples.map(({ labels: { route, status }, value }) => [route, status, value])
  expect(counted).toEqual([
    ['/ga/api/v2/mailing_lists/:id', '404', 2],
    ['/ga/api/v2/mailing_lists/:id', '401', 1],
    ['/c/:token', '404', 1],
    ['none', '404', 1],
  ])
  const route = { method: 'GET', route: '/ga/api/v2/mailing_lists/:id' }
  expect(valueOf(metrics, 'quiver_http_request_duration_seconds_count', route)).toBe(3)
  // A measured time can have any digits.
  const withoutValues = text.replaceAll(/ \S+$/gm, '')
  expect(withoutValues).not.toMatch(/471\d|s3cret|such/)
})

test('a series ends with what it told, and a count stays', async () => {
  let names = ['clock', 'files']
  const exposition = createExposition(async () => [
    ...names.map((name) => ({ name: 'quiver_warning' as const, labels: { name }, value: 1 })),
    { name: 'quiver_messages_total', labels: { source: 'campaign', outcome: 'accepted' }, value: 7 },
  ])
  onTestFinished(exposition.end)
  const read = async () => {
    const metrics = parseExposition(await exposition.text())
    const samples = (name: string) => metrics.get(name)?.samples.map(({ labels, value }) => [labels['name'], value]) ?? [] // oxfmt-ignore
    return [samples('quiver_warning'), samples('quiver_messages_total')]
  }
  const counted = [[undefined, 7]]
  expect(await read()).toEqual([[['clock', 1], ['files', 1]], counted]) // oxfmt-ignore
  names = ['files']
  expect(await read()).toEqual([[['files', 1]], counted])
  names = []
  expect(await read()).toEqual([[], counted])
})

test('what a thread counts is added up; what has not happened yet is 0', async () => {
  const { url } = await aScrape()
  const before = await scrape(url)
  const seen = (metrics: typeof before, outcome: string) =>
    valueOf(metrics, 'quiver_webhook_requests_total', { outcome }) ?? NaN
  count('webhook_requests', { outcome: 'gone' }, 3)
  count('webhook_requests', { outcome: 'gone' })
  const after = await scrape(url)
  expect(seen(after, 'gone') - seen(before, 'gone')).toBe(4)
  expect(seen(after, 'silent') - seen(before, 'silent')).toBe(0)
})

test('users that wait for a connection are seen', async () => {
  const { sql, url } = await aScrape()
  const waits = async () =>
    (await scrape(url)).get('quiver_pool_waiting')?.samples.reduce((sum, { value }) => sum + value, 0)
  const before = (await waits()) ?? 0
  const many = Array.from({ length: 40 }, () => sql`select pg_sleep(0.05)`.execute())
  await pause(0)
  expect(await waits()).toBeGreaterThan(before)
  await Promise.all(many)
})
