import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { permissionNames } from '../../../src/contract/users/permissions.ts'
import type { Actor } from '../../harness/core/api.ts'
import { anActor } from '../../harness/core/api.ts'
import { aSession } from '../../harness/records/sessions.ts'
import type { SessionActor } from '../../harness/records/sessions.ts'
import { aWholeApi } from '../../harness/records/tenants.ts'
import type { WholeApi } from '../../harness/records/tenants.ts'

/**
 * T3: the table of section 5 of the specification, and of the permissions of section 2.4, walked over every route. It
 * says nothing of what the endpoints themselves declare: a route that has no line here fails.
 */

/** What a caller must be, or for a standard user: may. */
type Need = 'nobody' | 'user' | 'organization_admin' | 'system_admin' | { permission: string }

const may = (permission: string): Need => ({ permission })

/** The first line that fits a route counts. */
const table: [route: RegExp, need: Need][] = [
  [/^POST (sessions|log_in\/\w+)$/, 'nobody'],
  [/^(GET|DELETE) sessions\/current$/, 'user'],
  [/ users\/current\/totp/, 'user'],
  // Whatever names another organization, but for one's own record.
  [/^(GET|PUT) organizations\/:organization_id$/, 'organization_admin'],
  [/^GET organizations$/, 'organization_admin'],
  [/^GET organizations\/:organization_id\/messages_sent\//, 'organization_admin'],
  [/^GET system_campaigns$/, 'system_admin'],
  [/ organizations\b/, 'system_admin'],
  [/ database_connections/, 'system_admin'],
  [/ (api_keys|users|dkim_keys)\b/, 'organization_admin'],
  [/ audit_events$/, 'organization_admin'],
  [/^GET jobs\/\w+_on_all_organizations$/, 'system_admin'],
  [/^GET jobs\//, 'organization_admin'],
  [/ webhooks/, 'organization_admin'],
  [/^GET subscriber_counts$/, 'user'],
  // Granted by a system administrator, seen by those who refer to them.
  [/^GET (virtual_mtas|url_domains|bounce_emails)/, 'user'],
  [/ (virtual_mtas|url_domains|bounce_emails)/, 'system_admin'],
  [/ suppression_lists\/:suppression_list_id/, 'organization_admin'],
  [/^GET suppression_lists/, 'user'],
  [/ suppression_lists/, 'organization_admin'],
  [/^GET seed_lists/, 'user'],
  [/^POST seed_lists/, may('seed_list.create')],
  [/^PUT seed_lists/, may('seed_list.update')],
  [/^DELETE seed_lists/, may('seed_list.delete')],
  [/ .*subscriber_imports/, may('subscriber.import')],
  [/^POST .*subscribers\/unsubscribe$/, may('subscriber.update')],
  [/^POST subscribers\/erase$/, 'organization_admin'],
  [/^GET .*subscribers/, may('subscriber.read')],
  [/^POST .*subscribers/, may('subscriber.create')],
  [/^PUT .*subscribers/, may('subscriber.update')],
  [/^DELETE .*subscribers/, may('subscriber.delete')],
  [/^GET .*custom_fields/, 'user'],
  [/^POST custom_fields\/promote$/, may('custom_field.update')],
  [/^POST .*custom_fields$/, may('custom_field.create')],
  [/^PUT custom_fields/, may('custom_field.update')],
  [/^DELETE custom_fields/, may('custom_field.delete')],
  [/^GET .*autoresponders\/:id\/uncertain_deliveries$/, may('subscriber.read')],
  [/^POST .*autoresponders\/:id\/resend_uncertain$/, may('autoresponder.update_state')],
  [/^GET .*autoresponders/, 'user'],
  [/^POST .*autoresponders$/, may('autoresponder.create')],
  [/^PUT .*autoresponders/, may('autoresponder.update')],
  [/^GET campaigns\/:id\/link_stats$/, may('campaign.read_stats')],
  [/^GET campaigns\/:id\/uncertain_deliveries$/, may('subscriber.read')],
  [/^POST campaigns\/:id\/resend_uncertain$/, may('campaign.send')],
  [/^POST campaigns\/:id\/send_preview$/, may('campaign.update')],
  [/^POST autoresponders\/:id\/send_preview$/, may('autoresponder.update')],
  [/^GET .*(campaigns|templates|segments)/, 'user'],
  [/^POST .*campaigns$/, may('campaign.create')],
  [/^PUT campaigns/, may('campaign.update')],
  [/^DELETE campaigns/, may('campaign.delete')],
  [/^POST campaigns\/:id\/(pause|resume|cancel)$/, may('campaign.update_state')],
  [/^POST .*templates$/, may('campaign/template.create')],
  [/^PUT templates/, may('campaign/template.update')],
  [/^DELETE templates/, may('campaign/template.delete')],
  [/^POST .*segments$/, may('segmentation_criteria.create')],
  [/^PUT segments/, may('segmentation_criteria.update')],
  [/^DELETE segments/, may('segmentation_criteria.delete')],
  [/ mailing_lists\/:id\/(delete_confirmation_code|confirmed)/, may('mailing_list.delete')],
  [/^GET mailing_lists/, 'user'],
  [/^POST mailing_lists$/, may('mailing_list.create')],
  [/^PUT mailing_lists/, may('mailing_list.update')],
]

function needOf(route: string): Need {
  const need = table.find(([pattern]) => pattern.test(route))?.[1]
  if (need === undefined) throw new Error(`${route} has no line in the table: say who may call it`)
  return need
}

type Who = 'nobody' | 'inactive' | 'standard' | 'permitted' | 'organization_admin' | 'system_admin'
type Caller = { who: Who; as: Actor | SessionActor | null }

function expectedOf(need: Need, who: Who): 'open' | 401 | 403 {
  if (need === 'nobody') return 'open'
  if (who === 'nobody' || who === 'inactive') return 401
  if (who === 'system_admin') return 'open'
  if (need === 'system_admin') return 403
  if (who === 'organization_admin' || need === 'user') return 'open'
  return typeof need === 'object' && who === 'permitted' ? 'open' : 403
}

async function everybody(api: WholeApi): Promise<Caller[]> {
  const { sql, a, system } = api
  const inactive = await anActor(sql, api.secrets, a.organizationId)
  await sql`update api_keys set active = false where id = ${inactive.apiKeyId}`
  const permissions = Object.fromEntries(
    Object.entries(permissionNames).map(([key, names]) => [key, [...names]]),
  )
  const session = (organizationId: number, attributes: object) => aSession(api, organizationId, attributes)
  return [
    { who: 'nobody', as: null },
    { who: 'inactive', as: inactive },
    { who: 'inactive', as: await session(a.organizationId, { role: 'organization_admin', active: false }) },
    { who: 'standard', as: await session(a.organizationId, { role: 'standard' }) },
    { who: 'permitted', as: await session(a.organizationId, { role: 'standard', permissions }) },
    { who: 'organization_admin', as: a },
    { who: 'organization_admin', as: await session(a.organizationId, { role: 'organization_admin' }) },
    // On the System Organization, too, the role counts and not the place.
    { who: 'organization_admin', as: await anActor(sql, api.secrets, 1) },
    { who: 'system_admin', as: system },
    { who: 'system_admin', as: await session(1, { role: 'system_admin' }) },
  ]
}

function headersOf(as: Caller['as']): Record<string, string> {
  if (as === null) return {}
  return 'credential' in as ? { authorization: `Basic ${as.credential}` } : as.headers
}

test(
  'every route is open to those whom the table names, and to nobody else',
  { timeout: 240_000 },
  async () => {
    const api = await aWholeApi()
    const wrong: string[] = []
    const callers = await everybody(api)
    // The log-out comes last: it would end the sessions that the others use.
    const last = endpoints.filter(({ id }) => id === 'deleteCurrentSession')
    for (const { method, path } of [...endpoints.filter((endpoint) => !last.includes(endpoint)), ...last]) {
      const need = needOf(`${method} ${path}`)
      for (const { who, as } of callers) {
        const url = `/ga/api/v2/${path.replaceAll(/:\w+/g, '1999999999')}`
        const { status } = await api.send({
          method,
          url,
          headers: headersOf(as),
          ...(method === 'POST' || method === 'PUT' ? { payload: '{}' } : {}),
        })
        const got = status === 401 || status === 403 ? status : 'open'
        // A key is no user: it has no session and no second factor to speak of.
        if (need === 'user' && got !== 401 && as !== null && 'credential' in as && /current/.test(path))
          continue
        if (got !== expectedOf(need, who)) wrong.push(`${method} ${path} as ${who}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  },
)
