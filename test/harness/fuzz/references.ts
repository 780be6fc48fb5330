import type { Possessions } from '../records/tenants.ts'

/** A body that names a record: `$` is its id. */
type Reference = [method: string, path: string, body: string, kind: string]

export function referencesOf(own: Possessions): Reference[] {
  return [...settingsOf(own), ...fieldsOf(own), ...selectionsOf(own), ...clausesOf(own)]
}

function settingsOf(own: Possessions): Reference[] {
  const list = `mailing_lists/${own.mailing_lists}`
  const autoresponder = `${list}/autoresponders/${own.autoresponders}`
  const listening = (kind: string, reference: string) =>
    `{"autoresponder":{"trigger":"${kind}","trigger_${reference}_id":$}}`
  const trigger = `${list}/subscribers/${own.subscribers}/trigger_autoresponders`
  const campaign = `campaigns/${own.campaigns}`
  const imports = (triggers: string) =>
    `{"subscriber_import":{"begins_at":"2099-01-01T00:00:00Z","column_mapping":["email"],"file_source":{"type":"json","content":"email"},"autoresponders":{"api":${triggers}}}}`
  return [
    ['PUT', list, '{"mailing_list":{"d_virtual_mta_id":$}}', 'virtual_mtas'],
    ['PUT', list, '{"mailing_list":{"d_url_domain_id":$}}', 'url_domains'],
    ['PUT', list, '{"mailing_list":{"d_bounce_email_id":"$"}}', 'bounce_emails'],
    ['PUT', list, '{"mailing_list":{"d_seed_list_ids":[$]}}', 'seed_lists'],
    ['PUT', list, '{"mailing_list":{"primary_key_custom_field_id":$}}', 'custom_fields'],
    ['PUT', campaign, '{"campaign":{"dispatch_attributes":{"virtual_mta_id":$}}}', 'virtual_mtas'],
    ['PUT', campaign, '{"campaign":{"dispatch_attributes":{"url_domain_id":$}}}', 'url_domains'],
    ['PUT', campaign, '{"campaign":{"dispatch_attributes":{"bounce_email_id":"$"}}}', 'bounce_emails'],
    ['PUT', campaign, '{"campaign":{"dispatch_attributes":{"seed_list_ids":[$]}}}', 'seed_lists'],
    [
      'PUT',
      campaign,
      '{"campaign":{"dispatch_attributes":{"special_sending_rule_id":$}}}',
      'special_sending_rules',
    ],
    ['PUT', campaign, '{"campaign":{"dispatch_attributes":{"time_zone_field_id":$}}}', 'custom_fields'],
    ['POST', 'special_sending_rules', '{"name":"A","send_days":[1],"mailing_list_id":$}', 'mailing_lists'],
    ['PUT', campaign, '{"campaign":{"segmentation_criteria_id":$}}', 'segments'],
    ['POST', `${list}/campaigns`, '{"campaign":{"name":"A"},"source_template_id":$}', 'templates'],
    ['PUT', autoresponder, '{"autoresponder":{"virtual_mta_id":$}}', 'virtual_mtas'],
    ['PUT', autoresponder, '{"autoresponder":{"url_domain_id":$}}', 'url_domains'],
    ['PUT', autoresponder, '{"autoresponder":{"segmentation_criteria_id":$}}', 'segments'],
    ['PUT', autoresponder, '{"autoresponder":{"special_sending_rule_id":$}}', 'special_sending_rules'],
    ['PUT', autoresponder, listening('campaign_open', 'campaign_to_open'), 'campaigns'],
    ['PUT', autoresponder, listening('campaign_click', 'campaign_to_click'), 'campaigns'],
    ['PUT', autoresponder, listening('autoresponder_send', 'autoresponder_to_send'), 'autoresponders'],
    ['PUT', `${autoresponder}/steps/${own.steps}`, '{"step":{"segmentation_criteria_id":$}}', 'segments'],
    ['POST', trigger, '{"autoresponder_ids":[$]}', 'autoresponders'],
    ['POST', `${campaign}/render`, '{"subscriber_id":$}', 'subscribers'],
    ['POST', `${list}/subscriber_imports`, imports('{"trigger_new":{"id":$}}'), 'autoresponders'],
    ['POST', `${list}/subscriber_imports`, imports('{"trigger_updated":{"id":$}}'), 'autoresponders'],
  ]
}

