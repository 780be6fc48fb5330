import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import type { AppError } from '../../../src/contract/api/errors.ts'
import { checkQuery } from '../../../src/contract/api/problems.ts'
import type { QueryTime } from '../../../src/contract/api/query.ts'
import { aWholeApi, furnish, type Possessions } from '../../harness/records/tenants.ts'

type Asking = Endpoint & { query: NonNullable<Endpoint['query']> }

const asking = endpoints.filter((definition): definition is Asking => definition.query !== undefined)

/** Every parameter with a matching name, with its endpoint. */
function parametersNamed(pattern: RegExp): { definition: Asking; name: string; label: string }[] {
  return asking.flatMap((definition) =>
    Object.keys(definition.query.shape)
      .filter((name) => pattern.test(name))
      .map((name) => ({ definition, name, label: `${definition.id}?${name}` })),
  )
}

/** What the contract answers without paging: 2,000 on a page. */
const answeredWhole = [
  'listAutoresponders',
  'listBounceEmails',
  'listBounceEmailsOfOrganization',
  'listCampaigns',
  'listCustomFields',
  'listDatabaseConnections',
  'listDeletedCustomFields',
  'listDeletedGlobalCustomFields',
  'listDkimKeys',
  'listGlobalCustomFields',
  'listLogInProviders',
  'listMailingLists',
  'listMessageStreams',
  'listMessageTemplates',
  'listSeedLists',
  'listSeedListsOfOrganization',
  'listSegments',
  'listSegmentsOfList',
  'listSenderDomains',
  'listSenderDomainsOfOrganization',
  'listSpecialSendingRules',
  'listSpecialSendingRulesOfOrganization',
  'listSuppressionLists',
  'listSuppressionListsOfOrganization',
  'listTemplates',
  'listUrlDomains',
  'listUrlDomainsOfOrganization',
  'listUserRoles',
  'listVirtualMtas',
  'listVirtualMtasOfOrganization',
  'listWebhooks',
]

/** With what the endpoint cannot be called without. */
function problemOf({ query }: Asking, given: Record<string, string>): string {
  const kind =
    'kind' in query.shape && !query.shape['kind'].safeParse(undefined).success ? { kind: 'sent' } : {}
  try {
    checkQuery(query, { ...kind, ...given })
    return 'taken'
  } catch (error) {
    const { code, message } = error as AppError
    return `${code}: ${message}`
  }
}

describe('a time', () => {
  const times = parametersNamed(/__(start|end|after|before)$/)
  const readTime = ({ definition, name }: (typeof times)[number], text: string) => {
    const read = checkQuery(definition.query, { [name]: text })[name] as QueryTime
    return read.in('America/Chicago').toISOString()
  }

  test('is a parameter of fourteen endpoints', () => {
    expect(new Set(times.map(({ definition }) => definition.id)).size).toBe(14)
  })

  test.each([
    ['1767312000', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00.000Z'],
    [' 2026-01-02T01:00:00+01:00 ', '2026-01-02T00:00:00.000Z'],
    ['2026-01-01T18:00:00', '2026-01-02T00:00:00.000Z'],
    ['2026-01-01 18:00', '2026-01-02T00:00:00.000Z'],
    ['January 1, 2026 18:00', '2026-01-02T00:00:00.000Z'],
    ['01/01/2026 6:00pm', '2026-01-02T00:00:00.000Z'],
    ['2026-01-01 6:00PM CST', '2026-01-02T00:00:00.000Z'],
  ])('written as %j is the same in every query', (text, instant) => {
    for (const parameter of times) {
      expect([parameter.label, readTime(parameter, text)]).toEqual([parameter.label, instant])
    }
  })

  test('that is a date means its first second, but its last where it ends a range', () => {
    // A day of 23 hours.
    for (const text of ['2026-03-08', '03/08/2026', 'March 8, 2026']) {
      for (const parameter of times) {
        const isEnd = parameter.name.endsWith('__end')
        const instant = isEnd ? '2026-03-09T04:59:59.000Z' : '2026-03-08T06:00:00.000Z'
        expect([parameter.label, readTime(parameter, text)]).toEqual([parameter.label, instant])
      }
    }
  })

  test('of the first or last possible day works in every zone', () => {
    for (const parameter of times) {
      for (const text of ['9999-12-31', '9999-12-31T23:59:59', '0001-01-01']) {
        const { definition, name } = parameter
        const read = checkQuery(definition.query, { [name]: text })[name] as QueryTime
        for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
          expect(read.in(zone).toISOString(), `${parameter.label} ${text} ${zone}`).toMatch(/^\d{4}-/)
        }
      }
    }
  })

  test.each(['', 'now', 'soon', '20260101', '2026-02-30', '2026-01-01T24:00', '2026-01-01T00:00:00 01:00'])(
    'cannot be %j, with the same error everywhere',
    (text) => {
      for (const { definition, name, label } of times) {
        expect([label, problemOf(definition, { [name]: text })]).toEqual([
          label,
          `invalid_request: ${name} must be an ISO 8601 date and time, or UNIX seconds`,
        ])
      }
    },
  )
})

