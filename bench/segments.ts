import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clause } from '../src/contract/segments/clauses.ts'
import { connect } from '../src/database/driver/connection.ts'
import type { Sql, Transaction } from '../src/database/driver/connection.ts'
import { findRunning } from '../src/database/embedded/running.ts'
import { applicationRole } from '../src/database/roles.ts'
import { keepNextCampaignPeople } from '../src/store/segments/campaign-people.ts'
import { segmentSets } from '../src/store/segments/condition.ts'
import { findSelected } from '../src/store/segments/subscribers.ts'
import { startQuiver } from './server.ts'

/**
 * Measures what a preview does, count and sample in one statement, for segments of each kind: on one list with about 20
 * events a subscriber. BENCH_DATA_DIR keeps the generated data for the next run; `--plans` prints the beginnings of plans.
 *
 *     npm run bench:segments -- [subscribers, default 1000000] [runs of each, default 11] [--plans]
 */
const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const [subscribersText = '1000000', runsText = '11'] = given
const subscribers = Number(subscribersText)
const runs = Number(runsText)
const showsPlans = process.argv.includes('--plans')
const organizationId = 2
const listId = 1
const otherListId = 2
const campaigns = 15
const fields = { town: 1, score: 2, birthday: 3, colour: 4, interests: 5, vip: 6 }

async function makeList(sql: Sql): Promise<void> {
  await sql`insert into organizations (id, name, time_zone) values (${organizationId}, 'A', 'America/Chicago')`
  await sql`
    insert into mailing_lists (organization_id, id, name) values (${organizationId}, ${listId}, 'List'), (${organizationId}, ${otherListId}, 'Other')`
  await sql`
    insert into custom_fields (organization_id, id, mailing_list_id, name, field_type)
    select ${organizationId}, id, ${listId}, name, type from (values (1, 'Town', 'text'), (2, 'Score', 'number'),
      (3, 'Birthday', 'date'), (4, 'Colour', 'select_single_radio'), (5, 'Interests', 'select_multiple_checkboxes'),
      (6, 'Vip', 'boolean')) f (id, name, type)`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, id, key, status, subscribe_time, custom_fields)
    select ${organizationId}, ${listId}, n,
      'person' || n || '@' || (array['gmail.com', 'yahoo.com', 'web.de', 'example.com', 'mail.example.org'])[1 + h % 5],
      case when h % 20 = 0 then 'unsubscribed' else 'active' end, now() - h % 1000 * interval '1 day',
      jsonb_build_object('1', 'Town ' || h % 1000, '2', h % 10000, '3', (date '1950-01-01' + h % 20000)::text,
        '4', (array['Red', 'Green', 'Blue'])[1 + h % 3], '5', jsonb_build_array((array['Wine', 'Cheese'])[1 + h % 2]),
        '6', h % 4 = 0)
    from (select n, hashint8(n) & 2147483647 as h from generate_series(1, ${subscribers}::bigint) n) s`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, id, key)
    select ${organizationId}, ${otherListId}, id + ${subscribers}::bigint, key from subscribers
    where mailing_list_id = ${listId} and id % 2 = 0`
  await sql`
    insert into import_people (organization_id, import_id, kind, bucket, people)
    select ${organizationId}, 1, 'added', bucket, (~ 0::bit(1024)) from generate_series(0, ${subscribers}::bigint / 2048) bucket`
  await sql`
    insert into subscriber_imports (organization_id, id, mailing_list_id, state, begins_at, finished_at, overwrite,
      autoresponders, overwrite_what, overwrite_when_status, column_mapping, default_custom_fields,
      subscriber_defaults, file_format, source_type, number_of_records, people_kept)
    values (${organizationId}, 1, ${listId}, 'finished', now(), now(), true, '{}', '{}', '{}', '[]', '{}', '{}', '{}', 'json',
      0, true)`
}

