import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Effects } from '../../../src/contract/plans/effects.ts'
import { planMayBecome, planStates } from '../../../src/contract/plans/states.ts'
import { planRoutes } from '../../../src/http/plans/routes.ts'
import { erasureRoutes } from '../../../src/http/subscribers/erasure.ts'
import { aBulkApi, changeUntilEnded, changerOf } from '../../harness/records/changers.ts'
import { propertyRuns } from '../../harness/fuzz/runs.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { aCampaignWorld } from '../../harness/sending/world.ts'
import { startSenders } from '../../harness/sending/sender.ts'
import type { Anyone, Api } from '../../harness/core/api.ts'
import { complete } from '../../harness/sending/campaign-api.ts'

type Plan = { id: number; state: string; effects: Effects; problem: string }

function plansOf(api: Api) {
  const plan = (method: string, path: string, body?: object, more: object = {}, as: Anyone = api.a) =>
    api.call<Plan>('POST', 'plans', { plan: { method, path, body, ...more } }, as)
  const apply = (id: number, as: Anyone = api.a) =>
    api.call<{ plan: Plan; answer: { id: number } }>('POST', `plans/${id}/apply`, undefined, as)
  return { plan, apply }
}

async function aPlanWorld(count: number) {
  const world = await aCampaignWorld(count, {}, planRoutes)
  return { ...world, ...plansOf(world.api) }
}

const draft = { campaign: { ...complete, dispatch_attributes: { from_email: 'news@example.com' } } }
const send = { campaign: { dispatch_attributes: { begins_at: 'now' } } }

async function aDraft({ api, path }: { api: Api; path: string }): Promise<number> {
  return (await api.call<{ id: number }>('POST', path, draft)).body.data.id
}

test('a plan to send tells who gets it, who does not and why; applied, exactly these messages leave', async () => {
  const world = await aPlanWorld(30)
  const { api, sql, listId, organizationId, plan, apply } = world
  startSenders(api, { smtpUrl: world.sink.url })
  const [suppression] = await sql`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'S') returning id`
  const place = fc.constantFrom('active', 'unsubscribed', 'bounced', 'paused', 'suppressed')
  await fc.assert(
    fc.asyncProperty(fc.array(place, { minLength: 30, maxLength: 30 }), async (places) => {
      await sql`delete from subscriber_pauses`
      await sql`delete from suppressed_addresses`
      for (const [at, kind] of places.entries()) {
        const key = `person${at + 1}@example.com`
        const status = kind === 'paused' || kind === 'suppressed' ? 'active' : kind
        await sql`update subscribers set status = ${status} where key = ${key}`
        if (kind === 'suppressed') {
          await sql`
            insert into suppressed_addresses (organization_id, suppression_list_id, key)
            values (${organizationId}, ${suppression?.['id']}, ${key})`
        }
        if (kind === 'paused') {
          await sql`
            insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_until)
            select ${organizationId}, ${listId}, id, now() + interval '1 day' from subscribers where key = ${key}`
        }
      }
      const countOf = (kind: string) => places.filter((one) => one === kind).length
      await sql`
        update subscriber_counts set active = ${countOf('active') + countOf('paused') + countOf('suppressed')},
          unsubscribed = ${countOf('unsubscribed')}, bounced = ${countOf('bounced')}
        where mailing_list_id = ${listId}`
      const id = await aDraft(world)
      const planned = await plan('PUT', `campaigns/${id}`, send)
      expect(planned.body.error_message).toBeNull()
      const { effects, id: planId } = planned.body.data
      expect(effects.messages).toBe(countOf('active'))
      expect(Object.fromEntries(effects.left_out.map(({ reason, people }) => [reason, people]))).toEqual(
        Object.fromEntries(
          ['unsubscribed', 'bounced', 'paused', 'suppressed'].flatMap((kind) =>
            countOf(kind) === 0 ? [] : [[kind, countOf(kind)]],
          ),
        ),
      )
      expect((await api.call('GET', `campaigns/${id}`)).body.data).toMatchObject({
        dispatch: { state: 'idle' },
      })
      const before = world.sink.messages.length
      expect((await apply(planId)).body.error_message).toBeNull()
      await world.finished(id)
      expect(world.sink.messages.length - before).toBe(effects.messages)
    }),
    propertyRuns(100, 20),
  )
})

