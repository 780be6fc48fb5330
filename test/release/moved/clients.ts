import type { Resource } from './call.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const subscribers = 'mailing_lists/{mailing_lists}/subscribers'

/** What public clients of the contract send, with their leniencies. */
export const clients: readonly Resource[] = [
  {
    name: 'PHP examples of campaigns',
    calls: [
      { call: 'GET bounce_emails' },
      { call: 'GET url_domains' },
      { call: 'GET virtual_mtas' },
      {
        call: `POST ${subscribers}`,
        headers: form,
        body: () => ({ email: 'c1@example.com', status: 'active' }),
      },
    ],
  },
  {
    name: 'PHP library for WordPress forms',
    calls: [
      { call: 'GET mailing_lists', headers: form },
      { call: 'POST mailing_lists/{mailing_lists}/custom_fields', headers: form, body: () => ({ name: 'Size', field_type: 'text', required: 'false' }), keep: 'size' }, // oxfmt-ignore
      { call: 'PUT mailing_lists/{mailing_lists}/custom_fields/{size}', headers: form, body: () => ({ name: 'Sizes' }) }, // oxfmt-ignore
      { call: 'DELETE mailing_lists/{mailing_lists}/custom_fields/{size}', headers: form },
      { call: `PUT ${subscribers}/c1%40example%2Ecom`, headers: form, body: () => ({ subscriber: { status: 'active', subscribe_time: '2026-01-22T17:10:00+00:00' } }) }, // oxfmt-ignore
    ],
  },
  {
    name: 'WordPress plug-in for campaigns',
    calls: [
      { call: 'GET segmentation_criterias' },
      { call: 'POST mailing_lists/{mailing_lists}/campaigns', body: ({ templates: id }) => ({ source_template_id: id, duplicate_segmentation_criteria: '1', campaign: { name: 'Post', contents: [{ name: 'A', subject: 'S', format: 'html', html: '<p>x</p>' }], dispatch_attributes: { state: 'scheduled', bounce_email_id: '', virtual_mta_id: 0, track_links: '1', from_email: 'n@example.com', begins_at: '2099-01-22 11:10AM CST' } } }) }, // oxfmt-ignore
    ],
  },
  {
    name: 'WordPress plug-in for newsletters',
    calls: [
      { call: `POST ${subscribers}`, body: () => ({ subscriber: { email: 'c4@example.com', status: 'active', subscribe_ip: null, subscribe_time: '2026-01-22T17:10:00Z' } }) }, // oxfmt-ignore
    ],
  },
  {
    name: 'Node service with axios',
    calls: [
      { call: `POST ${subscribers}`, body: () => ({ email: 'c5@example.com', word: '01/02/2026' }) },
      { call: `GET ${subscribers}/c5@example.com` },
      { call: `GET ${subscribers}/absent@example.com`, differs: 'an absent address is 404 `not_found`, 200 only with `ERROR_STATUS=always_200`' }, // oxfmt-ignore
      {
        call: 'GET mailing_lists/{mailing_lists}/campaigns?started_at__start=1420070400&started_at__end=1451606400',
      },
      { call: 'GET subscribers_by_email/c5@example.com' },
      { call: 'POST suppression_lists/{suppression_lists}/suppressed_addresses/create_multiple', body: () => ({ data: ['c5@example.com'] }) }, // oxfmt-ignore
    ],
  },
  {
    name: 'Python integration with httpx',
    calls: [
      { call: 'POST mailing_lists', body: () => ({ mailing_list: { name: 'Imported' } }), answers: 'id', keep: 'imported' }, // oxfmt-ignore
      { call: 'POST mailing_lists/{imported}/custom_fields', body: () => ({ custom_field: { name: 'First', field_type: 'text' } }) }, // oxfmt-ignore
      { call: 'POST mailing_lists/{imported}/subscriber_imports', body: () => ({ subscriber_import: { begins_at: 'now', overwrite: true, column_mapping: ['email', 'First'], file_source: { type: 'json', content: '"email","First"\n"c6@example.com","Cy"' }, file_format: { csv_has_headers: true }, subscriber_defaults: { status: 'active', confirmed: true, format: 'html' } } }), answers: 'id' }, // oxfmt-ignore
    ],
  },
  {
    name: 'Node reports, with Bearer',
    calls: [
      {
        call: 'GET mailing_lists/{mailing_lists}/campaigns?started_at__start=2026-01-01&started_at__end=2026-01-31',
      },
      { call: 'GET campaigns/{campaigns}', answers: 'stat_summary' },
    ],
  },
  {
    name: '.NET site',
    calls: [
      { call: `POST ${subscribers}`, body: ({ custom_fields: id }) => ({ subscriber: { email: 'c8@example.com', first_name: 'Cy', custom_fields: { [id ?? '']: 'x' } } }) }, // oxfmt-ignore
    ],
  },
  {
    name: 'Python script for suppression',
    calls: [
      { call: 'POST suppression_lists/{suppression_lists}/suppressed_addresses/create_multiple', body: () => ({ data: ['c9@example.com'] }) }, // oxfmt-ignore
    ],
  },
]
