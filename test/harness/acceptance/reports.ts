import { expect } from 'vitest'
import { countersOf, type Fate } from './model.ts'
import { tracked } from './merge.ts'
import { summaryOf } from './summary.ts'
import { campaignName, contents, credits, listName, subscribersOf, type SentCampaign } from './setup.ts'
import { until } from '../core/until.ts'

/** Compares everything that the product reports of the campaign with the model. */
export async function checkReports(sent: SentCampaign, fates: readonly Fate[]): Promise<void> {
  await checkSystemCampaigns(sent, fates)
  await checkCampaign(sent, fates)
  await checkLinks(sent, fates)
  await checkSubscribers(sent, fates)
  await checkEvents(sent, fates)
  await checkMessagesSent(sent, fates)
}

async function checkSystemCampaigns(sent: SentCampaign, fates: readonly Fate[]): Promise<void> {
  const { system, organization, listId, campaignId } = sent
  const campaign = {
    id: campaignId,
    name: campaignName,
    state: 'finished',
    paused: false,
    stats: {
      recipients: { total: fates.length, total_is: 'exact', sent: fates.length, skip: 0, remaining: 0 },
      ...countersOf(fates),
    },
  }
  const entry = {
    organization: { id: organization.id, name: 'Acme' },
    mailing_list: { id: listId, name: listName },
    campaign,
  }
  const waiting = await aWaitingCampaign(sent)
  const report = async (query: string) => {
    type Report = { campaign_report: { campaign: { id: number } }[] }
    return (await system<Report>('GET', `system_campaigns?${query}`)).campaign_report
  }
  expect(await report('exclude_active_campaigns=1')).toEqual([entry])
  const all = await report('per_page=500')
  expect(all.map(({ campaign: { id } }) => id)).toEqual([campaignId, waiting])
  expect(all[0]).toEqual(entry)
}

/** A campaign of the System Organization, which has no credits: it starts and sends nothing. */
async function aWaitingCampaign({ system, sink, sql }: SentCampaign): Promise<number> {
  const before = sink.messages.length
  await system('PUT', 'organizations/1', { organization: { sending_quota: { mode: 'fixed_credits' } } })
  const list = await system<{ id: number }>('POST', 'mailing_lists', { mailing_list: { name: 'Poor' } })
  const subscriber = { email: 'poor@example.com' }
  await system('POST', `mailing_lists/${list.id}/subscribers`, { subscriber })
  const campaign = {
    name: 'Poor',
    segmentation_criteria_ad_hoc: [],
    contents: [{ subject: 'Poor', format: 'text', text: 'Poor.' }],
    dispatch_attributes: { from_email: 'poor@example.com', begins_at: 'now' },
  }
  const { id } = await system<{ id: number }>('POST', `mailing_lists/${list.id}/campaigns`, { campaign })
  await until(async () => {
    const [row] = await sql`select 1 from campaign_stats where campaign_id = ${id} and recipients_total = 1`
    return row !== undefined
  })
  expect(sink.messages.length).toBe(before)
  return id
}

async function checkCampaign({ call, campaignId }: SentCampaign, fates: readonly Fate[]): Promise<void> {
  type Campaign = {
    stat_summary: unknown
    uncertain_count: number
    content_stats: { content: { name: string }; stat_summary: unknown }[]
  }
  const campaign = await call<Campaign>('GET', `campaigns/${campaignId}`)
  expect(campaign.stat_summary).toEqual({ ...summaryOf(fates), stat_id: campaignId })
  expect(campaign.uncertain_count).toBe(0)
  expect(campaign.content_stats.map((one) => [one.content.name, one.stat_summary])).toEqual(
    contents.map(({ name }) => [
      name,
      { ...summaryOf(fates.filter(({ content }) => content === name)), stat_slice_id: expect.any(Number) },
    ]),
  )
}

async function checkLinks({ call, campaignId }: SentCampaign, fates: readonly Fate[]): Promise<void> {
  type Links = { links: { url: string; clicks_total: number; clicks_unique: number }[] }
  const { links } = await call<Links>('GET', `campaigns/${campaignId}/link_stats`)
  const clicksOf = (url: string) => fates.flatMap(({ clicks }) => clicks.get(url) ?? [])
  expect(links.map(({ url, clicks_total, clicks_unique }) => [url, clicks_total, clicks_unique])).toEqual(
    tracked.toSorted().map((url) => [url, clicksOf(url).reduce((a, b) => a + b, 0), clicksOf(url).length]),
  )
}

