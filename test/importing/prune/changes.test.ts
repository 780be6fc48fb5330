import { expect, test } from 'vitest'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { aList } from '../../harness/core/records.ts'
import { claimed, run, someSteps } from '../../harness/importing/steps.ts'
import { putSubscribers } from '../../harness/importing/existing.ts'
import { until } from '../../harness/importing/stories.ts'
import { anImporter } from '../../harness/importing/whole.ts'
import type { OracleSubscriber } from '../../harness/oracle/model.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'
import { holdPruning } from '../../harness/core/hold.ts'

/** People who changed since the import started are left alone; the others leave by the normal rules. */

const names = ['ann', 'bob', 'carl', 'dora', 'emil', 'fay']

function people(all = names): Map<string, OracleSubscriber> {
  return new Map(
    all.map((name) => {
      const email = `${name}@example.com`
      return [email, { email, status: 'active', fields: {} }]
    }),
  )
}

async function aPruning(notInFile: 'deactivate' | 'unsubscribe' = 'deactivate') {
  const importer = await anImporter()
  const order = { file: 'email\nann@example.com\n', mapping: ['email'], notInFile }
  const { listId, importId } = await importer.schedule(order, { before: people() })
  const steps = someSteps(importer.url, importer.folder, { rangeSize: { rows: 2, bytes: 1_000_000 } })
  const statuses = async (): Promise<Record<string, string>> => {
    const rows = await importer.sql<{ name: string; status: string }[]>`
      select split_part(key, '@', 1) as name, status from subscribers where mailing_list_id = ${listId} order by key`
    return Object.fromEntries(rows.map(({ name, status }) => [name, status]))
  }
  const counts = async () => {
    const [row] = await importer.sql`
      select state, prune_found, pruned, prune_left_alone as left_alone from import_jobs where id = ${importId}`
    return row
  }
  return { ...importer, listId, importId, steps, statuses, counts }
}

const rest = {
  ann: 'active',
  bob: 'deactivated',
  carl: 'deactivated',
  dora: 'deactivated',
  emil: 'deactivated',
}

async function touch(sql: Sql, name: string): Promise<void> {
  await sql`update subscribers set confirmed = true where key = ${`${name}@example.com`}`
}

