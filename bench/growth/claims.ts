import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Scoped, type Sql } from '../../src/database/driver/connection.ts'
import { startEmbedded } from '../../src/database/embedded/start.ts'
import { migrate } from '../../src/database/migrate.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { campaignQueue, senderReach } from '../../src/store/campaigns/claims.ts'
import { claimJob } from '../../src/store/jobs/claim.ts'
import { median } from '../measure.ts'
import { claimSystemMails } from '../../src/store/users/system-mail-claims.ts'

/**
 * What a claim in two steps costs on PostgreSQL, beside the single statement that it was before
 * (docs/decisions/070-sharding.md): milliseconds of a claim, and claims a second that got something.
 *
 *     npm run bench:claims -- [seconds a round, default 2] [rounds, default 3]
 */
const [secondsText = '2', roundsText = '3'] = process.argv.slice(2)
const seconds = Number(secondsText)
const rounds = Number(roundsText)
const organizations = 200
const mails = 100_000
const campaignsOfEach = 10
const mailsAtOnce = 10

type Row = { organization_id: number; id: number }

type Kind = {
  name: string
  empty: (sql: Sql) => Promise<unknown>
  fill: (sql: Sql) => Promise<unknown>
  /** [] if nothing is free. */
  claims: Record<'two steps' | 'one statement', (everywhere: Scoped) => Promise<Row[]>>
  /** Not measured. */
  finish: (everywhere: Scoped, rows: Row[]) => Promise<unknown>
}

const campaigns: Kind = {
  name: 'one campaign',
  empty: (sql) => sql`delete from jobs`,
  fill: (sql) => sql`
    insert into jobs (organization_id, kind, id, mailing_list_id, begins_at)
    select organization_id, 'Campaign', n, id, now() - interval '1 second' * n
    from mailing_lists cross join generate_series(1, ${campaignsOfEach}::integer) n`,
  claims: {
    'two steps': async (everywhere) => {
      const worker = { name: 'w', presence: null, ...senderReach() }
      const claim = await claimJob(everywhere, campaignQueue('w'), worker)
      return claim === null ? [] : [claim]
    },
    'one statement': (everywhere) => everywhere<Row[]>`
      with due as materialized (
        select j.organization_id, j.kind, j.id
        from jobs j
        left join job_turns t on t.organization_id = j.organization_id and t.queue = 'campaigns'
        where j.finished_at is null and j.kind in ('Campaign', 'CampaignResend') and j.state in ('scheduled', 'sending')
          and not exists (select from campaign_ranges r where r.organization_id = j.organization_id
            and r.campaign_id = j.id and r.worker = 'w' and r.leased_until > now())
          and j.organization_id in (select id from organizations where active and deleted_at is null)
          and exists (select from mailing_lists l where l.organization_id = j.organization_id
            and l.id = j.mailing_list_id and l.deleted_at is null)
          and coalesce(j.next_attempt_at, '-infinity') <= now() and coalesce(j.leased_until, '-infinity') < now()
          and coalesce(j.due_at, j.begins_at) <= now()
        order by t.served_at nulls first, j.epoch, j.begins_at, j.id
        limit 1
        for no key update of j skip locked),
      turn as (
        insert into job_turns (organization_id, queue, served_at)
        select organization_id, 'campaigns', clock_timestamp() from due
        on conflict (organization_id, queue) do update set served_at = excluded.served_at)
      update jobs j
      set epoch = j.epoch + 1, attempts = j.attempts + 1, worker = 'w', waiting_for = '', next_attempt_at = null,
        state = 'sending', started_at = coalesce(j.started_at, now()), leased_until = now() + interval '30 seconds'
      from due
      where j.organization_id = due.organization_id and j.kind = due.kind and j.id = due.id
      returning j.organization_id, j.id, j.epoch, j.attempts, j.state`,
  },
  finish: (everywhere, [row]) => everywhere`
    update jobs set leased_until = null, attempts = 0
    where organization_id = ${row?.organization_id ?? 0} and id = ${row?.id ?? 0}`,
}

