import { expect, test } from 'vitest'
import type { Endpoint } from '../../../src/contract/api/endpoint.ts'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { grantOf } from '../../../src/contract/api/grants.ts'
import { requestExamples } from '../../../src/http/openapi/examples.ts'
import { anActor } from '../../harness/core/api.ts'
import { collectionOf } from '../../harness/fuzz/foreign-ids.ts'
import { byDay } from '../../harness/night.ts'
import { aRole, aSession, everyRight } from '../../harness/records/sessions.ts'
import { aWholeApi, furnish, type Possessions, type WholeApi } from '../../harness/records/tenants.ts'
import { figure } from '../../harness/watching/figure.ts'

/** A list that nobody in these tests is granted: its name, and its id, which no other number looks like. */
const secret = { name: 'zebra9f2', id: 918_273_645 }

/** Conditions keep the ids that they are about: who saves them again must not change them. */
const inConditions = new RegExp(`"mailing_list":\\{"id":${secret.id}\\}`, 'g')

function isNamedIn(text: string): boolean {
  const other = text.replaceAll('\\"', '"').replaceAll(inConditions, '')
  return other.includes(secret.name) || other.includes(String(secret.id))
}

/** An organization with two lists; whatever can mention the other one does. */
async function aWorld() {
  const api = await aWholeApi()
  const { a } = api
  const own = await furnish(api, a, 'own')
  await api.sql`select setval(pg_get_serial_sequence('mailing_lists', 'id'), ${secret.id - 1})`
  const make = async (path: string, wrapper: string, record: object, method = 'POST') => {
    const { status, text } = await api.request(method, path, a, { [wrapper]: record })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status} ${text}`)
    return String(JSON.parse(text).data?.id)
  }
  const { name } = secret
  const id = Number(await make('mailing_lists', 'mailing_list', { name }))
  expect(id).toBe(secret.id)
  await make(`mailing_lists/${id}/subscribers`, 'subscriber', { email: 'own@example.com', status: 'active' })
  const mentioning = mentions(own, make)
  const made = { ...own, ...(await mentioning.once()) }
  const mention = async () => (await mentioning.mention()).map((variant) => ({ ...made, ...variant }))
  return {
    api,
    own,
    mention,
    callers: await limitedCallers(api, Number(own.mailing_lists)),
  }
}

type Make = (path: string, wrapper: string, record: object, method?: string) => Promise<string>

/** Records of the granted list with a condition about the other one, and records of that which are about the granted one. */
function mentions(own: Possessions, make: Make) {
  const { name, id } = secret
  const list = `mailing_lists/${own.mailing_lists}`
  const about = (of: number) => [{ type: 'in_mailing_list', operator: 'is_in', mailing_list: { id: of } }]
  const clauses = about(id)
  const content = { contents: [{ subject: 'A', format: 'text', text: 'A' }] }
  const sender = { from_email: 'own@example.com' }
  const scheduled = { ...sender, begins_at: '2099-01-01T00:00:00Z' }
  const adHoc = { segmentation_criteria_ad_hoc: clauses }
  let sequences = 0
  /** Conditions of their own, and a segment. Calls change, start and cancel what has them: each is about new ones. */
  const mention = async (): Promise<Possessions[]> => {
    await make(`segments/${own.segments}`, 'segment', { clauses }, 'PUT')
    const mail = { content_subject: 'A', content_format: 'text', content_text: 'A' }
    const sequence = { name: `Sequence ${(sequences += 1)}`, trigger: 'api', delay: 'immediately', ...mail }
    const autoresponders = await make(`${list}/autoresponders`, 'autoresponder', sequence)
    const steps = `${list}/autoresponders/${autoresponders}/steps`
    const bulk = { selection: { all: true }, action: 'copy', to_mailing_list_id: id }
    const changes = await make(`${list}/subscriber_bulk_changes`, 'subscriber_bulk_change', bulk)
    const variants: Possessions[] = []
    const saved = { segmentation_criteria_id: Number(own.segments) }
    for (const [chosen, dispatch_attributes] of [
      [adHoc, sender],
      [saved, scheduled],
    ] as const) {
      const campaigns = await make(`${list}/campaigns`, 'campaign', {
        name: 'C',
        ...content,
        ...chosen,
        dispatch_attributes,
      })
      variants.push({
        autoresponders,
        subscriber_bulk_changes: changes,
        campaigns,
        by_stat: campaigns,
        templates: await make(`${list}/templates`, 'template', { name: 'T', ...content, ...chosen }),
        steps: await make(steps, 'step', { name: 'S', ...chosen }),
      })
    }
    return variants
  }
  const once = async (): Promise<Possessions> => {
    const rule = { name: 'Rule', clauses, skip_when: 'matching' }
    const field = await make('custom_fields', 'custom_field', { name: 'Global', field_type: 'text' })
    const other = `mailing_lists/${id}`
    const uses = { type: 'custom_field', custom_field: { id: Number(field) }, operator: 'is', value: 'x' }
    const segment = { name, clauses: [...about(Number(own.mailing_lists)), uses] }
    await make(`${other}/segments`, 'segment', segment)
    await make('special_sending_rules', 'special_sending_rule', { name, mailing_list_id: id, send_days: [1] })
    const fields = [{ custom_field_id: Number(field) }]
    await make(`${other}/web_forms`, 'web_form', { name, title: name, fields })
    return {
      custom_fields: field,
      special_sending_rules: await make('special_sending_rules', 'special_sending_rule', rule),
      webhooks: await make('webhooks', 'webhook', {
        name: 'Both',
        url: 'https://example.com/',
        event_types: ['import_finished'],
        mailing_list_ids: [Number(own.mailing_lists), id],
      }),
    }
  }
  return { once, mention }
}

type Send = (method: string, path: string, body?: unknown) => Promise<{ status: number; text: string }>

/** A user whose role has every right, and a key, of the granted list. */
async function limitedCallers(api: WholeApi, listId: number): Promise<Send[]> {
  const { headers } = await aSession(api, api.a.organizationId, {
    role: 'standard',
    role_id: await aRole(api.sql, api.a.organizationId, everyRight),
    mailing_list_ids: [listId],
  })
  const key = await anActor(api.sql, api.secrets, api.a.organizationId)
  await api.sql`update api_keys set mailing_list_ids = ${[listId]} where id = ${key.apiKeyId}`
  return [
    (method, path, body) =>
      api.send({
        method,
        url: `/ga/api/v2/${path}`,
        headers,
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      }),
    (method, path, body) => api.request(method, path, key, body),
  ]
}

/** By day each call is made by one of them. */
function callersOf(callers: readonly Send[], turn: number): readonly Send[] {
  return byDay([callers[turn % callers.length] as Send], callers)
}

function filled({ path }: Pick<Endpoint, 'path'>, ids: Possessions): string {
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    ['email', 'ids', 'id_or_email'].includes(name)
      ? 'own@example.com'
      : (ids[collectionOf(path, name)] ?? '1'),
  )
}

const answering = endpoints.filter(
  ({ id, path }) =>
    !id.startsWith('watch') && path !== 'stream' && !['whole', 'system', 'public'].includes(grantOf(id)[0]),
)

test(
  'what a caller of some lists reads does not name the lists that it mentions',
  { timeout: 60_000 },
  async () => {
    const { api, own, mention, callers } = await aWorld()
    const variants = await mention()
    const leaks: string[] = []
    const answered = new Set<string>()
    for (const endpoint of answering.filter(({ method }) => method === 'GET')) {
      for (const [turn, some] of [...variants, own].entries()) {
        for (const call of callersOf(callers, turn)) {
          const { status, text } = await call('GET', filled(endpoint, some))
          if (status === 200) answered.add(endpoint.id)
          if (isNamedIn(text)) leaks.push(`GET ${filled(endpoint, some)}: ${text}`)
        }
      }
    }
    expect([...new Set(leaks)]).toEqual([])
    expect(answered.size).toBeGreaterThan(80)
    expect((await api.request('GET', `segments/${own.segments}`, api.a)).text).toContain(secret.name)
    figure(`${answered.size} reading calls by callers of one list`)
  },
)

function bodiesOf({ id, wrapper, method }: Endpoint): unknown[] {
  const wrapped = (record: object) => (wrapper === undefined ? record : { [wrapper]: record })
  const example = requestExamples[id]
  const given = [
    ...(method === 'PUT' ? [{ name: 'Own again' }, {}] : [{}]),
    ...(example === undefined ? [] : [example]),
  ]
  return given.map(wrapped)
}

test(
  'what answers a change by a caller of some lists does not name them either',
  { timeout: 120_000 },
  async () => {
    const { mention, callers } = await aWorld()
    const leaks: string[] = []
    const answered = new Set<string>()
    const changing = answering.filter(({ method, id }) => method !== 'GET' && grantOf(id)[0] !== 'account')
    const order = ['PUT', 'POST', 'DELETE']
    const inOrder = changing.toSorted((one, other) => order.indexOf(one.method) - order.indexOf(other.method))
    for (const endpoint of inOrder.filter((_one, turn) => turn % byDay(3, 1) === 0)) {
      const { method, id } = endpoint
      const variants = await mention()
      const bodies = method === 'DELETE' ? [undefined] : bodiesOf(endpoint)
      for (const [turn, some] of variants.entries()) {
        for (const body of bodies) {
          for (const call of callersOf(callers, turn)) {
            const { status, text } = await call(method, filled(endpoint, some), body)
            if (status === 200) answered.add(id)
            if (isNamedIn(text))
              leaks.push(`${method} ${filled(endpoint, some)} ${JSON.stringify(body)}: ${status} ${text}`)
          }
        }
      }
    }
    expect([...new Set(leaks)]).toEqual([])
    expect(answered.size).toBeGreaterThan(byDay(15, 55))
    figure(`${answered.size} changing calls by callers of one list`)
  },
)
