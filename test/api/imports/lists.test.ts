import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'
import { anImport } from '../../harness/records/lists.ts'
import { aList } from '../../harness/core/records.ts'
import type { ImportElement } from '../../../src/contract/imports/endpoints.ts'

const ended = ['finished', 'failed', 'cancelled']
const open = ['scheduled', 'downloading', 'splitting', 'importing', 'paused']

/** Inserts an import in a state into the table. Hours are relative to now; `finished` null: not ended. */
type Given = { state: string; begins: number; finished: number | null }

const hourMs = 3_600_000
const ascending = (a: number, b: number) => a - b

async function put(api: ImportApi, listId: number, { state, begins, finished }: Given): Promise<number> {
  const at = (hours: number) => new Date(api.nowMs + hours * hourMs)
  return anImport(api.sql, api.organizationId, listId, {
    state,
    begins_at: at(begins),
    finished_at: finished === null ? null : at(finished),
    paused_from: state === 'paused' ? 'importing' : null,
    number_of_records: 0,
  })
}

async function idsOf(api: ImportApi, path: string): Promise<number[]> {
  const { body } = await api.call<ImportElement[]>('GET', path)
  return body.data.map(({ id }) => id)
}

describe('the order of a list', () => {
  const given = fc.oneof(
    fc.record({
      state: fc.constantFrom(...open),
      begins: fc.integer({ min: -3, max: 3 }),
      finished: fc.constant(null),
    }),
    fc.record({
      state: fc.constantFrom(...ended),
      begins: fc.integer({ min: -3, max: 3 }),
      finished: fc.integer({ min: -3, max: -1 }),
    }),
  )

  test('puts unfinished imports first, soonest begins_at first; then ended ones, latest finished_at first', async () => {
    const api = await anImportApi()
    const run = async (imports: Given[], perPage: number) => {
      await api.sql`delete from subscriber_imports`
      await api.sql`delete from jobs`
      const made: (Given & { id: number })[] = []
      for (const one of imports) made.push({ ...one, id: await put(api, api.listId, one) })
      const isOpen = (one: Given) => one.finished === null
      const sooner = made.filter(isOpen).toSorted((a, b) => a.begins - b.begins || a.id - b.id)
      const later = made
        .filter((one) => !isOpen(one))
        .toSorted((a, b) => (b.finished ?? 0) - (a.finished ?? 0) || b.id - a.id)
      const expected = [...sooner, ...later].map(({ id }) => id)
      for (const path of ['subscriber_imports', api.path]) {
        expect(await idsOf(api, path)).toEqual(expected)
        const pages: number[] = []
        for (let page = 0; page * perPage < expected.length; page += 1) {
          pages.push(...(await idsOf(api, `${path}?per_page=${perPage}&page=${page}`)))
        }
        expect(pages).toEqual(expected)
      }
    }
    const imports = fc.array(given, { maxLength: 12 })
    await fc.assert(fc.asyncProperty(imports, fc.integer({ min: 1, max: 5 }), run), { numRuns: 25 })
  })
})

describe('scope', () => {
  test('selects unfinished imports, ended ones, unfinished and recently ended ones, or all', async () => {
    const api = await anImportApi()
    const ids = new Map<string, number>()
    for (const state of open)
      ids.set(state, await put(api, api.listId, { state, begins: -900, finished: null }))
    for (const state of ended) {
      ids.set(state, await put(api, api.listId, { state, begins: -900, finished: -14 * 24 + 0.1 }))
      ids.set(`old ${state}`, await put(api, api.listId, { state, begins: -900, finished: -14 * 24 - 0.1 }))
    }
    const old = ended.map((state) => `old ${state}`)
    for (const [scope, states] of [
      ['?scope=active', open],
      ['?scope=finished', [...ended, ...old]],
      ['?scope=recent', [...open, ...ended]],
      ['', [...open, ...ended]],
      ['?scope=all', [...open, ...ended, ...old]],
    ] as const) {
      const expected = states.map((state) => ids.get(state) ?? 0).toSorted(ascending)
      for (const path of ['subscriber_imports', api.path]) {
        expect((await idsOf(api, `${path}${scope}`)).toSorted(ascending)).toEqual(expected)
        const counted = await api.call('GET', `${path}${scope === '' ? '?' : `${scope}&`}per_page=2`)
        expect(counted.body.num_records).toBe(states.length)
      }
    }
  })

  test('is rejected if it is unknown', async () => {
    const api = await anImportApi()
    for (const scope of ['', 'Active', 'running', 'active,finished', '__proto__']) {
      const { status, body } = await api.call('GET', `subscriber_imports?scope=${scope}`)
      expect([status, body.error_code]).toEqual([400, 'invalid_request'])
      expect(body.error_message).toBe('scope must be one of finished, active, recent, all')
    }
    const twice = await api.call('GET', 'subscriber_imports?scope=all&scope=active')
    expect([twice.status, twice.body.error_code]).toEqual([400, 'invalid_request'])
  })
})

describe('pages', () => {
  test('have the keys and the limits of every list', async () => {
    const api = await anImportApi()
    for (let count = 0; count < 5; count += 1) {
      await put(api, api.listId, { state: 'scheduled', begins: count, finished: null })
    }
    const page = async (query: string) => {
      const { body } = await api.call<ImportElement[]>('GET', `subscriber_imports${query}`)
      const { page, per_page, num_records, num_pages } = body
      return [body.data.length, page, per_page, num_records, num_pages]
    }
    expect(await page('')).toEqual([5, 0, 100, 5, 1])
    expect(await page('?per_page=2')).toEqual([2, 0, 2, 5, 3])
    expect(await page('?per_page=2&page=2')).toEqual([1, 2, 2, 5, 3])
    expect(await page('?per_page=2&page=3')).toEqual([0, 3, 2, 5, 3])
    expect(await page('?per_page=500&page=1000000')).toEqual([0, 1_000_000, 500, 5, 1])
    expect(await page('?scope=finished')).toEqual([0, 0, 100, 0, 0])
  })

  test('above the maximum size and invalid numbers are rejected', async () => {
    const api = await anImportApi()
    for (const [query, status, code] of [
      ['per_page=501', 422, 'requested_too_many'],
      ['per_page=999999999999999', 422, 'requested_too_many'],
      ['per_page=0', 400, 'invalid_request'],
      ['per_page=-1', 400, 'invalid_request'],
      ['per_page=x', 400, 'invalid_request'],
      ['per_page=', 400, 'invalid_request'],
      ['page=-1', 400, 'invalid_request'],
      ['page=1.5', 400, 'invalid_request'],
      ['page=9999999999999999', 400, 'invalid_request'],
      ['page=999999999999999&per_page=500', 400, 'invalid_request'],
    ] as const) {
      for (const path of ['subscriber_imports', api.path]) {
        const answer = await api.call('GET', `${path}?${query}`)
        expect([query, answer.status, answer.body.error_code]).toEqual([query, status, code])
      }
    }
  })

  test('contain only the imports of the organization, or of one of its lists', async () => {
    const api = await anImportApi()
    const other = await aList(api.sql, api.organizationId)
    const foreign = await aList(api.sql, api.b.organizationId)
    const one = { state: 'scheduled', begins: 0, finished: null }
    const here = await put(api, api.listId, one)
    const there = await put(api, other, { ...one, begins: 1 })
    await anImport(api.sql, api.b.organizationId, foreign)
    expect(await idsOf(api, 'subscriber_imports')).toEqual([here, there])
    expect(await idsOf(api, api.path)).toEqual([here])
    expect(await idsOf(api, `mailing_lists/${other}/subscriber_imports`)).toEqual([there])
  })
})
