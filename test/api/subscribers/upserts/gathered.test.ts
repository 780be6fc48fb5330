import { array, assert, asyncProperty, boolean, constantFrom, record, type Arbitrary } from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { webhookRoutes } from '../../../../src/http/webhooks.ts'
import { until } from '../../../harness/core/until.ts'
import { aField, aList, anAutoresponder } from '../../../harness/core/records.ts'
import { propertyRuns } from '../../../harness/fuzz/runs.ts'
import { countWaiting } from '../../../harness/postgres/waiting.ts'
import { aSubscriberApi, countsOf, type Subscriber } from '../../../harness/records/subscribers.ts'
import { aWebhook } from '../../../harness/records/webhooks.ts'
import type { Answer, Api } from '../../../harness/core/api.ts'

/** Calls that come at once. Names in two spellings are one key; 'Never' is no option of the field. */
const callOf = record({
  name: constantFrom('ann', 'ANN', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus', 'no address', 'there'),
  status: constantFrom(undefined, undefined, undefined, 'active', 'unsubscribed'),
  age: constantFrom(undefined, '30', '30', 'old'),
  unknown: boolean(),
  skip: boolean(),
  filter: constantFrom(undefined, 'wel*', 'news'),
  /** Of an `Idempotency-Key`: each call that has one sends it twice. */
  isKeyed: boolean(),
})

type Given = typeof callOf extends Arbitrary<infer One> ? One : never

const emailOf = ({ name }: Given) => `${name}@example.com`
const keyOf = (call: Given) => emailOf(call).toLowerCase()
const becomesActive = (call: Given) => (call.status ?? 'active') === 'active'

/** What speaks against a call whatever the others do: the words of its refusal. */
function ownFault({ name, age }: Given): RegExp | null {
  if (name === 'no address') return /^email /
  return age === 'old' ? /^Age / : null
}

function bodyOf(call: Given) {
  const { status, age, unknown, skip, filter } = call
  const fields = { ...(age === undefined ? {} : { Age: age }), ...(unknown ? { Nope: 'x' } : {}) }
  return {
    subscriber: {
      email: emailOf(call),
      custom_fields: fields,
      ...(status === undefined ? {} : { status }),
      ...(skip ? { skip_autoresponders: true } : {}),
      ...(filter === undefined ? {} : { autoresponder_filter: filter }),
    },
  }
}

async function aWorld() {
  const freeTargets = { allowLoopback: true, allow: [] }
  const api = await aSubscriberApi((route, secrets) => webhookRoutes(route, { secrets, freeTargets }))
  await aWebhook(api, { url: 'http://127.0.0.1:9/', event_types: ['studio_subscriber_created'] })
  return api
}

describe('subscribers who are added at once', () => {
  test('get what each would get alone: answer, warnings, quota, reactions, events and counts', async () => {
    const api = await aWorld()
    const calls = array(callOf, { minLength: 2, maxLength: 14 })
    const property = asyncProperty(calls, constantFrom(null, 0, 1, 3), (given, places) =>
      compare(api, given, places),
    )
    await assert(property, propertyRuns(150))
  }, 300_000)

  test('share a transaction if they come while another is in progress, and only then', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const other = await aList(api.sql, api.b.organizationId)
    const add = (name: number) =>
      api.call('POST', `mailing_lists/${listId}/subscribers`, { email: `p${name}@example.com` })
    const { answers } = await api.sql.begin(async (sql) => {
      await sql`
        select 1 from mailing_lists where organization_id = ${api.a.organizationId} and id = ${listId} for update`
      const first = add(0)
      await until(async () => (await countWaiting(api.sql)) === 1)
      const others = Array.from({ length: 20 }, (_, name) => add(name + 1))
      // Nobody of another organization waits for them.
      const email = { email: 'x@example.com' }
      const apart = await api.call('POST', `mailing_lists/${other}/subscribers`, email, api.b)
      expect(apart.status).toBe(200)
      expect(await countWaiting(api.sql)).toBe(1)
      return { answers: Promise.all([first, ...others]) }
    })
    expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 21 }, () => 200))
    expect(await transactionsOf(api, listId)).toEqual([1, 20])
  })

  test('share it with calls that have an Idempotency-Key, of which each is kept with its answer', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    const other = await aList(api.sql, api.a.organizationId, { name: 'Other' })
    const path = `mailing_lists/${listId}/subscribers`
    const given = Array.from(
      { length: 6 },
      (_, n) => ({ name: `p${n}`, isKeyed: n % 2 === 1 }) as unknown as Given,
    )
    const send = keyedCalls(api, path, given)
    const { answers } = await api.sql.begin(async (sql) => {
      await sql`
        select 1 from mailing_lists where organization_id = ${api.a.organizationId} and id = ${listId} for update`
      const first = send(given[0]!, 0)
      await until(async () => (await countWaiting(api.sql)) === 1)
      const others = given.slice(1).map((call, place) => send(call, place + 1))
      // It comes after them, and takes as many steps before it has a transaction: then they wait for the first.
      const apart = keyedCalls(api, `mailing_lists/${other}/subscribers`, given)
      for (const place of [1, 3, 5]) expect((await apart(given[place]!, place)).status).toBe(200)
      return { answers: Promise.all([first, ...others]) }
    })
    const stored = await answers
    expect(stored.map(({ status, isReplayed }) => [status, isReplayed])).toEqual(
      given.map(() => [200, false]),
    )
    expect(await transactionsOf(api, listId)).toEqual([1, 5])
    // The key is committed with the person.
    const [keys] = await api.sql<{ count: number; transactions: number }[]>`
      select count(*)::integer as count, count(distinct xmin::text)::integer as transactions from idempotency_keys
      where organization_id = ${api.a.organizationId} and xmin::text in (
        select xmin::text from subscribers
        where organization_id = ${api.a.organizationId} and mailing_list_id = ${listId})`
    expect(keys).toEqual({ count: 3, transactions: 1 })
    const again = await Promise.all([1, 3, 5].map((place) => send(given[place]!, place)))
    expect(again).toEqual([1, 3, 5].map((place) => ({ ...stored[place]!, isReplayed: true })))
  })

  test('are added although the database refuses one of them', async () => {
    const api = await aSubscriberApi()
    const listId = await aList(api.sql, api.a.organizationId)
    await api.sql.unsafe(`alter table subscribers add constraint no_bob check (key <> 'bob@example.com')`)
    onTestFinished(async () => void (await api.sql.unsafe('alter table subscribers drop constraint no_bob')))
    const answers = await Promise.all(
      ['ann', 'cid', 'bob', 'dan'].map((name) =>
        api.call<Subscriber>('POST', `mailing_lists/${listId}/subscribers`, { email: `${name}@example.com` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 500, 200])
    expect(answers.flatMap(({ body }) => (body.success ? [body.data.email] : []))).toEqual([
      'ann@example.com',
      'cid@example.com',
      'dan@example.com',
    ])
    expect(await countsOf(api, listId)).toMatchObject({ active: 3 })
  })
})

