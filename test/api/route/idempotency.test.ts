import { describe, expect, test } from 'vitest'
import { endpoint } from '../../../src/contract/api/endpoint.ts'
import { invalid } from '../../../src/contract/api/errors.ts'
import { createMailingList } from '../../../src/contract/lists/endpoints.ts'
import type { Scoped, Sql } from '../../../src/database/driver/connection.ts'
import { purgeIdempotencyKeys } from '../../../src/store/idempotency.ts'
import { until } from '../../harness/core/until.ts'
import { anActor } from '../../harness/core/api.ts'
import { aKeyedApi, aKeyedServer, type KeyedApi } from '../../harness/records/keyed-calls.ts'
import { aList } from '../../harness/core/records.ts'
import type { Router } from '../../../src/http/route/bind.ts'

const list = { mailing_list: { name: 'News' } }
const lists = async ({ sql }: KeyedApi) =>
  (await sql<{ name: string }[]>`select name from mailing_lists where name <> 'List' order by id`).map(
    ({ name }) => name,
  )

test('a rejected call changes nothing, and its answer is repeated even if it could succeed by now', async () => {
  const server = await aKeyedApi()
  const path = `organizations/${server.a.organizationId}/remove_sending_credits`
  const remove = (key: string) => server.send('PUT', path, { credits: 1_001 }, key, server.system)
  const first = await remove('too many')
  expect(first).toMatchObject({ status: 422, isReplayed: false })
  await server.sql`update credit_balances set available = 5000`
  expect(await remove('too many')).toEqual({ ...first, isReplayed: true })
  expect((await remove('another')).status).toBe(200)
  const kinds = await server.sql`select kind from audit_events`
  expect(kinds).toEqual([{ kind: 'credits.removed' }])
})

describe('a handler that throws', () => {
  const definition = endpoint({
    ...createMailingList,
    id: 'testRefusal',
    path: 'test/refusal',
  })
  const aRefusingServer = async (handler: Parameters<typeof refuseWith>[0]) => {
    const server = await aKeyedApi()
    return { ...server, ...aKeyedServer(server, [refuseWith(handler)]) }
  }
  const refuseWith =
    (handler: (sql: Scoped, organizationId: number) => Promise<never>) =>
    (route: Router): void =>
      route(definition, ({ sql, caller }) => handler(sql, caller.organization_id))

  test('keeps what it committed before, as it does without a key', async () => {
    const server = await aRefusingServer(async (sql, id) => {
      await sql.begin((inner) => aList(inner, id, { name: 'kept' }))
      await sql.begin(async (inner) => {
        await aList(inner, id, { name: 'undone' })
        throw invalid('it is refused')
      })
      throw new Error('never')
    })
    for (const key of [null, 'k']) {
      expect(await server.send('POST', 'test/refusal', {}, key)).toMatchObject({ status: 422 })
    }
    expect((await server.send('POST', 'test/refusal', {}, 'k')).isReplayed).toBe(true)
    expect(await lists(server)).toEqual(['kept', 'kept'])
  })

  test('after a failed statement is stored with its answer, and all its work is rolled back', async () => {
    const server = await aRefusingServer(async (sql, id) => {
      await sql.begin((inner) => aList(inner, id, { name: 'undone' }))
      await sql`select 1 / 0`.catch(() => {})
      throw invalid('it is refused')
    })
    const first = await server.send('POST', 'test/refusal', {}, 'k')
    expect(first).toMatchObject({ status: 422, isReplayed: false })
    expect(await server.send('POST', 'test/refusal', {}, 'k')).toEqual({ ...first, isReplayed: true })
    expect(await lists(server)).toEqual([])
    expect(server.faults).toEqual([])
  })
})

test('a change outside a transaction fails with a key, because it cannot be committed together with the key', async () => {
  const server = await aKeyedApi()
  const definition = endpoint({ ...createMailingList, id: 'testLoose', path: 'test/loose' })
  const loose = (route: Router): void =>
    route(definition, async ({ sql, caller }) => {
      await aList(sql, caller.organization_id, { name: 'loose' })
      throw invalid('it is refused')
    })
  const { send, faults } = aKeyedServer(server, [loose])
  expect((await send('POST', 'test/loose', {}, 'k')).status).toBe(500)
  expect(faults).toHaveLength(1)
  expect(await lists(server)).toEqual([])
})