test('a plan is void, in words, once what it saw has changed; nothing is sent', async () => {
  const world = await aPlanWorld(5)
  const { api, sql, plan, apply } = world
  const changes: [change: (id: number) => Promise<unknown>, problem: string][] = [
    [(id) => world.update(id, { contents: [{ ...complete.contents[0], text: 'Else.' }] }), 'the content'],
    [(id) => world.update(id, { dispatch_attributes: { from_name: 'Else' } }), 'the sender'],
    [
      () => sql`update subscribers set status = 'bounced' where key = 'person1@example.com'`,
      'the people (5 then, 4 now)',
    ],
    [(id) => api.call('DELETE', `campaigns/${id}`), 'the call is now refused: campaign not found'],
  ]
  for (const [change, problem] of changes) {
    const id = await aDraft(world)
    const { body } = await plan('PUT', `campaigns/${id}`, send)
    await change(id)
    const answer = await apply(body.data.id)
    expect(answer.status).toBe(409)
    expect(answer.body.error_message).toContain(problem)
    expect((await apply(body.data.id)).body.error_message).toContain('is void')
    const after = await api.call<Plan>('GET', `plans/${body.data.id}`)
    expect(after.body.data).toMatchObject({ state: 'void', problem: expect.stringContaining(problem) })
  }
  expect(await sql`select 1 from campaigns where state <> 'idle'`).toHaveLength(0)
})

test('with a tolerance, some more or fewer people are no change; other people and a new text are', async () => {
  const world = await aPlanWorld(20)
  const { sql, plan, apply } = world
  const leave = (count: number) => sql`
    update subscribers set status = 'bounced' where id in (
      select id from subscribers where status = 'active' limit ${count})`
  const id = await aDraft(world)
  const tolerant = await plan('PUT', `campaigns/${id}`, send, { people_tolerance_percent: 10 })
  const strict = await plan('PUT', `campaigns/${id}`, send)
  await leave(1)
  await sql`insert into subscribers (organization_id, mailing_list_id, key)
    values (${world.organizationId}, ${world.listId}, 'new@example.com')`
  expect((await apply(strict.body.data.id)).body.error_message).toContain('the people')
  await leave(3)
  expect((await apply(tolerant.body.data.id)).body.error_message).toContain('the people (20 then, 17 now)')
  const again = await plan('PUT', `campaigns/${id}`, send, { people_tolerance_percent: 10 })
  await leave(1)
  expect((await apply(again.body.data.id)).status).toBe(200)
})

test('a plan needs the rights of its call, when it is made and when it is applied, and is shown to its maker', async () => {
  const world = await aPlanWorld(1)
  const { api, plan, apply } = world
  const { organizationId } = api.a
  const id = await aDraft(world)
  const nobody = await aSession(api, organizationId, { role: 'standard' })
  const writer = await aSession(api, organizationId, {
    role: 'standard',
    permissions: { campaign: ['update'] },
  })
  const rename = { campaign: { name: 'New' } }
  expect((await plan('PUT', `campaigns/${id}`, rename, {}, nobody)).status).toBe(403)
  expect((await plan('PUT', `campaigns/${id}`, send, {}, writer)).status).toBe(403)
  const mine = await plan('PUT', `campaigns/${id}`, rename, {}, writer)
  expect(mine.status).toBe(200)
  expect((await api.call('GET', `plans/${mine.body.data.id}`, undefined, nobody)).status).toBe(404)
  expect((await apply(mine.body.data.id, nobody)).status).toBe(404)
  expect((await apply(mine.body.data.id, api.b)).status).toBe(404)
  expect((await plan('PUT', `campaigns/${id}`, rename, {}, api.b)).status).toBe(404)
  const list = await api.call<Plan[]>('GET', 'plans', undefined, nobody)
  expect(list.body.data).toEqual([])
  await api.sql`update users set permissions = '{}' where id = ${writer.userId}`
  expect((await apply(mine.body.data.id, writer)).status).toBe(403)
  expect((await apply(mine.body.data.id)).body.data.plan.state).toBe('applied')
})

