import type { Rights } from './right-names.ts'

const reading = {
  mailing_list: ['read'],
  segmentation_criteria: ['read'],
  autoresponder: ['read'],
  web_form: ['read'],
  custom_field: ['read'],
  campaign: ['read'],
  'campaign/template': ['read'],
  seed_list: ['read'],
  message_stream: ['read'],
  message_template: ['read'],
  suppression_list: ['read'],
  special_sending_rule: ['read'],
  brand: ['read'],
  virtual_mta: ['read'],
  url_domain: ['read'],
  bounce_email: ['read'],
  organization: ['read'],
  job: ['read'],
  overview: ['read'],
} satisfies Rights

/**
 * The roles that a new organization begins with, which it can change. An administrator needs none of them: no right
 * opens users, roles and keys. Migration 084 gave them to the organizations that there were.
 */
export const presetRoles = {
  Marketer: {
    ...reading,
    mailing_list: ['read', 'create', 'update'],
    subscriber: ['create', 'update', 'delete', 'read', 'import', 'export'],
    segmentation_criteria: ['read', 'create', 'update', 'delete'],
    autoresponder: ['read', 'create', 'update', 'delete', 'update_state', 'read_stats'],
    web_form: ['read', 'create', 'update', 'delete'],
    custom_field: ['read', 'create', 'update', 'delete'],
    campaign: ['read', 'create', 'update', 'delete', 'send', 'update_state', 'read_stats'],
    'campaign/template': ['read', 'create', 'update', 'delete'],
    seed_list: ['read', 'create', 'update', 'delete'],
  },
  Analyst: {
    ...reading,
    subscriber: ['read'],
    autoresponder: ['read', 'read_stats'],
    campaign: ['read', 'read_stats'],
    message: ['read'],
  },
  Importer: {
    mailing_list: ['read'],
    subscriber: ['create', 'update', 'read', 'import'],
    segmentation_criteria: ['read'],
    autoresponder: ['read'],
    custom_field: ['read', 'create'],
    organization: ['read'],
    job: ['read'],
    overview: ['read'],
  },
  Developer: {
    ...reading,
    subscriber: ['create', 'update', 'delete', 'read'],
    web_form: ['read', 'create', 'update', 'delete'],
    custom_field: ['read', 'create', 'update'],
    message: ['create', 'read'],
    message_stream: ['read', 'create', 'update'],
    message_template: ['read', 'create', 'update', 'delete'],
    webhook: ['read', 'create', 'update', 'delete'],
    dkim_key: ['read'],
    sender_domain: ['read'],
    audit_event: ['read'],
  },
} satisfies Record<string, Rights>
