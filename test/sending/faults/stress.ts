import { byPerson } from '../../harness/returned/programs.ts'
import { onTestFinished } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { connect, type Scoped, type Transaction } from '../../../src/database/driver/connection.ts'
import { retryable } from '../../../src/database/retry.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { campaignReportRoutes } from '../../../src/http/campaigns/reports.ts'
import { sendingCreditRoutes } from '../../../src/http/accounting/credits.ts'
import { subscriberChangeRoutes } from '../../../src/http/subscribers/changes.ts'
import { runWorker } from '../../../src/importing/worker.ts'
import { campaignLoop } from '../../../src/sending/campaigns/loop.ts'
import { recordBounce } from '../../../src/store/responses/bounces.ts'
import { recordUnsubscribe } from '../../../src/store/responses/record.ts'
import { recordClicks, recordOpens } from '../../../src/store/responses/visits.ts'
import { runLoops } from '../../harness/postgres/due.ts'
import { aCampaignList } from '../../harness/sending/campaign-api.ts'
import { people } from '../../harness/sending/world.ts'
import { aScheduledImport, aWorkFolder, settingsOf } from '../../harness/importing/stories.ts'
import { aSink } from '../../harness/sending/mailing.ts'
import { aList } from '../../harness/core/records.ts'
import { sendingEnvironment } from '../../harness/sending/sender.ts'
import { logInto } from '../../harness/core/server.ts'
import { byDay } from '../../harness/night.ts'
import { until } from '../../harness/core/until.ts'

/** All writers of subscribers, counters and credits at once: on one list, and one with the same addresses. */

const [sizeOfList, sizeOfSecond] = byDay([500, 250], [1500, 700]) as [number, number]
const campaign = {
  name: 'Campaign',
  segmentation_criteria_ad_hoc: [],
  contents: [{ subject: 'News', format: 'html', html: '<p><a href="https://shop.example/">Shop</a></p>' }],
  dispatch_attributes: { from_email: 'news@example.com', begins_at: 'now' },
}

export async function aStressedOrganization(seed: number) {
  const random = createRandom(seed)
  const world = await aCampaignList(
    {},
    campaignReportRoutes,
    (route) => subscriberChangeRoutes(route),
    (route) => sendingCreditRoutes(route),
  )
  const { sql, organizationId, api, listId } = world
  const secondListId = await aList(sql, organizationId)
  await people(sql, organizationId, listId, sizeOfList)
  await people(sql, organizationId, secondListId, sizeOfSecond)
  await sql`
    update organizations set sending_quota_mode = 'fixed_credits', distribute_removals = true
    where id = ${organizationId}`
  const sink = await aSink({
    slowMs: 25,
    decide: (stage) => {
      if (stage !== 'rcpt') return null
      const chance = random()
      if (chance < 0.04) return { code: 550, text: '5.1.1 nobody here' }
      return chance < 0.07 ? { code: 451, text: '4.2.1 come back' } : null
    },
  })
  const database = connect(api.url, {
    max: 20,
    applicationName: 'test stress',
    role: applicationRole,
    autoSubscriberManagement: true,
  })
  onTestFinished(() => database.end())
  const own = database.within(organizationId)
  const begin = async (list: number) => {
    const answer = await api.call<{ id: number }>('POST', `mailing_lists/${list}/campaigns`, { campaign })
    return answer.body.data.id
  }
  return { ...world, secondListId, sink, database, own, random, begin }
}

export type Stressed = Awaited<ReturnType<typeof aStressedOrganization>>

/** Three senders. @returns their unexpected errors, and how to stop them. */
export function startStressedSenders({ api, sink, database }: Stressed) {
  const faults: unknown[] = []
  const own = sendingEnvironment(api, { smtpUrl: sink.url, pace: { batchMax: 20 } })
  const env = { ...own, database, log: logInto(faults) }
  const stopped = new AbortController()
  const loops = runLoops(campaignLoop(env), { ...env, stop: stopped.signal }, { lanes: 3 })
  const stop = async () => {
    stopped.abort(new Error('the test is over'))
    await Promise.all(loops)
    await own.end()
  }
  return { faults, stop }
}

