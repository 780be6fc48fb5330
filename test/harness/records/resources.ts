import { expect } from 'vitest'
import type { Api } from '../core/api.ts'
import { bounceEmailRoutes } from '../../../src/http/resources/bounce-emails.ts'
import { databaseConnectionRoutes } from '../../../src/http/resources/database-connections.ts'
import type { Router } from '../../../src/http/route/bind.ts'
import { seedListRoutes } from '../../../src/http/resources/seed-lists.ts'
import { sendingRuleRoutes } from '../../../src/http/resources/special-sending-rules.ts'
import { suppressionListRoutes } from '../../../src/http/resources/suppression-lists.ts'
import { urlDomainRoutes } from '../../../src/http/resources/url-domains.ts'
import { virtualMtaRoutes } from '../../../src/http/resources/virtual-mtas.ts'
import { defaultRemote } from '../../../src/sending/environment.ts'
import type { Secrets } from '../../../src/secrets/ring.ts'

/** The resources that organizations and mailing lists refer to, as data: their input and their answers. */

export function resourceRoutes(route: Router, secrets: Secrets): void {
  virtualMtaRoutes(route, secrets)
  urlDomainRoutes(route)
  bounceEmailRoutes(route)
  suppressionListRoutes(route)
  seedListRoutes(route)
  sendingRuleRoutes(route)
  databaseConnectionRoutes(route, { secrets, rules: defaultRemote.rules })
}

/** The kinds that every organization can have. */
export const resourceKinds = [
  {
    path: 'virtual_mtas',
    what: 'virtual MTA',
    subject: 'virtual_mta',
    unique: 'name',
    input: { name: 'Fast', type: 'ip_address' },
    changes: { name: 'Faster', type: 'relay_server' },
    answer: { name: 'Fast', type: 'ip_address' },
    changed: { name: 'Faster', type: 'relay_server' },
    ownWriter: null,
    missing: '2000000000',
  },
  {
    path: 'url_domains',
    what: 'URL domain',
    subject: 'url_domain',
    unique: 'domain',
    input: { domain: ' Links.Example.com ' },
    changes: { ssl: '1' },
    answer: { domain: 'links.example.com', ssl: false },
    changed: { domain: 'links.example.com', ssl: true },
    ownWriter: null,
    missing: '2000000000',
  },
  {
    path: 'bounce_emails',
    what: 'bounce e-mail',
    subject: 'bounce_email',
    unique: 'email',
    input: { email: 'Return@Example.com' },
    changes: { email: 'back@example.com' },
    answer: { username: 'Return', domain: 'example.com', email: 'Return@example.com' },
    changed: { username: 'back', domain: 'example.com', email: 'back@example.com' },
    ownWriter: null,
    missing: '2000000000@1',
  },
  {
    path: 'suppression_lists',
    what: 'suppression list',
    subject: 'suppression_list',
    unique: 'name',
    input: { name: 'Gone', global: false, mailing_list_id: null },
    changes: { name: 'Left' },
    answer: {
      name: 'Gone',
      organization_id: 0,
      global: false,
      mailing_list_id: null,
      suppression_scope: 'organization',
    },
    changed: {
      name: 'Left',
      organization_id: 0,
      global: false,
      mailing_list_id: null,
      suppression_scope: 'organization',
    },
    ownWriter: 'a',
    missing: '2000000000',
  },
  {
    path: 'seed_lists',
    what: 'seed list',
    subject: 'seed_list',
    unique: 'name',
    input: { name: 'Seeds', addresses_array: [' z@example.com', 'A@example.com', 'a@example.com'] },
    changes: { addresses_array: ['new@example.com'] },
    answer: { name: 'Seeds', addresses_array: ['z@example.com', 'A@example.com'] },
    changed: { name: 'Seeds', addresses_array: ['new@example.com'] },
    ownWriter: 'a',
    missing: '2000000000',
  },
  {
    path: 'special_sending_rules',
    what: 'special sending rule',
    subject: 'special_sending_rule',
    unique: 'name',
    input: { name: 'Gently', messages_max: 3, messages_days: '7', send_from: '09:00', send_until: '18:00' },
    changes: { send_days: [5, '1', 1], messages_max: null, messages_days: null },
    answer: {
      name: 'Gently',
      mailing_list_id: null,
      clauses: null,
      description: '',
      skip_when: 'matching',
      messages_max: 3,
      messages_days: 7,
      send_from: '09:00',
      send_until: '18:00',
      send_days: [1, 2, 3, 4, 5, 6, 7],
      time_zone_field: null,
      updated_at: expect.any(String),
    },
    changed: {
      name: 'Gently',
      mailing_list_id: null,
      clauses: null,
      description: '',
      skip_when: 'matching',
      messages_max: null,
      messages_days: null,
      send_from: '09:00',
      send_until: '18:00',
      send_days: [1, 5],
      time_zone_field: null,
      updated_at: expect.any(String),
    },
    ownWriter: 'a',
    missing: '2000000000',
  },
] as const

export type ResourceKind = (typeof resourceKinds)[number]

export const connectionInput = {
  name: 'Warehouse',
  type: 'postgresql',
  host: 'DB.internal.example',
  username: 'quiver',
  password: 'correct horse battery staple',
  database_name: 'crm',
}

/** A record of a kind, created by the system administrator. @returns its id, for paths. */
export async function aResource(
  api: Api,
  organizationId: number,
  { path, input }: Pick<ResourceKind, 'path' | 'input'>,
): Promise<string> {
  const where = `organizations/${organizationId}/${path}`
  const { body } = await api.call<{ id: number | string } | null>('POST', where, input, api.system)
  if (body.data === null) throw new Error(body.error_message ?? '')
  return String(body.data.id)
}
