import { expect, test } from 'vitest'
import { sequenceRoutes } from '../../../src/http/autoresponders/sequences.ts'
import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { segmentRoutes } from '../../../src/http/segments.ts'
import { findFigures } from '../../../src/store/autoresponders/sequence-places.ts'
import { anApi } from '../../harness/core/api.ts'
import { aList, anAutoresponder } from '../../harness/core/records.ts'

type Step = { id: number; name: string; position: number } & Record<string, unknown>

async function aSequence() {
  const api = await anApi((route) => {
    autoresponderRoutes(route)
    segmentRoutes(route)
    sequenceRoutes(route)
  })
  const { sql, call } = api
  const { organizationId } = api.a
  const listId = await aList(sql, organizationId)
  const id = await anAutoresponder(sql, organizationId, listId, { trigger: 'api' })
  const path = `mailing_lists/${listId}/autoresponders/${id}`
  const add = async (step: object) => (await call<Step>('POST', `${path}/steps`, { step })).body.data
  const names = async () => (await call<Step[]>('GET', `${path}/steps`)).body.data.map(({ name }) => name)
  const person = async (email: string) => {
    const [row] = await sql<{ id: number }[]>`
      insert into subscribers (organization_id, mailing_list_id, key) values (${organizationId}, ${listId}, ${email})
      returning id`
    return row?.id ?? 0
  }
  const put = (subscriberId: number, stepId: number) => sql`
    insert into autoresponder_reactions (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at,
      sequence_id, entered_at)
    values (${organizationId}, ${stepId}, ${listId}, ${subscriberId}, '2026-05-04T10:00:00Z', ${id}, '2026-05-01T10:00:00Z')`
  return { sql, call, organizationId, listId, id, path, add, names, person, put }
}

test('a step is added, changed, moved and removed, and old clients see none of it', async () => {
  const { call, listId, id, path, add, names } = await aSequence()
  const two = await add({
    name: 'Two',
    content_subject: 'Two',
    content_format: 'text',
    content_text: 'Hello',
  })
  expect(two).toMatchObject({
    autoresponder_id: id,
    position: 1,
    wait_amount: 1,
    wait_unit: 'days',
    wait_time: null,
    wait_weekdays: [],
    previous: 'any',
    otherwise: 'end',
    segmentation_criteria_id: null,
  })
  const three = await add({ name: 'Three', wait_time: '09:00', wait_weekdays: [5, 1, 5], previous: 'opened' })
  expect(three).toMatchObject({ position: 2, wait_time: '09:00', wait_weekdays: [1, 5], previous: 'opened' })
  await add({ name: 'Welcome', position: 1 })
  expect(await names()).toEqual(['Welcome', 'Two', 'Three'])
  const moved = await call<Step>('PUT', `${path}/steps/${three.id}`, {
    step: { position: 1, wait_time: null },
  })
  expect(moved.body.data).toMatchObject({ position: 1, wait_time: null, wait_weekdays: [1, 5] })
  expect(await names()).toEqual(['Three', 'Welcome', 'Two'])
  expect((await call('DELETE', `${path}/steps/${two.id}`)).status).toBe(200)
  expect(await names()).toEqual(['Three', 'Welcome'])
  expect((await call('GET', `${path}/steps/${two.id}`)).status).toBe(404)
  const listed = await call<{ id: number }[]>('GET', `mailing_lists/${listId}/autoresponders`)
  expect(listed.body.data.map((one) => one.id)).toEqual([id])
  expect((await call('GET', `mailing_lists/${listId}/autoresponders/${three.id}`)).status).toBe(404)
  const follows = {
    autoresponder: { name: 'F', trigger: 'autoresponder_send', trigger_autoresponder_to_send_id: three.id },
  }
  const refused = await call('POST', `mailing_lists/${listId}/autoresponders`, follows)
  expect(refused.body.error_message).toBe('trigger_autoresponder_to_send_id does not exist')
})

