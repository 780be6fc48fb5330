import { generateKeyPairSync } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { expect } from 'vitest'
import { columnMapping, csvOf, person, refusalOf, type Person } from './people.ts'
import { aReceiver } from '../records/receiver.ts'
import type { SunkMessage } from '../smtp/sink.ts'
import { until } from '../core/until.ts'
import { anOrganizationOf, aWholeServer, type Call } from '../core/whole-server.ts'

/** The organization, the list and the campaign of the acceptance test, created through the API. */

export const listName = 'News & "Views", 山'
export const campaignName = 'Spring "sale", =2026'
export const delivery = {
  from_email: 'news@news.example',
  from_name: 'News & "Co"',
  sender_email: 'sender@news.example',
  reply_to: 'reply@news.example',
}
export const bounceEmail = 'bounces@news.example'
export const seeds = ['seed.one@example.com', 'seed.two@example.com']
export const credits = 1_000_000

export const organizationTexts = {
  html_header: '<div>For readers of %%mailing_list_name%%</div>',
  html_footer: '<p><a href="https://org.example/home">Home</a></p>',
  text_header: 'For readers of %%mailing_list_name%%',
  text_footer: '-- \nnumber %%subscriber_id%%',
}
export const customHeaders =
  'X-Sent-By: Acme\nX-Reader: %%subscriber_id%%\nList-Help: <mailto:help@news.example>'
export const listHeaders = 'X-List: of %%mailing_list_id%%'

/** In the order in which they appear in the message. */
export const links = [
  'https://shop.example/one',
  'https://shop.example/two?a=1&b=2',
  'https://shop.example/three#top',
  'http://other.example:8080/four',
  'https://shop.example/five?q=a%20b',
]
const everyCode = [
  'subscriber_id',
  'subscribers_email_address',
  'emailaddress_md5',
  'mailing_list_id',
  'mailing_list_name',
  'unsubscribe_token',
  'preferences_link',
  'data_campaign_id',
  'data_campaign_name',
  'data_current_year',
  'data_percent',
  'data_from_email',
  'data_from_name',
  'data_sender_email',
  'data_reply_to_email',
  'data_subscribe_date_long',
  'data_subscribe_date_database',
  'data_subscribe_ip',
  'api:coupon',
  'First_Name',
  'score',
  'vip',
  'birthday',
]
const html = `<html><body><h1>Dear %%first_name%%,</h1>
<p>${everyCode.map((code) => `<i>%%${code}%%</i>`).join('\n')}</p>
<p>${links.map((link, index) => `<a href="${link.replaceAll('&', '&amp;')}">${index}</a>`).join(' ')}</p>
<a href="%%unsubscribe_link%%">leave</a> <a href="%%link_to_web_version%%">look</a> <a href="mailto:a@b.example">write</a>
<a href="https://shop.example/me?n=%%first_name%%">me</a> 100%%data_percent%% %%unknown%%
</body></html>`
const text = `Dear %%first_name%%,
${everyCode.map((code) => `%%${code}%%`).join('\n')}
https://shop.example/me?n=%%first_name%%&x=1
%%unsubscribe_link%% %%link_to_web_version%%`

export const contents = [
  { name: 'Long', subject: 'Long for %%first_name%% (%%score%%) 山', format: 'both', html, text },
  { name: 'Short', subject: 'Short for %%subscribers_email_address%%', format: 'text', html: '', text },
]

/** A time far from midnight in that zone, so that all of it is one day. */
export function aZone(nowMs: number): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'America/Chicago' }).format(nowMs),
  )
  return hour === 23 || hour === 0 ? 'Asia/Tokyo' : 'America/Chicago'
}

export async function aSentCampaign(count: number) {
  // The content of a rejected message is unknown here; the product is asked when it is needed.
  const server = await aWholeServer({
    decide: (stage, { to }) => (stage === 'rcpt' ? refusalOf(to) : null),
  })
  const zone = aZone(Date.now())
  const organization = await anOrganizationOf(server, {
    name: 'Acme',
    time_zone_name: zone,
    ...organizationTexts,
    custom_headers: customHeaders,
    sending_quota: { mode: 'fixed_credits' },
  })
  const { call } = organization
  await server.system('PUT', `organizations/${organization.id}/add_sending_credits`, { credits })
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await call('POST', 'dkim_keys', {
    dkim_key: {
      domain: 'news.example',
      selector: 'spring',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    },
  })
  const receiver = await aReceiver()
  const webhook = await call<{ id: number; secret: string }>('POST', 'webhooks', {
    webhook: { name: 'All', url: receiver.url, event_types: eventTypes },
  })
  receiver.verifyBy(webhook.secret)
  const listId = await aList(call)
  const people = Array.from({ length: count }, (_, index) => person(index + 1))
  await importAll(call, listId, people)
  const campaignId = await aCampaign(server.system, organization, listId)
  await until(async () => (await stateOf(call, campaignId)) === 'finished', { seconds: 600 })
  return {
    ...server,
    zone,
    organization,
    call,
    publicKey,
    receiver,
    webhook,
    listId,
    people,
    campaignId,
    idOf: await idsOf(call, listId),
    messages: server.sink.messages.map(withAsciiDomain),
  }
}

