import { aList } from '../core/records.ts'
import { listPreferenceRoutes } from '../../../src/http/lists/preferences.ts'
import { subscriberPauseRoutes } from '../../../src/http/subscribers/pause.ts'
import { aSentCampaign } from '../sending/readers.ts'

/** Ann's page of preferences, with two public lists besides the one that was sent to. */
export async function aPreferencePage(limits: Parameters<typeof aSentCampaign>[1] = {}) {
  const started = await aSentCampaign(undefined, limits, (route) => {
    listPreferenceRoutes(route)
    subscriberPauseRoutes(route)
  })
  const { sql, organizationId, visit } = started
  const aPublicList = async (name: string, preferences: object) => {
    const id = await aList(sql, organizationId, { name })
    const row = { organization_id: organizationId, mailing_list_id: id, is_public: true, ...preferences }
    await sql`insert into list_preferences ${sql(row as object as Record<string, string>)}`
    return id
  }
  const garden = await aPublicList('Garden', { description: 'What grows <now>' })
  const sales = await aPublicList('Internal name', { public_name: 'Sales & more' })
  const url = started.path('preferences')
  return {
    ...started,
    url,
    garden,
    sales,
    html: async (headers: Record<string, string> = {}) => (await visit('GET', url, { headers })).body,
    post: async (step: string, form: Form) =>
      (await visit('POST', `${url}/${step}`, { payload: encoded(form), headers: formHeaders })).body,
    statuses: async (listId: number) =>
      (await sql`select status from subscribers where mailing_list_id = ${listId} order by id`).map(
        ({ status }) => status,
      ),
    shown,
  }
}

type Form = Record<string, string | number | readonly (string | number)[]>

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

function encoded(form: Form): string {
  const pairs = Object.entries(form).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as [string, string]),
  )
  return new URLSearchParams(pairs).toString()
}

/** The lists of a page with their state, by name. */
function shown(html: string): Record<string, string> {
  const rows = html.matchAll(
    /<input type="checkbox" name="l" value="\d+"( checked)?( disabled)?><span>([^<]*)/g,
  )
  return Object.fromEntries(
    [...rows].map(([, checked, disabled, name = '']) => [
      name.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      checked === undefined ? (disabled === undefined ? 'off' : 'locked') : 'on',
    ]),
  )
}
