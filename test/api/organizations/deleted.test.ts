import { expect, test } from 'vitest'
import { aBusyOrganization, statusesOf, type Busy, type Look } from './busy-organization.ts'
import { until } from '../../harness/importing/stories.ts'
import { areAllEnded, expectMixed } from '../../harness/importing/mixed.ts'
import { byDay, nightly } from '../../harness/night.ts'
import { change } from '../../harness/records/organizations.ts'

/** ST6: deleting or deactivating an organization stops its credentials, imports and downloads. */

const settledMs = byDay(500, 2_000)
const load = byDay({ files: 2, rows: 15_000 }, { files: 4, rows: 15_000 })

async function deleteOrganization({ call, a, system }: Busy): Promise<void> {
  const path = `organizations/${a.organizationId}`
  type Code = { delete_confirmation_code: string }
  const { body } = await call<Code>('GET', `${path}/delete_confirmation_code`, undefined, system)
  const code = body.data.delete_confirmation_code
  const { status } = await call('DELETE', `${path}/confirmed/${code}`, undefined, system)
  expect(status).toBe(200)
}

/** A's credentials are rejected, and its imports do not change while the workers continue for B. */
async function expectStill(busy: Busy, expected: Partial<Look>): Promise<Look[]> {
  const stoppedMs = performance.now()
  const still = await busy.look()
  expect(new Set(await statusesOf(busy))).toEqual(new Set([401]))
  for (const look of still) expect(look).toMatchObject({ ...expected, is_held: false })
  await expectWhole(busy, still)
  await until(async () => performance.now() - stoppedMs > settledMs)
  const fetches = busy.fetches()
  await until(() => isOver(busy, busy.others.importId))
  await expectMixed(busy.sql, busy.others)
  // The workers have free download slots again: only A's state keeps them from A's downloads.
  const next = await busy.fetch('/members.csv', busy.b.organizationId)
  await until(() => isOver(busy, next))
  await busy.source.quiet()
  expect(busy.fetches()).toBe(fetches)
  expect(await busy.look()).toEqual(still)
  expect(new Set(await statusesOf(busy))).toEqual(new Set([401]))
  return still
}

/** The subscribers on each list match the counters of its import. */
async function expectWhole({ sql, a, mixed }: Busy, looks: Look[]): Promise<void> {
  const rows = await sql<{ listId: number; count: number }[]>`
    select mailing_list_id as "listId", count(*) from subscribers
    where organization_id = ${a.organizationId} group by 1`
  for (const { importId, listId, before } of mixed) {
    const { added = 0 } = looks.find(({ id }) => id === importId) ?? {}
    expect(rows.find((row) => row.listId === listId)?.count).toBe(before.size + added)
  }
  const begun = looks.filter(
    ({ records_imported, number_of_records }) =>
      records_imported > 0 && records_imported < (number_of_records ?? 0),
  )
  expect(begun.length).toBeGreaterThan(0)
}

async function isOver({ sql }: Busy, importId: number): Promise<boolean> {
  const rows = await sql`
    select 1 from import_jobs where id = ${importId} and finished_at is not null`
  return rows.length > 0
}

/** The workers exit cleanly and log no error. */
async function stopWorkers({ workers }: Busy): Promise<void> {
  for (const worker of workers) {
    expect(await worker.stop()).toBe(0)
    expect(worker.log()).not.toContain('"level":50')
  }
}

test('a deleted organization is rejected, stopped and invisible once the delete is acknowledged; others continue', async () => {
  const busy = await aBusyOrganization(load)
  const unfinished = (await busy.look()).filter(({ is_over }) => !is_over).length
  await deleteOrganization(busy)
  const still = await expectStill(busy, { state: 'cancelled', is_over: true })
  expect(unfinished).toBe(still.length)

  const { call, a, b, system } = busy
  for (const as of [system, b]) {
    for (const path of ['', '/api_keys', '/delete_confirmation_code']) {
      const gone = await call('GET', `organizations/${a.organizationId}${path}`, undefined, as)
      expect(gone).toEqual(await call('GET', `organizations/987654${path}`, undefined, as))
      expect(gone.body.success).toBe(false)
    }
  }
  const listed = await call<{ id: number }[]>('GET', 'organizations', undefined, system)
  expect(listed.body.data.map(({ id }) => id)).toEqual([1, b.organizationId])
  expect((await change(busy, { active: true })).status).toBe(404)
  expect(await statusesOf(busy)).not.toContain(200)
  await stopWorkers(busy)
})

nightly('the imports of an inactive organization stop, and continue when it is active again', async () => {
  const busy = await aBusyOrganization(load)
  expect((await change(busy, { active: false })).status).toBe(200)
  const still = await expectStill(busy, { is_over: false })
  const fetches = busy.fetches()

  expect((await change(busy, { active: true })).status).toBe(200)
  expect(new Set(await statusesOf(busy))).toEqual(new Set([200]))
  await until(async () => busy.fetches() > fetches)
  const fetched = still.filter(({ id }) => busy.mixed.every(({ importId }) => importId !== id))
  for (const { id } of fetched) {
    expect((await busy.call('POST', `subscriber_imports/${id}/cancel`)).status).toBe(200)
  }
  await until(() => areAllEnded(busy.sql), 120_000)
  for (const one of busy.mixed) await expectMixed(busy.sql, one)
  await stopWorkers(busy)
})