test('a condition is a segment of the list or clauses of the step alone, and a wrong one is a sentence', async () => {
  const { call, sql, organizationId, listId, path, add } = await aSequence()
  const [segment] = await sql<{ id: number }[]>`
    insert into segments (organization_id, mailing_list_id, name, clauses) values (${organizationId}, ${listId}, 'New', '[]')
    returning id`
  const step = await add({ name: 'A', segmentation_criteria_id: segment?.id })
  expect(step).toMatchObject({ segmentation_criteria_name: 'New', segmentation_criteria_ad_hoc: null })
  expect((await call('DELETE', `segments/${segment?.id}`)).status).not.toBe(200)
  const change = (fields: object) => call<Step>('PUT', `${path}/steps/${step.id}`, { step: fields })
  const clauses = [{ type: 'subscriber_date_subscribed', operator: 'in_last_days', value: 7 }]
  const alone = (await change({ segmentation_criteria_ad_hoc: clauses })).body.data
  expect(alone).toMatchObject({ segmentation_criteria_name: null, segmentation_criteria_ad_hoc: clauses })
  expect(alone['segmentation_criteria_description']).toBe('Active people who joined in the last 7 days.')
  const sentenceOf = async (fields: object) => (await change(fields)).body.error_message
  expect(await sentenceOf({ segmentation_criteria_id: 999 })).toBe('segmentation_criteria_id does not exist')
  expect(await sentenceOf({ wait_time: '9:00' })).toContain('wait_time must be a time such as 09:00')
  expect(await sentenceOf({ wait_weekdays: [8] })).toContain('must be a whole number between 1 and 7')
  expect(await sentenceOf({ previous: 'read' })).toContain('previous must be one of')
  expect((await change({ segmentation_criteria_id: null })).body.data).toMatchObject({
    segmentation_criteria_description: null,
  })
})

test('it is seen who waits where, by sequence and by person, and a person can be taken out', async () => {
  const { call, sql, id, listId, path, add, person, put } = await aSequence()
  const two = await add({ name: 'Two' })
  const three = await add({ name: 'Three' })
  const [ann, bo] = [await person('ann@example.com'), await person('bo@example.com')]
  await put(ann, two.id)
  await put(bo, three.id)
  const places = await call<object[]>('GET', `${path}/places`)
  expect(places.body.data).toMatchObject([
    { subscriber_id: ann, email: 'ann@example.com', step_id: two.id, step_name: 'Two', step_removed: false },
    { subscriber_id: bo, step_id: three.id },
  ])
  const atThree = await call<object[]>('GET', `${path}/places?step_id=${three.id}`)
  expect(atThree.body.data).toMatchObject([{ subscriber_id: bo }])
  await call('DELETE', `${path}/steps/${two.id}`)
  const shown = await call<object>('GET', `${path}/sequence`)
  expect(shown.body.data).toMatchObject({
    first: { waiting: 0, sent: 0 },
    steps: [
      { id: two.id, waiting: 1, removed: true },
      { id: three.id, waiting: 1, removed: false, ended: 0, skipped: 0, waiting_for: '' },
    ],
  })
  const ofBo = `mailing_lists/${listId}/subscribers/${bo}/places`
  const place = { autoresponder_id: id, autoresponder_name: 'Welcome', step_name: 'Three', paused: false }
  expect((await call<object[]>('GET', ofBo)).body.data).toMatchObject([place])
  expect((await call('DELETE', `${path}/places/${bo}`)).status).toBe(200)
  expect((await call<object[]>('GET', ofBo)).body.data).toEqual([])
  expect((await call('DELETE', `${path}/places/${bo}`)).status).toBe(404)
  const kinds =
    await sql`select kind, details->>'subscriber_id' as subscriber from audit_events order by id desc limit 1`
  expect([...kinds]).toEqual([{ kind: 'autoresponder.person_removed', subscriber: String(bo) }])
})

