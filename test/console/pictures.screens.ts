import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { aBrand, type Brand } from '../harness/browser/brand.ts'
import { givePassword, logIn } from '../harness/browser/log-in.ts'
import { aPage } from '../harness/browser/page.ts'
import { until } from '../harness/core/until.ts'

const directory = fileURLToPath(new URL('../../docs/pictures', import.meta.url))

type Picture = { name: string; path: (ids: Brand['ids'] & { rule: number }) => string }

/** In docs/console.md each stands under its page. */
const pictures: readonly Picture[] = [
  { name: 'overview', path: () => '/overview' },
  { name: 'lists', path: () => '/lists' },
  { name: 'list-fields', path: ({ list }) => `/lists/${list}/fields` },
  { name: 'web-form', path: ({ list, form }) => `/lists/${list}/forms/${form}` },
  { name: 'readers', path: ({ list }) => `/lists/${list}/readers` },
  { name: 'people', path: ({ list }) => `/people?list=${list}` },
  { name: 'person', path: ({ list, person }) => `/lists/${list}/people/${person}` },
  { name: 'segment', path: ({ segment }) => `/segments/${segment}` },
  { name: 'imports', path: () => '/imports' },
  { name: 'import', path: (ids) => `/imports/${ids.import}` },
  { name: 'import-new', path: () => '/imports/new' },
  { name: 'exports', path: () => '/exports' },
  { name: 'jobs', path: () => '/jobs?show=all' },
  { name: 'suppression', path: () => '/suppression' },
  { name: 'campaigns', path: () => '/campaigns' },
  { name: 'compose', path: ({ draft }) => `/campaigns/${draft}/what` },
  { name: 'check', path: ({ draft }) => `/campaigns/${draft}/check` },
  { name: 'report', path: ({ campaign }) => `/campaigns/${campaign}/report` },
  { name: 'sequence', path: ({ list, autoresponder }) => `/lists/${list}/autoresponders/${autoresponder}` },
  { name: 'sent', path: () => '/reports/sent' },
  { name: 'credits', path: () => '/reports/credits' },
  { name: 'templates', path: () => '/templates' },
  { name: 'pictures', path: () => '/pictures' },
  { name: 'sending-rule', path: ({ rule }) => `/sending-rules/${rule}` },
  { name: 'organization', path: () => '/settings/organization' },
  { name: 'brand', path: () => '/settings/brand' },
  { name: 'users', path: () => '/settings/users' },
  { name: 'keys', path: () => '/settings/keys' },
  { name: 'webhook', path: (ids) => `/settings/webhooks/${ids.webhook}` },
  { name: 'domains', path: () => '/settings/domains' },
  { name: 'routes', path: () => '/settings/routes' },
  { name: 'audit', path: () => '/settings/audit' },
]

const systemPictures = [
  { name: 'organizations', address: '/console/system/organizations' },
  { name: 'system-campaigns', address: '/console/system/campaigns' },
  { name: 'databases', address: '/console/system/databases' },
  { name: 'health', address: '/console/system/health' },
]

