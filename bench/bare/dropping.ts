import { connect } from '../../src/database/driver/connection.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { foldSome } from '../../src/store/conditions/folded-deliveries.ts'
import { cpuMs, median } from '../measure.ts'
import { walBytes, withPostgres, type Postgres } from './postgres.ts'

/**
 * `npx tsx bench/bare/dropping.ts [rounds, default 3, at most 5]`: what removing the messages of one old campaign costs by deletes, as folding
 * does it, and by dropping or truncating a partition that holds it alone (docs/decisions/073-counts-of-large-lists.md), with and without writing
 * the bits, and the vacuum after it. The campaign is one of twenty with 50,000 messages each, because autovacuum comes to a table of which
 * 5% are dead. A checkpoint comes before each step, so that pages are written to the WAL whole, as those of an old
 * campaign are. At last it shows what waits, and what the server's role may do. Less than a minute, Linux only.
 */

const rounds = Number(process.argv[2] ?? 3)
const campaigns = 20
const messages = 50_000
const days = 366

const isFoldable = (campaign: number) => `
  organization_id = 2 and campaign_id = ${campaign} and autoresponder_id is null and subscriber_id > 0 and occasion = 0
    and state = 'accepted' and content_id is not null and sent_at < now() - interval '${days} days'`

async function prepare({ sql }: Postgres): Promise<void> {
  await sql.unsafe(`insert into organizations (id, name) values (2, 'Acme')`)
  await sql.unsafe(`insert into mailing_lists (organization_id, id, name) values (2, 1, 'News')`)
  await sql.unsafe(`
    insert into campaigns (organization_id, id, mailing_list_id, name, has_dispatch, state, begins_at, started_at,
      people_kept_at, finished_at)
    select 2, n, 1, 'Old', true, 'finished', at, at, at, at
    from generate_series(1, ${campaigns}) n, lateral (select now() - interval '1 day' * (500 - n) as at) times`)
  await sql.unsafe('create table bits (like folded_deliveries including all)')
  await sql.unsafe('create table ranges (like deliveries including all) partition by range (campaign_id)')
  for (let n = 1; n <= campaigns; n += 1) await sql.unsafe(partition(n))
  for (const table of ['deliveries', 'ranges']) {
    const before = await walBytes(sql)
    await sql.unsafe(`
      insert into ${table} (organization_id, campaign_id, subscriber_id, content_id, state, sent_at)
      select 2, c, n, 3, case when n % 100 = 50 then 'bounced' else 'accepted' end, now() - interval '400 days'
      from generate_series(1, ${campaigns}) c, generate_series(1, ${messages}) n`)
    const bytes = ((await walBytes(sql)) - before) / (campaigns * messages)
    console.log(`${table}: ${bytes.toFixed(0)} B of WAL for each message written`)
    await sql.unsafe(`vacuum (parallel 0, analyze) ${table}`)
  }
}

const partition = (n: number) =>
  `create table ranges_${n} partition of ranges for values from (${n}) to (${n + 1})`

/** The campaign that ended first. */
async function fold({ sql }: Postgres): Promise<void> {
  while ((await sql.everywhere().begin((sql) => foldSome(sql, { days, limit: 20_000 }))) !== 0);
}

async function deleteMessages({ sql }: Postgres, campaign: number): Promise<void> {
  for (let last = 20_000; last < messages + 20_000; last += 20_000)
    await sql.unsafe(`delete from deliveries where ${isFoldable(campaign)} and subscriber_id <= ${last}`)
}

const writeBits = (campaign: number) => `
  insert into bits (organization_id, campaign_id, bucket, content_id, people, last_sent_at)
  select 2, ${campaign}, subscriber_id >> 10, content_id,
    bit_or(set_bit(0::bit(1024), (subscriber_id & 1023)::integer, 1)), max(sent_at)
  from ranges where ${isFoldable(campaign)} group by subscriber_id >> 10, content_id;`

/** What is not foldable stays, and a report that arrives later needs the partition. */
const drop = (campaign: number) => `
  create temp table rest on commit drop as
    select * from ranges where campaign_id = ${campaign} and not (${isFoldable(campaign)});
  drop table ranges_${campaign};
  ${partition(campaign)};
  insert into ranges select * from rest;`

/** As dropping, but nobody who works in another partition is waited for. */
const truncate = (campaign: number) => `
  create temp table rest on commit drop as
    select * from ranges where campaign_id = ${campaign} and not (${isFoldable(campaign)});
  truncate ranges_${campaign};
  insert into ranges select * from rest;`

