import { cpuMs, median } from '../measure.ts'
import { walBytes, withPostgres, type Postgres } from './postgres.ts'

/**
 * `npx tsx bench/bare/due.ts [rounds, default 3]`: what a table of what is due would cost (docs/decisions/093-one-machine-for-long-work.md).
 * 10,000 reactions of one autoresponder are claimed in batches of 50, marked and completed, with the statements of
 * src/store/autoresponders/ and each in a transaction: without such a table, with a row for each reaction, and with one
 * for each autoresponder. Prints processor time of the backend and WAL a message. Less than a minute, Linux only.
 */

const rounds = Number(process.argv[2] ?? 3)
const messages = 10_000
const batch = 50
const kinds = ['nothing', 'reaction', 'autoresponder'] as const
type Kind = (typeof kinds)[number]

const ready = (row: string) => `greatest(${row}.due_at, ${row}.next_attempt_at, ${row}.leased_until)`

/** Of each statement on reactions: `changed` has its rows. What was marked is not looked for, as in `dueReactions`. */
const kept: Record<Exclude<Kind, 'nothing'>, { changed: string; deleted: string }> = {
  reaction: {
    changed: `
      merge into due_reaction d using changed n on d.organization_id = n.organization_id and d.kind = 'r' and d.id = n.id
      when matched and n.handed_over then delete
      when matched and d.due_at <> ${ready('n')} then update set due_at = ${ready('n')}
      when not matched and not n.handed_over then insert values (n.organization_id, 'r', n.id, ${ready('n')});`,
    deleted: `
      delete from due_reaction d using changed n
      where d.organization_id = n.organization_id and d.kind = 'r' and d.id = n.id;`,
  },
  autoresponder: { changed: firstOfAutoresponder(), deleted: firstOfAutoresponder() },
}

function firstOfAutoresponder(): string {
  return `
    merge into due_autoresponder d using (
      select c.organization_id, c.autoresponder_id as id, (
        select ${ready('r')} from of_autoresponder r
        where r.organization_id = c.organization_id and r.autoresponder_id = c.autoresponder_id and not r.handed_over
        order by ${ready('r')} limit 1) as at
      from (select distinct organization_id, autoresponder_id from changed) c) n
    on d.organization_id = n.organization_id and d.kind = 'r' and d.id = n.id
    when matched and n.at is null then delete
    when matched and d.due_at <> n.at then update set due_at = n.at
    when not matched and n.at is not null then insert values (n.organization_id, 'r', n.id, n.at);`
}

async function prepare({ sql }: Postgres, kind: Kind): Promise<void> {
  const table = `of_${kind}`
  await sql.unsafe(`create table ${table} (like autoresponder_reactions including all)`)
  if (kind !== 'nothing') {
    await sql.unsafe(`
      create table due_${kind} (organization_id integer, kind text, id bigint, due_at timestamptz not null,
        primary key (organization_id, kind, id))`)
    await sql.unsafe(`create index on due_${kind} (due_at)`)
    for (const [event, rows] of Object.entries({ insert: 'new', update: 'new', delete: 'old' })) {
      const body = kept[kind][rows === 'new' ? 'changed' : 'deleted']
      const name = `note_${kind}_${event}`
      await sql.unsafe(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
      )
      await sql.unsafe(`
        create trigger note_${event} after ${event} on ${table} referencing ${rows} table as changed
        for each statement execute function ${name}()`)
    }
  }
  await sql.unsafe(`
    prepare claim_${kind} as
    with due as materialized (
      select r.id from ${table} r
      where r.organization_id = 1 and r.autoresponder_id = 1 and not r.handed_over and ${ready('r')} <= now()
      order by ${ready('r')} limit ${batch} for update skip locked)
    update ${table} r set holder = 7, leased_until = now() + interval '60 seconds'
    from due where r.organization_id = 1 and r.id = due.id returning r.id`)
  await sql.unsafe(`
    prepare mark_${kind} (bigint[]) as update ${table}
    set handed_over = true, leased_until = now() + interval '60 seconds' where organization_id = 1 and id = any($1)`)
  await sql.unsafe(`
    prepare complete_${kind} (bigint[]) as delete from ${table} where organization_id = 1 and id = any($1)`)
}

type Cost = { us: number; wal: number }

async function run({ sql, backend }: Postgres, kind: Kind): Promise<Cost> {
  await sql.unsafe(`truncate of_${kind} ${kind === 'nothing' ? '' : `, due_${kind}`}`)
  await sql.unsafe(`
    insert into of_${kind} (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at)
    select 1, 1, 1, n, now() - n * interval '1 ms' from generate_series(1, ${messages}) n`)
  await sql.unsafe(`analyze of_${kind}`)
  const before = { ms: cpuMs(backend), wal: await walBytes(sql) }
  let count = 0
  for (;;) {
    const claimed = await sql.unsafe<{ id: number }[]>(`execute claim_${kind}`)
    if (claimed.length === 0) break
    const ids = claimed.map(({ id }) => id).join()
    await sql.unsafe(`execute mark_${kind} ('{${ids}}')`)
    await sql.unsafe(`execute complete_${kind} ('{${ids}}')`)
    count += claimed.length
  }
  if (count !== messages) throw new Error(`${count} messages were completed, not ${messages}.`)
  const us = ((cpuMs(backend) - before.ms) * 1000) / messages
  return { us, wal: ((await walBytes(sql)) - before.wal) / messages }
}

await withPostgres(async (postgres) => {
  for (const kind of kinds) await prepare(postgres, kind)
  const costs: Record<Kind, Cost[]> = { nothing: [], reaction: [], autoresponder: [] }
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const cost = await run(postgres, kind)
      if (round > 0) costs[kind].push(cost)
    }
  }
  for (const kind of kinds) {
    const us = costs[kind].map((cost) => cost.us.toFixed(0)).join(', ')
    console.log(
      `a row for each ${kind}: ${us} µs, ${median(costs[kind].map(({ wal }) => wal)).toFixed(0)} B of WAL`,
    )
  }
})
