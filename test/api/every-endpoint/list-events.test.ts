import { expect, onTestFinished, test } from 'vitest'
import { eventTypes } from '../../../src/contract/webhooks.ts'
import { runWorker } from '../../../src/importing/worker.ts'
import { anActor, type Anyone } from '../../harness/core/api.ts'
import { aServer } from '../../harness/core/server.ts'
import { until } from '../../harness/core/until.ts'
import { anEventSource } from '../../harness/fakes/event-source.ts'
import { aWorkFolder, settingsOf } from '../../harness/importing/stories.ts'
import { aRole, aSession, everyRight } from '../../harness/records/sessions.ts'

const secret = { name: 'zebra9f2', id: 918_273_645 }

/** Two lists with a worker that imports into them, a key and a user of one, and a webhook of each. */
async function aWorld() {
  const server = await aServer({ rowSecurity: true })
  const { sql, a, app } = server
  const call = async <Data>(as: Anyone, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const headers = 'credential' in as ? { authorization: `Basic ${as.credential}` } : as.headers
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) }
    const reply = await app.inject({ method, url: `/ga/api/v2/${path}`, headers, ...payload })
    const { data, error_message: message } = JSON.parse(reply.body)
    if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${message}`)
    return data as Data
  }
  const make = (path: string, wrapper: string, record: object, as: Anyone = a) =>
    call<{ id: number }>(as, 'POST', path, { [wrapper]: record })
  const own = (await make('mailing_lists', 'mailing_list', { name: 'Own' })).id
  await sql`select setval(pg_get_serial_sequence('mailing_lists', 'id'), ${secret.id - 1})`
  expect((await make('mailing_lists', 'mailing_list', { name: secret.name })).id).toBe(secret.id)
  const key = await anActor(sql, server.secrets, a.organizationId)
  await sql`update api_keys set mailing_list_ids = ${[own]} where id = ${key.apiKeyId}`
  const user = await aSession(server, a.organizationId, {
    role: 'standard',
    role_id: await aRole(sql, a.organizationId, everyRight),
    mailing_list_ids: [own],
  })
  const callers: Anyone[] = [key, user]
  const folder = await aWorkFolder()
  const stop = new AbortController()
  const working = runWorker(
    settingsOf(server.databaseUrl, folder, { spoolDir: server.spoolDir }),
    stop.signal,
  )
  onTestFinished(async () => {
    stop.abort(new Error('the test is over'))
    await working
  })
  const importInto = (listId: number) =>
    make(`mailing_lists/${listId}/subscriber_imports`, 'subscriber_import', {
      column_mapping: ['email'],
      file_source: { type: 'json', content: 'imported@example.com' },
    })
  return { server, sql, a, call, make, own, callers, importInto }
}

test('a webhook of a caller of some lists is told of these alone, whatever happens on the others', async () => {
  const { sql, a, call, make, own, callers, importInto } = await aWorld()
  const receiver = (name: string) => ({ name, url: 'https://example.com/', event_types: eventTypes })
  const limited: number[] = []
  for (const [at, as] of callers.entries()) {
    limited.push((await make('webhooks', 'webhook', receiver(`Limited ${at}`), as)).id)
  }
  const { id: whole } = await make('webhooks', 'webhook', receiver('All'))
  for (const listId of [secret.id, own]) {
    const list = `mailing_lists/${listId}/subscribers`
    const email = 'ann@example.com'
    await make(list, 'subscriber', { email, status: 'active' })
    await call(a, 'PUT', `${list}/${email}`, { subscriber: { status: 'deactivated' } })
    await call(a, 'PUT', `${list}/${email}`, { subscriber: { status: 'unsubscribed' } })
    await importInto(listId)
  }
  const payloadsOf = async (id: number) =>
    (
      await sql<{ payload: string }[]>`
        select payload::text as payload from webhook_events where webhook_id = ${id}`
    ).map(({ payload }) => payload)
  const finished = (payloads: string[]) => payloads.filter((one) => one.includes('import_finished')).length
  await until(async () => finished(await payloadsOf(whole)) === 2)
  const all = await payloadsOf(whole)
  const named = (payload: string) => payload.includes(secret.name) || payload.includes(String(secret.id))
  expect(all.filter(named).length).toBeGreaterThan(3)
  for (const id of limited) {
    expect((await payloadsOf(id)).toSorted()).toEqual(all.filter((payload) => !named(payload)).toSorted())
  }
})

test('a stream of changes tells a caller of some lists nothing of the others', async () => {
  const { server, sql, a, own, callers, importInto } = await aWorld()
  const streams: Awaited<ReturnType<typeof anEventSource>>[] = []
  for (const as of [a, ...callers]) {
    const headers = 'credential' in as ? { authorization: `Basic ${as.credential}` } : as.headers
    const stream = await anEventSource(`${server.url}/ga/api/v2/stream`, headers)
    await until(() => stream.events.length > 0)
    streams.push(stream)
  }
  const theirs = (await importInto(secret.id)).id
  const isOver = async (id: number) =>
    (await sql`select 1 from jobs where id = ${id} and finished_at is not null`).length > 0
  await until(() => isOver(theirs))
  const mine = (await importInto(own)).id
  const [whole, ...limited] = streams
  const idsOf = (stream: (typeof streams)[number] | undefined) =>
    (stream?.events ?? []).flatMap(({ event, data }) =>
      event === 'change' ? [(data as { id: number }).id] : [],
    )
  await until(() => streams.every((stream) => idsOf(stream).includes(mine)))
  expect(idsOf(whole)).toContain(theirs)
  for (const stream of limited) {
    expect(new Set(idsOf(stream))).toEqual(new Set([mine]))
    expect(JSON.stringify(stream.events)).not.toMatch(new RegExp(`${secret.name}|${secret.id}`))
  }
})

test.each(['subscriber_imports', 'subscriber_exports'])(
  'the events of one of %s on another list are to a caller of some lists as those of none',
  async (resource) => {
    const { server, make, callers } = await aWorld()
    const job =
      resource === 'subscriber_imports'
        ? {
            begins_at: '2099-01-01T00:00:00Z',
            column_mapping: ['email'],
            file_source: { type: 'json', content: 'x' },
          }
        : { begins_at: '2099-01-01T00:00:00Z' }
    const { id } = await make(`mailing_lists/${secret.id}/${resource}`, resource.slice(0, -1), job)
    for (const as of callers) {
      const headers = 'credential' in as ? { authorization: `Basic ${as.credential}` } : as.headers
      const read = async (of: number) => {
        const reply = await fetch(`${server.url}/ga/api/v2/${resource}/${of}/events?seconds=0`, { headers })
        return [reply.status, await reply.text()]
      }
      expect(await read(id)).toEqual(await read(1_999_999_999))
      expect((await read(id))[0]).toBe(404)
    }
  },
)