test('a keyed call holds no connection while it prepares its change', async () => {
  const server = await aKeyedApi()
  const definition = endpoint({ ...createMailingList, id: 'testSlow', path: 'test/slow' })
  let go = () => {}
  const prepared = new Promise<void>((resolve) => (go = resolve))
  let preparing = 0
  const slow = (route: Router): void =>
    route(definition, async ({ sql, caller }) => {
      const { length } = await sql`select 1 as one`
      preparing += length
      await prepared
      await sql.begin((inner) => aList(inner, caller.organization_id, { name: 'slow' }))
      throw invalid('it is refused')
    })
  const { send } = aKeyedServer(server, [slow])
  // More at once than a caller may have.
  const callers = await Promise.all(
    [1, 2, 3].map(() => anActor(server.sql, server.secrets, server.b.organizationId)),
  )
  const sending = callers.flatMap((as) =>
    [1, 2, 3, 4, 5].map((number) => send('POST', 'test/slow', {}, `k${number}`, as)),
  )
  await until(async () => preparing === 15)
  // An answer can reach its handler before the end of its transaction does.
  const held = () => server.sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'test keyed' and state <> 'idle'`
  await until(async () => (await held()).length === 0, { seconds: 20 })
  go()
  for (const { status } of await Promise.all(sending)) expect(status).toBe(422)
  expect(await lists(server)).toHaveLength(15)
})

test('a caller can have at most ten keyed calls in progress', async () => {
  const server = await aKeyedApi()
  const definition = endpoint({ ...createMailingList, id: 'testSlow', path: 'test/slow' })
  let go = () => {}
  const prepared = new Promise<void>((resolve) => (go = resolve))
  let preparing = 0
  const slow = (route: Router): void =>
    route(definition, async () => {
      preparing += 1
      await prepared
      throw invalid('it is refused')
    })
  const { send } = aKeyedServer(server, [slow])
  const sending = Array.from({ length: 10 }, (_, number) => send('POST', 'test/slow', {}, `k${number}`))
  await until(async () => preparing === 10)
  const refused = await send('POST', 'test/slow', {}, 'k10')
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('at most 10 calls with an Idempotency-Key can be in progress at once')
  const others = send('POST', 'test/slow', {}, 'k0', server.b)
  await until(async () => preparing === 11)
  go()
  for (const { status } of await Promise.all([...sending, others])) expect(status).toBe(422)
})

test('a server error is not stored: a call with the same key runs again', async () => {
  const server = await aKeyedApi()
  await server.sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'out of order'; end $$`
  await server.sql`
    create trigger refuse after insert on mailing_lists for each row execute function refuse()`
  expect((await server.send('POST', 'mailing_lists', list, 'k')).status).toBe(500)
  expect(await server.sql`select * from idempotency_keys`).toEqual([])
  await server.sql`drop function refuse cascade`
  expect(await server.send('POST', 'mailing_lists', list, 'k')).toMatchObject({
    status: 200,
    isReplayed: false,
  })
  expect(await lists(server)).toEqual(['News'])
})

test('a request whose connection dies before the commit is rolled back', async () => {
  const server = await aKeyedApi()
  const dying = server.sql.begin(async (sql) => {
    await sql`lock table mailing_lists in exclusive mode`
    const sending = server.send('POST', 'mailing_lists', list, 'k')
    const killed = await killWaiting(server.sql)
    expect(killed).toBe(1)
    return sending
  })
  expect((await dying).status).toBe(503)
  expect(await lists(server)).toEqual([])
  expect(await server.send('POST', 'mailing_lists', list, 'k')).toMatchObject({
    status: 200,
    isReplayed: false,
  })
  expect(await lists(server)).toEqual(['News'])
})

