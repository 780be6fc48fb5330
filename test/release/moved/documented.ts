import type { Resource } from './call.ts'
import { sendingResources } from './documented-sending.ts'

const apiKey = 'id name role active api_key'
const user =
  'id full_name email active role show_quick_tips default_preview_recipients permissions time_zone password_failure_lockout'
const organization =
  'id name active anniversary_day time_zone_name time_zone_utc_offset html_header html_footer text_header text_footer custom_headers sending_quota subscriber_quota permissions'
const element =
  'id mailing_list_id mailing_list_name created_at state begins_at finished_at file_source stats'
const imported = `${element} error_message overwrite autoresponders overwrite_what overwrite_when_status column_mapping default_custom_fields file_format subscriber_defaults`
const list =
  'id name d_from_email d_from_name d_reply_to d_sender_email d_speed d_virtual_mta d_virtual_mta_id d_url_domain d_url_domain_id d_bounce_email d_bounce_email_id d_seed_lists d_autowinner_enabled d_autowinner_percentage d_autowinner_delay_amount d_autowinner_delay_unit d_autowinner_metric has_format has_confirmed custom_headers_enabled custom_headers primary_key_custom_field_id preview_custom_field_data is_remote_list database_connection_id database_connection_name'
const field = 'id mailing_list_id name field_type required instructions is_global'
const subscriber =
  'id mailing_list_id email created_at created_at_epoch status subscribe_time subscribe_time_epoch subscribe_ip custom_fields'
const suppressed =
  'id suppression_list_id organization_id user_id email address_type added_as_auto_scomp auto_converted_to_punycode created_at updated_at'
const suppressionList = 'id organization_id name global mailing_list_id suppression_scope'

const person = { full_name: 'Pat Example', active: true, role: 'organization_admin', show_quick_tips: false }
const file = {
  column_mapping: ['email', 'word'],
  file_source: { type: 'json', content: 'email,word\r\nmoved@example.com,1' },
  file_format: {
    csv_has_headers: true,
    character_set: 'utf-8',
    csv_field_separator: ',',
    date_format: 'mdy',
  },
  subscriber_defaults: { status: 'active', confirmed: true, format: 'html' },
  begins_at: '2099-01-01T00:00:00Z',
}