/** Retries a serialization failure, as the public pages and the bounce server do. */
async function patiently<Result>(own: Scoped, work: (sql: Transaction) => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await own.begin(work)
    } catch (error) {
      if (tries === 20 || !retryable(error)) throw error
    }
  }
}

type Sent = { subscriber_id: number; campaign_id: number; mailing_list_id: number; link_id: number }

/** What readers and their servers do with delivered messages. */
export async function respond({ own, organizationId, random }: Stressed, stop: AbortSignal): Promise<number> {
  let done = 0
  while (!stop.aborted) {
    const [sent] = await own<Sent[]>`
      select d.subscriber_id, d.campaign_id, c.mailing_list_id, k.id as link_id
      from deliveries d
      join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
      join tracked_links k on k.organization_id = d.organization_id and k.campaign_id = d.campaign_id
      where d.state in ('accepted', 'bounced') order by random() limit 1`
    if (sent === undefined) continue
    const source = { campaignId: sent.campaign_id }
    const reader = { listId: sent.mailing_list_id, source, subscriberId: sent.subscriber_id }
    const chance = random()
    await patiently(own, async (sql) => {
      const hit = { ...reader, ip: null, seen: byPerson }
      if (chance < 0.4) await recordOpens(sql, organizationId, reader, [hit])
      else if (chance < 0.7)
        await recordClicks(sql, organizationId, reader, [{ ...hit, linkId: sent.link_id }])
      else if (chance < 0.85) await recordUnsubscribe(sql, organizationId, reader, { ip: null })
      else {
        const report = { status: '5.1.1', severity: 'hard', diagnostic: 'gone', occasion: 0 } as const
        await recordBounce(sql, organizationId, reader, report)
      }
    })
    done += 1
  }
  return done
}

/** Changes statuses by the API. @returns the codes of the answers. */
export async function changeStatuses(world: Stressed, stop: AbortSignal): Promise<Set<number>> {
  const codes = new Set<number>()
  const { random, api, listId, secondListId } = world
  while (!stop.aborted) {
    const list = random() < 0.5 ? listId : secondListId
    const email = `person${1 + Math.floor(random() * sizeOfSecond)}@example.com`
    const status = random() < 0.5 ? 'active' : 'unsubscribed'
    const path = `mailing_lists/${list}/subscribers/${email}`
    codes.add((await api.call('PUT', path, { subscriber: { status } })).status)
  }
  return codes
}

/** Adds and removes credits. @returns the codes of the answers. */
export async function tradeCredits(
  { api, organizationId }: Stressed,
  stop: AbortSignal,
): Promise<Set<number>> {
  const codes = new Set<number>()
  while (!stop.aborted) {
    for (const [verb, credits] of [
      ['add', 7],
      ['remove', 3],
    ] as const) {
      const path = `organizations/${organizationId}/${verb}_sending_credits`
      codes.add((await api.call('PUT', path, { sending_credits: { credits } }, api.system)).status)
    }
  }
  return codes
}

/** Imports files in turn that activate everyone on the list. @returns the number of imports. */
export async function importOverAll(world: Stressed, stop: AbortSignal): Promise<number> {
  const { sql, api, organizationId, listId } = world
  const folder = await aWorkFolder()
  const ended = new AbortController()
  const working = runWorker(settingsOf(api.url, folder), ended.signal)
  const emails = Array.from({ length: sizeOfList }, (_, index) => `person${index + 1}@example.com`)
  const always = { active: true, unsubscribed: true, bounced: true, deactivated: true, scomp: true }
  let imported = 0
  try {
    while (!stop.aborted) {
      const id = await aScheduledImport(sql, organizationId, listId, folder, {
        content: ['email', ...emails].join('\n'),
        overwrite: true,
        overwrite_what: { custom_fields: false, confirmed: false, format: false, status: true },
        overwrite_when_status: always,
      })
      const isOver = async () =>
        (await sql`select 1 from import_jobs where id = ${id} and finished_at is not null`).length > 0
      await until(isOver, { seconds: 60 })
      imported += 1
    }
  } finally {
    ended.abort()
    await working
  }
  return imported
}
