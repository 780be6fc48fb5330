import { expect, test } from 'vitest'
import { anImportApi, leastImport } from '../../harness/importing/api.ts'
import { aList } from '../../harness/core/records.ts'
import type { ImportElement } from '../../../src/contract/imports/endpoints.ts'

test('the import of another organization is answered exactly like a missing one', async () => {
  const api = await anImportApi()
  await api.sql`update mailing_lists set name = 'canary'`
  const waiting = (await api.create({ begins_at: '2031-01-01' })).body.data
  const finished = (await api.create()).body.data
  await api.workUntil(async () => (await api.show(finished.id)).state === 'finished')
  const ownList = await aList(api.sql, api.b.organizationId)
  const missing = 2_000_000_000
  const calls = [
    ['GET', ''],
    ['POST', '/pause'],
    ['POST', '/unpause'],
    ['POST', '/cancel'],
    ['GET', '/logs/added'],
    ['GET', '/logs/unknown'],
  ] as const
  const paths = [
    (_list: number, id: number) => `subscriber_imports/${id}`,
    (list: number, id: number) => `mailing_lists/${list}/subscriber_imports/${id}`,
    (_list: number, id: number) => `mailing_lists/${ownList}/subscriber_imports/${id}`,
  ]
  for (const caller of [api.b, api.system]) {
    for (const [method, end] of calls) {
      for (const [place, path] of paths.entries()) {
        if (place === 2 && caller === api.system) continue
        const absent = await api.call(method, path(missing, missing) + end, undefined, caller)
        expect([absent.status, absent.body.error_code, absent.body.data]).toEqual([404, 'not_found', null])
        for (const { id } of [waiting, finished]) {
          expect(await api.call(method, path(api.listId, id) + end, undefined, caller)).toEqual(absent)
        }
      }
    }
  }
  expect(await api.show(waiting.id)).toEqual(waiting)
})

test('the list of another organization accepts no imports and shows none', async () => {
  const api = await anImportApi()
  await api.create()
  for (const caller of [api.b, api.system]) {
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', { subscriber_import: leastImport }],
      ['POST', { subscriber_import: { overwrite: 'wrong' } }],
    ] as const) {
      const absent = await api.call(method, 'mailing_lists/2000000000/subscriber_imports', body, caller)
      expect([absent.status, absent.body.error_message]).toEqual([404, 'mailing list not found'])
      expect(await api.call(method, api.path, body, caller)).toEqual(absent)
      expect(await api.call(method, 'mailing_lists/9000000000/subscriber_imports', body, caller)).toEqual(
        absent,
      )
    }
    const { body } = await api.call<ImportElement[]>('GET', 'subscriber_imports?scope=all', undefined, caller)
    expect([body.data, body.num_records]).toEqual([[], 0])
  }
})

test('without a credential nothing is revealed', async () => {
  const api = await anImportApi()
  const { id } = (await api.create()).body.data
  for (const [method, path] of [
    ['GET', 'subscriber_imports'],
    ['GET', api.path],
    ['POST', api.path],
    ['GET', `subscriber_imports/${id}`],
    ['POST', `subscriber_imports/${id}/pause`],
    ['POST', `subscriber_imports/${id}/unpause`],
    ['POST', `subscriber_imports/${id}/cancel`],
    ['GET', `subscriber_imports/${id}/logs/added`],
    ['POST', `${api.path}/${id}/cancel`],
  ] as const) {
    const { status, body } = await api.call(method, path, undefined, null)
    expect([path, status, body.error_code]).toEqual([path, 401, 'not_authorized'])
  }
  expect((await api.show(id)).state).toBe('scheduled')
})

test('a deleted list accepts no imports; its own can still be read by their id', async () => {
  const api = await anImportApi()
  const { id } = (await api.create()).body.data
  await api.sql`update mailing_lists set deleted_at = now() where id = ${api.listId}`
  const { status, body } = await api.create()
  expect([status, body.error_message]).toEqual([404, 'mailing list not found'])
  expect((await api.call('GET', `${api.path}/${id}`)).status).toBe(404)
  expect((await api.show(id)).mailing_list_name).toBe('List')
})

test('a text that cannot be an id is not found', async () => {
  const api = await anImportApi()
  for (const id of ['0', '-1', '01', '1.0', 'x', '9223372036854775808', '%00', '1e3', '__proto__']) {
    for (const path of [`subscriber_imports/${id}`, `mailing_lists/${id}/subscriber_imports`]) {
      const { status, body } = await api.call('GET', path)
      expect([path, status, body.error_code]).toEqual([path, 404, 'not_found'])
    }
  }
})
