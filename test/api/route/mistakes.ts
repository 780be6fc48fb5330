type Call = { call: string; body?: unknown; headers?: Record<string, string>; isRaw?: true }

const list = 'mailing_lists/:mailing_lists'
const people = `${list}/subscribers`
const post = (path: string, body: unknown): Call => ({ call: `POST ${path}`, body })
const put = (path: string, body: unknown): Call => ({ call: `PUT ${path}`, body })
const get = (path: string): Call => ({ call: `GET ${path}` })
const sent = (headers: Record<string, string>): Call => ({ call: 'GET mailing_lists', headers })
const segment = (clauses: unknown): Call => post(`${list}/segments`, { segment: { name: 'S', clauses } })
const imported = (more: object): Call =>
  post(`${list}/subscriber_imports`, {
    subscriber_import: {
      column_mapping: ['email'],
      file_source: { type: 'json', content: 'email\na@example.com\n' },
      ...more,
    },
  })
const campaign = (more: object): Call => post(`${list}/campaigns`, { campaign: { name: 'C', ...more } })
const dispatched = (more: object): Call => campaign({ dispatch_attributes: more })
const webhook = (more: object): Call =>
  post('webhooks', {
    webhook: { name: 'W', url: 'https://hooks.example.com/', event_types: ['studio_click'], ...more },
  })

const basic = 'Authorization: Basic API_KEY'

