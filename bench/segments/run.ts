import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Clause } from '../../src/contract/segments/clauses.ts'
import { connect, type Scoped, type Transaction } from '../../src/database/driver/connection.ts'
import { unlessSlow } from '../../src/database/driver/statement/time-limit.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { noSuppression } from '../../src/store/conditions/suppression.ts'
import { boundOf } from '../../src/store/segments/counting/in-ranges.ts'
import { segmentCondition, segmentSets } from '../../src/store/segments/condition.ts'
import { estimateSegment } from '../../src/store/segments/counting/estimate.ts'
import { matchesOf, matchesOfTree } from '../../src/store/segments/counting/matches.ts'
import { findKnown } from '../../src/store/segments/known.ts'
import { segmentTree } from '../../src/store/segments/set-trees.ts'
import { median } from '../measure.ts'
import { countReachable } from '../../src/store/segments/counting/reachable.ts'
import { withSecondCore } from '../../src/store/segments/counting/second-core.ts'
import { findSelected } from '../../src/store/segments/subscribers.ts'
import { startQuiver } from '../server.ts'
import { campaigns, fields, formId, listId, makeData, organizationId, otherListId } from './data.ts'

/**
 * Measures what a preview does, count and sample in one statement, and the count with which a campaign starts, for segments
 * of each kind: on one list with about 20 events a subscriber. `--keep` names a folder that keeps the data for the next run, `--plans` prints the beginnings of
 * plans, `--only` measures the segments whose names contain a text. `--ways` measures the count alone, in each of the ways in which it can be
 * written, and the estimate.
 *
 *     npm run bench:segments -- [subscribers, default 1000000] [runs of each, default 11] [--keep DIR] [--plans] [--only TEXT] [--ways]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    plans: { type: 'boolean', default: false },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
    ways: { type: 'boolean', default: false },
  },
})
const [subscribersText = '1000000', runsText = '11'] = positionals
const subscribers = Number(subscribersText)
const runs = Number(runsText)

const field = (id: number, test: object) => ({ type: 'custom_field', custom_field: { id }, ...test })
const activity = (of: string, test: object = {}) => ({
  type: 'activity',
  activity: of,
  operator: 'did',
  ...test,
})
const never = (of: string, test: object = {}) => activity(of, { ...test, operator: 'did_not' })
const days = (...counts: number[]) => counts.map((last_days) => activity('opened', { last_days }))

const segments: [string, object[]][] = [
  ['town contains', [field(fields.town, { operator: 'contains', value: 'town 77' })]],
  ['score, colour, vip', [field(fields.score, { operator: 'is_between', from: 100, to: 5000 }), field(fields.colour, { operator: 'is_any_of', values: ['Red', 'Blue'] }), field(fields.vip, { operator: 'is_not', value: true })]],
  ['birthday within 7 days', [field(fields.birthday, { operator: 'anniversary_in_next_days', value: 7 })]],
  ['domain, one of two', [{ type: 'subscriber_email_domain', operator: 'is_any_of', values: ['gmail.com', 'web.de'] }]],
  ['added by an import', [{ type: 'import', operator: 'added_by', import: { id: 1 } }]],
  ['opened one campaign', [activity('opened', { campaign: { id: campaigns } })]],
  ['opened in 30 days', [activity('opened', { last_days: 30 })]],
  ['clicked one link, ever', [activity('clicked', { url: 'https://shop.example.com/3' })]],
  ['sent in 90 days, not opened', [activity('was_sent', { last_days: 90 }), never('opened', { last_days: 90 })]],
  ['sent any of the last 5, none clicked', [activity('was_sent', { last_campaigns: 5 }), never('clicked', { last_campaigns: 5 })]],
  ['never opened anything', [never('opened')]],
  ['never was sent anything', [never('was_sent')]],
  ['not active on the other list, opened', [{ type: 'in_mailing_list', operator: 'is_not_active_in', mailing_list: { id: otherListId } }, activity('opened', { last_campaigns: 3 })]],
  ['consent of 90 days to the new words', [{ type: 'consent', operator: 'given', web_form: { id: formId }, version: 2, last_days: 90 }]],
  ['ten about opens, any', [{ type: 'any', clauses: days(1, 2, 3, 7, 14, 30, 60, 90, 120, 150) }]],
] // oxfmt-ignore

const target = { organizationId, listId, timeZone: 'America/Chicago' }

const bound = boundOf(60_000)
const page = { start: { afterId: 0 }, limit: 20, bound }

/** Of the count; the sample reads a few rows more. */
async function printPlan(sql: Transaction, clauses: readonly Clause[]): Promise<void> {
  const { matches, ...size } = await matchesOf(sql, target, clauses, page)
  const lines = await withSecondCore(
    sql,
    size,
    () => sql<{ 'QUERY PLAN': string }[]>`
      explain (analyze, costs off, timing off, summary off) with ${matches} select sum(number) from counted`,
  )
  for (const line of lines.slice(0, 60)) console.log(`    ${line['QUERY PLAN'].slice(0, 150)}`)
}

