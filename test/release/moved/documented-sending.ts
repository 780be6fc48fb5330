import type { Resource } from './call.ts'

const element =
  'id name mailing_list_id mailing_list_name organization_id organization_name segmentation_criteria_id created_at updated_at archived'
const campaign = `${element} segmentation_criteria_name segmentation_criteria_remote_sql template content_determined active_html_editor campaign_contents dispatch stat_summary content_stats automatic_winner_selection content_subject email_format content_html content_text`
const template =
  'id name mailing_list_id mailing_list_name segmentation_criteria_id segmentation_criteria_name segmentation_criteria_remote_sql contents content_subject email_format content_html content_text'
const autoresponder =
  'id mailing_list_id name paused paused_at trigger delay delay_amount delay_unit delay_time trigger_include_subscribers_from_import trigger_run_on_api trigger_campaign_to_open_id trigger_autoresponder_to_open_id triggered_on use_external_delivery_setting bounce_email_user_id bounce_email_domain_id from_name from_email reply_to virtual_mta_id url_domain_id track_opens track_links content_subject content_format content_html content_text segmentation_criteria_id special_sending_rule_id special_sending_rule_name'
const job =
  'id mailing_list_id organization_id suppression_list_id state state2 paused name progress_value progress_total job_type begins_at started_at finished_at created_at updated_at retry_at'

const message = {
  name: 'A',
  content_attributes: { format: 'both', subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' },
}
const delivery = {
  state: 'idle',
  virtual_mta_name: 'System Default Route',
  seed_list_name: 'word',
  from_email: 'news@example.com',
  track_links: '1',
  begins_at: '2099-06-29 3:11PM',
}

export const sendingResources: readonly Resource[] = [
  {
    name: 'Campaigns',
    calls: [
      { call: 'GET mailing_lists/{mailing_lists}/campaigns', answers: `${element} dispatch` },
      {
        call: 'GET mailing_lists/{mailing_lists}/campaigns?started_at__start=1420070400&state=finished,failed',
      },
      { call: 'POST mailing_lists/{mailing_lists}/campaigns', body: () => ({ campaign: { name: 'May', segmentation_criteria_ad_hoc: [], campaign_contents_attributes: [message], dispatch_attributes: delivery } }), answers: campaign, keep: 'campaign' }, // oxfmt-ignore
      { call: 'POST mailing_lists/{mailing_lists}/campaigns', body: () => ({ campaign: { name: 'Old', content_subject: 'Hi', email_format: 'text', content_text: 'Hi' } }), answers: campaign.replace(' dispatch', '') }, // oxfmt-ignore
      { call: 'GET campaigns/{campaign}?include_engine_sendid=1', answers: `${campaign} engine_sendid` },
      { call: 'GET campaigns/by_stat/{campaign}', answers: campaign },
      { call: 'PUT campaigns/{campaign}', body: () => ({ campaign: { contents: [{ subject: 'Hello' }] } }), answers: campaign }, // oxfmt-ignore
      { call: 'PUT campaigns/by_stat/{campaign}', body: () => ({ campaign: { name: 'June' } }), answers: campaign }, // oxfmt-ignore
      { call: 'POST campaigns/{campaign}/pause', answers: campaign },
      { call: 'POST mailing_lists/{mailing_lists}/campaigns/{campaign}/resume', answers: campaign },
      { call: 'GET campaigns/{campaign}/link_stats?url=*', answers: 'all_unclicked_links_recorded links' },
      { call: 'DELETE campaigns/{campaign}', answers: 'campaign' },
    ],
  },
  {
    name: 'Campaign templates',
    calls: [
      { call: 'GET mailing_lists/{mailing_lists}/templates', answers: template },
      { call: 'POST mailing_lists/{mailing_lists}/templates', body: () => ({ template: { name: 'T', template_contents_attributes: [message] } }), answers: template, keep: 'template' }, // oxfmt-ignore
      { call: 'GET templates/{template}', answers: template },
      { call: 'PUT templates/{template}', body: () => ({ template: { name: 'U' } }), answers: template },
      { call: 'DELETE templates/{template}', answers: 'campaign' },
    ],
  },
  {
    name: 'Autoresponders',
    calls: [
      { call: 'GET mailing_lists/{mailing_lists}/autoresponders', answers: autoresponder },
      { call: 'POST mailing_lists/{mailing_lists}/autoresponders', body: () => ({ autoresponder: { name: 'Welcome', trigger: 'subscription', trigger_run_on_api: true, delay: 'with_delay', delay_amount: 2, delay_unit: 'days', delay_time: 9, use_external_delivery_setting: false, from_email: 'news@example.com', content_subject: 'Hi', content_format: 'text', content_text: 'Hi' } }), answers: autoresponder, keep: 'autoresponder' }, // oxfmt-ignore
      { call: 'PUT mailing_lists/{mailing_lists}/autoresponders/{autoresponder}', body: () => ({ autoresponder: { paused: true } }), answers: autoresponder }, // oxfmt-ignore
      { call: 'GET mailing_lists/{mailing_lists}/autoresponders/{autoresponder}/statistics?start_date=20260101&end_date=20260131', answers: 'messages_sent accepted opens_unique clicks_unique open_rate' }, // oxfmt-ignore
      { call: 'POST autoresponders/{autoresponder}/send_preview', body: () => ({ preview: { recipients: ['me@example.com'] } }) }, // oxfmt-ignore
    ],
  },
  {
    name: 'Jobs',
    calls: [
      { call: 'GET jobs/all', answers: job },
      { call: 'GET jobs/unfinished?job_type=SubscriberImport', answers: job },
      { call: 'GET jobs/all_on_all_organizations', as: 'system', answers: job },
      { call: 'GET jobs/unfinished_on_all_organizations', as: 'system', answers: job },
      { call: 'GET organizations/{organizations}/jobs/all', as: 'system', answers: job },
      { call: 'GET organizations/{organizations}/jobs/unfinished', as: 'system', answers: job },
    ],
  },
  {
    name: 'What messages are sent with',
    calls: [
      { call: 'GET seed_lists?order_by=name', answers: 'id name addresses_array' },
      { call: 'POST seed_lists', body: () => ({ seed_list: { name: 'S', addresses_array: ['s@example.com'] } }), answers: 'id name addresses_array' }, // oxfmt-ignore
      { call: 'GET virtual_mtas?name=word', answers: 'id name type' },
      { call: 'GET virtual_mtas/0', answers: 'id name type' },
      { call: 'GET url_domains', answers: 'id domain' },
      { call: 'GET url_domains/{url_domains}', answers: 'id domain' },
      { call: 'GET bounce_emails', answers: 'id username domain email' },
      { call: 'GET bounce_emails/{bounce_emails}', answers: 'id username domain email' },
    ],
  },
]