describe('the same error is answered for', () => {
  test.each([
    [/^(subject|segment|content)_id$/, ['0', '-1', 'x', '01', '1.5'], 'must be a whole number above 0'],
    [/^page$/, ['-1', '', 'x', '1e3'], 'must be a whole number of 0 or more'],
    [/^per_page$/, ['-1', '', 'x', '1e3'], 'must be a whole number of 0 or more'],
    [/^per_page$/, ['0'], 'must be at least 1'],
    [/^(minimal|raw|exclude_active_campaigns|include_engine_sendid)$/, ['', 'yes', '2', 'TRUE'], 'must be true or false'], // oxfmt-ignore
    [/^(order_by|scope|job_type)$/, ['', 'nonsense', 'NAME'], 'must be one of '],
  ])('parameters like %s that are %j', (pattern, texts, words) => {
    const parameters = parametersNamed(pattern)
    expect(parameters).not.toEqual([])
    for (const { definition, name, label } of parameters) {
      for (const text of texts) {
        // Where an empty one is allowed, it means no filter.
        if (name === 'content_id' && text === '') continue
        expect([label, problemOf(definition, { [name]: text })]).toEqual([
          label,
          expect.stringContaining(`invalid_request: ${name} ${words}`),
        ])
      }
    }
  })

  test('a page number or a page size that is too large', () => {
    const numbered = parametersNamed(/^per_page$/).filter(
      ({ definition }) => 'page' in definition.query.shape,
    )
    expect(numbered.length).toBeGreaterThan(10)
    const whole = new Set<string>()
    for (const { definition } of numbered) {
      const far = { page: '999999999999999', per_page: '500' }
      expect(problemOf(definition, far)).toBe('invalid_request: page is too large')
      const max = problemOf(definition, { per_page: '501' }) === 'taken' ? 2000 : 500
      const words = `per_page must be at most ${max}`
      const tooMany = String(max + 1)
      expect(problemOf(definition, { per_page: tooMany })).toBe(`requested_too_many: ${words}`)
      const both = problemOf(definition, { per_page: tooMany, page: 'x' })
      expect(both).toBe(`invalid_request: page must be a whole number of 0 or more, ${words}`)
      expect(checkQuery(definition.query, {})['per_page']).toBe(max === 2000 ? 2000 : 100)
      if (max === 2000) whole.add(definition.id)
    }
    expect([...whole].toSorted()).toEqual(answeredWhole)
  })

  test('parameters that exclude each other', () => {
    const pairs = asking.flatMap((definition) =>
      Object.keys(definition.query.shape).flatMap((name) =>
        name.endsWith('_contains') && name.replace('_contains', '') in definition.query.shape
          ? [{ definition, one: name.replace('_contains', ''), other: name }]
          : [],
      ),
    )
    const paged = asking.filter(({ paged: kind, query }) => kind.endsWith('token') && 'page' in query.shape)
    pairs.push(...paged.map((definition) => ({ definition, one: 'page', other: 'page_token' })))
    expect(pairs.length).toBeGreaterThan(20)
    for (const { definition, one, other } of pairs) {
      expect(problemOf(definition, { [one]: '1', [other]: '1' }), definition.id).toBe(
        `invalid_request: ${one} and ${other} cannot be given together`,
      )
    }
  })
})