/** Fields and pictures of pages. */
function fieldsOf(own: Possessions): Reference[] {
  const list = `mailing_lists/${own.mailing_lists}`
  const fields = '"fields":[{"custom_field_id":$}]'
  return [
    ['POST', `${list}/web_forms`, `{"web_form":{"name":"B",${fields}}}`, 'custom_fields'],
    ['PUT', `web_forms/${own.web_forms}`, `{"web_form":{${fields}}}`, 'custom_fields'],
    ['PUT', `${list}/preferences`, '{"preferences":{"editable_custom_field_ids":[$]}}', 'custom_fields'],
    [
      'PUT',
      `${list}/custom_fields/order`,
      '{"custom_field_order":{"custom_field_ids":[$]}}',
      'custom_fields',
    ],
    ['PUT', 'custom_fields/order', '{"custom_field_order":{"custom_field_ids":[$]}}', 'custom_fields'],
    [
      'PUT',
      `campaigns/${own.campaigns}`,
      '{"campaign":{"contents":[{"attachments":[{"id":$}]}]}}',
      'attachments',
    ],
    ['PUT', 'brand', '{"brand":{"logo_id":$}}', 'assets'],
    ['PUT', `${list}/brand`, '{"brand":{"logo_id":$}}', 'assets'],
  ]
}

/** Of bulk changes and exports. */
function selectionsOf(own: Possessions): Reference[] {
  const list = `mailing_lists/${own.mailing_lists}`
  const change = (of: string) => `{"subscriber_bulk_change":{${of}}}`
  const chosen = '"selection":{"all":true,"segment_id":$}'
  const all = '"selection":{"all":true}'
  const changes = `${list}/subscriber_bulk_changes`
  const exported = '{"subscriber_export":{"segment_id":$}}'
  return [
    ['POST', changes, change(`${chosen},"action":"delete"`), 'segments'],
    ['POST', changes, change(`${all},"action":"set_field","custom_field_id":$,"value":"x"`), 'custom_fields'],
    ['POST', changes, change(`${all},"action":"copy","to_mailing_list_id":$`), 'mailing_lists'],
    ['POST', `${list}/subscriber_exports`, exported, 'segments'],
  ]
}

/** Every clause that names a record, wherever there are clauses. */
function clausesOf(own: Possessions): Reference[] {
  const list = `mailing_lists/${own.mailing_lists}`
  const step = `${list}/autoresponders/${own.autoresponders}/steps/${own.steps}`
  const adHoc = (wrapper: string) => (clause: string) =>
    `{"${wrapper}":{"segmentation_criteria_ad_hoc":[${clause}]}}`
  const rule = (more: string) => (clause: string) =>
    `{"special_sending_rule":{"name":"B","send_days":[1],${more}"clauses":[${clause}]}}`
  const segment = (clause: string) => `{"segment":{"name":"B","clauses":[${clause}]}}`
  const nested = (clause: string) => segment(`{"type":"not","clauses":[${clause}]}`)
  const places: [method: string, path: string, body: (clause: string) => string][] = [
    ['POST', `${list}/segments/preview`, segment],
    ['POST', `${list}/segments`, nested],
    ['PUT', `${list}/segments/${own.segments}`, segment],
    ['PUT', `campaigns/${own.campaigns}`, adHoc('campaign')],
    ['PUT', `templates/${own.templates}`, adHoc('template')],
    ['PUT', step, adHoc('step')],
    ['POST', 'special_sending_rules', rule('')],
    ['POST', 'special_sending_rules', rule(`"mailing_list_id":${own.mailing_lists},`)],
  ]
  return places.flatMap(([method, path, body]) =>
    namingClauses.map(([clause, kind]): Reference => [method, path, body(clause), kind]),
  )
}

const namingClauses: readonly [clause: string, kind: string][] = [
  ['{"type":"custom_field","custom_field":{"id":$},"operator":"is","value":"x"}', 'custom_fields'],
  ['{"type":"activity","activity":"opened","operator":"did","campaign":{"id":$}}', 'campaigns'],
  ['{"type":"import","operator":"added_by","import":{"id":$}}', 'subscriber_imports'],
  ['{"type":"consent","operator":"not_given","web_form":{"id":$}}', 'web_forms'],
  ['{"type":"in_segment","operator":"is_in","segment":{"id":$}}', 'segments'],
  ['{"type":"in_mailing_list","operator":"is_in","mailing_list":{"id":$}}', 'mailing_lists'],
  ['{"type":"not_in_suppression_list","suppression_list":{"id":$}}', 'suppression_lists'],
]
