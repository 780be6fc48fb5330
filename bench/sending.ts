import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Sql } from '../src/database/driver/connection.ts'
import { findRunning } from '../src/database/embedded/running.ts'
import { big, prepareRecipients, scheduleCampaign } from './mailing.ts'
import { cpuSeconds, median, peakMegabytes } from './measure.ts'
import { startProcess, startQuiver } from './server.ts'

/**
 * Sends a campaign with tracking and accounting from a server on its embedded database to a mail server on loopback,
 * and the same content by a bare loop around nodemailer's pool. Prints messages per second, their ratio, and memory.
 *
 * With `--limit` each round is a pair: a campaign without a special sending rule, and one whose rule allows 3 messages in 7
 * days, in an organization with so many past deliveries of so many campaigns, all of them within the 7 days.
 *
 * With `--liquid` each round is a pair as well: a newsletter of 25 kB with codes, and the same message in Liquid.
 *
 *     npm run bench:sending -- [recipients, default 20000] [rounds, default 3]
 *     npm run bench:sending -- 20000 5 --limit 5000000 20
 *     npm run bench:sending -- 10000 7 --liquid
 */
const given = process.argv.slice(2).filter((word) => word !== '--liquid')
const isLiquid = process.argv.includes('--liquid')
const limitPlace = given.indexOf('--limit')
const [recipientsText = '20000', roundsText = '3'] = limitPlace === -1 ? given : given.slice(0, limitPlace)
const [pastText = '5000000', pastCampaignsText = '20'] = limitPlace === -1 ? [] : given.slice(limitPlace + 1)
const recipients = Number(recipientsText)
const rounds = Number(roundsText)
const connections = 10
/** Enough for a rate, because the bare sender has no state that grows. */
const bareMessages = Math.min(recipients, 20_000)

async function prepare(sql: Sql): Promise<void> {
  await prepareRecipients(sql, recipients)
  await sql`insert into bounce_emails (organization_id, user_id, domain_id, email) values (2, 1, 1, 'bounces@example.com')`
}

const past = { deliveries: Number(pastText), campaigns: Number(pastCampaignsText) }

/**
 * The past campaigns went to people who have left since, and each person of the audience had two of them: with the rule as
 * many messages leave as without.
 */
async function makePast(sql: Sql): Promise<void> {
  const each = Math.floor(past.deliveries / past.campaigns)
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, status)
    select 2, 1, 'past' || n || '@example.com', 'unsubscribed' from generate_series(1, ${each}::integer) n`
  const at = sql`now() - interval '6 days' * n / ${past.campaigns}::integer - interval '2 hours'`
  await sql`
    insert into campaigns (organization_id, id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    select 2, 100000 + n, 1, 'Past ' || n, 'finished', true, ${at}, ${at}, ${at} + interval '1 hour'
    from generate_series(1, ${past.campaigns}::integer) n`
  for (let n = 1; n <= past.campaigns; n += 1) {
    await sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, state, format, sent_at)
      select 2, c.id, s.id, 'accepted', 'multipart', c.started_at
      from campaigns c join subscribers s on s.organization_id = 2 and s.mailing_list_id = 1
      where c.organization_id = 2 and c.id = 100000 + ${n}::integer
        and (s.status = 'unsubscribed' or (s.id + ${n}::integer) % ${past.campaigns}::integer < 2)`
  }
  await sql`
    insert into special_sending_rules (organization_id, id, name, messages_max, messages_days) values (2, 1, 'Limit', 3, 7)`
  await sql`vacuum analyze subscribers`
  await sql`vacuum analyze deliveries`
  await sql`analyze campaigns`
}

async function sendCampaign(sql: Sql, how: Parameters<typeof scheduleCampaign>[2] = {}): Promise<number> {
  const audience = { organizationId: 2, listId: 1, segmentId: 1 }
  const id = await scheduleCampaign(sql, audience, how)
  for (;;) {
    const [row] = await sql<{ state: string; seconds: number; waiting: string; error: string | null }[]>`
      select c.state, extract(epoch from c.finished_at - c.started_at)::float8 as seconds,
        coalesce(j.waiting_for, '') as waiting, c.error_message as error
      from campaigns c
      left join jobs j on j.organization_id = c.organization_id and j.kind = 'Campaign' and j.id = c.id
      where c.id = ${id}`
    if (row?.state === 'finished') return recipients / row.seconds
    if (row?.state === 'failed' || (row?.waiting ?? '') !== '')
      throw new Error(`the campaign ${row?.state}: ${row?.error ?? row?.waiting}`)
    await pause(50)
  }
}

