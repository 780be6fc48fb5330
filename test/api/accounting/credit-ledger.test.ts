import { expect, onTestFinished, test } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { connect, type Sql } from '../../../src/database/driver/connection.ts'
import { retryable } from '../../../src/database/retry.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { spendCredits } from '../../../src/store/accounting/credits.ts'
import { aKeyedApi, type KeyedApi } from '../../harness/records/keyed-calls.ts'
import { byDay } from '../../harness/night.ts'

/** M1: the ledger explains the balance under concurrent changes and spending, even if connections die. */

const clients = 8
const changes = byDay(400, 1_000)
const verbs = ['add', 'remove', 'set', 'spend'] as const

/** How many changes of each kind were acknowledged. */
type Done = { add: number; remove: number; set: number; spend: number }

test(`after ${changes} changes by 8 clients, with connections killed, the balance is the sum of the ledger`, async () => {
  const api = await aKeyedApi()
  const organizationId = api.a.organizationId
  await api.sql`delete from credit_balances`
  const sender = connect(api.url, { max: clients, applicationName: 'test keyed', role: applicationRole })
  onTestFinished(() => sender.end())
  const random = createRandom(9)
  const done: Done = { add: 0, remove: 0, set: 0, spend: 0 }
  let next = 0
  let killed = 0
  const client = async () => {
    while (next < changes) {
      next += 1
      if (next % 50 === 0) killed += await killOne(api.sql)
      const verb = verbs[Math.floor(random() * verbs.length)] ?? 'add'
      const credits = Math.floor(random() * 100)
      const isDone =
        verb === 'spend'
          ? await spend(sender.within(organizationId), organizationId, credits)
          : await changeCredits(api, verb, credits, `change ${next}`)
      if (isDone) done[verb] += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))

  expect(killed).toBeGreaterThan(5)
  expect(Math.min(done.add, done.remove, done.set, done.spend)).toBeGreaterThan(changes / 20)
  await expectBalance(api.sql, organizationId)
  const counted = await api.sql<{ kind: string; count: number }[]>`
    select kind, count(*) from credit_ledger group by kind`
  const rowsOf = (kind: string) => counted.find((row) => row.kind === kind)?.count ?? 0
  // Each acknowledged call is in the ledger once, however often it was sent.
  expect([rowsOf('added'), rowsOf('removed'), rowsOf('set')]).toEqual([done.add, done.remove, done.set])
  // A sender that lost its connection cannot know whether it spent.
  expect(rowsOf('spent')).toBeGreaterThanOrEqual(done.spend)
})

/** Sends a change until it is answered; a lost connection is answered with 503. @returns whether it was done. */
async function changeCredits(
  { send, a, system }: KeyedApi,
  verb: string,
  credits: number,
  key: string,
): Promise<boolean> {
  const path = `organizations/${a.organizationId}/${verb}_sending_credits`
  for (;;) {
    const { status, text } = await send('PUT', path, { credits }, key, system)
    expect([200, 422, 503], text).toContain(status)
    if (status !== 503) return status === 200
  }
}

async function spend(
  scoped: ReturnType<ReturnType<typeof connect>['within']>,
  organizationId: number,
  credits: number,
): Promise<boolean> {
  try {
    return await scoped.begin((sql) => spendCredits(sql, organizationId, credits))
  } catch (error) {
    if (retryable(error)) return false
    throw error
  }
}

/** Kills one connection that is in a transaction. @returns 1, or 0 if there was none. */
async function killOne(sql: Sql): Promise<number> {
  const { count } = await sql`
    select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'test keyed' and xact_start is not null
      order by random() limit 1) victim`
  return count
}

async function expectBalance(sql: Sql, organizationId: number): Promise<void> {
  const [balance] = await sql<{ available: number }[]>`
    select available from credit_balances where organization_id = ${organizationId}`
  const ledger = await sql<{ amount: number; balance_after: number }[]>`
    select amount, balance_after from credit_ledger where organization_id = ${organizationId} order by id`
  let sum = 0
  for (const { amount, balance_after } of ledger) {
    sum += amount
    expect(balance_after).toBe(sum)
    expect(sum).toBeGreaterThanOrEqual(0)
  }
  expect(balance?.available).toBe(sum)
}
