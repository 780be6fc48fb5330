import { runImport } from '../harness/undo/import-claims.ts'
import { expect, test } from 'vitest'
import { classifications } from '../../src/contract/imports/states.ts'
import { claimed, someSteps } from '../harness/importing/steps.ts'
import { anImportApi, leastImport } from '../harness/importing/api.ts'

/** The event of the end of an import is queued in its transaction. */

async function aToldImport() {
  const api = await anImportApi()
  await api.sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${api.organizationId}, 'Hook', 'https://receiver.example.com/', '\\x00',
      '{import_finished, import_failed, studio_subscriber_created}')`
  const told = async () =>
    (
      await api.sql<{ payload: Record<string, unknown> }[]>`select payload from webhook_events order by id`
    ).map(({ payload }) => payload)
  return { ...api, told }
}

const none = Object.fromEntries(classifications.map((name) => [name, 0]))

test('a finished import queues one event with all its counters, and none for its subscribers', async () => {
  const { create, work, told, listId, organizationId, sql } = await aToldImport()
  const { id } = (
    await create({
      file_source: {
        type: 'json',
        content: 'Email\nann@example.com\nodd\nbo@example.com\nann@example.com\n',
      },
    })
  ).body.data
  await work()
  const [row] = await sql<{ epoch: number }[]>`
    select extract(epoch from finished_at)::bigint as epoch from import_jobs
    where organization_id = ${organizationId}`
  expect(await told()).toEqual([
    {
      event_type: 'import_finished',
      event_time: row?.epoch,
      studio_mailing_list_id: listId,
      list_name: 'List',
      listid: `a${listId}`,
      import_id: id,
      name: expect.any(String),
      state: 'finished',
      error_message: null,
      number_of_records: 4,
      records_imported: 4,
      ...none,
      added: 2,
      failed: 1,
      skipped_duplicate: 1,
    },
  ])
})

test('the event of an import that prunes counts whom it pruned', async () => {
  const { create, work, told } = await aToldImport()
  await create({ not_in_file: 'deactivate' })
  await work()
  expect(await told()).toMatchObject([{ event_type: 'import_finished', added: 1, pruned: 0 }])
})

test('a failed import queues an event with the reason', async () => {
  const { create, work, told, show } = await aToldImport()
  const { id } = (
    await create({
      file_source: { type: 'json', content: 'Email\n"ann@example.com\n' },
    })
  ).body.data
  await work()
  const { error_message: message } = await show(id)
  expect(message).toMatch(/never closes/)
  expect(await told()).toMatchObject([
    {
      event_type: 'import_failed',
      import_id: id,
      state: 'failed',
      error_message: message,
      number_of_records: null,
      ...none,
    },
  ])
})

test('an import whose worker loses its claim at the end queues one event, from the worker that ends it', async () => {
  const { create, told, sql, url, folder, work } = await aToldImport()
  await create(leastImport)
  const steps = someSteps(url, folder)
  const stop = new AbortController().signal
  await runImport(steps, await claimed(sql, 'prepare'), stop)
  const first = await claimed(sql, 'apply')
  await sql`update jobs set leased_until = now() - interval '1 second'`
  const second = await claimed(sql, 'apply', 'host:2:0')
  await runImport(steps, first, stop)
  expect(await told()).toEqual([])
  await runImport(steps, second, stop)
  await work()
  expect(await told()).toMatchObject([{ event_type: 'import_finished', added: 1 }])
})

test('a cancelled import queues no event', async () => {
  const { create, told, call, work } = await aToldImport()
  const { id } = (await create({ begins_at: '2099-01-01T00:00:00Z' })).body.data
  expect((await call('POST', `subscriber_imports/${id}/cancel`)).status).toBe(200)
  await work()
  expect(await told()).toEqual([])
})