test('who was added or changed between the start and the comparison is not counted', async () => {
  const { sql, steps, organizationId, listId, statuses, counts } = await aPruning()
  const claim = await claimed(sql, 'prepare')
  await touch(sql, 'bob')
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key) values (${organizationId}, ${listId}, 'gil@example.com')`
  await sql`update subscriber_counts set active = active + 1`
  await run(steps, claim)
  await run(steps, await claimed(sql, 'apply'))
  expect(await counts()).toEqual({ state: 'finished', prune_found: 4, pruned: 4, left_alone: 0 })
  expect(await statuses()).toEqual({ ...rest, bob: 'active', fay: 'deactivated', gil: 'active' })
})

test('a change that was not committed when the import started counts as one since then', async () => {
  const { sql, steps, statuses, counts } = await aPruning()
  const claim = await sql.begin(async (sql) => {
    await touch(sql, 'bob')
    return claimed(steps.database, 'prepare')
  })
  await run(steps, claim)
  await run(steps, await claimed(sql, 'apply'))
  expect(await counts()).toMatchObject({ prune_found: 4, pruned: 4 })
  expect((await statuses()).bob).toBe('active')
})

test('who changed or left after the comparison is left alone, and counted as such', async () => {
  const { sql, steps, importId, statuses, counts } = await aPruning()
  await run(steps, await claimed(sql, 'prepare'))
  await touch(sql, 'bob')
  await sql`update subscribers set status = 'unsubscribed' where key = 'carl@example.com'`
  await sql`delete from subscribers where key = 'dora@example.com'`
  await sql`update subscriber_counts set active = active - 2, unsubscribed = 1`
  await run(steps, await claimed(sql, 'apply'))
  expect(await counts()).toEqual({ state: 'finished', prune_found: 5, pruned: 2, left_alone: 3 })
  expect(await statuses()).toEqual({
    ann: 'active',
    bob: 'active',
    carl: 'unsubscribed',
    emil: 'deactivated',
    fay: 'deactivated',
  })
  const logs =
    await sql`select content from import_logs where import_id = ${importId} and classification = 'pruned'`
  expect(logs.map(({ content }) => content).join('')).toBe('emil@example.com\nfay@example.com\n')
})

test('a change that is committed while the range waits for it is seen', async () => {
  const { sql, steps, statuses, counts } = await aPruning()
  await run(steps, await claimed(sql, 'prepare'))
  const claim = await claimed(sql, 'apply')
  let running: Promise<void> | undefined
  await sql.begin(async (inside) => {
    await touch(inside, 'bob')
    running = run(steps, claim)
    await until(async () => (await countWaiting(sql, 'steps')) > 0)
  })
  await running
  expect(await counts()).toEqual({ state: 'finished', prune_found: 5, pruned: 4, left_alone: 1 })
  expect((await statuses()).bob).toBe('active')
})

test('an unsubscription ends other subscriptions and suppresses addresses, as the organization wants it', async () => {
  for (const notInFile of ['unsubscribe', 'deactivate'] as const) {
    const world = await aPruning(notInFile)
    const { sql, organizationId, listId } = world
    const [list] = await sql<{ id: number }[]>`
      insert into suppression_lists (organization_id, name) values (${organizationId}, 'Left') returning id`
    await sql`
      update organizations set distribute_removals = true, unsub_suppression_list_id = ${list?.id ?? 0}
      where id = ${organizationId}`
    const other = await aList(sql, organizationId, { name: 'Other' })
    await putSubscribers(sql, organizationId, other, people(['ann', 'bob', 'zoe']), {})
    await world.work({ autoSubscriberManagement: true, rangeSize: { rows: 2, bytes: 1_000_000 } })
    const isRemoval = notInFile === 'unsubscribe'
    expect(
      await sql`select key, status from subscribers where mailing_list_id = ${other} order by key`,
    ).toEqual([
      { key: 'ann@example.com', status: 'active' },
      { key: 'bob@example.com', status: isRemoval ? 'unsubscribed' : 'active' },
      { key: 'zoe@example.com', status: 'active' },
    ])
    expect(
      await sql`
        select mailing_list_id, active, unsubscribed, deactivated from subscriber_counts order by mailing_list_id`,
    ).toEqual([
      { mailing_list_id: listId, active: 1, unsubscribed: isRemoval ? 5 : 0, deactivated: isRemoval ? 0 : 5 },
      { mailing_list_id: other, active: isRemoval ? 2 : 3, unsubscribed: isRemoval ? 1 : 0, deactivated: 0 },
    ])
    expect(await sql`select 1 from suppressed_addresses`).toHaveLength(isRemoval ? 5 : 0)
  }
})

test('each range leaves one audit event with the people and their new status', async () => {
  const { sql, work, importId, listId } = await aPruning()
  await work({ rangeSize: { rows: 3, bytes: 1_000_000 } })
  const ids = (
    await sql<{ id: number }[]>`select id from subscribers where status = 'deactivated' order by key`
  ).map(({ id }) => id)
  const events =
    await sql`select kind, import_id, subject_type, subject_id, details from audit_events order by id`
  const event = (subscriber_ids: number[]) => ({
    kind: 'subscriber.pruned',
    import_id: importId,
    subject_type: 'MailingList',
    subject_id: listId,
    details: { to: 'deactivated', subscriber_ids },
  })
  expect([...events]).toEqual([event(ids.slice(0, 3)), event(ids.slice(3))])
})

test('between two ranges a pause stops the pruning, an unpause goes on, and a cancel keeps what was done', async () => {
  for (const [verb, state] of [
    ['paused', 'finished'],
    ['cancelled', 'cancelled'],
  ]) {
    const { sql, steps, importId, counts, statuses } = await aPruning()
    await run(steps, await claimed(sql, 'prepare'))
    const claim = await claimed(sql, 'apply')
    const hold = await holdPruning(sql, 1)
    const running = run(steps, claim)
    await hold.reached()
    await sql`
      update jobs set state = ${verb ?? ''}, epoch = epoch + 1, leased_until = null,
        paused_from = case when ${verb === 'paused'} then 'importing' end,
        finished_at = ${verb === 'cancelled' ? new Date() : null}
      where id = ${importId}`
    await hold.release()
    await running
    expect(await counts()).toMatchObject({ state: verb, pruned: 2 })
    expect(Object.values(await statuses()).filter((status) => status === 'deactivated')).toHaveLength(2)
    if (verb === 'paused') {
      await sql`update jobs set state = 'importing', paused_from = null where id = ${importId}`
      await run(steps, await claimed(sql, 'apply'))
    }
    const pruned = verb === 'paused' ? 5 : 2
    expect(await counts()).toMatchObject({ state, pruned, left_alone: 0 })
    expect(Object.values(await statuses()).filter((status) => status === 'deactivated')).toHaveLength(pruned)
  }
})
