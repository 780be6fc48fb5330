import { expect, test } from 'vitest'
import { anEventSource } from '../../harness/fakes/event-source.ts'
import { anActor, type Actor } from '../../harness/core/api.ts'
import { until } from '../../harness/core/until.ts'
import { aList } from '../../harness/core/records.ts'
import { anImportApi, leastImport } from '../../harness/importing/api.ts'
import { insertOrganization } from '../../../src/store/conditions/system-organization.ts'

async function aWatchedImport(fields: object = { begins_at: '2031-01-01' }) {
  const api = await anImportApi()
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { id } = (await api.create(fields)).body.data
  const url = `${address}/ga/api/v2/subscriber_imports/${id}/events`
  const watch = (as: Actor = api.a, headers: Record<string, string> = {}) =>
    anEventSource(url, { authorization: `Basic ${as.credential}`, ...headers })
  const imported = (records: number) =>
    api.sql`
      with counted as (update subscriber_imports set added = ${records} where id = ${id})
      update jobs set progress = ${records} where id = ${id}`
  return { ...api, id, url, watch, imported }
}

test('the events of an import are its records as show answers them, and the last one ends the stream', async () => {
  const api = await aWatchedImport({})
  const before = await api.show(api.id)
  const stream = await api.watch()
  expect(stream.headers['content-type']).toBe('text/event-stream; charset=utf-8')
  expect(stream.headers['x-accel-buffering']).toBe('no')
  await until(() => stream.events.length > 0)
  await api.work()
  await stream.ended
  expect(stream.events[0]).toMatchObject({ event: 'progress', data: before })
  const after = await api.show(api.id)
  expect(after.state).toBe('finished')
  expect(stream.events.slice(-2)).toMatchObject([
    { event: 'progress', data: after },
    { event: 'end', data: after },
  ])
  expect(stream.other).toEqual(['retry: 3000'])

  const late = await api.watch()
  await late.ended
  expect(late.events.map(({ event }) => event)).toEqual(['progress', 'end'])
})

test('a record that changes all the time is sent at most twice a second, and one that does not only once', async () => {
  const api = await aWatchedImport()
  const startMs = performance.now()
  const stream = await api.watch()
  for (let records = 1; stream.events.length < 4; records += 1) await api.imported(records)
  expect(performance.now() - startMs).toBeGreaterThan(1_400)
  const ids = stream.events.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a client that connects again gets what has changed since its last event', async () => {
  const api = await aWatchedImport()
  const first = await api.watch()
  await until(() => first.events.length === 1)
  first.close()
  const headers = { 'last-event-id': first.events[0]?.id ?? '' }
  const again = await api.watch(api.a, headers)
  await until(() => again.other.length === 1)
  await api.imported(7)
  await until(() => again.events.length > 0)
  expect(again.events[0]?.data).toMatchObject({ stats: { records_imported: 7 } })
})

test(
  'a stream whose key is revoked ends with the refusal that a call would get',
  { timeout: 180_000 },
  async () => {
    const api = await aWatchedImport()
    const other = await anActor(api.sql, api.secrets, api.organizationId)
    const [kept, revoked] = [await api.watch(), await api.watch(other)]
    await until(() => kept.events.length + revoked.events.length === 2)
    await api.sql`update api_keys set active = false where id = ${other.apiKeyId}`
    await revoked.ended
    const { body } = await api.call('GET', `subscriber_imports/${api.id}`, undefined, other)
    expect(revoked.events.at(-1)).toEqual({ event: 'refused', id: '', data: body })
    await api.imported(1)
    await until(() => kept.events.length === 2)
    expect(kept.events.map(({ event }) => event)).toEqual(['progress', 'progress'])
  },
)

test('an organization has ten streams, which hold no connection; one that is closed makes place', async () => {
  const api = await aWatchedImport()
  const streams = await Promise.all(Array.from({ length: 10 }, () => api.watch()))
  expect(streams.map(({ status }) => status)).toEqual(Array<number>(10).fill(200))
  const { statusCode, body } = await api.app.inject({
    url: new URL(api.url).pathname,
    headers: { authorization: `Basic ${api.a.credential}` },
  })
  expect([statusCode, body]).toEqual([429, expect.stringContaining('at most 10 progress streams')])
  expect(await Promise.all(Array.from({ length: 8 }, () => api.show(api.id)))).toHaveLength(8)
  streams[0]?.close()
  await until(async () => {
    const next = await api.watch()
    return next.status === 200
  })
})

test('a server that has its 200 streams says so, and does not blame the organization', async () => {
  const api = await aWatchedImport()
  const watchAs = async (index: number) => {
    const as = await anActor(api.sql, api.secrets, await insertOrganization(api.sql, `${index}`, 'UTC'))
    const listId = await aList(api.sql, as.organizationId)
    const fields = { subscriber_import: { ...leastImport, begins_at: '2031-01-01' } }
    const path = `mailing_lists/${listId}/subscriber_imports`
    const { body } = await api.call<{ id: number }>('POST', path, fields, as)
    const url = api.url.replace(/[0-9]+(?=.events$)/, `${body.data.id}`)
    const open = () => anEventSource(url, { authorization: `Basic ${as.credential}` })
    return Promise.all(Array.from({ length: 10 }, open))
  }
  const streams = await Promise.all(Array.from({ length: 20 }, (_, index) => watchAs(index)))
  expect(streams.flat().map(({ status }) => status)).toEqual(Array<number>(200).fill(200))
  const { status, text } = await api.read(`subscriber_imports/${api.id}/events`)
  expect([status, text]).toEqual([429, expect.stringContaining('limit of 200 progress streams')])
})

test('strangers, other organizations and HEAD get no stream', async () => {
  const api = await aWatchedImport()
  const path = `subscriber_imports/${api.id}/events`
  expect((await api.read(path, null)).status).toBe(401)
  expect((await api.read(path, api.b)).status).toBe(404)
  const head = await fetch(api.url, {
    method: 'HEAD',
    headers: { authorization: `Basic ${api.a.credential}` },
  })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a server that stops ends its streams, without an end of the import', async () => {
  const api = await aWatchedImport()
  const stream = await api.watch()
  await until(() => stream.events.length === 1)
  await api.app.close()
  await stream.ended
  expect(stream.events.map(({ event }) => event)).toEqual(['progress'])
})

test('a stream that is opened while an import is being undone ends with the undo', async () => {
  const api = await aWatchedImport({})
  await api.work()
  const undone = await api.call('POST', `subscriber_imports/${api.id}/undo`)
  expect(undone.body).toMatchObject({ data: { undo: { state: 'scheduled' } } })
  const stream = await api.watch()
  await until(() => stream.events.length === 1)
  await api.workUntil(async () => (await api.show(api.id)).undo?.state === 'finished')
  await stream.ended
  expect(stream.events[0]).toMatchObject({ event: 'progress', data: { undo: { state: 'scheduled' } } })
  expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: { undo: { state: 'finished' } } })
})