test('pausing, resuming and deleting an autoresponder is pausing, resuming and deleting its steps', async () => {
  const { call, sql, path, add, person, put } = await aSequence()
  const two = await add({ name: 'Two' })
  await put(await person('ann@example.com'), two.id)
  const stepsOf = async () => [
    ...(await sql`select paused, deleted_at is not null as deleted from autoresponders where id = ${two.id}`),
  ]
  await call('PUT', path, { autoresponder: { paused: true } })
  expect(await stepsOf()).toEqual([{ paused: true, deleted: false }])
  await call('PUT', path, { autoresponder: { paused: false } })
  expect(await stepsOf()).toEqual([{ paused: false, deleted: false }])
  await call('DELETE', path)
  expect(await stepsOf()).toEqual([{ paused: true, deleted: true }])
  const left = await sql`select 1 from autoresponder_reactions`
  expect(left).toHaveLength(0)
})

test('the audit log names what of a step was changed, and a call that changes nothing is no event', async () => {
  const { sql, call, id, path, add } = await aSequence()
  const [one, two] = [await add({ name: 'One' }), await add({ name: 'Two' })]
  await call('PUT', `${path}/steps/${two.id}`, { step: { name: 'Second', position: 1 } })
  await call('PUT', `${path}/steps/${two.id}`, { step: { name: 'Second', position: 1 } })
  const clauses = [{ type: 'subscriber_status', operator: 'is', value: 'active' }]
  await call('PUT', `${path}/steps/${one.id}`, { step: { segmentation_criteria_ad_hoc: clauses } })
  await call('PUT', path, { autoresponder: { paused: true } })
  await call('PUT', path, { autoresponder: { paused: true } })
  const events =
    await sql`select kind, subject_id, details->'changed' as changed from audit_events order by id`
  const about = { subject_id: id }
  expect([...events]).toMatchObject([
    { kind: 'autoresponder.step_created', ...about, changed: null },
    { kind: 'autoresponder.step_created', ...about, changed: null },
    { kind: 'autoresponder.step_updated', ...about, changed: ['name', 'position'] },
    {
      kind: 'autoresponder.step_updated',
      ...about,
      changed: expect.arrayContaining(['segmentation_criteria_ad_hoc']),
    },
    { kind: 'autoresponder.updated', ...about, changed: expect.arrayContaining(['paused']) },
  ])
})

test('who waits is counted up to a bound, and beyond it every figure says that there may be more', async () => {
  const { sql, organizationId, listId, id, add, person, put, call, path } = await aSequence()
  const [two, three, gone] = [
    await add({ name: 'Two' }),
    await add({ name: 'Three' }),
    await add({ name: 'Gone' }),
  ]
  const people = await Promise.all(['a', 'b', 'c', 'd'].map((name) => person(`${name}@example.com`)))
  for (const [place, step] of [two, two, three, gone].entries()) await put(people[place] ?? 0, step.id)
  await call('DELETE', `${path}/steps/${gone.id}`)
  await sql`
    insert into autoresponder_reactions (organization_id, autoresponder_id, mailing_list_id, subscriber_id, due_at)
    select ${organizationId}, ${id}, ${listId}, unnest(${people}::integer[]), now()`
  const upTo = async (max: number) => {
    const found = await findFigures(sql, organizationId, id, max)
    return found.map(({ name, waiting, waiting_is_exact: isExact }) => `${name}: ${waiting} ${isExact}`)
  }
  expect(await upTo(4)).toEqual(['Welcome: 4 true', 'Two: 2 true', 'Three: 1 true', 'Gone: 1 true'])
  // Reading ends with the second of them, wherever those are.
  const [first, ...steps] = await upTo(1)
  expect(first).toBe('Welcome: 1 false')
  expect(steps.map((step) => step.replace(/\d+ /, ''))).toEqual(['Two: false', 'Three: false', 'Gone: false'])
  expect(steps.filter((step) => step.includes(': 1 ')).length).toBeLessThanOrEqual(2)
})