async function checkSubscribers(sent: SentCampaign, fates: readonly Fate[]): Promise<void> {
  const { call, listId, people, organization } = sent
  const after = new Map(
    fates.flatMap(({ person, status }) => (person === null ? [] : [[person.number, status]])),
  )
  const wanted = people.map(({ number, email, status }): [string, Fate['status']] => [
    email.toLowerCase(),
    after.get(number) ?? status,
  ])
  const shown = await subscribersOf(call, listId)
  const lines = (some: readonly (readonly string[])[]) => some.map((one) => one.join(' ')).toSorted()
  expect(lines(shown.map(({ email, status }) => [email.toLowerCase(), status]))).toEqual(lines(wanted))
  const counts = { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 }
  for (const [, status] of wanted) counts[status as keyof typeof counts] += 1
  expect(await call('GET', 'subscriber_counts')).toEqual({
    organization: { id: organization.id, name: 'Acme' },
    counts,
    mailing_lists: [{ mailing_list: { id: listId, name: listName }, counts }],
  })
}

/** Each event arrived once, signed, and matches what the readers did. */
async function checkEvents({ call, receiver, webhook }: SentCampaign, fates: readonly Fate[]): Promise<void> {
  const wanted = ['import_finished', ...fates.flatMap(({ events }) => events)].toSorted()
  const received = () => receiver.requests.flatMap(({ events }) => events)
  const pending = async () => (await call<{ pending: number }>('GET', `webhooks/${webhook.id}`)).pending
  await until(async () => (await pending()) === 0, { seconds: 120 })
  expect(receiver.requests.filter(({ isVerified }) => !isVerified)).toEqual([])
  expect(new Set(received().map(({ event_id: id }) => id)).size).toBe(received().length)
  expect(received().map(lineOf).toSorted()).toEqual(wanted)
}

function lineOf(event: Record<string, unknown>): string {
  const type = String(event['event_type'])
  const unique = event['studio_is_unique']
  const bounce = [event['bounce_type'], event['bounce_code'], event['synchronous']]
  const more: Record<string, unknown[]> = {
    studio_open: [unique],
    studio_click: [unique, event['click_url']],
    studio_unsub: [unique],
    scomp: [],
    bounce_all: bounce,
    bounce_bad_address: bounce,
  }
  const line = more[type]
  return line === undefined ? type : [type, String(event['email']).toLowerCase(), ...line].join('|')
}

/** The four forms of the report, the credits and the delivered messages have one number. */
async function checkMessagesSent(sent: SentCampaign, fates: readonly Fate[]): Promise<void> {
  const { call, system, text, organization, campaignId, zone, messages } = sent
  const count = fates.filter(({ refused }) => !refused).length
  expect(new Set(messages.map(({ to }) => to)).size).toBe(count)
  const path = `organizations/${organization.id}/messages_sent`
  for (const form of ['daily', 'monthly'] as const) {
    const [start, end] = periodOf(form, zone)
    const row = {
      time_period_start: start,
      time_period_end: end,
      autoresponder_id: null,
      autoresponder_name: null,
      campaign_id: campaignId,
      campaign_name: campaignName,
      messages_sent: count,
    }
    expect(await call('GET', `${path}/${form}`)).toEqual({ report: [row] })
    expect(await text(`${path}/${form}.csv`, organization.credential)).toBe(
      '"Time Period Start","Time Period End","Organization ID","Organization Name","Campaign ID",' +
        '"Campaign Name","Autoresponder ID","Autoresponder Name","Messages Sent"\n' +
        `"${start}","${end}","","","${campaignId}","Spring ""sale"", =2026","","","${count}"\n`,
    )
  }
  expect(await system('GET', `organizations/${organization.id}/sending_credits`)).toEqual({
    sending_credits: { lifetime_messages_sent: count, current_credits_available: credits - count },
  })
}

/** The first and the last second of today or this month in that zone. */
function periodOf(form: 'daily' | 'monthly', zone: string): [string, string] {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format()
  const [year = 0, month = 0] = today.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const first = form === 'daily' ? today : `${today.slice(0, 8)}01`
  const last = form === 'daily' ? today : `${today.slice(0, 8)}${lastDay}`
  return [written(`${first}T00:00:00`, zone), written(`${last}T23:59:59`, zone)]
}

function written(local: string, zone: string): string {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  for (let hours = -12; hours <= 14; hours += 1) {
    const sign = hours < 0 ? '-' : '+'
    const text = `${local}${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`
    if (shown.format(new Date(text)) === local.replace('T', ' ')) return text
  }
  throw new Error(`${local} is no time in ${zone}.`)
}
