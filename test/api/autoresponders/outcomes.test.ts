import { expect, test } from 'vitest'
import { autoresponderOutcomeRoutes } from '../../../src/http/autoresponders/outcomes.ts'
import { aList, anAutoresponder } from '../../harness/core/records.ts'
import { aSubscriberApi, subscribe } from '../../harness/records/subscribers.ts'

type Outcome = {
  autoresponder: { id: number; name: string }
  step: { id: number; name: string; position: number } | null
  paused: boolean
  outcome: string
  reasons: { code: string; certain: boolean; at: string | null; until: string | null; text: string | null }[]
}

const longAgo = '2026-01-01T00:00:00Z'
const then = '2026-02-01T00:00:00Z'
const joined = '2026-03-01T00:00:00Z'
const lately = '2026-04-01T00:00:00Z'
const ahead = '2099-01-01T00:00:00Z'

/** A list with an autoresponder that began on 1 February, and people who joined a month later. */
async function aWelcome(names: string[], attributes: object = {}) {
  const api = await aSubscriberApi(autoresponderOutcomeRoutes)
  const { sql } = api
  const { organizationId } = api.a
  const listId = await aList(sql, organizationId)
  const ids = await subscribe(api, listId, names.map((name) => `${name}@example.com`)) // oxfmt-ignore
  const idOf = (name: string) => ids[names.indexOf(name)] ?? 0
  await sql`update subscribers set subscribe_time = ${joined}, created_at = ${joined}`
  const id = await anAutoresponder(sql, organizationId, listId, { created_at: then, ...attributes })
  const own = { organization_id: organizationId }
  const owe = (name: string, more: object = {}) =>
    sql`insert into autoresponder_reactions ${sql({
      ...own, autoresponder_id: id, mailing_list_id: listId, subscriber_id: idOf(name), due_at: lately, ...more,
    } as object as Record<string, string>)}` // oxfmt-ignore
  const sent = (name: string, state: string, more: object = {}) =>
    sql`insert into deliveries ${sql({
      ...own, autoresponder_id: id, subscriber_id: idOf(name), state, sent_at: lately, ...more,
    } as object as Record<string, string>)}` // oxfmt-ignore
  const step = async (name: string, position: number, more: object = {}) => {
    const row = {
      trigger: 'step',
      sequence_id: id,
      name,
      trigger_run_on_api: false,
      created_at: then,
      ...more,
    }
    const stepId = await anAutoresponder(sql, organizationId, listId, row)
    await sql`insert into sequence_steps ${sql({ ...own, id: stepId, sequence_id: id, position })}`
    return stepId
  }
  const list = async (name: string, query = '') =>
    (
      await api.call<Outcome[]>(
        'GET',
        `mailing_lists/${listId}/subscribers/${idOf(name)}/autoresponder_outcomes${query}`,
      )
    ).body
  /** Of the message, and of each step. */
  const why = async (name: string) => {
    const { data } = await list(name, `?autoresponder_id=${id}`)
    return data.map(({ outcome, reasons }) =>
      [outcome, ...reasons.map(({ code, certain }) => (certain ? code : `${code}?`))].join(' '),
    )
  }
  return { api, sql, organizationId, listId, idOf, id, owe, sent, step, list, why }
}

test('says what became of an autoresponder’s message, and why it was not sent', async () => {
  const names = ['got', 'ruled', 'waits', 'late', 'gone', 'gone-first', 'barred', 'paused', 'quiet', 'old']
  const { why, list, sql, owe, sent, idOf, organizationId, listId } = await aWelcome(names)
  await sent('got', 'accepted')
  const rule = 'the special sending rule “Quiet” leaves them out'
  await sent('ruled', 'skipped', { diagnostic: rule })
  await owe('waits', { due_at: ahead })
  await owe('late', { attempts: 2, next_attempt_at: ahead })
  await sql`update subscribers set status = 'unsubscribed', remove_time = ${lately} where id = ${idOf('gone')}`
  await sql`update subscribers set status = 'unsubscribed', remove_time = ${joined} where id = ${idOf('gone-first')}`
  const [suppression] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'Legal') returning id`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key, created_at)
    values (${organizationId}, ${suppression?.id ?? 0}, 'barred@example.com', ${longAgo})`
  await sql`
    insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_at, paused_until)
    values (${organizationId}, ${listId}, ${idOf('paused')}, ${joined}, ${ahead})`
  await sql`update subscribers set subscribe_time = ${longAgo} where id = ${idOf('old')}`
  const said: Record<string, string[]> = {}
  for (const name of names) said[name] = await why(name)
  expect(said).toEqual({
    got: ['sent accepted'],
    ruled: ['not_sent sending_rule'],
    waits: ['waiting waits_for_time'],
    late: ['waiting retrying'],
    gone: ['not_sent left? not_triggered?'],
    'gone-first': ['not_sent left'],
    barred: ['not_sent suppressed'],
    paused: ['not_sent paused'],
    quiet: ['not_sent not_triggered?'],
    old: ['not_sent joined_before'],
  })
  const reasons = async (name: string) => (await list(name)).data[0]?.reasons[0]
  expect(await reasons('ruled')).toMatchObject({
    text: rule,
    at: expect.stringContaining('2026-04-01') as unknown,
  })
  expect(await reasons('barred')).toMatchObject({ text: 'Legal', certain: true })
  expect(await reasons('waits')).toMatchObject({ until: expect.stringContaining('2099-01-01') as unknown })
})

