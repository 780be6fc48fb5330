import { expect, test } from 'vitest'
import { campaignCheckRoutes } from '../../../../src/http/campaigns/check.ts'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { aRemoteWorld, remoteFor } from '../../../harness/fakes/remote/world.ts'

type Preview = { problem: string | null; columns: string[]; rows: (string | null)[][]; has_more: boolean }
type Check = { findings: { kind: string; code: string; sentence: string }[] }

test('a connection is tested, a query previewed, and a campaign checked by its columns', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table people as select n, n || '@example.com' as email, 'Name ' || n as first_name from generate_series(1, 12) n`
  const { rules } = remoteFor(target)
  const world = await aRemoteWorld(target, {
    routes: (route, secrets) =>
      campaignCheckRoutes(route, {
        origin: 'https://quiver.example',
        links: { allow: [], allowLoopback: false },
        remote: { secrets, rules },
      }),
  })
  const { call, listId } = world
  const tested = await call<object>('POST', `database_connections/${world.connectionId}/test`, {})
  expect(tested.body.data).toMatchObject({ works: true, problem: null })

  const preview = async (query: string) =>
    (
      await call<Preview>('POST', `mailing_lists/${listId}/remote_query/preview`, {
        remote_query: { segmentation_criteria_remote_sql: query },
      })
    ).body.data
  const query = 'select email, first_name from people order by n'
  const shown = await preview(query)
  expect(shown).toMatchObject({ problem: null, columns: ['email', 'first_name'], has_more: true })
  expect(shown.rows).toHaveLength(10)
  expect(shown.rows[0]).toEqual(['1@example.com', 'Name 1'])
  expect((await preview('select n from people')).problem).toMatch(/no column email/)
  expect((await preview('selekt')).problem).toMatch(/^The database answered: syntax error/)

  const id = await world.begin(query, {
    contents: [
      {
        subject: '%%first_name%% %%last_name%%',
        format: 'text',
        text: 'Dear %%first_name%%, %%unsubscribe_link%%',
      },
    ],
    dispatch_attributes: { from_email: 'news@example.com', begins_at: '2099-01-01T00:00:00Z' },
  })
  const check = async () => (await call<Check>('GET', `campaigns/${id}/check`)).body.data.findings
  const unknown = (await check()).filter(({ code }) => code === 'unknown_code')
  expect(unknown.map(({ sentence }) => sentence).join()).toContain('last_name')
  expect(unknown.map(({ sentence }) => sentence).join()).not.toContain('%%first_name%% ')
  expect(await check()).toContainEqual(
    expect.objectContaining({
      kind: 'ok',
      code: 'recipients',
      sentence: 'To the rows of the query, which are read when it starts.',
    }),
  )
  const rendered = await call<{ email: string; subject: string }>('POST', `campaigns/${id}/render`, {
    remote_recipient: { EMAIL: '7@example.com', first_name: 'Seven', last_name: null },
  })
  expect(rendered.body.data).toMatchObject({ email: '7@example.com', subject: 'Seven ', unknown_codes: [] })
  await sql`truncate people`
  expect(await check()).toContainEqual(
    expect.objectContaining({
      kind: 'stop',
      code: 'recipients',
      sentence: 'Nobody would get it: the query returns no rows.',
    }),
  )
})
