import { anImport } from '../../harness/records/lists.ts'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { jobRoutes } from '../../../src/http/jobs/routes.ts'
import { addStats } from '../../../src/store/campaigns/stats.ts'
import { anApi, type Anyone } from '../../harness/core/api.ts'
import { aList } from '../../harness/core/records.ts'
import { until } from '../../harness/core/until.ts'
import { anEventSource } from '../../harness/fakes/event-source.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'

type Changed = {
  resource: string
  id: number
  seq: number
  changed?: boolean
  patch: Record<string, unknown>
}

async function aWatchedOrganization() {
  const api = await anApi(jobRoutes)
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId)
  const aCampaign = async (state: string, owner = organizationId, ofList = listId) => {
    const finished = state === 'finished' ? new Date() : null
    return aStartedCampaign(api.sql, owner, ofList, { state, finished_at: finished })
  }
  const send = (id: number, count: number) =>
    api.sql.begin((sql) =>
      addStats(sql, organizationId, { campaignId: id }, [{ contentId: null, counts: { sent_html: count } }]),
    )
  const watch = async (as: Anyone = api.a) => {
    const headers = 'credential' in as ? { authorization: `Basic ${as.credential}` } : as.headers
    const stream = await anEventSource(`${address}/ga/api/v2/stream`, headers)
    await until(() => stream.events.length > 0)
    expect(stream.events[0]).toEqual({ event: 'hello', id: '1', data: { seq: 1 } })
    const changes = () =>
      stream.events.flatMap(({ event, data }) => (event === 'change' ? [data as Changed] : []))
    return { ...stream, changes }
  }
  return { ...api, organizationId, listId, aCampaign, send, watch }
}

test('one user or key takes at most 20 of the places of its organization', async () => {
  const { app, a, sql, secrets, organizationId } = await aWatchedOrganization()
  const address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/ga/api/v2/stream`
  const key = { authorization: `Basic ${a.credential}` }
  await Promise.all(Array.from({ length: 20 }, (_, n) => anEventSource(`${address}?n=${n}`, key)))
  const refused = await fetch(address, { headers: key })
  expect([refused.status, await refused.text()]).toEqual([
    429,
    expect.stringContaining('at most 20 streams of changes of a user or key'),
  ])
  const { headers } = await aSession({ sql, secrets }, organizationId, { role: 'standard' })
  const other = await anEventSource(address, headers)
  await until(() => other.events.length > 0)
})

test('the stream tells what changes after hello: counters, states and new campaigns, at most four a second', async () => {
  const { sql, aCampaign, send, watch } = await aWatchedOrganization()
  const ids = [await aCampaign('sending'), await aCampaign('sending'), await aCampaign('finished')]
  const stream = await watch()
  const startMs = performance.now()
  for (const id of ids) await send(id, 5)
  await until(() => stream.changes().length === 3)
  expect(
    stream
      .changes()
      .map(({ id }) => id)
      .toSorted((a, b) => a - b),
  ).toEqual(ids)
  expect(stream.changes()[0]).toMatchObject({
    resource: 'campaigns',
    patch: { paused: false, stats: { sent: { total: 5 } } },
  })
  const added = await aCampaign('sending')
  await until(() => stream.changes().length === 4)
  expect(stream.changes()[3]).toMatchObject({ id: added, changed: true })
  // All the time something changes: everything comes in its turn, and the newest values only.
  for (let n = 1; stream.changes().length < 12; n += 1) for (const id of ids) await send(id, 1)
  const perSecond = stream.changes().length / ((performance.now() - startMs) / 1000)
  expect(perSecond).toBeLessThanOrEqual(4)
  expect(
    new Set(
      stream
        .changes()
        .slice(4)
        .map(({ id }) => id),
    ),
  ).toEqual(new Set(ids))
  await sql`update jobs set state = 'finished', finished_at = now() where kind = 'Campaign' and id = ${ids[0] ?? 0}`
  await until(() => stream.changes().some(({ id, patch }) => id === ids[0] && patch['state'] === 'finished'))
  const seqs = stream.changes().map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((_, place) => place + 2))
})

test('the stream shows each caller what it may see', async () => {
  const { sql, secrets, b, aCampaign, send, watch, organizationId, listId } = await aWatchedOrganization()
  const id = await aCampaign('sending')
  const foreign = await aList(sql, b.organizationId)
  const theirs = await aCampaign('sending', b.organizationId, foreign)
  for (const [owner, list] of [
    [organizationId, listId],
    [b.organizationId, foreign],
  ]) {
    await anImport(sql, owner ?? 0, list ?? 0, { state: 'importing' })
    await sql`
      with made as (
        insert into subscriber_bulk_changes (organization_id, mailing_list_id, action, details, selection,
          last_subscriber_id)
        values (${owner ?? 0}, ${list ?? 0}, 'delete', '{}', '{"ids": [1]}', 9)
        returning organization_id, mailing_list_id, id)
      insert into jobs (organization_id, kind, id, mailing_list_id, state)
      select organization_id, 'SubscriberBulkChange', id, mailing_list_id, 'running' from made`
  }
  const plain = await aSession({ sql, secrets }, organizationId, { role: 'standard', permissions: {} })
  const [all, some] = [await watch(), await watch(plain)]
  await send(id, 3)
  await sql`update jobs set progress = 7, total = 9 where kind = 'SubscriberImport'`
  await sql`update subscriber_bulk_changes set people_changed = 4`
  await sql`update jobs set progress = 5 where kind = 'SubscriberBulkChange'`
  await until(() => all.changes().length === 3)
  await sql`
    update jobs set state = 'paused', paused_from = state where kind = 'Campaign' and id in (${id}, ${theirs})`
  await until(() => all.changes().length === 4 && some.changes().length > 0)
  expect(all.changes().find(({ resource }) => resource === 'subscriber_imports')?.patch).toMatchObject({
    state: 'importing',
    records_imported: 7,
    number_of_records: 9,
  })
  expect(all.changes().find(({ resource }) => resource === 'subscriber_bulk_changes')?.patch).toMatchObject({
    state: 'running',
    people_done: 5,
    people_changed: 4,
    people_total: null,
  })
  expect(all.changes()[3]).toMatchObject({ id, patch: { paused: true, stats: { sent: { total: 3 } } } })
  // Neither imports, bulk changes nor counters, which had moved before.
  expect(some.changes()).toMatchObject([{ id, patch: { paused: true, stats: null } }])
})