/** Of the connection's process, in steps of 10 ms: what a statement takes on a machine that does nothing else. */
async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Sorted, after a run that does not count. */
async function timesOf(call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let run = -1; run < runs; run += 1) {
    const startMs = performance.now()
    await call()
    if (run >= 0) times.push(performance.now() - startMs)
  }
  return times.toSorted((a, b) => a - b)
}

const at = (times: readonly number[], share: number) =>
  `${(times[Math.min(runs - 1, Math.floor(runs * share))] ?? 0).toFixed(0)} ms`

const slowMs = 30_000

/** The count alone: as bits of indexes, by rows with joined sets, by rows with a look-up for each set; and the estimate. */
async function measureWays(scoped: Scoped, name: string, clauses: readonly Clause[]): Promise<void> {
  const timed = async (count: (sql: Transaction) => Promise<unknown>): Promise<string> => {
    const times: number[] = []
    for (let run = 0; run <= runs; run += 1) {
      const startMs = performance.now()
      const counted = await scoped.begin((sql) => unlessSlow(sql, slowMs, count))
      if (counted === null) return `> ${slowMs / 1000} s`
      if (run > 0) times.push(performance.now() - startMs)
    }
    return `${median(times).toFixed(0)} ms`
  }
  const ofList = (sql: Transaction) => sql`
    s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}`
  const known = await scoped.begin((sql) => findKnown(sql, target, clauses))
  const tree = segmentTree(known, clauses)
  const bits = async (sql: Transaction) => {
    if (tree === null) return
    await withSecondCore(sql, { subscribers: known.subscribers, readsRows: false }, async () => {
      await sql`with ${matchesOfTree(sql, target, tree)} select sum(number) from counted`
    })
  }
  const rows = async (sql: Transaction) => {
    const { joins, condition } = await segmentSets(sql, target, clauses)
    return withSecondCore(sql, { subscribers: known.subscribers, readsRows: true }, () =>
      sql`select count(*) from subscribers s ${joins} where ${ofList(sql)} and ${condition}`) // oxfmt-ignore
  }
  const lookUps = async (sql: Transaction) => {
    const { condition } = await segmentCondition(sql, target, clauses)
    return sql`select count(*) from subscribers s where ${ofList(sql)} and ${condition}`
  }
  const estimate = (sql: Transaction) => estimateSegment(sql, target, clauses, { timeMs: 2_000 })
  const found = (await scoped.begin(estimate))?.estimate
  const shown = [found?.number, found?.from, found?.to].map((number) => number?.toLocaleString('en'))
  console.log(
    `${name.padEnd(38)} bits ${tree === null ? '–' : await timed(bits)}, rows ${await timed(rows)}, look-ups ${await timed(lookUps)}, estimate ${await timed(estimate)}: ${shown[0]} (${shown[1]} to ${shown[2]})`,
  )
}

async function measureAll(url: string): Promise<void> {
  const database = connect(url, { max: 1, applicationName: 'bench', role: applicationRole })
  const scoped = database.within(organizationId)
  const [own] = await scoped<{ pid: number }[]>`select pg_backend_pid() as pid`
  const backend = own?.pid ?? 0
  const [events] = await scoped`
    select (select count(*) from deliveries) + (select count(*) from message_responses)
      + (select count(clicks) from message_responses where clicks > 0) + (select count(*) from link_clicks) as count`
  console.log(
    `${subscribers.toLocaleString('en')} subscribers, ${Number(events?.['count']).toLocaleString('en')} events`,
  )
  try {
    for (const [name, loose] of segments.filter(([name]) => name.includes(values.only))) {
      const clauses = loose as Clause[]
      if (values.ways) {
        await measureWays(scoped, name, clauses)
        continue
      }
      let found = 0
      const before = await cpuMsOf(backend)
      const preview = await timesOf(async () => {
        const selected = await scoped.begin((sql) => findSelected(sql, target, clauses, page))
        found = selected?.count.records ?? 0
      })
      const cpuMs = ((await cpuMsOf(backend)) - before) / (runs + 1)
      const start = await timesOf(() =>
        scoped.begin((sql) => countReachable(sql, target, clauses, noSuppression)),
      )
      console.log(
        `${name.padEnd(38)} ${found.toLocaleString('en').padStart(10)}  p50 ${at(preview, 0.5)}  p95 ${at(preview, 0.95)}  CPU ${cpuMs.toFixed(0)} ms  start p95 ${at(start, 0.95)}`,
      )
      if (values.plans) await scoped.begin((sql) => printPlan(sql, clauses))
    }
  } finally {
    await database.end()
  }
}

const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'quiver-bench-')))
const dataDir = join(folder, 'data')
const server = await startQuiver({ DATA_DIR: dataDir }, ['--only', 'http'])
try {
  const urls = await findRunning(dataDir)
  if (urls === undefined) throw new Error('the embedded database was not found')
  await makeData(urls.ownerUrl, subscribers)
  await measureAll(urls.ownerUrl)
} finally {
  await server.stop()
  if (values.keep === undefined) await rm(folder, { recursive: true, force: true })
}
