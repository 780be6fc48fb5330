import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../src/database/driver/connection.ts'
import { startEmbedded } from '../../src/database/embedded/start.ts'
import { migrate } from '../../src/database/migrate.ts'

/**
 * `npx tsx bench/bare/partitions.ts`: processor time of one backend for the table `deliveries` as it is, and divided into 16
 * partitions by organization (docs/decisions/074-old-deliveries.md). Both do each step in turn. Linux only.
 */

const organizations = 20
const batches = 3_000
const lookUps = 12_000
const kinds = ['plain', 'divided'] as const
type Kind = (typeof kinds)[number]

const dataDir = await mkdtemp(join(tmpdir(), 'quiver-partitions-'))
const embedded = await startEmbedded({ dataDir, log: () => {} })
const url = embedded.ownerUrl
await migrate(url)
const database = connect(url, { max: 1, applicationName: 'bench partitions', statementTimeoutMs: 0 })
const [backend] = await database<[{ pid: number }]>`select pg_backend_pid() as pid`
const used: Record<string, number> = {}

/** User and system time; the kernel counts hundredths of a second. */
function cpuMs(): number {
  const [, rest = ''] = readFileSync(`/proc/${backend.pid}/stat`, 'utf8').split(') ')
  const fields = rest.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

async function step(what: string, run: number, statement: (kind: Kind) => string): Promise<void> {
  for (const kind of run % 2 === 0 ? kinds : kinds.toReversed()) {
    const before = cpuMs()
    await database.unsafe(statement(kind))
    used[`${what}, ${kind}`] = (used[`${what}, ${kind}`] ?? 0) + cpuMs() - before
  }
}

await database.unsafe('create table plain (like deliveries including all)')
await database.unsafe(
  'create table divided (like deliveries including all) partition by hash (organization_id)',
)
for (let n = 0; n < 16; n += 1) {
  const part = `for values with (modulus 16, remainder ${n})`
  await database.unsafe(`create table divided_${n} partition of divided ${part}`)
}
for (let n = 0; n < batches; n += 1) {
  const from = Math.floor(n / organizations) * 100
  await step(
    '300,000 rows in batches of 100',
    n,
    (kind) => `
      insert into ${kind} (organization_id, campaign_id, subscriber_id, content_id, state)
      select ${(n % organizations) + 1}, 7, ${from} + n, 3, case when n = 50 then 'bounced' else 'accepted' end
      from generate_series(1, 100) n
      on conflict (organization_id, campaign_id, autoresponder_id, subscriber_id, occasion)
      do update set state = excluded.state`,
  )
}
for (const kind of kinds) {
  await database.unsafe(`analyze ${kind}`)
  await database.unsafe(`
    prepare look_${kind} (integer, bigint) as select content_id, state from ${kind}
    where organization_id = $1 and campaign_id = 7 and autoresponder_id is null and subscriber_id = $2
      and occasion = 0`)
}
for (let n = 0; n < lookUps; n += 1)
  await step('12,000 look-ups', n, (kind) => `execute look_${kind} (${(n % organizations) + 1}, ${n})`)
for (let n = 0; n < organizations; n += 1) {
  const mine = `organization_id = ${n + 1} and campaign_id = 7 and state = 'accepted'`
  await step('297,000 rows deleted', n, (kind) => `delete from ${kind} where ${mine}`)
}
// Without the foreign key, which would need campaigns.
await database.unsafe('create table bits (like folded_deliveries including all)')
await database.unsafe(`
  insert into bits
  select 1, 1, n, 1, repeat('1', 1024)::bit(1024), now() from generate_series(1, 10000) n`)
const [size] = await database<[{ bytes: number }]>`select pg_total_relation_size('bits') / 10000 as bytes`
used['bytes of 1,024 folded messages'] = size.bytes
console.table(used)
await database.end()
await embedded.stop()
await rm(dataDir, { recursive: true })
