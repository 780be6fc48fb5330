import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../src/database/driver/connection.ts'
import type { Sql } from '../src/database/driver/connection.ts'
import { findRunning } from '../src/database/embedded/running.ts'
import { html, text } from './mailing.ts'
import { cpuSeconds, peakMegabytes } from './measure.ts'
import { startProcess, startQuiver } from './server.ts'

/**
 * Sends a campaign with tracking and accounting from a server on its embedded database to a mail server on loopback,
 * and the same content by a bare loop around nodemailer's pool. Prints messages per second, their ratio, and memory.
 *
 *     npm run bench:sending -- [recipients, default 20000] [rounds, default 3]
 */
const [recipientsText = '20000', roundsText = '3'] = process.argv.slice(2)
const recipients = Number(recipientsText)
const rounds = Number(roundsText)
const connections = 10
/** Enough for a rate, because the bare sender has no state that grows. */
const bareMessages = Math.min(recipients, 20_000)

async function prepare(sql: Sql): Promise<void> {
  await sql`insert into organizations (id, name) values (2, 'Acme')`
  await sql`insert into mailing_lists (organization_id, id, name) values (2, 1, 'News')`
  await sql`insert into custom_fields (organization_id, id, mailing_list_id, name, field_type) values (2, 1, 1, 'first_name', 'text')`
  await sql`insert into segments (organization_id, id, mailing_list_id, clauses) values (2, 1, 1, '[]')`
  await sql`insert into bounce_emails (organization_id, user_id, domain_id, email) values (2, 1, 1, 'bounces@example.com')`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, custom_fields)
    select 2, 1, 'person' || n || '@example.com', jsonb_build_object('1', 'Person ' || n)
    from generate_series(1, ${recipients}::integer) n`
  await sql`insert into subscriber_counts (organization_id, mailing_list_id, active) values (2, 1, ${recipients})`
  await sql`vacuum analyze subscribers`
}

async function sendCampaign(sql: Sql): Promise<number> {
  const [campaign] = await sql<{ id: number }[]>`
    insert into campaigns (organization_id, mailing_list_id, name, has_dispatch, begins_at, from_email, from_name,
      segmentation_criteria_id, bounce_email_user_id, bounce_email_domain_id)
    values (2, 1, 'News', true, now(), 'news@example.com', 'Acme', 1, 1, 1) returning id`
  const id = campaign?.id ?? 0
  await sql`
    insert into campaign_contents (organization_id, campaign_id, position, subject, format, html, text)
    values (2, ${id}, 0, 'News for %%first_name%%', 'both', ${html}, ${text})`
  await sql`update campaigns set state = 'scheduled' where id = ${id}`
  await sql`select pg_notify('sending', '')`
  for (;;) {
    const [row] = await sql<{ state: string; seconds: number; waiting: string; error: string | null }[]>`
      select state, extract(epoch from finished_at - started_at)::float8 as seconds, waiting_for as waiting,
        error_message as error from campaigns where id = ${id}`
    if (row?.state === 'finished') return recipients / row.seconds
    if (row?.state === 'failed' || (row?.waiting ?? '') !== '')
      throw new Error(`the campaign ${row?.state}: ${row?.error ?? row?.waiting}`)
    await pause(50)
  }
}

async function sendBare(port: string): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'bench/bare-sender.ts', port, String(bareMessages), String(connections)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let printed = ''
  child.stdout.on('data', (bytes) => (printed += String(bytes)))
  await once(child, 'exit')
  return (JSON.parse(printed) as { perSecond: number }).perSecond
}

const dataDir = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const sink = await startProcess(['--import', 'tsx', 'bench/smtp-sink.ts'], {}, /smtp:\/\/127\.0\.0\.1:(\d+)/)
const port = new URL(sink.url).port
const server = await startQuiver({
  DATA_DIR: dataDir,
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  SMTP_CONNECTIONS: String(connections),
})
const running = await findRunning(dataDir)
if (running === undefined) throw new Error('the embedded database does not run')
const sql = connect(running.ownerUrl, { max: 1, applicationName: 'bench' })
try {
  await prepare(sql)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const bare = await sendBare(port)
    const before = await cpuSeconds(server.pid)
    const sent = await sendCampaign(sql)
    const after = await cpuSeconds(server.pid)
    ratios.push(sent / bare)
    const each = (seconds: number) => `${((seconds * 1e6) / recipients).toFixed(0)} µs`
    console.log(
      `round ${round}: ${sent.toFixed(0)} messages/s, bare ${bare.toFixed(0)}, ratio ${(sent / bare).toFixed(2)}; ` +
        `CPU a message: server ${each(after.server - before.server)}, database ${each(after.database - before.database)}`,
    )
  }
  const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
  console.log(
    `median ratio ${middle.toFixed(2)}; peak memory of the server ${(await peakMegabytes(server.pid)).toFixed(0)} MB`,
  )
} finally {
  await sql.end()
  await server.stop()
  await sink.stop()
  await rm(dataDir, { recursive: true, force: true })
}
