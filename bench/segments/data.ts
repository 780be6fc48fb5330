import { connect, type Database, type Sql } from '../../src/database/driver/connection.ts'
import { keepNextCampaignPeople } from '../../src/store/segments/campaign-people.ts'

export const organizationId = 2
export const listId = 1
export const otherListId = 2
export const campaigns = 15
export const formId = 1
export const fields = { town: 1, score: 2, birthday: 3, colour: 4, interests: 5, vip: 6 }

async function makeList(sql: Sql, subscribers: number): Promise<void> {
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
    insert into subscriber_imports (organization_id, id, mailing_list_id, overwrite, autoresponders, overwrite_what,
      overwrite_when_status, column_mapping, default_custom_fields, subscriber_defaults, file_format, source_type, people_kept)
    values (${organizationId}, 1, ${listId}, true, '{}', '{}', '{}', '[]', '{}', '{}', '{}', 'json', true)`
  await sql`
    insert into jobs (organization_id, kind, id, state, finished_at)
    values (${organizationId}, 'SubscriberImport', 1, 'finished', now())`
}

/** As imports keep it: a large list is counted on two cores. */
async function makeCounts(sql: Sql): Promise<void> {
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active, unsubscribed)
    select organization_id, mailing_list_id, count(*) filter (where status = 'active'), count(*) filter (where status = 'unsubscribed')
    from subscribers group by 1, 2`
}

/** One campaign every four weeks, sent to everybody; a quarter opens, one in twenty clicks, one in a hundred bounces. */
async function makeCampaigns(sql: Sql): Promise<void> {
  const when = sql`now() - (${campaigns}::integer - c) * interval '28 days' - interval '1 day'`
  await sql`
    insert into campaigns (organization_id, id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    select ${organizationId}, c, ${listId}, 'Campaign ' || c, 'finished', true, ${when}, ${when}, ${when} + interval '1 hour'
    from generate_series(1, ${campaigns}::integer) c`
  await sql`
    insert into tracked_links (organization_id, id, campaign_id, url)
    select ${organizationId}, c * 10 + l, c, 'https://shop.example.com/' || l from generate_series(1, ${campaigns}::integer) c, generate_series(1, 5) l`
}

async function makeMessages(sql: Sql, campaign: number): Promise<void> {
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

/** A third signed up by a form with double opt-in, half of them when its words had changed once; one in seven never confirmed. */
async function makeConsents(sql: Sql): Promise<void> {
  await sql`
    insert into web_forms (organization_id, id, mailing_list_id, token, name, consent_version)
    values (${organizationId}, ${formId}, ${listId}, ${'f'.repeat(22)}, 'Form', 2)`
  await sql`
    insert into consents (organization_id, mailing_list_id, subscriber_id, email, email_key, web_form_id, consent_version,
      given_at, given_ip, confirmed_at, confirmed_ip)
    select ${organizationId}, ${listId}, id, key, key, ${formId}, 1 + id / 3 % 2, subscribe_time, '192.0.2.1',
      case when id % 7 <> 0 then subscribe_time + interval '1 hour' end, case when id % 7 <> 0 then '192.0.2.1' end
    from subscribers where mailing_list_id = ${listId} and id % 3 = 0 order by subscribe_time`
}

type Index = { name: string; definition: string }
const tables = [
  'campaign_people',
  'subscribers',
  'deliveries',
  'message_responses',
  'link_clicks',
  'consents',
]

/** Nothing if the last run has made the data. One that did not come to its end is continued. */
export async function makeData(ownerUrl: string, subscribers: number): Promise<void> {
  const database = connect(ownerUrl, { max: 1, applicationName: 'bench', statementTimeoutMs: 0 })
  const startMs = performance.now()
  try {
    const [kept] = await database.everywhere()`
      select count(people_kept_at)::integer as campaigns from campaigns`
    if (kept?.['campaigns'] !== campaigns) {
      await fill(database, subscribers)
      const seconds = ((performance.now() - startMs) / 1000).toFixed(0)
      console.log(`made in ${seconds} s`)
    }
  } finally {
    await database.end()
  }
}

async function fill(database: Database, subscribers: number): Promise<void> {
  const step = (work: (sql: Sql) => Promise<void>) =>
    database.begin(async (sql) => {
      // Skips the foreign-key checks of millions of rows.
      await sql`set local session_replication_role = replica`
      await sql`set local quiver.scope = 'everywhere'`
      await sql`set local work_mem = '1GB'`
      await sql`set local maintenance_work_mem = '1GB'`
      await work(sql)
    })
  const has = async (table: string, campaign?: number) => {
    const of = campaign === undefined ? '' : `and campaign_id = ${campaign}`
    const [row] = await database
      .everywhere()
      .unsafe<[{ has: boolean }]>(
        `select exists (select from ${table} where organization_id = ${organizationId} ${of}) as has`,
      )
    return row.has
  }
  const indexes = await takeIndexes(database)
  if (!(await has('mailing_lists'))) await step((sql) => makeList(sql, subscribers))
  if (!(await has('subscriber_counts'))) await step(makeCounts)
  if (!(await has('consents'))) await step(makeConsents)
  if (!(await has('campaigns'))) await step(makeCampaigns)
  for (let campaign = 1; campaign <= campaigns; campaign += 1) {
    if (!(await has('deliveries', campaign))) await step((sql) => makeMessages(sql, campaign))
  }
  for (const { definition } of indexes) await step(async (sql) => void (await sql.unsafe(definition)))
  for (const table of tables) await database.unsafe(`vacuum analyze ${table}`)
  // As upkeep does.
  while (await database.everywhere().begin(keepNextCampaignPeople)) continue
  await database.unsafe('vacuum analyze campaign_people')
  await database`drop table bench_indexes`
  await database`checkpoint`
}

/** Dropped while the tables are filled, and remembered for a run that continues. */
async function takeIndexes(database: Database): Promise<Index[]> {
  await database`create table if not exists bench_indexes (name text primary key, definition text not null)`
  await database`
    insert into bench_indexes
    select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index i
    where indrelid = any(${tables}::text[]::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    on conflict do nothing`
  const indexes = await database<Index[]>`select name, definition from bench_indexes`
  for (const { name } of indexes) await database.unsafe(`drop index if exists ${name}`)
  return indexes
}