/** One campaign every four weeks, sent to everybody; a quarter opens, one in twenty clicks, one in a hundred bounces. */
async function makeMessages(sql: Sql): Promise<void> {
  const when = sql`now() - (${campaigns}::integer - c) * interval '28 days' - interval '1 day'`
  await sql`
    insert into campaigns (organization_id, id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    select ${organizationId}, c, ${listId}, 'Campaign ' || c, 'finished', true, ${when}, ${when}, ${when} + interval '1 hour'
    from generate_series(1, ${campaigns}::integer) c`
  await sql`
    insert into tracked_links (organization_id, id, campaign_id, url)
    select ${organizationId}, c * 10 + l, c, 'https://shop.example.com/' || l from generate_series(1, ${campaigns}::integer) c, generate_series(1, 5) l`
  for (let campaign = 1; campaign <= campaigns; campaign += 1) {
    const people = sql`
      (select id, hashint8(id * 31 + ${campaign}::bigint) & 2147483647 as h, (
        select started_at from campaigns where id = ${campaign}) as started
      from subscribers where mailing_list_id = ${listId} order by id) p`
    await sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, state, sent_at)
      select ${organizationId}, ${campaign}, id, case when h % 100 = 0 then 'bounced' else 'accepted' end,
        started + id * interval '1 millisecond' from ${people}`
    await sql`
      insert into message_responses (organization_id, campaign_id, subscriber_id, opens, clicks, first_opened_at, first_clicked_at)
      select ${organizationId}, ${campaign}, id, 1, (h % 20 = 1)::integer, started + h % 80000 * interval '1 second',
        case when h % 20 = 1 then started + h % 80000 * interval '1 second' end
      from ${people} where h % 4 = 1 order by h`
    await sql`
      insert into link_clicks (organization_id, link_id, subscriber_id)
      select ${organizationId}, ${campaign}::bigint * 10 + 1 + h / 20 % 5, id from ${people} where h % 20 = 1`
  }
}

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
  ['ten about opens, any', [{ type: 'any', clauses: days(1, 2, 3, 7, 14, 30, 60, 90, 120, 150) }]],
] // prettier-ignore

async function prepare(ownerUrl: string): Promise<void> {
  const database = connect(ownerUrl, { max: 1, applicationName: 'bench', statementTimeoutMs: 0 })
  const startMs = performance.now()
  try {
    const [known] = await database.everywhere()`select 1 from campaigns limit 1`
    if (known === undefined) {
      await database.begin(async (sql) => {
        // Skips the foreign-key checks of millions of rows.
        await sql`set local session_replication_role = replica`
        await sql`set local quiver.scope = 'everywhere'`
        await makeList(sql)
        await makeMessages(sql)
      })
    }
    // As upkeep does.
    while (await database.everywhere().begin(keepNextCampaignPeople)) continue
    if (known !== undefined) return
    for (const table of [
      'campaign_people',
      'subscribers',
      'deliveries',
      'message_responses',
      'link_clicks',
    ]) {
      await database.unsafe(`vacuum analyze ${table}`)
    }
    await database`checkpoint`
    const seconds = ((performance.now() - startMs) / 1000).toFixed(0)
    console.log(`made in ${seconds} s`)
  } finally {
    await database.end()
  }
}

const target = { organizationId, listId, timeZone: 'America/Chicago' }

async function printPlan(sql: Transaction, clauses: readonly Clause[]): Promise<void> {
  const { joins, condition } = await segmentSets(sql, target, clauses)
  const lines = await sql<{ 'QUERY PLAN': string }[]>`
    explain (analyze, timing off, summary off) select count(*) from subscribers s ${joins}
    where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and ${condition}`
  for (const line of lines.slice(0, 14)) console.log(`    ${line['QUERY PLAN'].slice(0, 150)}`)
}

/** Of the connection's process, in steps of 10 ms: what a statement takes on a machine that does nothing else. */
async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
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
    for (const [name, loose] of segments) {
      const clauses = loose as Clause[]
      const times: number[] = []
      let found = 0
      let cpuMs = 0
      for (let run = -1; run < runs; run += 1) {
        if (run === 0) cpuMs = await cpuMsOf(backend)
        const startMs = performance.now()
        const page = { start: { afterId: 0 }, limit: 20 }
        found = (await scoped.begin((sql) => findSelected(sql, target, clauses, page))).count
        if (run >= 0) times.push(performance.now() - startMs)
      }
      cpuMs = ((await cpuMsOf(backend)) - cpuMs) / runs
      times.sort((a, b) => a - b)
      const at = (share: number) =>
        `${(times[Math.min(runs - 1, Math.floor(runs * share))] ?? 0).toFixed(0)} ms`
      console.log(
        `${name.padEnd(38)} ${found.toLocaleString('en').padStart(10)}  p50 ${at(0.5)}  p95 ${at(0.95)}  CPU ${cpuMs.toFixed(0)} ms`,
      )
      if (showsPlans) await scoped.begin((sql) => printPlan(sql, clauses))
    }
  } finally {
    await database.end()
  }
}

const keptDir = process.env['BENCH_DATA_DIR']
const folder = keptDir ?? (await mkdtemp(join(tmpdir(), 'quiver-bench-')))
const dataDir = join(folder, 'data')
const server = await startQuiver({ DATA_DIR: dataDir }, ['--only', 'http'])
try {
  const urls = await findRunning(dataDir)
  if (urls === undefined) throw new Error('the embedded database was not found')
  await prepare(urls.ownerUrl)
  await measureAll(urls.ownerUrl)
} finally {
  await server.stop()
  if (keptDir === undefined) await rm(folder, { recursive: true, force: true })
}
