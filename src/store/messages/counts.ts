import { openMax, openStates } from '../../contract/messages/statistics.ts'
import type { Sql } from '../../database/driver/connection.ts'

export const messageCounters = [
  'accepted',
  'bounced',
  'skipped',
  'uncertain',
  'opened',
  'clicked',
  'complained',
  'unsubscribed',
] as const
export type MessageCounter = (typeof messageCounters)[number]
export type MessageCounts = Partial<Record<MessageCounter, number>>

/** Run it near the end of the transaction: others that count for the stream wait from here on. */
export async function addMessageCounts(
  sql: Sql,
  organizationId: number,
  streamId: number,
  counts: MessageCounts,
): Promise<void> {
  const given = messageCounters.filter((name) => (counts[name] ?? 0) !== 0)
  if (given.length === 0) return
  const record = Object.fromEntries(given.map((name) => [name, counts[name] ?? 0]))
  await sql`
    insert into message_counts as c (organization_id, stream_id, quarter_hour, ${sql(given)})
    select ${organizationId}, ${streamId}, date_bin('15 minutes', now(), timestamptz '1970-01-01T00:00:00Z'), ${sql(given)}
    from jsonb_to_record(${sql.json(record)}) given (accepted bigint, bounced bigint, skipped bigint, uncertain bigint,
      opened bigint, clicked bigint, complained bigint, unsubscribed bigint)
    on conflict (organization_id, stream_id, quarter_hour) do update set ${given
      .map((name) => sql`${sql(name)} = c.${sql(name)} + excluded.${sql(name)}`)
      .reduce((all, one) => sql`${all}, ${one}`)}`
}

export type CountsOfDay = { day: string } & Record<MessageCounter, number>

/** By day in the zone, without days that have none. */
export async function findMessageCounts(
  sql: Sql,
  organizationId: number,
  streamId: number,
  { start, end, zone }: { start: Date; end: Date; zone: string },
): Promise<CountsOfDay[]> {
  return sql<CountsOfDay[]>`
    select to_char(quarter_hour at time zone ${zone}, 'YYYY-MM-DD') as day, sum(accepted)::bigint as accepted,
      sum(bounced)::bigint as bounced, sum(skipped)::bigint as skipped, sum(uncertain)::bigint as uncertain,
      sum(opened)::bigint as opened, sum(clicked)::bigint as clicked, sum(complained)::bigint as complained,
      sum(unsubscribed)::bigint as unsubscribed
    from message_counts
    where organization_id = ${organizationId} and stream_id = ${streamId}
      and quarter_hour >= ${start} and quarter_hour <= ${end}
    group by 1 order by 1`
}

export type CountsOfStream = {
  stream_id: number
  stream: string
  total: Record<MessageCounter, number>
  now: Record<(typeof openStates)[number], number> & { is_exact: boolean }
}

/** Of at most 2,000 streams, by name: what was counted between two times, and what is open now. */
export async function findCountsOfStreams(
  sql: Sql,
  organizationId: number,
  { start, end }: { start: Date; end: Date },
): Promise<CountsOfStream[]> {
  const [streams, open] = await Promise.all([
    sql<(Record<MessageCounter, number> & { stream_id: number; stream: string })[]>`
      select s.id as stream_id, s.name as stream, ${messageCounters
        .map((name) => sql`coalesce(sum(c.${sql(name)}), 0)::bigint as ${sql(name)}`)
        .reduce((all, one) => sql`${all}, ${one}`)}
      from message_streams s
      left join message_counts c on c.organization_id = ${organizationId} and c.stream_id = s.id
        and c.quarter_hour >= ${start} and c.quarter_hour <= ${end}
      where s.organization_id = ${organizationId}
      group by s.id, s.name order by lower(s.name), s.id limit 2000`,
    sql<{ stream_id: number; state: (typeof openStates)[number]; count: number }[]>`
      select m.stream_id, m.state, count(*)::integer as count
      from unnest(${[...openStates]}::text[]) known (state)
      cross join lateral (
        select stream_id, state from messages
        where organization_id = ${organizationId} and state = known.state and state <> 'accepted'
        limit ${openMax}) m
      group by 1, 2`,
  ])
  const countOf = (streamId: number | null, state: string) =>
    open
      .filter((one) => (streamId === null || one.stream_id === streamId) && one.state === state)
      .reduce((sum, { count }) => sum + count, 0)
  const isExact = openStates.every((state) => countOf(null, state) < openMax)
  return streams.map(({ stream_id: id, stream, ...total }) => {
    const now = Object.fromEntries(openStates.map((state) => [state, countOf(id, state)] as const))
    return { stream_id: id, stream, total, now: { ...now, is_exact: isExact } as CountsOfStream['now'] }
  })
}
