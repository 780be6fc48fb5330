import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { spellingsOf } from '../../../src/contract/api/endpoint.ts'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'
import type { Actor } from '../../harness/core/api.ts'
import { byDay, isNight } from '../../harness/night.ts'
import { aWholeApi, furnish, rowsOf } from '../../harness/records/tenants.ts'
import type { Possessions, Walls, WholeApi } from '../../harness/records/tenants.ts'

/** T1 and T2: every route, alias and reference with an id of another organization. */

const missing = '1999999999'
const word = 'canary7f3e'

type Case = { method: string; foreign: string; absent: string; body?: unknown }

/** The collection of a path parameter: the one before it, or the one in its name. */
function collectionOf(path: string, name: string): string {
  const segments = path.split('/')
  const before = segments[segments.indexOf(`:${name}`) - 1] ?? ''
  const named = name.endsWith('_id') ? `${name.slice(0, -3)}s` : before
  return named === 'organization' ? 'organizations' : named
}

/** Texts in paths: the same for both, or a word that only the other organization stores. */
const texts: Record<string, [foreign: string, absent: string]> = {
  code: [`${'0'.repeat(40)}:9999999999`, `${'0'.repeat(40)}:9999999999`],
  delete_confirmation_code: [`${'0'.repeat(40)}:9999999999`, `${'0'.repeat(40)}:9999999999`],
  classification: ['added', 'added'],
  id_or_address: [`${word}@suppressed.example.com`, 'nobody@suppressed.example.com'],
  email: [`${word}@example.com`, 'nobody@example.com'],
  ids: [`${word}@example.com`, 'nobody@example.com'],
}

function casesOf(endpoint: Endpoint, foreign: Possessions, own: Possessions): Case[] {
  return spellingsOf(endpoint).flatMap((path) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    if (names.length === 0) return []
    const fill = (value: (name: string, place: number) => string) =>
      names.reduce((filled, name, place) => filled.replace(`:${name}`, value(name, place)), path)
    const other = (name: string, isForeign: boolean) => {
      const known = isForeign ? foreign[collectionOf(path, name)] : missing
      const text = texts[name]?.[isForeign ? 0 : 1]
      if (known === undefined && text === undefined)
        throw new Error(`${path}: say what :${name} is in a test`)
      return text ?? known ?? ''
    }
    // Either the whole path belongs to the other organization, or only its last part.
    const owned = (isForeign: boolean) =>
      fill((name, place) =>
        place < names.length - 1 ? (own[collectionOf(path, name)] ?? missing) : other(name, isForeign),
      )
    const { method } = endpoint
    const body = method === 'POST' || method === 'PUT' ? {} : undefined
    return [
      {
        method,
        foreign: fill((name) => other(name, true)),
        absent: fill((name) => other(name, false)),
        body,
      },
      ...(names.length > 1 ? [{ method, foreign: owned(true), absent: owned(false), body }] : []),
    ]
  })
}

/** References in bodies: [method, path, a body that names one]. `$` is the id. */
function referencesOf(own: Possessions): [method: string, path: string, body: string, kind: string][] {
  const list = `mailing_lists/${own.mailing_lists}`
  const autoresponder = `${list}/autoresponders/${own.autoresponders}`
  const listening = (kind: string, reference: string) =>
    `{"autoresponder":{"trigger":"${kind}","trigger_${reference}_id":$}}`
  const trigger = `${list}/subscribers/${own.subscribers}/trigger_autoresponders`
  const campaign = `campaigns/${own.campaigns}`
  const clauses = (type: string, named: string) =>
    `{"campaign":{"segmentation_criteria_ad_hoc":[{"type":"${type}",${named}:{"id":$}}]}}`
  const preview = (type: string, named: string) =>
    `{"segment":{"clauses":[{"type":"${type}",${named}:{"id":$}}]}}`
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
    ['PUT', campaign, clauses('in_mailing_list', '"operator":"is_in","mailing_list"'), 'mailing_lists'],
    ['PUT', campaign, clauses('not_in_suppression_list', '"suppression_list"'), 'suppression_lists'],
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
    [
      'POST',
      `${list}/segments/preview`,
      preview('in_mailing_list', '"operator":"is_in","mailing_list"'),
      'mailing_lists',
    ],
    [
      'POST',
      `${list}/segments/preview`,
      preview('not_in_suppression_list', '"suppression_list"'),
      'suppression_lists',
    ],
    [
      'POST',
      `${list}/segments/preview`,
      preview('consent', '"operator":"not_given","web_form"'),
      'web_forms',
    ],
    ['POST', `${list}/subscriber_imports`, imports('{"trigger_new":{"id":$}}'), 'autoresponders'],
    ['POST', `${list}/subscriber_imports`, imports('{"trigger_updated":{"id":$}}'), 'autoresponders'],
  ]
}

