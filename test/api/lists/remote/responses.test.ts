import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../../src/database/roles.ts'
import { publicRoutes } from '../../../../src/http/public/routes.ts'
import { createServer } from '../../../../src/http/server/create.ts'
import { recordBounce } from '../../../../src/store/responses/bounces.ts'
import { recordComplaint } from '../../../../src/store/responses/record.ts'
import { quietLog } from '../../../harness/core/api.ts'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'

test('who leaves a remote list gets nothing more from it, under no other address of their distinct_id either', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table people (email text, id integer)`
  await sql`
    insert into people values ('ann@example.com', 1), ('bob@example.com', 2), ('cora@example.com', null),
      ('dan@example.com', 4), ('eve@example.com', 5)`
  const world = await aRemoteWorld(target)
  const { api, listId } = world
  await api.sql`
    insert into webhooks (organization_id, name, url, event_types, secret_sealed)
    values (1, 'Hook', 'https://hooks.example', array['studio_unsub', 'studio_click', 'scomp', 'bounce_bad_address'], '\\x00')`
  const database = connect(api.url, { max: 2, applicationName: 'test public', role: applicationRole })
  onTestFinished(() => database.end())
  const pages = createServer(quietLog, 'real')
  onTestFinished(() => pages.close())
  publicRoutes(pages, { database, secrets: api.secrets, baseUrl: 'http://quiver.example.com' })
  world.start()
  const query = 'select email, id as distinct_id from people order by id'
  const contents = [
    {
      subject: 'x',
      format: 'html',
      html: '<a href="https://shop.example/">Shop</a> <a href="%%unsubscribe_link%%">Out</a>',
    },
  ]
  const first = await world.begin(query, { contents })
  await world.ended(first)
  const html =
    world.sink.messages
      .find(({ to }) => to === 'ann@example.com')
      ?.raw.toString()
      .replaceAll('=\r\n', '') ?? ''
  const [, path = ''] = /^List-Unsubscribe: <[^>]*?(\/u\/[^>]+)>/m.exec(html.replaceAll('\r\n ', '')) ?? []
  const posted = await pages.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(posted.statusCode).toBe(200)
  const idOf = async (email: string) => {
    const [row] = await api.sql<{ id: number }[]>`select id from subscribers where key = ${email}`
    return row?.id ?? 0
  }
  const source = { campaignId: first }
  const [bob, cora] = [await idOf('bob@example.com'), await idOf('cora@example.com')]
  await api.sql.begin((tx) => recordComplaint(tx, 1, { listId, source, subscriberId: bob }))
  const hard = { occasion: 0, status: '5.1.1', severity: 'hard', diagnostic: 'no such user' } as const
  await api.sql.begin((tx) => recordBounce(tx, 1, { source, subscriberId: cora }, hard))

  const events = await api.sql<{ event: Record<string, unknown> }[]>`
    select payload as event from webhook_events order by id`
  expect(events.map(({ event }) => [event['event_type'], event['email']])).toEqual([
    ['studio_unsub', 'ann@example.com'],
    ['scomp', 'bob@example.com'],
    ['bounce_bad_address', 'cora@example.com'],
  ])
  expect(events[0]?.event).toMatchObject({
    studio_subscriber_id: null,
    studio_rl_seq_id: 1,
    studio_rl_distinct_id: 1,
  })
  expect(await world.statsOf(first)).toMatchObject({
    unsub_unique: 1,
    unsub_subscribers_updated: 0,
    scomp_unique: 1,
    scomp_subscribers_updated: 0,
    bounce_hard: 1,
    bounce_subscribers_updated: 0,
  })
  expect(await api.sql`select from subscriber_counts`).toHaveLength(0)

  await sql`insert into people values ('ann.new@example.com', 1), ('CORA@example.com', 3)`
  world.sink.messages.splice(0)
  const second = await world.begin(query)
  await world.ended(second)
  expect(world.addressed()).toEqual(['dan@example.com', 'eve@example.com'])
  expect(await world.queryOf(second)).toMatchObject({ rows_read: 7, left_before: 5, duplicates: 0 })
})
