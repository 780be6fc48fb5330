import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Sql } from '../src/database/driver/connection.ts'
import { startEmbedded } from '../src/database/embedded/start.ts'
import { migrate } from '../src/database/migrate.ts'

/**
 * Bytes on disk for each row of the tables that grow with people and messages, indexes included, after a vacuum.
 *
 *     npm run bench:sizes -- [rows, default 200000]
 */
const rows = Number(process.argv[2] ?? '200000')

const folder = await mkdtemp(join(tmpdir(), 'quiver-sizes-'))
// The user of the embedded PostgreSQL has to pass.
await chmod(folder, 0o755)
const server = await startEmbedded({
  dataDir: join(folder, 'data'),
  log: () => {},
  settings: { fsync: 'off', full_page_writes: 'off' },
})
try {
  await migrate(server.ownerUrl)
  const sql = connect(server.ownerUrl, { max: 1, applicationName: 'sizes' })
  await fill(sql)
  await sql`vacuum analyze`
  const tables = ['subscribers', 'deliveries', 'message_responses', 'link_clicks', 'webhook_events']
  const sizes = await sql<{ name: string; table: number; indexes: number }[]>`
    select name, (pg_table_size(name::regclass) / ${rows}::float8)::float8 as table,
      (pg_indexes_size(name::regclass) / ${rows}::float8)::float8 as indexes
    from unnest(${tables}::text[]) name`
  console.log(`${rows} rows in each table, bytes a row:`)
  for (const { name, table, indexes } of sizes) {
    console.log(
      `${name.padEnd(20)} ${Math.round(table)} + ${Math.round(indexes)} = ${Math.round(table + indexes)}`,
    )
  }
  await sql.end()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** As an import and a campaign leave them, inserted in the order of the subscribers. */
async function fill(sql: Sql): Promise<void> {
  await sql`set session_replication_role = replica`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, id, key, custom_fields)
    select 2, 1, n, left(md5(n::text), 6) || '.' || left(md5((n * 7)::text), 7) || '@example' || n % 97 || '.com',
      jsonb_build_object('1', left(md5(n::text), 6), '2', left(md5((n * 3)::text), 9), '3', 'Hamburg', '4', n % 1000)
    from generate_series(1, ${rows}::integer) n`
  await sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, content_id, state)
    select 2, 1, n, 1, 'accepted' from generate_series(1, ${rows}::integer) n`
  await sql`
    insert into message_responses (organization_id, campaign_id, subscriber_id, opens, clicks, first_opened_at)
    select 2, 1, n, 1, 0, now() from generate_series(1, ${rows}::integer) n`
  await sql`
    insert into link_clicks (organization_id, link_id, subscriber_id)
    select 2, n % 10, n from generate_series(1, ${rows}::integer) n`
  await sql`
    insert into webhook_events (organization_id, webhook_id, event_type, payload)
    select 2, 1, 'studio_open', jsonb_build_object('event_type', 'studio_open', 'event_time', now(), 'list_id', 1,
      'list_name', 'Newsletter', 'campaign_id', 1, 'campaign_name', 'Spring', 'subscriber_id', n,
      'email', left(md5(n::text), 14) || '@example.com', 'ip', '192.0.2.1')
    from generate_series(1, ${rows}::integer) n`
}