/** Waits until some connections wait for a lock, and kills them. */
async function killWaiting(sql: Sql): Promise<number> {
  for (;;) {
    const { count } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pg_sleep(0.01) is not null`
    if (count > 0) return count
  }
}

test('a request whose twin takes too long gets 503 and changes nothing', async () => {
  const server = await aKeyedApi()
  const answer = await server.sql.begin(async (sql) => {
    await sql`
      insert into idempotency_keys (organization_id, caller, key_sha256, request_sha256)
      values (${server.a.organizationId}, ${`api_key:${server.a.apiKeyId}`}, sha256('k'), sha256('r'))`
    return server.send('POST', 'mailing_lists', list, 'k')
  })
  expect(answer.status).toBe(503)
  expect(answer.text).toContain('a request with this Idempotency-Key is still in progress')
  expect(server.faults).toEqual([])
  expect(await lists(server)).toEqual([])
})

test('a key belongs to its caller; another caller may use the same key', async () => {
  const server = await aKeyedApi()
  const colleague = await anActor(server.sql, server.secrets, server.a.organizationId)
  const texts = []
  for (const as of [server.a, colleague, server.b, server.system]) {
    const { isReplayed, text } = await server.send('POST', 'mailing_lists', list, 'k', as)
    expect(isReplayed).toBe(false)
    texts.push(text)
  }
  expect(new Set(texts).size).toBe(4)
})

test('the request is the same under every mount, and a different one on another path', async () => {
  const server = await aKeyedApi()
  const first = await server.send('POST', '/ga/api/v2/mailing_lists', list, 'k')
  for (const mount of ['/ga/api', '/api/v2', '/api']) {
    const again = await server.send('POST', `${mount}/mailing_lists`, list, 'k')
    expect(again).toEqual({ ...first, isReplayed: true })
  }
  const imports = `mailing_lists/${server.listId}/subscriber_imports`
  expect((await server.send('POST', imports, list, 'k')).text).toContain('was used for another request')
})

test('a key is 1 to 255 printable characters', async () => {
  const server = await aKeyedApi()
  for (const key of ['', ' ', 'x'.repeat(256), 'a\tb', 'ä', '\u007f']) {
    const answer = await server.send('POST', 'mailing_lists', list, key)
    expect([key, answer.status, JSON.parse(answer.text).error_message]).toEqual([
      key,
      400,
      'Idempotency-Key must be 1 to 255 printable ASCII characters',
    ])
  }
  expect((await server.send('POST', 'mailing_lists', list, 'x'.repeat(255))).status).toBe(200)
  expect(await lists(server)).toEqual(['News'])
})

test('calls that are safe to repeat ignore the key', async () => {
  const server = await aKeyedApi()
  const path = `mailing_lists/${server.listId}`
  expect((await server.send('GET', path, undefined, 'k')).status).toBe(200)
  for (const name of ['one', 'two']) {
    const answer = await server.send('PUT', path, { mailing_list: { name } }, 'k')
    expect(JSON.parse(answer.text).data.name).toBe(name)
  }
  expect(await server.sql`select * from idempotency_keys`).toEqual([])
})

test('a key is valid for 24 hours, and is deleted an hour later', async () => {
  const server = await aKeyedApi()
  const age = (minutes: number) =>
    server.sql`update idempotency_keys set created_at = now() - ${minutes}::integer * interval '1 minute'`
  await server.send('POST', 'mailing_lists', list, 'k')
  await age(24 * 60 - 1)
  expect(await purgeIdempotencyKeys(server.sql, 100)).toBe(0)
  expect((await server.send('POST', 'mailing_lists', list, 'k')).isReplayed).toBe(true)
  await age(24 * 60 + 1)
  expect(await server.send('POST', 'mailing_lists', { name: 'Other' }, 'k')).toMatchObject({
    status: 200,
    isReplayed: false,
  })
  expect((await server.send('POST', 'mailing_lists', { name: 'Other' }, 'k')).isReplayed).toBe(true)
  expect(await lists(server)).toEqual(['News', 'Other'])
  await age(25 * 60 + 1)
  expect(await purgeIdempotencyKeys(server.sql, 100)).toBe(1)
})

test('the stored row contains neither the key of the request nor a credential of the answer', async () => {
  const server = await aKeyedApi()
  const body = { api_key: { name: 'one', role: 'organization_admin' } }
  const { text } = await server.send('POST', 'api_keys', body, 'client-side-secret')
  const credential: string = JSON.parse(text).data.api_key
  const key = Buffer.from(credential, 'base64').toString().split(':')[1]
  expect(key).toMatch(/^[0-9a-f]{40}$/)
  const [row] = await server.sql<{ stored: string }[]>`
    select encode(answer_sealed, 'escape') || encode(key_sha256, 'escape') || caller as stored from idempotency_keys`
  for (const secret of [credential, key, 'client-side-secret', '"success"']) {
    expect(row?.stored).not.toContain(secret)
  }
})
