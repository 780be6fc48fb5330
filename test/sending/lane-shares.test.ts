import { once } from 'node:events'
import { onTestFinished, test } from 'vitest'
import { connect, type Database, type Sql } from '../../src/database/driver/connection.ts'
import { openSecrets } from '../../src/secrets/ring.ts'
import { runBackground } from '../../src/server/mail.ts'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'
import { noteIdentity } from '../../src/store/server/restored-copy.ts'
import { nextId } from '../../src/store/server/ids.ts'
import { aDatabase } from '../harness/core/database.ts'
import { aList, anAutoresponder } from '../harness/core/records.ts'
import { until } from '../harness/core/until.ts'
import { aReceiver } from '../harness/records/receiver.ts'
import { aStartedCampaign } from '../harness/sending/campaigns.ts'
import { aSink } from '../harness/sending/mailing.ts'
import { owe, someSubscribers } from '../harness/sending/reactions.ts'
import { senderSettings } from '../harness/sending/sender-kills.ts'
import { countWaiting } from '../harness/postgres/waiting.ts'

/** Slow work of one organization does not delay others in the one process that sends. */

const secretKey = '0'.repeat(64)
/** Far less than the work of B takes: a receiver has 10 s, a lock is held until the test is over. */
const soon = { seconds: 8 }

async function aServer() {
  const { sql, url } = await aDatabase()
  await sql.begin((tx) => noteIdentity(tx, 'test'))
  const sink = await aSink()
  const [stop, releaseAll] = [new AbortController(), new AbortController()]
  const settings = { ...senderSettings(url, secretKey, sink.url), logLevel: 'silent', lanes: 4 }
  const start = () => {
    const running = runBackground(settings, stop.signal)
    onTestFinished(async () => {
      releaseAll.abort()
      stop.abort(new Error('the test is over'))
      await running
    })
  }
  const [a, b] = [await insertOrganization(sql, 'A', 'UTC'), await insertOrganization(sql, 'B', 'UTC')]
  const holdOpen = (work: (sql: Sql) => Promise<unknown>) => holdOpenIn(url, releaseAll.signal, work)
  return { sql, sink, start, holdOpen, a, b }
}

/** Keeps a transaction open until the test is over. */
async function holdOpenIn(
  url: string,
  release: AbortSignal,
  work: (sql: Sql) => Promise<unknown>,
): Promise<void> {
  const own = connect(url, { max: 1, applicationName: 'test holder' })
  const released = once(release, 'abort')
  let isHeld = false
  const holding = own.begin(async (sql) => {
    await work(sql)
    isHeld = true
    await released
  })
  onTestFinished(async () => {
    await holding
    await own.end()
  })
  await until(() => isHeld)
}

async function aTold(sql: Sql, organizationId: number, url: string, names: string[]): Promise<void> {
  for (const name of names) {
    const id = await nextId(sql, 'webhooks')
    const place = { table: 'webhooks', organizationId, id } as const
    const sealed = openSecrets(secretKey).seal('whsec_c2VjcmV0', place)
    await sql`
      with made as (
        insert into webhooks (organization_id, id, name, url, secret_sealed, event_types)
        values (${organizationId}, ${id}, ${name}, ${url}, ${sealed}, '{studio_open}') returning id)
      insert into webhook_events (organization_id, webhook_id, event_type, payload)
      select ${organizationId}, id, 'studio_open', '{}' from made`
  }
  await sql`select pg_notify('webhook_events', '')`
}

test('events of one organization are delivered beside eight hanging webhooks of another', async () => {
  const { sql, a, b, start } = await aServer()
  const [silent, quick] = [await aReceiver(), await aReceiver()]
  silent.answer(() => {})
  await aTold(sql, b, silent.url, Array.from('12345678'))
  start()
  await until(() => silent.requests.length >= 2)
  await aTold(sql, a, quick.url, ['one', 'two', 'three'])
  await until(() => quick.requests.length === 3, soon)
})

async function aCampaign(sql: Database, organizationId: number): Promise<number> {
  const listId = await aList(sql, organizationId)
  await someSubscribers({ sql, organizationId }, listId, ['ann'])
  const due = { state: 'scheduled', begins_at: new Date().toISOString(), started_at: null, finished_at: null }
  const [everybody] = await sql<{ id: number }[]>`
    insert into segments (organization_id, mailing_list_id, clauses)
    values (${organizationId}, ${listId}, '[]') returning id`
  const whom = { segmentation_criteria_id: everybody?.id, from_email: 'news@example.com' }
  const id = await aStartedCampaign(sql, organizationId, listId, { ...due, ...whom })
  await sql`
    insert into campaign_contents (organization_id, campaign_id, position, format, text, subject)
    values (${organizationId}, ${id}, 0, 'text', 'Hello', 'Hello')`
  return id
}

test('a campaign is sent beside four slow starts of campaigns of another organization', async () => {
  const { sql, a, b, sink, start, holdOpen } = await aServer()
  const slow = [
    await aCampaign(sql, b),
    await aCampaign(sql, b),
    await aCampaign(sql, b),
    await aCampaign(sql, b),
  ]
  await holdOpen(async (own) => {
    for (const id of slow)
      await own`insert into campaign_stats (organization_id, campaign_id) values (${b}, ${id})`
  })
  start()
  await until(async () => (await countWaiting(sql, 'quiver mail')) >= 2)
  await aCampaign(sql, a)
  await sql`select pg_notify('sending', '')`
  await until(() => sink.messages.length === 1, soon)
})

test('reactions are sent beside eight slow autoresponders of another organization', async () => {
  const { sql, a, b, sink, start, holdOpen } = await aServer()
  const anOwed = async (organizationId: number) => {
    const listId = await aList(sql, organizationId, { d_from_email: 'news@example.com' })
    const people = await someSubscribers({ sql, organizationId }, listId, ['ann'])
    const content = { content_subject: 'Hello', content_format: 'text', content_text: 'Hello there.' }
    const id = await anAutoresponder(sql, organizationId, listId, content)
    await owe({ sql, organizationId }, id, people)
    return id
  }
  const slow: number[] = []
  for (let made = 0; made < 8; made += 1) slow.push(await anOwed(b))
  await holdOpen(async (own) => {
    for (const id of slow)
      await own`insert into reaction_turns (organization_id, autoresponder_id, served_at) values (${b}, ${id}, now())`
  })
  start()
  await until(async () => (await countWaiting(sql, 'quiver mail')) >= 2)
  await anOwed(a)
  await sql`select pg_notify('sending', '')`
  await until(() => sink.messages.length === 1, soon)
})
