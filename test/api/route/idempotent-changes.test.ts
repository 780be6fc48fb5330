import { describe, expect, test } from 'vitest'
import type { Sql } from '../../../src/database/driver/connection.ts'
import type { Actor } from '../../harness/core/api.ts'
import { aFlakyWire } from '../../harness/fakes/flaky-wire.ts'
import { leastImport } from '../../harness/importing/api.ts'
import { aKeyedApi, aKeyedServer, type KeyedApi } from '../../harness/records/keyed-calls.ts'

/** M2: a call repeated with its key runs once and always gets the same answer. */

type Change = {
  method: 'POST' | 'PUT'
  path: string
  body: object
  otherBody: object
  as: Actor
  /** How often the change was made: more than `before` if it was. */
  count: (sql: Sql) => Promise<number>
}

const rowsOf = (table: string) => async (sql: Sql) => {
  const [row] = await sql<{ count: number }[]>`select count(*) from ${sql(table)}`
  return row?.count ?? 0
}

/** Calls that would do harm if they ran twice. */
const changes: Record<string, (server: KeyedApi) => Change> = {
  'adding credits': (server) => credits(server, 'add'),
  'removing credits': (server) => credits(server, 'remove'),
  'setting credits': (server) => credits(server, 'set'),
  'a new API key': ({ a }) => ({
    method: 'POST',
    path: 'api_keys',
    body: { api_key: { name: 'one', role: 'organization_admin' } },
    otherBody: { api_key: { name: 'two', role: 'organization_admin' } },
    as: a,
    count: rowsOf('api_keys'),
  }),
  'a new mailing list': ({ a }) => ({
    method: 'POST',
    path: 'mailing_lists',
    body: { mailing_list: { name: 'one' } },
    otherBody: { mailing_list: { name: 'two' } },
    as: a,
    count: rowsOf('mailing_lists'),
  }),
  'a new import': ({ a, listId }) => ({
    method: 'POST',
    path: `mailing_lists/${listId}/subscriber_imports`,
    body: { subscriber_import: leastImport },
    otherBody: { subscriber_import: { ...leastImport, overwrite: true } },
    as: a,
    count: rowsOf('subscriber_imports'),
  }),
}

function credits({ a, system }: KeyedApi, what: string): Change {
  return {
    method: 'PUT',
    path: `organizations/${a.organizationId}/${what}_sending_credits`,
    body: { credits: 7 },
    otherBody: { credits: 8 },
    as: system,
    count: rowsOf('credit_ledger'),
  }
}

describe.each(Object.entries(changes))('%s', (_name, changeOf) => {
  test('runs once, however often it is sent with one key, in turn and at the same time', async () => {
    const server = await aKeyedApi()
    const { method, path, body, as, count } = changeOf(server)
    const before = await count(server.sql)
    const first = await server.send(method, path, body, 'again', as)
    expect(first).toMatchObject({ status: 200, isReplayed: false })
    expect(await server.send(method, path, body, 'again', as)).toEqual({ ...first, isReplayed: true })
    expect((await count(server.sql)) - before).toBe(1)

    const crowd = await Promise.all(
      Array.from({ length: 6 }, () => server.send(method, path, body, 'at once', as)),
    )
    expect(crowd.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1)
    expect(new Set(crowd.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect((await count(server.sql)) - before).toBe(2)
    expect(server.faults).toEqual([])
  })

  test('runs once if the server loses the answer to any one of its commits', async () => {
    const server = await aKeyedApi()
    const { method, path, body, as, count } = changeOf(server)
    const before = await count(server.sql)
    let made = 0
    for (let lostCommit = 1, isLost = true; isLost; lostCommit += 1) {
      const wire = await aFlakyWire(server.url, (commit) => commit === lostCommit)
      const cut = aKeyedServer(server, server.routes, wire.url)
      const lost = await cut.send(method, path, body, `lost ${lostCommit}`, as)
      isLost = wire.lostAnswers() === 1
      expect(lost.status).toBe(isLost ? 503 : 200)
      const isMade = (await count(server.sql)) - before > made
      const again = await cut.send(method, path, body, `lost ${lostCommit}`, as)
      expect(again).toMatchObject({ status: 200, isReplayed: isMade })
      made += 1
      expect((await count(server.sql)) - before).toBe(made)
    }
    expect(made).toBeGreaterThan(1)
  })

  test('is rejected under the key of another request', async () => {
    const server = await aKeyedApi()
    const { method, path, body, otherBody, as, count } = changeOf(server)
    const before = await count(server.sql)
    const first = await server.send(method, path, body, 'taken', as)
    const other = await server.send(method, path, otherBody, 'taken', as)
    expect(other).toMatchObject({ status: 422, isReplayed: false })
    expect(JSON.parse(other.text)).toMatchObject({
      error_code: 'validation_failed',
      error_message: 'Idempotency-Key was used for another request',
    })
    expect(await server.send(method, path, body, 'taken', as)).toEqual({ ...first, isReplayed: true })
    expect((await count(server.sql)) - before).toBe(1)
  })

  test('runs twice when it is sent twice without a key', async () => {
    const server = await aKeyedApi()
    const { method, path, body, as, count } = changeOf(server)
    const before = await count(server.sql)
    for (let time = 0; time < 2; time += 1) {
      expect((await server.send(method, path, body, null, as)).status).toBe(200)
    }
    expect((await count(server.sql)) - before).toBe(2)
  })
})
