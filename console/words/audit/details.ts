import { count } from '../../design/figures.ts'

/** What is said about the details of an event. */
export const detailWords = {
  /** Attributes whose name in the API says little to people. Others are shown with spaces in place of underscores. */
  names: {
    action: 'action',
    active: 'switched on',
    addresses: 'addresses',
    api_key_id: 'key',
    app_id: 'app',
    autoresponder_id: 'autoresponder',
    balance: 'credits afterwards',
    bounce_limit: 'limit of bounces',
    bounces: 'bounced messages',
    by_link: 'by a link',
    campaign_id: 'campaign',
    chosen: 'chosen people',
    classification: 'log',
    client: 'program',
    columns: 'columns',
    complaint_limit: 'limit of complaints',
    count: 'number',
    credits: 'credits',
    custom_field_id: 'field',
    custom_field_ids: 'fields in their new order',
    description: 'description',
    domain: 'domain',
    email: 'e-mail',
    event_types: 'events',
    expires_at: 'ends',
    filename: 'file',
    from_email: 'sender address',
    from_name: 'sender name',
    full_name: 'name',
    host: 'website',
    html_footer: 'below the content (HTML)',
    html_header: 'above the content (HTML)',
    import_log_lines: 'lines of import logs',
    language: 'language',
    last_status: 'last code',
    limit: 'limit',
    locks: 'locked',
    format: 'format',
    mailing_list_id: 'list',
    may_change: 'may change data',
    message_id: 'message',
    messages: 'messages',
    method: 'by',
    mode: 'mode',
    name: 'name',
    needs: 'what',
    notify_organization_admins: 'mails to administrators',
    options: 'options',
    overage: 'allowed above the limit',
    overlap_seconds: 'the old value works on for (seconds)',
    paused: 'paused',
    people: 'people',
    permissions: 'permissions',
    provider: 'provider',
    range: 'part of the file',
    reason: 'reason',
    remote_address: 'from the address',
    replayed: 'events',
    resent: 'messages',
    role: 'role',
    role_changed: 'role changed',
    seed_list_addresses: 'addresses of seed lists',
    segment_id: 'segment',
    sending_quota: 'sending quota',
    sessions_ended: 'sessions ended',
    status: 'status',
    statuses: 'statuses',
    step_id: 'step',
    subject: 'subject',
    subscriber_id: 'person',
    subscriber_ids: 'people',
    subscriber_quota: 'limit of people',
    subscribers: 'people',
    suppressed_addresses: 'suppressed addresses',
    time_zone_name: 'time zone',
    to_mailing_list_id: 'to the list',
    until: 'until',
    url: 'address',
    user_id: 'user',
    waiting: 'waiting people',
    was_active: 'was switched on',
    webhook_events: 'webhook events',
    withdrawn: 'messages taken back',
  } as Record<string, string>,

  states: {
    active: 'active',

    api_key: 'make or change an API key',

    autoresponder: 'start an autoresponder',

    bounced: 'bounced',

    bulk_change: 'change many people',

    campaign: 'send a campaign',

    deactivated: 'deactivated',

    delete: 'delete',

    erasure: 'erase a person',

    export: 'export people',

    fixed_credits: 'prepaid credits',

    hidden_limit: 'hidden limit',

    import: 'import people',

    no_limit: 'no limit',

    organization_admin: 'administrator',

    passkey: 'passkey',

    password: 'password',

    provider: 'provider',

    rights: 'change who may do what',

    scim: 'SCIM',

    scomp: 'complained',

    set_field: 'set a field',

    set_status: 'set the status',

    standard: 'standard user',

    switch: 'change of organization',

    system_admin: 'system administrator',

    unsubscribed: 'unsubscribed',

    visible_limit: 'visible limit',
  } as Record<string, string>,
  none: 'none',
  yes: 'yes',
  no: 'no',
  more: (rest: number) => `and ${count(rest)} more`,
  changed: (names: string) => `Changed: ${names}`,
  head: (name: string) => `${name}: `,
}