/** The answer without the parts that differ each time. */
function comparable({ status, text }: { status: number; text: string }, foreign: string, absent: string) {
  return { status, text: text.replaceAll(foreign, '<id>').replaceAll(absent, '<id>') }
}

async function walk(api: WholeApi): Promise<{ differences: string[]; leaks: string[] }> {
  const foreign = await furnish(api, api.b, word)
  const own = await furnish(api, api.a, 'own')
  const cases = endpoints.flatMap((endpoint) => casesOf(endpoint, foreign, own))
  for (const [method, path, body, kind] of referencesOf(own)) {
    const withId = (id: string) => JSON.parse(body.replaceAll('$', id)) as unknown
    const absentId = kind === 'bounce_emails' ? '1999999999@1' : missing
    cases.push({ method, foreign: path, absent: path, body: [withId(foreign[kind] ?? ''), withId(absentId)] })
  }
  // The time at which a key was used is written once a minute, and on a busy machine this takes longer.
  await api.sql`update api_keys set last_used_at = now() + interval '1 day'`
  const before = await rowsOf(api.sql, api.b.organizationId)
  const differences: string[] = []
  const leaks: string[] = []
  for (const one of cases) {
    const [first, second] = Array.isArray(one.body) ? one.body : [one.body, one.body]
    const known = await api.request(one.method, one.foreign, api.a, first)
    const unknown = await api.request(one.method, one.absent, api.a, second)
    const [a, b] = [comparable(known, word, 'nobody'), comparable(unknown, word, 'nobody')]
    if (a.status !== b.status || a.text !== b.text) {
      differences.push(
        `${one.method} ${one.foreign}: ${known.status} ${known.text} but ${unknown.status} ${unknown.text}`,
      )
    }
    if (!one.foreign.includes(word) && known.text.includes(word))
      leaks.push(`${one.method} ${one.foreign}: ${known.text}`)
  }
  for (const { method, path } of endpoints) {
    if (method !== 'GET' || path.includes(':')) continue
    const { text } = await api.request('GET', path, api.a)
    if (text.includes(word)) leaks.push(`GET ${path}: ${text}`)
  }
  for (const path of ['search?q=', 'subscribers?q=', 'campaigns?name_contains=']) {
    const found = async (as: Actor) => {
      const { status, text } = await api.request('GET', `${path}${word}`, as)
      return [status, text.includes(word)]
    }
    expect([path, await found(api.b), await found(api.a)]).toEqual([path, [200, true], [200, false]])
  }
  expect(await rowsOf(api.sql, api.b.organizationId)).toEqual(before)
  expect(cases.length).toBeGreaterThan(60)
  return { differences, leaks }
}

/** Where each wall holds alone, so do both. */
const each: Walls[] = ['only the application’s filters', 'only row-level security']

describe.each<Walls>(byDay(each, ['both', ...each]))('with %s', (walls) => {
  test(
    'does not show, change or reveal the records of another organization',
    { timeout: 120_000 },
    async () => {
      const { differences, leaks } = await walk(await aWholeApi(walls))
      expect(leaks).toEqual([])
      expect(differences).toEqual([])
    },
  )
})

// By day nobody looks for the program.
const pooler = isNight ? await import('../../harness/postgres/pgbouncer.ts') : undefined

test.runIf(pooler?.hasPgBouncer)(
  'behind PgBouncer, does not show, change or reveal the records of another organization',
  { timeout: 240_000 },
  async () => {
    const front = async (url: string) => (await pooler?.aPgBouncer(url))?.behind() ?? url
    expect(await walk(await aWholeApi('only row-level security', front))).toEqual({
      leaks: [],
      differences: [],
    })
  },
)
