import { expect, test } from 'vitest'
import { anImportApi } from '../../harness/importing/api.ts'
import { aList } from '../../harness/core/records.ts'
import type { ImportElement, ImportRecord } from '../../../src/contract/imports/endpoints.ts'

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

test.each(['pause', 'unpause', 'cancel'])(
  '%s answers the whole record, under its own path and under its list',
  async (change) => {
    const api = await anImportApi()
    const state = { pause: 'paused', unpause: 'scheduled', cancel: 'cancelled' }[change]
    for (const below of ['subscriber_imports', api.path]) {
      const created = (await api.create({ begins_at: '2031-01-01' })).body.data
      if (change === 'unpause') await api.call('POST', `subscriber_imports/${created.id}/pause`)
      const { status, body } = await api.call<ImportRecord>('POST', `${below}/${created.id}/${change}`)
      expect(status).toBe(200)
      expect(body.data).toEqual({
        ...created,
        state,
        finished_at: change === 'cancel' ? expect.stringMatching(instant) : null,
      })
      expect(await api.show(created.id)).toEqual(body.data)
    }
  },
)

test('a log is read under its own path and under its list', async () => {
  const api = await anImportApi()
  const created = (await api.create()).body.data
  await api.work()
  for (const below of ['subscriber_imports', api.path]) {
    const { status, text } = await api.read(`${below}/${created.id}/logs/added`)
    expect([status, text]).toEqual([200, 'ann@example.com\n'])
  }
})

test('an import of one list is not found under another', async () => {
  const api = await anImportApi()
  const created = (await api.create()).body.data
  const other = await aList(api.sql, api.organizationId)
  for (const [method, end] of [
    ['GET', ''],
    ['POST', '/pause'],
    ['POST', '/unpause'],
    ['POST', '/cancel'],
    ['GET', '/logs/added'],
  ] as const) {
    const { status, body } = await api.call(
      method,
      `mailing_lists/${other}/subscriber_imports/${created.id}${end}`,
    )
    expect([status, body.error_message]).toEqual([404, 'subscriber import not found'])
  }
  const listed = await api.call<ImportElement[]>('GET', `mailing_lists/${other}/subscriber_imports`)
  expect(listed.body.data).toEqual([])
  expect((await api.show(created.id)).state).toBe('scheduled')
})