/** @returns how many people each transaction has added. */
async function transactionsOf({ sql }: Api, listId: number): Promise<number[]> {
  const groups = await sql<{ size: number }[]>`
    select count(*)::integer as size from subscribers where mailing_list_id = ${listId} group by xmin::text order by 1`
  return groups.map(({ size }) => size)
}

type KeyedAnswer = { status: number; body: Answer<Subscriber>['body']; isReplayed: boolean }

/** A caller may have ten calls with keys in progress, and each is sent twice. */
const keyedMax = 5

function keyedCalls({ app, a }: Api, path: string, given: readonly Given[]) {
  const keyed = new Set([...given.keys()].filter((place) => given[place]!.isKeyed).slice(0, keyedMax))
  const send = async (call: Given, place: number): Promise<KeyedAnswer> => {
    const reply = await app.inject({
      method: 'POST',
      url: `/ga/api/v2/${path}`,
      headers: {
        authorization: `Basic ${a.credential}`,
        ...(keyed.has(place) ? { 'idempotency-key': `${path} ${place}` } : {}),
      },
      payload: JSON.stringify(bodyOf(call)),
    })
    return {
      status: reply.statusCode,
      body: JSON.parse(reply.body) as KeyedAnswer['body'],
      isReplayed: reply.headers['idempotency-replayed'] === 'true',
    }
  }
  return Object.assign(send, { isKeyed: (place: number) => keyed.has(place) })
}

