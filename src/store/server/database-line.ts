import type { Sql, Transaction } from '../../database/driver/connection.ts'

// Whether the database is the one that the processes worked on (docs/decisions/116-restored-databases.md). Across organizations.

/** What a process has seen last. */
export type Mark = { place: string; line: string; number: number; token: string }

/** Why nothing is sent: it is in another PostgreSQL, it was brought back, it was promoted, or nobody knows what it was last. */
export type HoldReason = 'elsewhere' | 'older' | 'timeline' | 'unattended'

/** Between two marks: what a database lost since the last one is not noticed. */
const markSeconds = 20
/** A process that has been away for longer is believed. */
const keptDays = 7
/** A database without a newer mark may be a copy of what it was then. */
const unattendedMinutes = 15

type Found = {
  isConfirmed: boolean
  place: string
  /** null: nobody has worked on it yet. */
  line: string | null
  isOlder: boolean
  isElsewhere: boolean
  isPromoted: boolean
  /** Of the latest mark of this line. */
  number: number | null
  token: string | null
  isUnattended: boolean
  isDue: boolean
  /** What the database knows of the process's mark; `known`: it is an earlier one. */
  seen: 'latest' | 'known' | 'unknown' | 'none'
}

export type Judgement = {
  /** Whether the identity that was asked for may send. */
  isConfirmed: boolean
  reason: HoldReason | null
  latest: Mark | null
  /** Whether `attend` has something to say. */
  isDue: boolean
}

/** Changes nothing. @param identity whose confirmation is read, too */
export async function judgeLine(sql: Sql, mark: Mark | null, identity = ''): Promise<Judgement> {
  const [found] = await sql<[Found]>`
    select p.place, l.line, l.is_older as "isOlder", l.place <> p.place as "isElsewhere",
      l.timeline is distinct from p.timeline as "isPromoted", m.number, m.token,
      coalesce(m.made_at < now() - ${unattendedMinutes} * interval '1 minute', false) as "isUnattended",
      coalesce(m.made_at <= now() - ${markSeconds} * interval '1 second', true) as "isDue",
      exists (select from server_identities
        where identity = ${identity} and confirmed_at is not null) as "isConfirmed",
      case
        when s.line is null or s.place <> p.place then 'none'
        when s.line = any(l.former_lines) then 'known'
        when s.line <> l.line then 'unknown'
        when s.token = m.token then 'latest'
        when s.number < (select min(number) from database_marks where line = l.line) then 'known'
        when exists (select from database_marks where number = s.number and token = s.token) then 'known'
        else 'unknown'
      end as seen
    from database_place() p
    left join database_line l on true
    cross join (select ${mark?.place ?? null}::text as place, ${mark?.line ?? null}::uuid as line,
      ${mark?.number ?? null}::bigint as number, ${mark?.token ?? null}::uuid as token) s
    left join lateral (
      select number, token, made_at from database_marks where line = l.line order by number desc limit 1) m on true`
  const { place, line, number, token, isConfirmed, isDue, isPromoted, isUnattended } = found
  const latest = line === null || number === null || token === null ? null : { place, line, number, token }
  const reason = line === null ? null : reasonOf(found)
  return { isConfirmed, reason, latest, isDue: isDue || isPromoted || isUnattended }
}

function reasonOf({ isOlder, isElsewhere, isPromoted, isUnattended, seen }: Found): HoldReason | null {
  if (isElsewhere) return 'elsewhere'
  if (isOlder || seen === 'unknown') return 'older'
  // Who has seen its latest mark knows that nothing is lost.
  if (seen === 'latest') return null
  if (isPromoted) return 'timeline'
  return isUnattended ? 'unattended' : null
}

/** Tells all what one process knows: that the database lacks what it has seen. */
export async function noteOlder(sql: Sql, mark: Mark): Promise<void> {
  // Unless it was confirmed meanwhile.
  await sql`update database_line set is_older = true where not is_older and ${mark.line} <> all(former_lines)`
}

/**
 * Makes the next mark, if one is due and this process may say that all is well: of a promoted database, only who has seen
 * its latest mark.
 */
export async function attend(sql: Transaction, mark: Mark | null): Promise<Judgement> {
  await insertLine(sql)
  await sql`select 1 from database_line for update`
  const judged = await judgeLine(sql, mark)
  if (judged.reason === 'older' && mark !== null) await noteOlder(sql, mark)
  if (judged.reason !== null || !judged.isDue) return judged
  await sql`update database_line set timeline = p.timeline from database_place() p
    where database_line.timeline <> p.timeline`
  return { ...judged, latest: await insertMark(sql) }
}

async function insertMark(sql: Transaction): Promise<Mark> {
  // A mark that a crash could undo would make the database look older than it is.
  await sql`set local synchronous_commit = on`
  await sql`delete from database_marks where made_at < now() - ${keptDays} * interval '1 day'
    and number < (select max(number) from database_marks)`
  const [mark] = await sql<[Mark]>`
    with made as (
      insert into database_marks (number, line)
      select coalesce((select max(number) from database_marks), 0) + 1, line from database_line
      returning number, line, token)
    select made.*, database_line.place from made, database_line`
  return mark
}

/** An operator says that this database is the one from now on: a new line begins. @returns whether it was held. */
export async function confirmLine(sql: Transaction): Promise<boolean> {
  await sql`select 1 from database_line for update`
  const { reason } = await judgeLine(sql, null)
  if (reason === null) return false
  await sql`
    update database_line set former_lines = former_lines || line, line = gen_random_uuid(), is_older = false,
      place = p.place, timeline = p.timeline from database_place() p`
  return true
}

/** `quiver restore` has unpacked it here: its original may have worked on. */
export async function holdRestored(sql: Transaction): Promise<void> {
  await insertLine(sql)
  await sql`update database_line set is_older = true`
}

export async function placeOf(sql: Sql): Promise<string> {
  const [{ place }] = await sql<[{ place: string }]>`select place from database_place()`
  return place
}

async function insertLine(sql: Transaction): Promise<void> {
  await sql`
    insert into database_line (place, timeline) select place, timeline from database_place() on conflict do nothing`
}