const systemMails: Kind = {
  name: `${mailsAtOnce} mails`,
  empty: (sql) => sql`delete from system_mails`,
  fill: (sql) => sql`
    insert into system_mails (organization_id, to_email, subject, text, next_attempt_at)
    select 2 + n % ${organizations}::integer, 'ann@example.com', 'Hello', 'Hello', now() - interval '1 ms' * n
    from generate_series(1, ${mails}::integer) n`,
  claims: {
    'two steps': (everywhere) => everywhere.begin((sql) => claimSystemMails(sql, mailsAtOnce)),
    'one statement': (everywhere) =>
      everywhere.begin(
        (sql) => sql<Row[]>`
          update system_mails m set attempts = m.attempts + 1, leased_until = now() + interval '15 minutes'
          from (
            select organization_id, id from system_mails s
            where sent_at is null and given_up_at is null and next_attempt_at <= now()
              and (leased_until is null or leased_until < now())
              and exists (select from organizations o where o.id = s.organization_id and o.deleted_at is null)
            order by next_attempt_at limit ${mailsAtOnce} for update skip locked) due
          where m.organization_id = due.organization_id and m.id = due.id
          returning m.organization_id, m.id, m.user_id, m.link_kind, m.address_change_id, m.is_new_address, m.to_email,
            m.subject, m.text, m.created_at, m.attempts,
            (select o.name from organizations o where o.id = m.organization_id) as organization_name`,
      ),
  },
  finish: (everywhere, rows) => everywhere`
    update system_mails m set sent_at = now(), leased_until = null
    from unnest(${rows.map((row) => row.organization_id)}::integer[], ${rows.map(({ id }) => id)}::bigint[])
      given (organization_id, id)
    where m.organization_id = given.organization_id and m.id = given.id`,
}

type Figures = { medianMs: number; taken: number }

async function run(kind: Kind, claim: Kind['claims']['two steps'], work: Scoped[]): Promise<Figures> {
  const times: number[] = []
  let taken = 0
  const endMs = performance.now() + seconds * 1000
  await Promise.all(
    work.map(async (everywhere) => {
      while (performance.now() < endMs) {
        const startMs = performance.now()
        const rows = await claim(everywhere)
        times.push(performance.now() - startMs)
        if (rows.length === 0) continue
        taken += 1
        await kind.finish(everywhere, rows)
      }
    }),
  )
  return { medianMs: median(times), taken: taken / seconds }
}

async function measure(ownerUrl: string, kind: Kind, workers: number, isFull: boolean): Promise<void> {
  const owner = connect(ownerUrl, { max: 1, applicationName: 'bench' })
  const database = connect(ownerUrl, { max: workers, applicationName: 'bench', role: applicationRole })
  const work = Array.from({ length: workers }, () => database.everywhere())
  const found = { 'two steps': [] as Figures[], 'one statement': [] as Figures[] }
  const ways = ['one statement', 'two steps'] as const
  try {
    // The first one prepares statements and compiles code.
    for (let round = 0; round <= rounds; round += 1) {
      for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
        await kind.empty(owner)
        if (isFull) await kind.fill(owner)
        await owner`vacuum analyze ${owner(kind === campaigns ? 'campaigns' : 'system_mails')}`
        const figures = await run(kind, kind.claims[way], work)
        if (round > 0) found[way].push(figures)
      }
    }
  } finally {
    await Promise.all([owner.end(), database.end()])
  }
  const text = ways.map((way) => {
    const medianMs = median(found[way].map((one) => one.medianMs)).toFixed(2)
    return `${way} ${medianMs} ms, ${median(found[way].map(({ taken }) => taken)).toFixed(0)}/s`
  })
  console.log(`${kind.name}, ${isFull ? 'many due' : 'none due'}, ${workers} workers: ${text.join('; ')}`)
}

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
// The user of the embedded PostgreSQL has to pass.
await chmod(folder, 0o755)
const server = await startEmbedded({ dataDir: join(folder, 'postgresql'), log: () => {} })
try {
  await migrate(server.ownerUrl)
  const sql = connect(server.ownerUrl, { max: 1, applicationName: 'bench' })
  await sql`
    insert into organizations (id, name)
    select n + 1, 'Organization ' || n from generate_series(1, ${organizations}::integer) n`
  await sql`insert into mailing_lists (organization_id, name) select id, 'News' from organizations where id > 1`
  await sql`vacuum analyze`
  await sql.end()
  for (const kind of [campaigns, systemMails])
    for (const isFull of [false, true])
      for (const workers of [1, 8]) await measure(server.ownerUrl, kind, workers, isFull)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