const accounts: readonly Resource[] = [
  {
    name: 'Subscriber imports',
    calls: [
      { call: 'GET subscriber_imports', answers: element },
      { call: 'GET subscriber_imports?scope=all&page=0&per_page=500', answers: element },
      { call: 'GET mailing_lists/{mailing_lists}/subscriber_imports', answers: element },
      { call: 'POST mailing_lists/{mailing_lists}/subscriber_imports', body: () => ({ subscriber_import: file }), answers: imported, keep: 'import' }, // oxfmt-ignore
      { call: 'GET subscriber_imports/{import}', answers: imported },
      { call: 'POST subscriber_imports/{import}/pause', answers: imported },
      { call: 'POST subscriber_imports/{import}/unpause', answers: imported },
      { call: 'POST subscriber_imports/{import}/cancel', answers: imported },
    ],
  },
  {
    name: 'API keys',
    calls: [
      { call: 'POST api_keys', body: () => ({ api_key: { name: 'Shop' } }), answers: apiKey, keep: 'key' },
      { call: 'GET api_keys?name_contains=shop', answers: apiKey },
      { call: 'PUT api_keys/{key}', body: () => ({ api_key: { active: false } }), answers: apiKey },
      { call: 'DELETE api_keys/{key}' },
      { call: 'GET organization/{organizations}/api_keys', as: 'system', answers: apiKey },
      { call: 'POST organizations/{organizations}/api_keys', as: 'system', body: () => ({ api_key: { name: 'Other', role: 'organization_admin', active: true } }), answers: apiKey, keep: 'key' }, // oxfmt-ignore
      { call: 'PUT organizations/{organizations}/api_keys/{key}', as: 'system', body: () => ({ api_key: { name: 'Third' } }), answers: apiKey }, // oxfmt-ignore
      { call: 'DELETE organizations/{organizations}/api_keys/{key}', as: 'system' },
    ],
  },
  {
    name: 'Users',
    calls: [
      { call: 'POST users', body: () => ({ user: { ...person, email: 'pat@example.com' } }), answers: user, keep: 'user' }, // oxfmt-ignore
      { call: 'GET users', answers: user },
      { call: 'GET users/{user}', answers: user },
      { call: 'PUT users/{user}', body: () => ({ user: { default_preview_recipients: null } }), answers: user }, // oxfmt-ignore
      { call: 'DELETE users/{user}' },
    ],
  },
  {
    name: 'Organizations',
    calls: [
      { call: 'GET organizations?minimal=true&order_by=name', as: 'system', answers: 'id name' },
      { call: 'GET organizations/{organizations}', as: 'system', answers: organization },
      { call: 'POST organizations', as: 'system', body: () => ({ organization: { name: 'Moved', time_zone_name: '(GMT-06:00) Central Time (US & Canada)', sending_quota: { mode: 'fixed_credits' } } }), answers: organization, keep: 'moved' }, // oxfmt-ignore
      { call: 'PUT organizations/{moved}', as: 'system', body: () => ({ organization: { subscriber_quota: { mode: 'visible_limit', limit: 10, overage: 5, notify_organization_admins: true } } }), answers: organization }, // oxfmt-ignore
      { call: 'GET organizations/{organizations}/messages_sent/daily?start_date=2026-01-01&end_date=2026-01-31', answers: 'report' }, // oxfmt-ignore
      { call: 'GET organizations/{organizations}/messages_sent/monthly', answers: 'report' },
      { call: 'GET organizations/{organizations}/messages_sent/monthly.csv' },
      { call: 'GET organizations/{moved}/sending_credits', as: 'system', answers: 'sending_credits' },
      { call: 'PUT organizations/{moved}/add_sending_credits', as: 'system', body: () => ({ credits: 5 }), answers: 'sending_credits' }, // oxfmt-ignore
      { call: 'PUT organizations/{moved}/remove_sending_credits', as: 'system', body: () => ({ credits: 5 }), answers: 'sending_credits' }, // oxfmt-ignore
      { call: 'PUT organizations/{moved}/set_sending_credits', as: 'system', body: () => ({ credits: 7 }), answers: 'sending_credits' }, // oxfmt-ignore
      { call: 'GET organizations/{moved}/delete_confirmation_code', as: 'system', answers: 'delete_confirmation_code delete_confirmation_expires_at' }, // oxfmt-ignore
      { call: 'DELETE organizations/{moved}/confirmed/{code}', as: 'system' },
      { call: 'GET system_campaigns?exclude_active_campaigns=1', as: 'system', answers: 'campaign_report' },
      { call: 'GET subscriber_counts', answers: 'organization counts mailing_lists' },
      { call: 'GET organization/{organizations}/subscriber_counts', as: 'system', answers: 'organization counts mailing_lists' }, // oxfmt-ignore
    ],
  },
]

