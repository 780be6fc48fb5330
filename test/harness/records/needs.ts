import { roles } from '../../../src/contract/api/endpoint.ts'
import type { SessionAnswer } from '../../../src/contract/users/sessions.ts'

/**
 * The table of section 5 of the specification, and of the permissions of section 2.4, for every route. It is
 * independent of the declarations of the endpoints: a route without a line here fails.
 */

/** The role that a caller needs, or the permissions of a standard user, of which one is enough. */
export type Need = 'nobody' | 'user' | 'organization_admin' | 'system_admin' | { permissions: string[] }

const may = (...permissions: string[]): Need => ({ permissions })

/** The first line that matches a route counts. */
const table: [route: RegExp, need: Need][] = [
  [/ set_up$/, 'nobody'],
  [/^GET .*autoresponders\/:id\/check$/, may('autoresponder.update', 'autoresponder.update_state')],
  [/^GET (overview|search)$/, 'user'],
  [/^POST (sessions|log_in\/\w+)$/, 'nobody'],
  [/^POST sessions\/current\/switch$/, 'user'],
  [/ log_in_providers/, 'organization_admin'],
  [/ sessions\/current\/organization$/, 'system_admin'],
  [/^(GET|DELETE) sessions\b/, 'user'],
  [/ users\/current\b/, 'user'],
  // Everything that names another organization, except the own record.
  [/^(GET|PUT) organizations\/:organization_id$/, 'organization_admin'],
  [/^GET organizations$/, 'organization_admin'],
  [/^GET organizations\/:organization_id\/messages_sent\//, 'organization_admin'],
  [/^GET system_campaigns$/, 'system_admin'],
  [/ organizations\b/, 'system_admin'],
  [/ database_connections/, 'system_admin'],
  [/ (api_keys|users|roles|dkim_keys|sender_domains)\b/, 'organization_admin'],
  [/^GET (sending_brake|credit_ledger)$/, 'organization_admin'],
  [/ audit_events$/, 'organization_admin'],
  [/^GET health$/, 'system_admin'],
  [/^GET jobs\/\w+_on_all_organizations$/, 'system_admin'],
  [/^GET jobs\//, 'organization_admin'],
  [/^GET stream$/, 'user'],
  [/ approval_rules$/, 'organization_admin'],
  [/ plans\b/, 'user'],
  [/ webhooks/, 'organization_admin'],
  [/^GET subscriber_counts$/, 'user'],
  // Granted by a system administrator, visible to those who refer to them.
  [/^GET (virtual_mtas|url_domains|bounce_emails)/, 'user'],
  [/ (virtual_mtas|url_domains|bounce_emails)/, 'system_admin'],
  [/ suppression_lists\/:suppression_list_id/, 'organization_admin'],
  [/ suppressed_addresses$/, 'organization_admin'],
  [/^GET suppression_lists/, 'user'],
  [/ suppression_lists/, 'organization_admin'],
  [/^POST messages\/render$/, may('message.create', 'message_template.update')],
  [/^GET messages/, may('message.read')],
  [/^POST messages/, may('message.create')],
  [/^GET message_streams\/:id\/(suppressions|statistics)$/, may('message.read')],
  [/^(POST|DELETE) message_streams\/:id\/suppressions/, may('message_stream.update')],
  [/^GET message_(streams|templates)/, 'user'],
  [/^POST message_streams/, may('message_stream.create')],
  [/^PUT message_streams/, may('message_stream.update')],
  [/^DELETE message_streams/, may('message_stream.delete')],
  [/^POST message_templates/, may('message_template.create')],
  [/^PUT message_templates/, may('message_template.update')],
  [/^DELETE message_templates/, may('message_template.delete')],
  [/^GET special_sending_rules/, 'user'],
  [/ special_sending_rules/, 'organization_admin'],
  [/^GET seed_lists/, 'user'],
  [/^POST seed_lists/, may('seed_list.create')],
  [/^PUT seed_lists/, may('seed_list.update')],
  [/^DELETE seed_lists/, may('seed_list.delete')],
  [/ .*(subscriber_imports|uploads)/, may('subscriber.import')],
  [/ .*(?:subscriber_exports|subscribers\/:id\/data$)/, may('subscriber.export')],
  [/^GET .*subscriber_bulk_changes/, may('subscriber.read')],
  [/^POST .*subscriber_bulk_changes\/preview$/, may('subscriber.read')],
  [/^POST .*subscriber_bulk_changes/, may('subscriber.update', 'subscriber.delete', 'subscriber.create')],
  [/^POST .*subscribers\/unsubscribe$/, may('subscriber.update')],
  [/^POST subscribers\/erase$/, 'organization_admin'],
  [/^GET .*subscribers/, may('subscriber.read')],
  [/^POST .*subscribers/, may('subscriber.create')],
  [/^PUT .*subscribers/, may('subscriber.update')],
  [/^DELETE .*subscribers/, may('subscriber.delete')],
  [/^GET .*web_forms/, 'user'],
  [/^POST .*web_forms$/, may('web_form.create')],
  [/^PUT .*web_forms/, may('web_form.update')],
  [/^DELETE .*web_forms/, may('web_form.delete')],
  [/^GET .*custom_fields/, 'user'],
  [/^POST custom_fields\/promote$/, may('custom_field.update')],
  [/^POST .*custom_fields$/, may('custom_field.create')],
  [/^PUT .*custom_fields/, may('custom_field.update')],
  [/^DELETE custom_fields/, may('custom_field.delete')],
  [/^GET .*autoresponders\/:id\/uncertain_deliveries$/, may('subscriber.read')],
  [/^POST .*autoresponders\/:id\/resend_uncertain$/, may('autoresponder.update_state')],
  [/^GET .*(autoresponders|campaigns)\/:id\/people$/, may('subscriber.read')],
  [/^GET .*autoresponders\/:id\/places$/, may('subscriber.read')],
  [/^DELETE .*autoresponders\/:id\/places/, may('subscriber.update')],
  [/^GET .*autoresponders\/:id\/sequence$/, may('autoresponder.read_stats')],
  [/^(POST|PUT|DELETE) .*autoresponders\/:id\/steps/, may('autoresponder.update')],
  [/^GET .*autoresponders\/:id\/statistics$/, may('autoresponder.read_stats')],
  [/^GET .*autoresponders/, 'user'],
  [/^POST .*autoresponders$/, may('autoresponder.create')],
  [/^PUT .*autoresponders/, may('autoresponder.update', 'autoresponder.update_state')],
  [/^DELETE .*autoresponders/, may('autoresponder.delete')],
  [/^GET campaigns\/:id\/(link_stats|timeline|domains|comparison)$/, may('campaign.read_stats')],
  [/^GET campaigns\/:id\/uncertain_deliveries$/, may('subscriber.read')],
  [/^POST campaigns\/:id\/resend_uncertain$/, may('campaign.send')],
  [/^POST campaigns\/:id\/send_preview$/, may('campaign.update')],
  [/^POST autoresponders\/:id\/send_preview$/, may('autoresponder.update')],
  [/^(POST campaigns\/:id\/render|GET campaigns\/:id\/check)$/, may('campaign.update')],
  [/^POST .*autoresponders\/:id\/render$/, may('autoresponder.create', 'autoresponder.update')],
  [/^(GET|PUT) brand$/, 'organization_admin'],
  [/^GET assets/, 'user'],
  [/^GET .*\/attachments\/:id$/, 'user'],
  [
    /^POST .*\/attachments$/,
    may('campaign.create', 'campaign.update', 'autoresponder.create', 'autoresponder.update'),
  ],
  [/^POST assets(\/copy)?$/, may('campaign.create', 'campaign.update')],
  [/^DELETE assets/, may('campaign.delete')],
  [/^GET mailing_lists\/:id\/subscribers\/:id\/pause$/, may('subscriber.read')],
  [/^PUT mailing_lists\/:id\/subscribers\/:id\/pause$/, may('subscriber.update')],
  [/^GET .*(campaigns|templates|segments)/, 'user'],
  [/^POST .*campaigns$/, may('campaign.create')],
  [/^PUT campaigns/, may('campaign.update')],
  [/^(POST|DELETE) campaigns\/:id\/draft/, may('campaign.update')],
  [/^DELETE campaigns/, may('campaign.delete')],
  [/^POST campaigns\/:id\/(pause|resume|cancel)$/, may('campaign.update_state')],
  [/^POST .*templates$/, may('campaign/template.create')],
  [/^PUT templates/, may('campaign/template.update')],
  [/^DELETE templates/, may('campaign/template.delete')],
  [/^POST .*segments\/preview$/, may('subscriber.read')],
  [/^POST .*segments$/, may('segmentation_criteria.create')],
  [/^PUT segments/, may('segmentation_criteria.update')],
  [/^DELETE segments/, may('segmentation_criteria.delete')],
  [/ mailing_lists\/:id\/(delete_confirmation_code|confirmed)/, may('mailing_list.delete')],
  [
    /^POST mailing_lists\/:mailing_list_id\/remote_query\/preview$/,
    may('campaign.create', 'campaign.update'),
  ],
  [/^GET mailing_lists/, 'user'],
  [/^POST mailing_lists$/, may('mailing_list.create')],
  [/^PUT mailing_lists/, may('mailing_list.update')],
]

/** @param route method and path as in the endpoint: `GET mailing_lists/:id`. */
export function needOf(route: string): Need {
  const need = table.find(([pattern]) => pattern.test(route))?.[1]
  if (need === undefined) throw new Error(`${route} has no line in the table: say who may call it`)
  return need
}

/** By this table, which the server is tested against, and not by the declarations of the endpoints. */
export function isAllowed(
  { role, permissions }: Pick<SessionAnswer, 'role' | 'permissions'>,
  method: string,
  path: string,
): boolean {
  const need = needOf(`${method} ${path}`)
  if (need === 'nobody' || need === 'user') return true
  if (typeof need === 'string') return roles.indexOf(role) >= roles.indexOf(need)
  if (role !== 'standard') return true
  return need.permissions.some((permission) => {
    const [key = '', name = ''] = permission.split('.')
    return (permissions as Record<string, string[]>)[key]?.includes(name) ?? false
  })
}
