import { until } from '../core/until.ts'
import { anOrganizationOf, aWholeServer, type Call, type WholeServer } from '../core/whole-server.ts'
import { givePassword } from './log-in.ts'

const firstNames = [
  'Anna',
  'Ben',
  'Clara',
  'David',
  'Emil',
  'Farah',
  'Greta',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Liam',
]
const lastNames = [
  'Alder',
  'Brook',
  'Carver',
  'Dorn',
  'Ekholm',
  'Fischer',
  'Grau',
  'Hale',
  'Ivers',
  'Jansen',
  'Kern',
]
const cities = ['Berlin', 'Hamburg', 'Vienna', 'Bern', 'Utrecht', 'Lyon', 'Oslo']
const domains = ['example.com', 'example.org', 'mail.example', 'post.example', 'inbox.example']

type Named = { id: number }

export type Brand = {
  server: WholeServer
  call: Call
  organizationId: number
  email: string
  ids: Record<
    | 'list'
    | 'segment'
    | 'campaign'
    | 'draft'
    | 'import'
    | 'person'
    | 'key'
    | 'webhook'
    | 'user'
    | 'autoresponder'
    | 'step'
    | 'form'
    | 'stream'
    | 'message'
    | 'messageTemplate'
    | 'role'
    | 'plan',
    number
  >
}

type BrandOptions = {
  people?: number
  role?: 'organization_admin' | 'system_admin'
  /** Changes every text that a person chose: hostile ones test the pages. */
  text?: (plain: string) => string
}

/** A whole server with an organization in use: lists, people, a campaign that was read, settings. */
export async function aBrand({
  people = 400,
  role = 'organization_admin',
  text = same,
}: BrandOptions = {}): Promise<Brand> {
  const server = await aWholeServer()
  const { id: organizationId, call } = await anOrganizationOf(server, {
    name: text('Alder & Finch'),
    time_zone_name: 'Europe/Berlin',
    sending_quota: { mode: 'fixed_credits' },
  })
  await server.system('PUT', `organizations/${organizationId}/add_sending_credits`, { credits: 100_000 })
  const list = await aList(call, text)
  await aList(call, (plain) => text(`${plain} Austria`))
  const imported = await importPeople(call, list, people)
  const segment = await call<Named>('POST', `mailing_lists/${list}/segments`, {
    segment: {
      name: text('Joined this month'),
      clauses: [{ type: 'subscriber_date_subscribed', operator: 'in_last_days', value: 30 }],
    },
  })
  const settings = await addSettings(call, text)
  const campaign = await aCampaign(call, list, { name: text('May news'), begins_at: 'now' })
  await until(
    async () =>
      (await call<{ dispatch: { state: string } }>('GET', `campaigns/${campaign}`)).dispatch.state ===
      'finished',
    {
      seconds: 60,
    },
  )
  await readSome(server)
  const draft = await aCampaign(call, list, { name: text('June offers'), state: 'idle' })
  const [person] = await call<Named[]>('GET', `mailing_lists/${list}/subscribers?per_page=1`)
  const email = await aPerson(server, role === 'system_admin' ? 1 : organizationId, role, text)
  const writing = await addWays(call, list, text)
  const singles = await addMessages(call, text)
  const ids = {
    ...writing,
    ...singles,
    list,
    segment: segment.id,
    campaign,
    draft,
    import: imported,
    person: person?.id ?? 0,
    ...settings,
  }
  return { server, call, organizationId, email, ids }
}

function same(plain: string): string {
  return plain
}

async function aList(call: Call, text: (plain: string) => string): Promise<number> {
  const mailing_list = {
    name: text('Newsletter'),
    d_from_name: text('Alder & Finch'),
    d_from_email: 'news@alder.example',
    d_reply_to: 'hello@alder.example',
  }
  const { id } = await call<Named>('POST', 'mailing_lists', { mailing_list })
  const path = `mailing_lists/${id}/custom_fields`
  const fields = [
    { name: text('First name'), field_type: 'text' },
    { name: text('Last name'), field_type: 'text' },
    { name: text('City'), field_type: 'text' },
    { name: text('Orders'), field_type: 'number' },
    {
      name: text('Interests'),
      field_type: 'select_multiple_checkboxes',
      options: ['Garden', 'Kitchen', 'Travel'],
    },
  ]
  for (const custom_field of fields) await call('POST', path, { custom_field })
  return id
}

async function importPeople(call: Call, list: number, count: number): Promise<number> {
  const known = await call<{ name: string }[]>('GET', `mailing_lists/${list}/custom_fields`)
  const fields = known.slice(0, 4).map(({ name }) => name)
  const rows = Array.from({ length: count }, (_, index) => rowOf(index))
  const subscriber_import = {
    column_mapping: ['email', ...fields],
    file_source: { type: 'json', content: ['E-Mail,First name,Last name,City,Orders', ...rows].join('\n') },
  }
  const { id } = await call<Named>('POST', `mailing_lists/${list}/subscriber_imports`, { subscriber_import })
  await until(
    async () => (await call<{ state: string }>('GET', `subscriber_imports/${id}`)).state === 'finished',
    {
      seconds: 60,
    },
  )
  return id
}

function rowOf(index: number): string {
  const first = firstNames[index % firstNames.length] ?? ''
  const last = lastNames[(index * 7) % lastNames.length] ?? ''
  const domain = domains[index % domains.length] ?? ''
  const city = cities[index % cities.length] ?? ''
  const address = index % 40 === 39 ? `${first} at ${domain}` : `${first}.${last}.${index}@${domain}`
  return [address.toLowerCase(), first, last, city, index % 13].join(',')
}