type Cost = { seconds: number; cpuMs: number; wal: number }

async function costOf({ sql, backend }: Postgres, work: () => Promise<unknown>): Promise<Cost> {
  await sql`checkpoint`
  const before = { cpuMs: cpuMs(backend), wal: await walBytes(sql), startMs: performance.now() }
  await work()
  const seconds = (performance.now() - before.startMs) / 1000
  return { seconds, cpuMs: cpuMs(backend) - before.cpuMs, wal: (await walBytes(sql)) - before.wal }
}

type Way = {
  work: (campaign: number) => Promise<unknown>
  vacuumed: (campaign: number) => string
  first: number
}

function waysOf(postgres: Postgres): Record<string, Way> {
  const unsafe = (text: string) => postgres.sql.unsafe(`begin; ${text} commit`)
  const whole = () => 'deliveries'
  const part = (campaign: number) => `ranges_${campaign}`
  return {
    // Folding takes the campaigns in their order; the others need not.
    'folded by deletes': { work: () => fold(postgres), vacuumed: whole, first: 1 },
    'bits, and dropped': {
      work: (campaign) => unsafe(writeBits(campaign) + drop(campaign)),
      vacuumed: part,
      first: 1,
    },
    'bits, and truncated': {
      work: (campaign) => unsafe(writeBits(campaign) + truncate(campaign)),
      vacuumed: part,
      first: 6,
    },
    'deletes alone': { work: (campaign) => deleteMessages(postgres, campaign), vacuumed: whole, first: 11 },
    'dropped alone': { work: (campaign) => unsafe(drop(campaign)), vacuumed: part, first: 11 },
  }
}

const mayNot = (error: Error) => error.message

/** What waits for a transaction that has read another campaign, and what the role of the server may do. */
async function showLimits({ sql, url }: Postgres): Promise<void> {
  const text = {
    drop: 'drop table ranges_20',
    truncate: 'truncate ranges_20',
    create: `create table ranges_21 partition of ranges for values from (21) to (22)`,
    read: 'select from ranges_20 limit 1',
  }
  const reader = connect(url, { max: 1, applicationName: 'bench reader' })
  const application = connect(url, { max: 1, applicationName: 'bench role', role: applicationRole })
  await sql.unsafe(`set lock_timeout = '200ms'`)
  for (const [what, statement] of Object.entries(text)) {
    const whileRead = reader.begin(async (reading) => {
      await reading`select from ranges where campaign_id = 19 limit 1`
      return sql.unsafe(`begin; ${statement}; rollback`).then(
        () => 'done',
        async (error: Error) => {
          await sql.unsafe('rollback')
          return mayNot(error)
        },
      )
    })
    const asRole = application.unsafe(statement).then(() => 'done', mayNot)
    console.log(`${what}: ${await whileRead} while another is read; as the server's role: ${await asRole}`)
  }
  await Promise.all([reader.end(), application.end()])
}

await withPostgres(async (postgres) => {
  await prepare(postgres)
  const costs: Record<string, Cost[]> = {}
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { work, vacuumed, first }] of Object.entries(waysOf(postgres))) {
      const campaign = first + round
      ;(costs[name] ??= []).push(await costOf(postgres, () => work(campaign)))
      const vacuum = () => postgres.sql.unsafe(`vacuum (parallel 0) ${vacuumed(campaign)}`)
      ;(costs[`${name}: vacuum`] ??= []).push(await costOf(postgres, vacuum))
    }
  }
  const [{ count }] = await postgres.sql<[{ count: number }]>`
    select count(*) as count from deliveries where campaign_id <= ${rounds}`
  if (count !== (rounds * messages) / 100) throw new Error(`${count} messages of folded campaigns are left.`)
  for (const [name, all] of Object.entries(costs)) {
    const of = (pick: (cost: Cost) => number) => all.map((cost) => pick(cost).toFixed(2)).join(', ')
    const megabytes = median(all.map(({ wal }) => wal)) / 2 ** 20
    console.log(
      `${name}: ${of(({ seconds }) => seconds)} s, ${of(({ cpuMs }) => cpuMs / 1000)} s of the processor, ` +
        `${megabytes.toFixed(2)} MB of WAL`,
    )
  }
  await showLimits(postgres)
})
