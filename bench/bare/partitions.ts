import { cpuMs } from '../measure.ts'
import { withPostgres, type Postgres } from './postgres.ts'

/**
 * `npx tsx bench/bare/partitions.ts`: processor time of one backend for the table `deliveries` as it is, divided into 16
 * partitions by organization, and into ranges of 10 campaign ids (docs/decisions/073-counts-of-large-lists.md). All do each step in
 * turn: 20 organizations have 10 campaigns each, in 21 ranges, whose messages are written in batches, looked up by their
 * key as prepared statements, and deleted. PostgreSQL chooses whether it plans an execution anew; at last it may not, which no
 * single statement can ask for. A minute and a half, Linux only.
 */

const organizations = 20
const campaigns = 200
const batches = 3_000
const lookUps = 12_000
const histories = 1_200
const kinds = ['plain', 'hash', 'ranges'] as const
type Kind = (typeof kinds)[number]

const used: Record<string, Record<Kind, number>> = {}

/** Ids of campaigns are those of the whole server, so neighbours belong to different organizations. */
const organizationOf = (campaign: number) => (campaign % organizations) + 1

async function step(
  { sql, backend }: Postgres,
  { what, run }: { what: string; run: number },
  statement: (kind: Kind) => string,
): Promise<void> {
  const sums = (used[what] ??= { plain: 0, hash: 0, ranges: 0 })
  const first = run % kinds.length
  for (const kind of [...kinds.slice(first), ...kinds.slice(0, first)]) {
    const before = cpuMs(backend)
    await sql.unsafe(statement(kind))
    sums[kind] += cpuMs(backend) - before
  }
}

async function prepare({ sql }: Postgres): Promise<void> {
  await sql.unsafe('create table plain (like deliveries including all)')
  await sql.unsafe('create table hash (like deliveries including all) partition by hash (organization_id)')
  for (let n = 0; n < 16; n += 1) {
    const part = `for values with (modulus 16, remainder ${n})`
    await sql.unsafe(`create table hash_${n} partition of hash ${part}`)
  }
  await sql.unsafe('create table ranges (like deliveries including all) partition by range (campaign_id)')
  for (let from = 0; from <= campaigns; from += 10)
    await sql.unsafe(
      `create table ranges_${from} partition of ranges for values from (${from}) to (${from + 10})`,
    )
  // Messages of autoresponders have no campaign.
  await sql.unsafe('create table ranges_others partition of ranges default')
  await sql.unsafe(
    'create table senders (organization_id integer, id integer, primary key (organization_id, id))',
  )
  for (let id = 1; id <= campaigns; id += 1)
    await sql.unsafe(`insert into senders values (${organizationOf(id)}, ${id})`)
  await sql.unsafe('analyze senders')
  for (const kind of kinds) {
    await sql.unsafe(`
      prepare write_${kind} (integer, integer, integer) as
      insert into ${kind} (organization_id, campaign_id, subscriber_id, content_id, state)
      select $1, $2, $3 + n, 3, case when n = 50 then 'bounced' else 'accepted' end from generate_series(1, 100) n
      on conflict (organization_id, campaign_id, autoresponder_id, subscriber_id, occasion)
      do update set state = excluded.state`)
    const isMessage = 'autoresponder_id is null and occasion = 0'
    await sql.unsafe(`
      prepare look_${kind} (integer, integer, bigint) as select content_id, state from ${kind}
      where organization_id = $1 and campaign_id = $2 and subscriber_id = $3 and ${isMessage}`)
    // As the history of a person looks in the campaigns of their list.
    await sql.unsafe(`
      prepare history_${kind} (integer, bigint) as select c.id, d.content_id, d.state
      from senders c join ${kind} d on d.organization_id = $1 and d.campaign_id = c.id and d.subscriber_id = $2
        and ${isMessage}
      where c.organization_id = $1`)
  }
}

async function look(postgres: Postgres, how: string): Promise<void> {
  for (let run = 0; run < lookUps; run += 1) {
    const campaign = (run % campaigns) + 1
    const given = [organizationOf(campaign), campaign, (run % 1_500) + 1].join()
    await step(postgres, { what: `12,000 look-ups${how}`, run }, (kind) => `execute look_${kind} (${given})`)
  }
  for (let run = 0; run < histories; run += 1) {
    const given = [(run % organizations) + 1, (run % 1_500) + 1].join()
    const what = `1,200 histories of 10 campaigns${how}`
    await step(postgres, { what, run }, (kind) => `execute history_${kind} (${given})`)
  }
}

await withPostgres(async (postgres) => {
  await prepare(postgres)
  for (let run = 0; run < batches; run += 1) {
    const campaign = (run % campaigns) + 1
    const given = [organizationOf(campaign), campaign, Math.floor(run / campaigns) * 100].join()
    await step(
      postgres,
      { what: '300,000 rows in batches of 100', run },
      (kind) => `execute write_${kind} (${given})`,
    )
  }
  for (const kind of kinds) await postgres.sql.unsafe(`analyze ${kind}`)
  for (const mode of ['auto', 'force_generic_plan']) {
    await postgres.sql.unsafe(`set plan_cache_mode = ${mode}`)
    await look(postgres, mode === 'auto' ? '' : ', generic plans')
  }
  for (let run = 0; run < campaigns; run += 1) {
    const mine = `organization_id = ${organizationOf(run + 1)} and campaign_id = ${run + 1} and state = 'accepted'`
    await step(postgres, { what: '297,000 rows deleted', run }, (kind) => `delete from ${kind} where ${mine}`)
  }
  console.table(
    Object.fromEntries(
      Object.entries(used).map(([what, sums]) => [
        what,
        Object.fromEntries(kinds.map((kind) => [`${kind}, s`, (sums[kind] / 1000).toFixed(2)])),
      ]),
    ),
  )
  await measureBits(postgres)
})

async function measureBits({ sql }: Postgres): Promise<void> {
  // Without the foreign key, which would need campaigns.
  await sql.unsafe('create table bits (like folded_deliveries including all)')
  await sql.unsafe(`
    insert into bits
    select 1, 1, n, 1, repeat('1', 1024)::bit(1024), now() from generate_series(1, 10000) n`)
  const [size] = await sql<[{ bytes: number }]>`select pg_total_relation_size('bits') / 10000 as bytes`
  console.log(`1,024 folded messages: ${size.bytes} bytes`)
}