const people: readonly Resource[] = [
  {
    name: 'Mailing lists',
    calls: [
      { call: 'GET mailing_lists', answers: list },
      { call: 'POST mailing_lists', body: () => ({ mailing_list: { name: 'Daily', d_virtual_mta: 'System Default Route', d_seed_list_names: ['word'], d_autowinner_percentage: 25 } }), answers: list, keep: 'list' }, // oxfmt-ignore
      { call: 'PUT mailing_lists/{list}', body: () => ({ mailing_list: { name: 'News', has_format: true } }), answers: list }, // oxfmt-ignore
      { call: 'GET mailing_lists/{list}/delete_confirmation_code', answers: 'delete_confirmation_code delete_confirmation_expires_at' }, // oxfmt-ignore
      { call: 'DELETE mailing_lists/{list}/confirmed/{code}' },
    ],
  },
  {
    name: 'Custom fields',
    calls: [
      { call: 'GET mailing_lists/{mailing_lists}/custom_fields', answers: field },
      { call: 'POST mailing_lists/{mailing_lists}/custom_fields', body: () => ({ custom_field: { name: 'Color', field_type: 'select_multiple_checkboxes', options: [{ name: 'red' }, { name: 'blue' }] } }), answers: `${field} options`, keep: 'field' }, // oxfmt-ignore
      { call: 'PUT mailing_lists/{mailing_lists}/custom_fields/{field}', body: () => ({ custom_field: { name: 'Colors' } }), answers: field }, // oxfmt-ignore
      { call: 'POST custom_fields/promote', body: ({ field: id }) => ({ custom_field_promoter: { custom_field_id: Number(id) } }), answers: field }, // oxfmt-ignore
      { call: 'GET custom_fields', answers: field },
      { call: 'POST custom_fields', body: () => ({ custom_field: { name: 'Town', field_type: 'text', minimum_length: 1 } }), answers: `${field} default_string minimum_length maximum_length`, keep: 'global' }, // oxfmt-ignore
      { call: 'PUT custom_fields/{global}', body: () => ({ custom_field: { instructions: 'Where?' } }), answers: field }, // oxfmt-ignore
      { call: 'DELETE custom_fields/{global}' },
      { call: 'GET custom_fields/deleted', answers: `${field} deleted_at` },
      { call: 'GET mailing_lists/{mailing_lists}/custom_fields/deleted', answers: '' },
    ],
  },
  {
    name: 'Subscribers',
    calls: [
      { call: 'POST mailing_lists/{mailing_lists}/subscribers', body: () => ({ subscriber: { email: 'ann@example.com', status: 'active', subscribe_time: '2015-01-22T17:10:00Z', custom_fields: { word: { name: 'word', value: 'x' } } } }), answers: subscriber, keep: 'person' }, // oxfmt-ignore
      { call: 'GET mailing_lists/{mailing_lists}/subscribers?page=0&per_page=100', answers: subscriber },
      {
        call: 'GET mailing_lists/{mailing_lists}/subscribers/{person},word@example.com',
        answers: subscriber,
      },
      { call: 'PUT mailing_lists/{mailing_lists}/subscribers/ann%40example.com', body: () => ({ subscriber: { custom_fields: { word: 'y' } }, run_autoresponders: true }), answers: subscriber }, // oxfmt-ignore
      { call: 'POST mailing_lists/{mailing_lists}/subscribers/{person}/trigger_autoresponders', body: ({ autoresponders: id }) => ({ autoresponder_ids: [Number(id)], content_replacement_fields: { order: '1' } }), answers: 'triggered_autoresponders subscriber subscription_result' }, // oxfmt-ignore
      { call: 'POST mailing_lists/{mailing_lists}/subscribers/bob@example.com/trigger_autoresponders', body: () => ({ autoresponder_names: ['wo*'], create_missing_subscriber: true, custom_fields: { for_all: { word: 'z' } } }), answers: 'triggered_autoresponders subscriber subscription_result' }, // oxfmt-ignore
      { call: 'GET subscribers_by_email/ann@example.com', answers: 'id mailing_list' },
      { call: 'DELETE mailing_lists/{mailing_lists}/subscribers/{person}' },
    ],
  },
  {
    name: 'Segments',
    calls: [
      { call: 'GET segmentation_criterias', answers: 'id name mailing_list_id criteria_json criteria_sql created_at updated_at' }, // oxfmt-ignore
      { call: 'GET segments?name_contains=wor', answers: 'id mailing_list_id name description' },
      { call: 'GET mailing_lists/{mailing_lists}/segments', answers: 'id mailing_list_id name' },
    ],
  },
  {
    name: 'Suppression lists',
    calls: [
      { call: 'GET suppression_lists', answers: suppressionList },
      { call: 'POST suppression_lists', body: () => ({ suppression_list: { name: 'All', mailing_list_id: null } }), answers: suppressionList, keep: 'suppression' }, // oxfmt-ignore
      { call: 'POST suppression_lists', body: ({ mailing_lists: id }) => ({ suppression_list: { name: 'One', suppression_scope: 'mailing_list', mailing_list_id: Number(id) } }), answers: suppressionList }, // oxfmt-ignore
      { call: 'POST suppression_lists', body: () => ({ suppression_list: { name: 'Chosen', suppression_scope: 'segment' } }), answers: suppressionList }, // oxfmt-ignore
      { call: 'POST suppression_lists', as: 'system', body: () => ({ suppression_list: { name: 'Law', global: true } }), answers: suppressionList }, // oxfmt-ignore
      { call: 'PUT suppression_lists/{suppression}', body: () => ({ suppression_list: { name: 'Everybody' } }), answers: suppressionList }, // oxfmt-ignore
      { call: 'POST suppression_lists/{suppression}/suppressed_addresses/create_multiple', body: () => ({ data: ['gone@example.com', '@example.net'] }) }, // oxfmt-ignore
      { call: 'GET suppression_lists/{suppression}/suppressed_addresses?page=0&per_page=250', answers: suppressed }, // oxfmt-ignore
      { call: 'GET suppressed_addresses?email=gone@example.com', answers: 'suppressed_address' },
      { call: 'DELETE suppression_lists/{suppression}/suppressed_addresses/gone@example.com' },
      { call: 'DELETE suppression_lists/{suppression}' },
    ],
  },
]

export const documented: readonly Resource[] = [...accounts, ...people, ...sendingResources]