/** The library of the sink decodes domains. */
function withAsciiDomain(message: SunkMessage): SunkMessage {
  const [local = '', domain = ''] = message.to.split('@')
  return { ...message, to: `${local}@${/^[!-~]*$/.test(domain) ? domain : domainToASCII(domain)}` }
}

export type SentCampaign = Awaited<ReturnType<typeof aSentCampaign>>

export const eventTypes = [
  'studio_open',
  'studio_click',
  'studio_unsub',
  'studio_subscriber_created',
  'studio_subscriber_updated',
  'bounce_all',
  'bounce_bad_address',
  'scomp',
  'import_finished',
  'import_failed',
]

async function aList(call: Call): Promise<number> {
  const mailing_list = {
    name: listName,
    has_format: true,
    custom_headers_enabled: true,
    custom_headers: listHeaders,
  }
  const { id } = await call<{ id: number }>('POST', 'mailing_lists', { mailing_list })
  const types = { 'First name': 'text', Score: 'number', VIP: 'boolean', Birthday: 'date' }
  for (const [name, field_type] of Object.entries(types)) {
    await call('POST', `mailing_lists/${id}/custom_fields`, { custom_field: { name, field_type } })
  }
  return id
}

async function importAll(call: Call, listId: number, people: readonly Person[]): Promise<void> {
  const subscriber_import = {
    column_mapping: columnMapping,
    file_source: { type: 'json', content: csvOf(people) },
  }
  const path = `mailing_lists/${listId}/subscriber_imports`
  const { id } = await call<{ id: number }>('POST', path, { subscriber_import })
  type Shown = { state: string; stats: { subscribers: { added: number } } }
  const show = () => call<Shown>('GET', `subscriber_imports/${id}`)
  await until(async () => ['finished', 'failed'].includes((await show()).state), { seconds: 300 })
  expect((await show()).stats.subscribers.added).toBe(people.length)
}

async function aCampaign(
  system: Call,
  { id: organizationId, call }: { id: number; call: Call },
  listId: number,
): Promise<number> {
  const bounces = await system<{ id: string }>('POST', `organizations/${organizationId}/bounce_emails`, {
    bounce_email: { email: bounceEmail },
  })
  // A third of the recipients is rejected here: the brake would stop the campaign.
  await system('PUT', `organizations/${organizationId}/sending_brake`, { sending_brake: { bounce_limit: 0 } })
  const seedList = await call<{ id: number }>('POST', 'seed_lists', {
    seed_list: { name: 'Us', addresses_array: seeds },
  })
  const campaign = {
    name: campaignName,
    segmentation_criteria_ad_hoc: [],
    contents,
    dispatch_attributes: {
      ...delivery,
      bounce_email_id: bounces.id,
      seed_list_ids: [seedList.id],
      track_opens: true,
      track_links: true,
      begins_at: 'now',
    },
  }
  const made = await call<{ id: number }>('POST', `mailing_lists/${listId}/campaigns`, { campaign })
  return made.id
}

async function stateOf(call: Call, campaignId: number): Promise<string> {
  type Campaign = { dispatch: { state: string }; error_message: string | null }
  const { dispatch, error_message } = await call<Campaign>('GET', `campaigns/${campaignId}`)
  if (dispatch.state === 'failed') throw new Error(error_message ?? 'failed')
  return dispatch.state
}

export type Shown = { id: number; email: string; status: string }

export async function subscribersOf(call: Call, listId: number): Promise<Shown[]> {
  const all: Shown[] = []
  for (let page = 0; ; page += 1) {
    const path = `mailing_lists/${listId}/subscribers?per_page=500&page=${page}`
    const some = await call<Shown[]>('GET', path)
    all.push(...some)
    if (some.length < 500) return all
  }
}

async function idsOf(call: Call, listId: number): Promise<Map<string, number>> {
  const all = await subscribersOf(call, listId)
  return new Map(all.map(({ email, id }) => [email.toLowerCase(), id]))
}