async function sendBare(port: string): Promise<number> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'bench/bare/sender.ts', port, String(bareMessages), String(connections)],
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

type Used = Awaited<ReturnType<typeof cpuSeconds>>
const eachUsed = (before: number, after: number) => `${(((after - before) * 1e6) / recipients).toFixed(0)} µs`
const usedFor = (before: Used, after: Used) =>
  `server ${eachUsed(before.server, after.server)}, database ${eachUsed(before.database, after.database)}`

async function comparePairs(): Promise<void> {
  await makePast(sql)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const sent = new Map<number | null, { perSecond: number; used: string }>()
    for (const ruleId of round % 2 === 0 ? [1, null] : [null, 1]) {
      const before = await cpuSeconds(server.pid)
      const perSecond = await sendCampaign(sql, { ruleId })
      sent.set(ruleId, { perSecond, used: usedFor(before, await cpuSeconds(server.pid)) })
      // Out of the 7 days, so that the audience had two messages again.
      await sql`
        update campaigns set started_at = now() - interval '30 days', finished_at = now() - interval '29 days'
        where organization_id = 2 and id < 100000`
    }
    const [without, limited] = [sent.get(null), sent.get(1)]
    if (without === undefined || limited === undefined) throw new Error('a campaign of the pair is missing')
    ratios.push(limited.perSecond / without.perSecond)
    console.log(
      `pair ${round}: ${without.perSecond.toFixed(0)} messages/s (${without.used}), with the limit ` +
        `${limited.perSecond.toFixed(0)} (${limited.used}), ratio ${(ratios.at(-1) ?? 0).toFixed(2)}`,
    )
  }
  console.log(
    `median ratio ${median(ratios).toFixed(2)}, with ${past.deliveries} deliveries of ${past.campaigns} campaigns`,
  )
}

async function compareLanguages(): Promise<void> {
  const ratios: number[] = []
  // Compiled code and caches, which the first of a pair would pay for both.
  for (const newsletter of [big.codes, big.liquid]) await sendCampaign(sql, { newsletter })
  for (let round = 1; round <= rounds; round += 1) {
    const spent = { codes: 0, liquid: 0 }
    const order = round % 2 === 0 ? (['codes', 'liquid'] as const) : (['liquid', 'codes'] as const)
    for (const language of order) {
      const before = await cpuSeconds(server.pid)
      await sendCampaign(sql, { newsletter: big[language] })
      spent[language] = (await cpuSeconds(server.pid)).server - before.server
    }
    ratios.push(spent.liquid / spent.codes)
    console.log(
      `pair ${round}: codes ${eachUsed(0, spent.codes)}, liquid ${eachUsed(0, spent.liquid)} of the server's processor a message, ` +
        `ratio ${(ratios.at(-1) ?? 0).toFixed(3)}`,
    )
  }
  const kilobytes = (big.liquid.html.length / 1000).toFixed(1)
  console.log(`median ratio ${median(ratios).toFixed(3)}, with a newsletter of ${kilobytes} kB`)
}

async function compareWithBare(): Promise<void> {
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const bare = await sendBare(port)
    const before = await cpuSeconds(server.pid)
    const sent = await sendCampaign(sql)
    const after = await cpuSeconds(server.pid)
    ratios.push(sent / bare)
    console.log(
      `round ${round}: ${sent.toFixed(0)} messages/s, bare ${bare.toFixed(0)}, ratio ${(sent / bare).toFixed(2)}; ` +
        `CPU a message: ${usedFor(before, after)}`,
    )
  }
  console.log(
    `median ratio ${median(ratios).toFixed(2)}; peak memory of the server ${(await peakMegabytes(server.pid)).toFixed(0)} MB`,
  )
}

try {
  await prepare(sql)
  if (isLiquid) await compareLanguages()
  else await (limitPlace === -1 ? compareWithBare() : comparePairs())
} finally {
  await sql.end()
  await server.stop()
  await sink.stop()
  await rm(dataDir, { recursive: true, force: true })
}