/** Sends the calls at once to a new list, and compares what became of them with what may become of them. */
async function compare(api: Api, given: readonly Given[], places: number | null): Promise<void> {
  const { sql, a } = api
  const { organizationId } = a
  const listId = await aList(sql, organizationId, { name: `List ${String(Math.random())}` })
  const path = `mailing_lists/${listId}/subscribers`
  await aField(sql, organizationId, listId, { name: 'Age', field_type: 'number' })
  const news = await anAutoresponder(sql, organizationId, listId, { name: 'News' })
  const welcome = await anAutoresponder(sql, organizationId, listId, { name: 'Welcome' })
  await sql`update organizations set subscriber_quota_mode = 'no_limit' where id = ${organizationId}`
  await api.call('POST', path, { email: 'there@example.com', skip_autoresponders: true })
  await sql`delete from webhook_events`
  if (places !== null) {
    await sql`
      update organizations set subscriber_quota_mode = 'visible_limit',
        subscriber_quota_limit = ${places} + (select sum(active) from subscriber_counts where organization_id = ${organizationId})
      where id = ${organizationId}`
  }
  const send = keyedCalls(api, path, given)
  const answers = await Promise.all(
    given.map(async (call, place) => {
      const twins = await Promise.all(send.isKeyed(place) ? [send(call, place), send(call, place)] : [send(call, place)]) // oxfmt-ignore
      const [first] = twins as [KeyedAnswer]
      expect(twins.map(({ status, body }) => [status, body])).toEqual(
        twins.map(() => [first.status, first.body]),
      )
      return first
    }),
  )
  // Refusals are kept, too.
  for (const [place, call] of given.entries()) {
    if (!send.isKeyed(place)) continue
    expect(await send(call, place)).toEqual({ ...answers[place]!, isReplayed: true })
  }
  const pairs = given.map((call, place) => ({ call, answer: answers[place]! }))
  const added = pairs.filter(({ answer }) => answer.status === 200)

  for (const { call, answer } of pairs) {
    const { status, body } = answer
    const fault = ownFault(call)
    const isTaken = keyOf(call) === 'there@example.com' || added.some(({ call: one }) => keyOf(one) === keyOf(call)) // oxfmt-ignore
    if (status === 200) {
      expect(fault).toBeNull()
      expect(body.data).toMatchObject({ email: emailOf(call), status: call.status ?? 'active' })
      expect(body.data.custom_fields['Age']?.value).toBe(call.age === undefined ? null : 30)
      expect(body.warnings ?? []).toEqual(call.unknown ? [expect.stringContaining('"Nope"')] : [])
    } else if (fault !== null) {
      expect([status, body.error_message]).toEqual([422, expect.stringMatching(fault)])
    } else if (body.error_message === 'email already exists on this mailing list') {
      expect(isTaken).toBe(true)
    } else {
      expect(body.error_message).toMatch(/^the organization has reached its limit of \d+ active subscribers$/)
      expect(places).not.toBeNull()
      expect(becomesActive(call)).toBe(true)
    }
  }

  const active = added.filter(({ call }) => becomesActive(call))
  const keys = added.map(({ call }) => keyOf(call))
  expect(new Set(keys).size).toBe(keys.length)
  const wanted = new Set(
    given.flatMap((call) => (ownFault(call) === null && becomesActive(call) ? [keyOf(call)] : [])),
  )
  wanted.delete('there@example.com')
  // Who is on the list without being active had the key before.
  for (const { call } of added) if (!becomesActive(call)) wanted.delete(keyOf(call))
  expect(active).toHaveLength(Math.min(wanted.size, places ?? Infinity))

  const rows = await sql<{ id: number; key: string; status: string }[]>`
    select id, key, status from subscribers where mailing_list_id = ${listId} and key <> 'there@example.com' order by id`
  const expected = added.map(({ call, answer }) => ({ id: answer.body.data.id, key: keyOf(call), status: call.status ?? 'active' })) // oxfmt-ignore
  expect([...rows]).toEqual(expected.toSorted((one, other) => one.id - other.id))
  expect(await countsOf(api, listId)).toMatchObject({
    active: active.length + 1,
    unsubscribed: added.length - active.length,
  })
  const events = await sql<{ email: string; id: number }[]>`
    select payload->>'email' as email, (payload->>'studio_subscriber_id')::integer as id from webhook_events order by 2`
  expect([...events]).toEqual(
    added
      .map(({ answer: { body } }) => ({ email: body.data.email, id: body.data.id }))
      .toSorted((one, other) => one.id - other.id),
  )
  const reactions = await sql<{ autoresponder: number; subscriber: number }[]>`
    delete from autoresponder_reactions where mailing_list_id = ${listId}
    returning autoresponder_id as autoresponder, subscriber_id as subscriber`
  const due = active.flatMap(({ call, answer }) => {
    if (call.skip) return []
    const triggered = { 'wel*': [welcome], news: [news], all: [news, welcome] }[call.filter ?? 'all']
    return triggered.map((autoresponder) => ({ autoresponder, subscriber: answer.body.data.id }))
  })
  const texts = (all: readonly object[]) => all.map((one) => JSON.stringify(one)).toSorted()
  expect(texts(reactions)).toEqual(texts(due))
}
