import { expect, test } from 'vitest'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'
import { subscribersOf } from '../../harness/importing/stories.ts'
import { putSubscribers } from '../../harness/importing/existing.ts'
import type { OracleSubscriber } from '../../harness/oracle/model.ts'

/** `prune_limit`: above it, an import stops before it touches anybody. */

/** 40 active subscribers, of whom the file has those from `from` on. */
async function aPruning(from: number) {
  const api = await anImportApi()
  const people = Array.from({ length: 40 }, (_, index): [string, OracleSubscriber] => {
    const email = `p${index}@example.com`
    return [email, { email, status: 'active', fields: {} }]
  })
  const gone: [string, OracleSubscriber] = [
    'gone@example.com',
    { email: 'gone@example.com', status: 'bounced', fields: {} },
  ]
  await putSubscribers(api.sql, api.organizationId, api.listId, new Map([...people, gone]), {})
  const lines = people.slice(from).map(([key]) => `${key},x\n`)
  const order = {
    column_mapping: ['email', 'Note'],
    create_custom_fields: [{ name: 'Note', field_type: 'text' }],
    file_source: { type: 'json', content: `Email,Note\nnew@example.com,x\n${lines.join('')}` },
    not_in_file: 'deactivate',
  }
  const run = async (fields: object) => {
    const { id } = (await api.create({ ...order, ...fields })).body.data
    await api.work()
    return api.show(id)
  }
  return { api, run }
}

async function statusesOf({ sql, organizationId, listId }: ImportApi) {
  const subscribers = [...(await subscribersOf(sql, organizationId, listId)).values()]
  return {
    active: subscribers.filter(({ status }) => status === 'active').length,
    deactivated: subscribers.filter(({ status }) => status === 'deactivated').length,
  }
}

test('the default is 10% of the active subscribers, and an import may reach it', async () => {
  const { api, run } = await aPruning(4)
  const ended = await run({})
  expect(ended).toMatchObject({ state: 'finished', not_in_file: 'deactivate', prune_limit: '10%' })
  const prune = { active: 40, not_in_file: 4, is_over_limit: false, pruned: 4, left_alone: 0 }
  expect(ended.stats.prune).toEqual(prune)
  expect(await statusesOf(api)).toEqual({ active: 37, deactivated: 4 })
})

test('above the limit an import fails with the figures, and changes, adds and creates nothing', async () => {
  const { api, run } = await aPruning(5)
  for (const [prune_limit, shown] of [
    [undefined, '10%'],
    ['12.49 %', '12.49%'],
    [4, '4'],
    ['0', '0'],
  ]) {
    const ended = await run({ prune_limit })
    expect([ended.state, ended.error_message]).toEqual([
      'failed',
      `5 of 40 active subscribers of the list (12.5%) are not in the file and would become deactivated; the limit is ${shown}. No subscriber was changed. If the file is complete, import it again with a prune_limit of 5.`,
    ])
  }
  expect(await statusesOf(api)).toEqual({ active: 40, deactivated: 0 })
  expect(await api.sql`select 1 from custom_fields`).toHaveLength(0)
  for (const prune_limit of ['12.5%', 5]) {
    const { api, run } = await aPruning(5)
    expect((await run({ prune_limit })).state).toBe('finished')
    expect(await statusesOf(api)).toEqual({ active: 36, deactivated: 5 })
  }
})

test('a limit is a number or a percentage, and belongs to not_in_file', async () => {
  const api = await anImportApi()
  const of = (prune_limit: unknown) => api.problemOf({ not_in_file: 'deactivate', prune_limit })
  const problem = '422 prune_limit must be a whole number of subscribers, or a percentage between 0% and 100%'
  for (const wrong of [-1, 1.5, '101%', '%', 'all', '1e1%', '10', [10], {}]) {
    const answer = await of(wrong)
    expect([wrong, answer]).toEqual([wrong, wrong === '10' ? expect.stringContaining('accepted') : problem])
  }
  expect(await api.problemOf({ prune_limit: 5 })).toBe(
    '422 prune_limit has no effect without not_in_file; give both or neither',
  )
  expect(await api.problemOf({ not_in_file: 'delete' })).toBe(
    '422 not_in_file must be one of deactivate, unsubscribe',
  )
})

test('an import that does not prune shows nothing of it', async () => {
  const api = await anImportApi()
  const { id } = (await api.create({ not_in_file: null, prune_limit: null })).body.data
  await api.work()
  const shown = await api.show(id)
  expect(Object.keys(shown)).not.toContain('not_in_file')
  expect(Object.keys(shown)).not.toContain('prune_limit')
  expect(Object.keys(shown.stats)).not.toContain('prune')
  expect((await api.read(`subscriber_imports/${id}/logs/pruned`)).status).toBe(404)
})

test('a dry run counts and logs whom the import would prune, also above the limit', async () => {
  const { api, run } = await aPruning(3)
  const below = await run({ dry_run: true, not_in_file: 'unsubscribe' })
  expect(below).toMatchObject({ state: 'finished', dry_run: true })
  const prune = { active: 40, not_in_file: 3, is_over_limit: false, pruned: 3, left_alone: 0 }
  expect(below.stats.prune).toEqual(prune)
  const log = await api.read(`subscriber_imports/${below.id}/logs/pruned`)
  expect(log.text).toBe('p0@example.com\np1@example.com\np2@example.com\n')
  const above = await run({ dry_run: true, prune_limit: 2 })
  expect(above).toMatchObject({ state: 'finished', error_message: null })
  expect(above.stats.prune).toEqual({ ...prune, is_over_limit: true, pruned: 0 })
  expect(await statusesOf(api)).toEqual({ active: 40, deactivated: 0 })
})

test('the count of a dry run takes the place of the default limit, not of one that was given', async () => {
  for (const [prune_limit, state] of [
    [null, 'finished'],
    ['12%', 'failed'],
  ] as const) {
    const { api, run } = await aPruning(5)
    const { id } = await run({ dry_run: true, prune_limit })
    const made = (await api.call<ImportRecord>('POST', `subscriber_imports/${id}/import`)).body.data
    await api.work()
    expect([prune_limit, (await api.show(made.id)).state]).toEqual([prune_limit, state])
    const deactivated = state === 'finished' ? 5 : 0
    expect(await statusesOf(api)).toMatchObject({ deactivated })
  }
})