async function aCampaign(
  call: Call,
  list: number,
  { name, ...dispatch }: { name: string; begins_at?: string; state?: string },
): Promise<number> {
  const campaign = {
    name,
    segmentation_criteria_ad_hoc: [],
    dispatch_attributes: {
      from_name: 'Alder & Finch',
      from_email: 'news@alder.example',
      sender_email: 'news@alder.example',
      track_opens: true,
      track_links: true,
      ...dispatch,
    },
    contents: [
      {
        name: 'A',
        subject: 'What grows in May',
        format: 'both',
        html: `<html><body><h1>What grows in May</h1><p>Beans, peas and a good deal of patience.</p>
<p><a href="https://shop.alder.example/seeds">Seeds for May</a> <a href="https://shop.alder.example/tools">Tools</a></p>
<p><a href="%%unsubscribe_link%%">Unsubscribe</a></p></body></html>`,
        text: 'Beans, peas and patience.\n\nUnsubscribe: %%unsubscribe_link%%',
      },
    ],
  }
  return (await call<Named>('POST', `mailing_lists/${list}/campaigns`, { campaign })).id
}

/** By which people come, and what is sent to them then: a form, and a sequence of two messages. */
async function addWays(call: Call, list: number, text: (plain: string) => string) {
  const autoresponders = `mailing_lists/${list}/autoresponders`
  const autoresponder = await call<Named>('POST', autoresponders, {
    autoresponder: { name: text('Welcome'), trigger: 'api', content_subject: text('Welcome to the garden') },
  })
  const step = await call<Named>('POST', `${autoresponders}/${autoresponder.id}/steps`, {
    step: { name: text('Three days later'), wait_amount: 3, content_subject: text('What grows next') },
  })
  const form = await call<Named>('POST', `mailing_lists/${list}/web_forms`, {
    web_form: { name: text('Foot of the site') },
  })
  return { autoresponder: autoresponder.id, step: step.id, form: form.id }
}

/** A receipt that was sent, with its stream and its template. */
async function addMessages(call: Call, text: (plain: string) => string) {
  const name = text('Receipts')
  const stream = await call<Named>('POST', 'message_streams', {
    message_stream: { name, from_name: text('Alder & Finch'), from_email: 'shop@alder.example' },
  })
  const html = '<h1>Thank you, {{ data.name }}</h1><p>Order {{ data.number }} costs {{ data.total }}.</p>'
  const data = { name: text('Anna'), number: 4711, total: '12 €' }
  const template = await call<Named>('POST', 'message_templates', {
    message_template: {
      name: text('Order'),
      subject: 'Your order {{ data.number }}',
      html,
      sample_data: data,
    },
  })
  const message = { to: 'anna@example.com', stream: name, template_id: template.id, data, tags: ['order-7'] }
  const { id } = await call<Named>('POST', 'messages', { message })
  return { stream: stream.id, messageTemplate: template.id, message: id }
}

async function addSettings(call: Call, text: (plain: string) => string) {
  const make = (path: string, body: object) => call<Named>('POST', path, body)
  const { id } = await make('suppression_lists', { suppression_list: { name: text('Do not write') } })
  await make(`suppression_lists/${id}/suppressed_addresses/create_multiple`, {
    data: ['gone@example.com', 'never@example.org'],
  })
  await make('special_sending_rules', {
    special_sending_rule: {
      name: text('Gently'),
      messages_max: 3,
      messages_days: 7,
      send_days: [1, 2, 3, 4, 5],
    },
  })
  await make('seed_lists', { seed_list: { name: text('Colleagues'), addresses_array: ['us@alder.example'] } })
  const key = await make('api_keys', { api_key: { name: text('Web shop'), role: 'organization_admin' } })
  const url = 'https://receiver.example.com/quiver'
  const webhook = await make('webhooks', { webhook: { name: text('Shop'), url, event_types: ['scomp'] } })
  const ben = { full_name: text('Ben Brook'), email: 'ben@alder.example', active: true, role: 'standard' }
  const user = await make('users', { user: ben })
  const role = await make('roles', { role: { name: text('Editor'), permissions: { campaign: ['read'] } } })
  const plan = await make('plans', {
    plan: { method: 'PUT', path: `webhooks/${webhook.id}`, body: { webhook: { name: text('Shop') } } },
  })
  return { key: key.id, webhook: webhook.id, user: user.id, role: role.id, plan: plan.id }
}

/** Two in five open, every second of those clicks. */
async function readSome({ sink, url }: WholeServer): Promise<void> {
  const pages = sink.messages.map(({ raw }) =>
    raw.toString('utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='),
  )
  const readers = pages.filter((_, index) => index % 5 < 2)
  for (const [index, page] of readers.entries()) {
    const [open] = linksOf(page, url, 'o')
    const [click] = linksOf(page, url, 'c')
    if (open !== undefined) await fetch(open)
    if (click !== undefined && index % 2 === 0) await fetch(click, { redirect: 'manual' })
  }
}

function linksOf(page: string, url: string, kind: 'o' | 'c'): string[] {
  return [...page.matchAll(new RegExp(`${url}/${kind}/[\\w.~-]+`, 'g'))].map(([link]) => link)
}

async function aPerson(
  { sql, system }: WholeServer,
  organizationId: number,
  role: string,
  text: (plain: string) => string,
): Promise<string> {
  const email = 'ann@alder.example'
  const { id } = await system<Named>('POST', `organizations/${organizationId}/users`, {
    user: { full_name: text('Ann Alder'), email, role, active: true },
  })
  await givePassword(sql, organizationId, id)
  return email
}
