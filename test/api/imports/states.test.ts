import { expect, test } from 'vitest'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'

const running = ['scheduled', 'downloading', 'splitting', 'importing']
const ended = ['finished', 'failed', 'cancelled']

/** An import created by the API and set to a state directly in the table. */
async function inState(api: ImportApi, state: string, from: string | null = null): Promise<number> {
  const { id } = (await api.create({ begins_at: '2031-01-01' })).body.data
  // These tests do not cover the trigger that guards the states.
  await api.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update jobs
      set state = ${state}, paused_from = ${from}, total = 0,
        finished_at = ${ended.includes(state) ? new Date() : null}
      where id = ${id}`
  })
  return id
}

async function change(api: ImportApi, id: number, verb: string) {
  const { status, body } = await api.call<ImportRecord | null>('POST', `subscriber_imports/${id}/${verb}`)
  return [status, body.data?.state ?? `${body.error_code}: ${body.error_message}`]
}

test('only an import in progress can be paused', async () => {
  const api = await anImportApi()
  for (const state of running) {
    const id = await inState(api, state)
    expect(await change(api, id, 'pause')).toEqual([200, 'paused'])
    expect((await api.show(id)).finished_at).toBeNull()
  }
  for (const state of ['paused', ...ended]) {
    const id = await inState(api, state, state === 'paused' ? 'importing' : null)
    const refused = `validation_failed: subscriber import cannot be paused: it is ${state}`
    expect(await change(api, id, 'pause')).toEqual([422, refused])
    expect((await api.show(id)).state).toBe(state)
  }
})

test('only a paused import can be unpaused, and returns to its previous state', async () => {
  const api = await anImportApi()
  for (const state of running) {
    const id = await inState(api, 'paused', state)
    expect(await change(api, id, 'unpause')).toEqual([200, state])
  }
  for (const state of [...running, ...ended]) {
    const id = await inState(api, state)
    const refused = `validation_failed: subscriber import cannot be unpaused: it is ${state}`
    expect(await change(api, id, 'unpause')).toEqual([422, refused])
    expect((await api.show(id)).state).toBe(state)
  }
})

test('every unfinished import can be cancelled, and then has a finished_at', async () => {
  const api = await anImportApi()
  for (const state of [...running, 'paused']) {
    const id = await inState(api, state, state === 'paused' ? 'splitting' : null)
    expect(await change(api, id, 'cancel')).toEqual([200, 'cancelled'])
    const { finished_at } = await api.show(id)
    expect(Math.abs(Date.parse(finished_at ?? '') - api.nowMs)).toBeLessThan(60_000)
  }
  for (const state of ended) {
    const id = await inState(api, state)
    const { finished_at } = await api.show(id)
    const refused = `validation_failed: subscriber import cannot be cancelled: it is ${state}`
    expect(await change(api, id, 'cancel')).toEqual([422, refused])
    expect(await api.show(id)).toMatchObject({ state, finished_at })
  }
})

test('a change of state needs no body and ignores one', async () => {
  const api = await anImportApi()
  const id = await inState(api, 'scheduled')
  const { status } = await api.call('POST', `subscriber_imports/${id}/pause`, { anything: [1] })
  expect(status).toBe(200)
})

test('an import that was paused before it began runs to its end when unpaused', async () => {
  const api = await anImportApi()
  const { id } = (await api.create({ begins_at: '2001-01-01' })).body.data
  await change(api, id, 'pause')
  const other = (await api.create()).body.data
  await api.workUntil(async () => (await api.show(other.id)).state === 'finished')
  expect((await api.show(id)).state).toBe('paused')
  await change(api, id, 'unpause')
  await api.work()
  expect((await api.show(id)).state).toBe('finished')
})