/** Name, call, and a part of the answer. */
export const mistakes: [string, Call, string][] = [
  ['no credential', sent({}), basic],
  ['the bare key', sent({ authorization: 'abc' }), basic],
  ['another header', sent({ 'x-api-key': 'abc' }), basic],
  ['another scheme', sent({ authorization: 'Token abc' }), basic],
  ['a wrong key', sent({ authorization: 'Bearer MTphYmM=' }), basic],
  ['no underscore', get('mailinglists'), 'did you mean mailing_lists?'],
  ['the singular', get('mailing_list'), 'did you mean mailing_lists?'],
  ['contacts', get('contacts'), 'did you mean subscribers?'],
  ['contacts of a list', get('mailing_lists/1/contacts'), 'did you mean mailing_lists/1/subscribers?'],
  ['members of a list', get('mailing_lists/1/members'), 'did you mean mailing_lists/1/subscribers?'],
  ['lists', get('lists'), 'did you mean mailing_lists?'],
  ['imports', get('imports'), 'did you mean subscriber_imports?'],
  ['fields', get('mailing_lists/1/fields'), 'did you mean mailing_lists/1/custom_fields?'],
  ['forms', get('mailing_lists/1/forms'), 'did you mean mailing_lists/1/web_forms?'],
  ['automations', get('mailing_lists/1/automations'), 'did you mean mailing_lists/1/autoresponders?'],
  ['hooks', get('hooks'), 'did you mean webhooks?'],
  ['a campaign is sent', post('campaigns/1/send', {}), 'begins_at'],
  ['a campaign is scheduled', post('campaigns/1/schedule', {}), 'begins_at'],
  ['PATCH', { call: `PATCH ${people}/1`, body: {} }, 'this path takes'],
  ['POST to a record', post('mailing_lists/1', {}), 'this path takes'],
  ['a form', { call: `POST ${people}`, body: 'email=a%40example.com' }, 'must be JSON, not a form'],
  ['broken JSON', { call: `POST ${people}`, body: '{"email": "a@example.com",}' }, 'line 1, column'],
  ['a text', { call: `POST ${people}`, body: '"a@example.com"' }, 'must be a JSON object'],
  ['single quotes', { call: `POST ${people}`, body: "{'email': 'a'}" }, 'line 1, column 2'],
  ['no body', post(people, undefined), 'email cannot be blank'],
  ['many people', post(people, { subscribers: [{ email: 'a@example.com' }] }), 'subscribers/batch'],
  ['people as the record', post(people, { subscriber: [{ email: 'a@example.com' }] }), 'subscribers/batch'],
  ['an array', post(people, [{ email: 'a@example.com' }]), 'subscribers/batch'],
  ['no email', post(people, { subscriber: {} }), 'email cannot be blank'],
  ['email_address', post(people, { email_address: 'a@example.com' }), '"email_address" is not known'],
  ['e_mail', post(people, { subscriber: { e_mail: 'a@example.com' } }), 'did you mean "email"?'],
  ['no domain', post(people, { email: 'anna' }), 'email '],
  ['two addresses', post(people, { email: 'a@example.com, b@example.com' }), 'email '],
  ['a comma for a dot', post(people, { email: 'a@example,com' }), 'email '],
  ['a number', post(people, { email: 7 }), 'email must be a string'],
  [
    'a status of others',
    post(people, { email: 'a@example.com', status: 'subscribed' }),
    'must be one of active',
  ],
  [
    'fields in an array',
    post(people, { email: 'a@example.com', custom_fields: [{ name: 'own', value: '1' }] }),
    '{"First name": "Ann"}',
  ],
  [
    'an unknown field',
    post(people, { email: 'a1@example.com', custom_fields: { owm: '1' } }),
    'did you mean "own"?',
  ],
  [
    'a field beside email',
    post(people, { email: 'a2@example.com', 'First name': 'A' }),
    'is not known and was ignored',
  ],
  [
    'a date in words',
    post(people, { email: 'a@example.com', subscribe_time: 'yesterday' }),
    'such as 2026-12-31 09:00',
  ],
  [
    'no address of a machine',
    post(people, { email: 'a@example.com', subscribe_ip: 'localhost' }),
    'is not an IP address',
  ],
  ['twice', post(people, { email: 'own@example.com' }), 'already exists on this mailing list'],
  [
    'an unknown list',
    post('mailing_lists/99999/subscribers', { email: 'a@example.com' }),
    'mailing list not found',
  ],
  ['a word for an id', get('mailing_lists/news'), 'record not found'],
  [
    'another wrapper',
    post(people, { contact: { email: 'a@example.com' } }),
    'put the record under subscriber',
  ],
  ['an unknown person', put(`${people}/nobody@example.com`, { status: 'active' }), 'subscriber not found'],
  ['create as a word', put(`${people}/b@example.com?create=yes`, {}), 'must be true or false'],
  [
    'another address',
    put(`${people}/b@example.com?create=true`, { email: 'c@example.com' }),
    'must be that of the path',
  ],
  ['no batch', post(`${people}/batch`, {}), 'subscribers cannot be blank'],
  ['an empty batch', post(`${people}/batch`, { subscribers: [] }), 'cannot be empty'],
  [
    'one person as a batch',
    post(`${people}/batch`, { subscribers: { email: 'a@example.com' } }),
    'must be an array',
  ],
  ['a large page', get(`${people}?per_page=5000`), 'per_page must be at most 500'],
  ['a page below 0', get(`${people}?page=-1`), 'page must be a whole number'],
  ['limit', get(`${people}?limit=5`), '"limit" is not known'],
  ['a token of others', get(`${people}?page_token=abc`), 'page_token'],
  ['page and token', get(`${people}?page=1&page_token=abc`), 'cannot be given together'],
  ['a parameter twice', get(`${people}?page=1&page=2`), 'must be given once'],
  ['an unknown order', get('subscribers?order_by=name'), 'order_by must be one of'],
  ['an unknown status', get('subscribers?status=subscribed'), 'must be one of active'],
  ['101 people', get(`${people}/${Array.from({ length: 101 }, (_, n) => n + 1).join(',')}`), 'at most 100'],
  ['a list without a name', post('mailing_lists', { mailing_list: {} }), 'name cannot be blank'],
  ['title', post('mailing_lists', { mailing_list: { title: 'News' } }), '"title" is not known'],
  ['a list as text', post('mailing_lists', { mailing_list: 'News' }), 'must be a JSON object'],
  [
    'an address of a list',
    post('mailing_lists', { mailing_list: { name: 'N', d_from_email: 'x' } }),
    'd_from_email ',
  ],
  [
    'a field without a type',
    post(`${list}/custom_fields`, { custom_field: { name: 'F' } }),
    'field_type must be one of text',
  ],
  [
    'a type of others',
    post(`${list}/custom_fields`, { custom_field: { name: 'F', field_type: 'string' } }),
    'must be one of text',
  ],
  [
    'options as text',
    post(`${list}/custom_fields`, {
      custom_field: { name: 'F', field_type: 'select_single_radio', options: 'a,b' },
    }),
    'options must be an array',
  ],
  ['a clause as text', segment(['active']), 'must be one of'],
  ['a clause without a type', segment([{ field: 'x' }]), 'type must be one of'],
  [
    'a field by its name',
    segment([{ type: 'custom_field', custom_field: 'own', operator: 'is', value: 'x' }]),
    '{"name": "…"}',
  ],
  [
    'an unknown field in a clause',
    segment([{ type: 'custom_field', custom_field: { name: 'nope' }, operator: 'is', value: 'x' }]),
    'clauses name a custom field that does not exist',
  ],
  [
    'an operator of others',
    segment([{ type: 'custom_field', custom_field: { name: 'own' }, operator: '=', value: 'x' }]),
    'operator must be one of',
  ],
  ['clauses as an object', segment({ type: 'subscriber_status' }), 'must be an array'],
  ['no mapping', imported({ column_mapping: undefined }), 'column_mapping'],
  ['a mapping as text', imported({ column_mapping: 'email' }), 'column_mapping must be an array'],
  ['an unknown column', imported({ column_mapping: ['E-Mail'] }), 'did you mean "email"?'],
  ['no file', imported({ file_source: undefined }), 'file_source cannot be blank'],
  ['a file as text', imported({ file_source: 'email\na@example.com' }), 'file_source must be an object'],
  ['a source of others', imported({ file_source: { type: 'ftp' } }), 'must be one of'],
  [
    'a private url',
    imported({ file_source: { type: 'url', url: 'http://10.0.0.1/x.csv' } }),
    'not on the public internet',
  ],
  ['no url', imported({ file_source: { type: 'url', url: 'x.csv' } }), 'must be an http or https url'],
  ['a misspelt rule', imported({ overwrite_when_status: { activ: true } }), 'did you mean "active"?'],
  ['a start in words', imported({ begins_at: 'tomorrow' }), 'must look like 2026-12-31 09:00'],
  ['an encoding of others', imported({ file_format: { character_set: 'cp1252x' } }), 'character_set'],
  ['a campaign without a name', post(`${list}/campaigns`, { campaign: {} }), 'name cannot be blank'],
  [
    'a segment as text',
    campaign({ segmentation_criteria_id: 'all' }),
    'segmentation_criteria_id must be a whole number',
  ],
  ['contents as an object', campaign({ contents: { html: 'x' } }), 'contents must be an array'],
  ['a format of others', campaign({ contents: [{ format: 'mjml' }] }), 'must be one of'],
  ['a time in words', dispatched({ begins_at: 'soon' }), 'must look like 2026-12-31 09:00'],
  ['a sender without a domain', dispatched({ from_email: 'news' }), 'from_email '],
  ['a speed in words', dispatched({ speed: 'fast' }), 'speed must be a whole number'],
  ['an unknown virtual MTA', dispatched({ virtual_mta_id: 99999 }), 'virtual_mta_id'],
  [
    'a campaign in the past',
    campaign({ segmentation_criteria_id: ':segments', contents: [] }),
    'segmentation_criteria_id must be a whole number',
  ],
  ['no trigger', post(`${list}/autoresponders`, { autoresponder: { name: 'A' } }), 'trigger must be one of'],
  [
    'a trigger of others',
    post(`${list}/autoresponders`, { autoresponder: { name: 'A', trigger: 'signup' } }),
    'must be one of',
  ],
  [
    'nothing to trigger',
    post(`${people}/own@example.com/trigger_autoresponders`, {}),
    'autoresponder_names must be given',
  ],
  ['a webhook without TLS', webhook({ url: 'http://hooks.example.com/' }), 'url must begin with https://'],
  ['a private webhook', webhook({ url: 'https://192.168.1.1/x' }), 'not on the public internet'],
  ['an unknown event', webhook({ event_types: ['opened'] }), 'must be one of'],
  ['events as text', webhook({ event_types: 'studio_click' }), 'event_types must be an array'],
  [
    'form fields as names',
    post(`${list}/web_forms`, { web_form: { name: 'F', title: 'F', fields: ['First name'] } }),
    '{"custom_field_id": 7}',
  ],
  [
    'addresses as text',
    post('suppression_lists/:suppression_lists/suppressed_addresses/create_multiple', {
      data: 'a@example.com',
    }),
    'data must be an array',
  ],
  [
    'a user without a role',
    post('users', { user: { full_name: 'A', email: 'a@example.com', active: true } }),
    'role must be one of',
  ],
  [
    'a role of others',
    post('users', { user: { full_name: 'A', email: 'a@example.com', active: true, role: 'admin' } }),
    'must be one of',
  ],
  [
    'unsubscribed by address',
    post('subscribers/unsubscribe', { unsubscribe: { email: 'a@example.com' } }),
    'token cannot be blank',
  ],
  [
    'a key that is too long',
    {
      call: `POST ${people}`,
      body: { email: 'k@example.com' },
      headers: { authorization: '', 'idempotency-key': 'x'.repeat(300) },
    },
    'Idempotency-Key',
  ],
]