/** The colors change in transitions, which begin with the next frame and take longer while the machine is busy. */
const atRest = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))).then(() =>
  Promise.allSettled(document.getAnimations().map((one) => one.finished)))`

test('pictures of the pages, in light and dark', async () => {
  await mkdir(directory, { recursive: true })
  const brand = await aBrand({ people: 2_400 })
  await spreadOverHours(brand)
  await addPosters(brand)
  await addExport(brand)
  await addRoutes(brand)
  const [rule] = await brand.call<{ id: number }[]>('GET', 'special_sending_rules')
  const page = await aPage(brand.server, { expectedFaults: [/./], width: 1280, height: 800 })
  await logIn(page, brand.email)
  const at = `/console/o/${brand.organizationId}`
  for (const { name, path } of pictures)
    await take(page, name, `${at}${path({ ...brand.ids, rule: rule?.id ?? 0 })}`)
  await take(page, 'account', '/console/me')
  const ofSystem = await aSystemPage(brand)
  for (const { name, address } of systemPictures) await take(ofSystem, name, address)
})

async function take(page: Page, name: string, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => null)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(atRest)
    await page.screenshot({ path: `${directory}/${name}-${colorScheme}.png` })
  }
}

/** Pictures of a message, which the browser draws. */
async function addPosters({ server, call }: Brand): Promise<void> {
  const page = await aPage(server, { width: 480, height: 320 })
  const posters = [
    ['spring-seeds.png', '#f3c6d3', '#7a1f45', 'Spring'],
    ['summer-tools.png', '#cfe8c6', '#245c2a', 'Summer'],
    ['autumn-bulbs.png', '#f4d9a6', '#7c4309', 'Autumn'],
    ['winter-reading.png', '#c9dff0', '#1d4568', 'Winter'],
  ] as const
  for (const [filename, from, to, word] of posters) {
    await page.setContent(`<body style="margin:0;height:100vh;display:grid;place-items:center;color:white;
      font:600 72px serif;background:linear-gradient(135deg, ${from}, ${to})">${word}`)
    const content = (await page.screenshot()).toString('base64')
    await call('POST', 'assets', { asset: { filename, content } })
  }
}

async function addExport({ call, ids: { list } }: Brand): Promise<void> {
  const { id } = await call<{ id: number }>('POST', `mailing_lists/${list}/subscriber_exports`, {})
  await until(
    async () => (await call<{ state: string }>('GET', `subscriber_exports/${id}`)).state === 'finished',
  )
}

/** What system administrators grant. */
async function addRoutes({ server, organizationId }: Brand): Promise<void> {
  const of = `organizations/${organizationId}`
  await server.system('POST', `${of}/virtual_mtas`, {
    virtual_mta: { name: 'Newsletters', type: 'ip_address' },
  })
  await server.system('POST', `${of}/url_domains`, { url_domain: { domain: 'links.alder.example' } })
}

/** A page of a system administrator, with a database from which lists take their recipients. */
async function aSystemPage({ server }: Brand): Promise<Page> {
  const email = 'sam@quiver.example'
  const { id } = await server.system<{ id: number }>('POST', 'organizations/1/users', {
    user: { full_name: 'Sam Sorrel', email, role: 'system_admin', active: true },
  })
  await givePassword(server.sql, 1, id)
  await server.system('POST', 'database_connections', {
    database_connection: {
      name: 'Web shop',
      type: 'postgresql',
      host: 'shop.alder.example',
      port: 5432,
      database_name: 'shop',
      username: 'quiver_reader',
      password: 'not shown again',
    },
  })
  const page = await aPage(server, { expectedFaults: [/./], width: 1280, height: 800 })
  await logIn(page, email)
  return page
}

/** The campaign was read within seconds; in the picture it was sent ten hours ago. */
async function spreadOverHours({ server: { sql }, organizationId, ids: { campaign } }: Brand): Promise<void> {
  await sql`
    with total as (
      delete from campaign_quarter_hours where organization_id = ${organizationId} and campaign_id = ${campaign}
      returning sent, opened, clicked),
    sums as (select sum(sent)::float as sent, sum(opened)::float as opened, sum(clicked)::float as clicked from total),
    -- The n-th of 40 quarter-hours has a tenth less than the one before. Differences of sums add up to the total.
    upto as (select n, sum(power(0.9, n)) over (order by n) / sum(power(0.9, n)) over () as share
      from generate_series(0, 39) n),
    steps as (select n, round(opened * share) as opened, round(clicked * share) as clicked from upto, sums)
    insert into campaign_quarter_hours (organization_id, campaign_id, quarter_hour, sent, opened, clicked)
    select ${organizationId}, ${campaign},
      date_bin('15 minutes', now() - interval '10 hours', timestamptz '1970-01-01T00:00:00Z') + n * interval '15 minutes',
      case when n = 0 then sent else 0 end, opened - coalesce(lag(opened) over (order by n), 0),
      clicked - coalesce(lag(clicked) over (order by n), 0)
    from steps, (select sent from sums) whole`
}