test('what cannot be planned is refused, and so is a header that pretends to be the server', async () => {
  const { api, plan } = await aPlanWorld(0)
  expect((await plan('POST', 'plans', {})).body.error_message).toContain('cannot be planned')
  expect((await plan('PUT', 'campaigns/7?x=1')).body.error_message).toContain(
    'path must be the path of a call',
  )
  const headers = { authorization: `Basic ${api.a.credential}`, 'x-inside': '0'.repeat(48) }
  const reply = await api.app.inject({ method: 'POST', url: '/ga/api/v2/plans', headers, payload: '{}' })
  expect(reply.statusCode).toBe(400)
})

test('a planned bulk change concerns as many people as were changed; an erased person leaves no plan', async () => {
  const bulk = await aBulkApi(planRoutes, erasureRoutes)
  const { listId } = bulk
  const api: Api = bulk
  const { plan, apply } = plansOf(api)
  for (const name of ['ann', 'bob', 'cy']) {
    await api.call('POST', `mailing_lists/${listId}/subscribers`, {
      subscriber: { email: `${name}@example.com`, status: 'active' },
    })
  }
  const change = { selection: { all: true }, action: 'set_status', status: 'deactivated' }
  const path = `mailing_lists/${listId}/subscriber_bulk_changes`
  const { body } = await plan('POST', path, { subscriber_bulk_change: change })
  expect(body.data.effects.people).toEqual({
    number: 3,
    is_exact: true,
    estimate: null,
    classes: [{ class: 'active', people: 3 }],
  })
  const applied = await apply(body.data.id)
  await changeUntilEnded(changerOf(api.url), api.sql)
  expect(await bulk.show(applied.body.data.answer.id)).toMatchObject({ stats: { people_changed: 3 } })

  const subscriber = { subscriber: { email: 'Ann@example.com', status: 'active' } }
  const named = await plan('PUT', `mailing_lists/${listId}/subscribers/ann@example.com`, subscriber)
  expect(named.body.error_message).toBeNull()
  await api.call('POST', 'subscribers/erase', { email: 'ann@example.com' })
  const [left] = await api.sql`select state, path, body_sealed from plans where id = ${named.body.data.id}`
  expect(left).toEqual({ state: 'void', path: 'erased', body_sealed: null })
})

test('the database allows the transitions of the table and no other', async () => {
  const { sql, organizationId } = await aPlanWorld(0)
  for (const from of planStates) {
    for (const to of planStates) {
      if (from === to) continue
      const ended = ['refused', 'applied', 'void']
      const [row] = await sql<{ id: number }[]>`
        insert into plans (organization_id, state, endpoint, method, path, asked_by, effects, seen, seen_sha256, expires_at,
          ended_at, decided_at, is_emergency)
        values (${organizationId}, ${from}, 'x', 'POST', 'x', 'user:1', '{}', '[]', '', now(),
          ${ended.includes(from) ? new Date() : null}, now(), true)
        returning id`
      const change = sql`
        update plans set state = ${to}, ended_at = ${ended.includes(to) ? new Date() : null} where id = ${row?.id ?? 0}`
      if (planMayBecome[from].includes(to)) expect((await change).count).toBe(1)
      else await expect(change, `${from} to ${to}`).rejects.toThrow('cannot become')
    }
  }
})