/** The path with the ids of existing records; null if there is no record of the kind. */
function filled(path: string, own: Possessions): string | null {
  const parts = path.split('/')
  const values = parts.map((part, index) => {
    if (!part.startsWith(':')) return part
    if (part === ':email' || part === ':ids') return 'word@example.com'
    const collection = part.endsWith('_id') ? `${part.slice(1, -3)}s` : (parts[index - 1] ?? '')
    return own[collection] ?? null
  })
  return values.includes(null) ? null : values.join('/')
}

test('every reading call names an unknown parameter in its answer', async () => {
  const api = await aWholeApi()
  const own = await furnish(api, api.a, 'word')
  const credits = { organization: { sending_quota: { mode: 'fixed_credits' } } }
  await api.request('PUT', `organizations/${api.a.organizationId}`, api.system, credits)
  const sentence = 'query parameter "nmae" is not known and was ignored'
  const answered: string[] = []
  for (const { id, method, path, role, plain } of endpoints) {
    const target = filled(path, own)
    if (method !== 'GET' || plain !== undefined || target === null) continue
    const caller = role === 'system_admin' ? api.system : api.a
    const plainAnswer = await api.request(method, target, caller)
    const { status, text } = await api.request(method, `${target}?nmae=x`, caller)
    expect(status, id).toBe(plainAnswer.status)
    if (status !== 200) continue
    expect([id, JSON.parse(text).warnings]).toEqual([id, [sentence]])
    expect(Object.keys(JSON.parse(plainAnswer.text)), id).not.toContain('warnings')
    answered.push(id)
  }
  const reading = endpoints.filter(({ method, plain }) => method === 'GET' && plain === undefined)
  // These need an import that can be undone, a parameter, or a session instead of a key.
  expect(reading.map(({ id }) => id).filter((id) => !answered.includes(id))).toEqual([
    'previewSubscriberImportUndo',
    'listCampaignPeople',
    'listAutoresponderPeople',
    'findSuppressions',
    'findSuppressionsOfOrganization',
    'search',
    'listOwnOrganizations',
    'listPasskeys',
    'listAssistantGrants',
    'showCurrentSession',
    'showOwnUser',
    'listSessions',
  ])
})

test('every changing call names one too, with a credential and without, also when it is repeated', async () => {
  const api = await aWholeApi()
  const headers = { authorization: `Basic ${api.a.credential}`, 'idempotency-key': 'k' }
  const url = '/ga/api/v2/mailing_lists?wrapper=no&constructor=1&a[]=2&%22%00=3'
  const warnings = ['wrapper', 'constructor', 'a[]', '"\0'].map(
    (name) => `query parameter ${JSON.stringify(name)} is not known and was ignored`,
  )
  for (const _ of [1, 2]) {
    const { status, text } = await api.send({ method: 'POST', url, headers, payload: '{"name":"News"}' })
    expect([status, JSON.parse(text).warnings]).toEqual([200, warnings])
  }
  const open = await api.send({
    method: 'POST',
    url: '/ga/api/v2/log_in/reset?x=1',
    payload: '{"email":"nobody@example.com"}',
  })
  expect(JSON.parse(open.text).warnings).toEqual(['query parameter "x" is not known and was ignored'])
})

test('many unknown parameters do not make a long answer', async () => {
  const api = await aWholeApi()
  const query = Array.from({ length: 500 }, (_, index) => `p${index}=`).join('&')
  const { text } = await api.request('GET', `mailing_lists?${query}`, api.a)
  expect(JSON.parse(text).warnings).toHaveLength(20)
})