test('a message that is due says what it waits for: the pause, the quota, or its turn; and what would keep it back', async () => {
  const { why, list, sql, owe, id, idOf, organizationId } = await aWelcome(['ann', 'bob', 'zoe'])
  await owe('ann')
  await owe('bob')
  await owe('zoe', { holder: 1, leased_until: ahead, handed_over: true })
  expect([await why('ann'), await why('zoe')]).toEqual([['waiting not_reached'], ['waiting being_sent']])
  await sql`
    insert into reaction_turns (organization_id, autoresponder_id, served_at, waiting_for)
    values (${organizationId}, ${id}, now(), 'sending quota')`
  expect((await list('ann')).data[0]?.reasons[0]).toMatchObject({
    code: 'not_reached',
    text: 'sending quota',
  })
  await sql`update autoresponders set paused = true where id = ${id}`
  expect((await list('ann')).data[0]).toMatchObject({ paused: true, reasons: [{ text: 'paused' }] })
  await sql`update subscribers set status = 'bounced', remove_time = ${lately} where id = ${idOf('bob')}`
  expect(await why('bob')).toEqual(['waiting not_reached left?'])
})

test('a segment and a trigger that is kept tell why nothing was owed', async () => {
  const { why, sql, id, idOf, organizationId, listId } = await aWelcome(['ann', 'bob'], { trigger: 'api' })
  const clauses = [{ type: 'subscriber_email', operator: 'is', value: 'bob@example.com' }]
  const [segment] = await sql<{ id: number }[]>`
    insert into segments (organization_id, mailing_list_id, name, clauses)
    values (${organizationId}, ${listId}, 'Bobs', ${sql.json(clauses)}) returning id`
  await sql`update autoresponders set segmentation_criteria_id = ${segment?.id ?? 0} where id = ${id}`
  expect([await why('ann'), await why('bob')]).toEqual([
    ['not_sent not_triggered? not_in_segment?'],
    ['not_sent not_triggered?'],
  ])
  const sourceId = await anAutoresponder(sql, organizationId, listId, { name: 'Source' })
  await sql`
    update autoresponders set trigger = 'autoresponder_open', trigger_autoresponder_to_open_id = ${sourceId} where id = ${id}`
  await sql`
    insert into reaction_causes (organization_id, autoresponder_id, subscriber_id, source_autoresponder_id)
    values (${organizationId}, ${id}, ${idOf('ann')}, ${sourceId})`
  expect([await why('ann'), await why('bob')]).toEqual([
    ['not_sent not_in_segment?'],
    ['not_sent not_triggered'],
  ])
})

test('each step of a sequence is told: got, passed by its condition, waited for, after an earlier one, or over', async () => {
  const names = ['ann', 'bob', 'cid', 'new']
  const { why, list, sent, owe, step, id } = await aWelcome(names)
  const [one, two, three] = [await step('Second', 1), await step('Third', 2), await step('Fourth', 3)]
  const place = { sequence_id: id, entered_at: lately, due_at: ahead }
  for (const name of ['ann', 'bob', 'cid']) await sent(name, 'accepted')
  await sent('ann', 'accepted', { autoresponder_id: one })
  await owe('ann', { ...place, autoresponder_id: three, passed: [one, two] })
  await owe('bob', { ...place, autoresponder_id: one })
  expect(await why('ann')).toEqual([
    'sent accepted',
    'sent accepted',
    'not_sent step_condition',
    'waiting waits_for_time',
  ])
  expect(await why('bob')).toEqual([
    'sent accepted',
    'waiting waits_for_time',
    'waiting earlier_step',
    'waiting earlier_step',
  ])
  // A page that begins and ends within the sequence says the same.
  for (const name of ['bob', 'cid']) {
    const whole = (await list(name)).data
    const pages = [0, 1, 2, 3].map((page) => list(name, `?per_page=1&page=${page}`))
    expect((await Promise.all(pages)).flatMap(({ data }) => data)).toEqual(whole)
  }
  expect((await list('bob')).data[2]).toMatchObject({
    autoresponder: { id, name: 'Welcome' },
    step: { id: two, name: 'Third', position: 2 },
    reasons: [{ text: 'Second', until: expect.stringContaining('2099-01-01') as unknown }],
  })
  expect(await why('cid')).toEqual([
    'sent accepted',
    ...Array.from({ length: 3 }, () => 'not_sent sequence_over?'),
  ])
  expect(await why('new')).toEqual(Array.from({ length: 4 }, () => 'not_sent not_triggered?'))
})

test('lists every autoresponder of the list in pages; others are not found', async () => {
  const { api, list, listId, idOf, sql, organizationId, id } = await aWelcome(['ann'])
  await anAutoresponder(sql, organizationId, listId, { name: 'Another' })
  await anAutoresponder(sql, organizationId, await aList(sql, organizationId, { name: 'Other' }), {})
  const page = await list('ann', '?per_page=1&page=1')
  expect([page.num_records, page.data.map(({ autoresponder }) => autoresponder.name)]).toEqual([
    2,
    ['Another'],
  ])
  const path = `mailing_lists/${listId}/subscribers`
  const get = async (rest: string, as = api.a) =>
    (await api.call('GET', `${path}/${rest}`, undefined, as)).body.error_code
  expect(await get(`999999/autoresponder_outcomes`)).toBe('not_found')
  expect(await get(`${idOf('ann')}/autoresponder_outcomes?autoresponder_id=${id + 50}`)).toBe('not_found')
  expect(await get(`${idOf('ann')}/autoresponder_outcomes`, api.b)).toBe('not_found')
})
