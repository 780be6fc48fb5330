import { expect, test } from 'vitest'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'

test('a campaign is sent once to each row of the query, whose columns are its merge codes', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table customers (mail text, id integer, first_name text, "Joined On" date, vip boolean)`
  await sql`
    insert into customers values
      ('Ada@Example.com', 7, 'Ada <b>', '2024-02-29', true), ('bob@example.com', null, null, null, false),
      ('ada@example.com', 8, 'Ada again', null, null), ('carl@example.com', 7, 'Carl', null, null),
      ('not an address', 9, 'x', null, null), (null, 10, 'x', null, null), ('dora@example.com', 11, 'Dora', null, null),
      ('eve@blocked.example', 12, 'Eve', null, null), ('fay@example.com', 0, 'Fay', null, null)`
  const world = await aRemoteWorld(target)
  await world.sql`insert into suppression_lists (organization_id, name) values (1, 'Never')`
  await world.sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    select 1, id, '@blocked.example' from suppression_lists`
  world.start()
  const query = `select mail as "EMAIL", id as distinct_id, first_name, "Joined On", vip from customers order by mail = 'ada@example.com', id nulls last, mail -- all`
  const id = await world.begin(query, {
    contents: [
      {
        subject: 'For %%First_Name%%',
        format: 'both',
        html: '<p>%%first_name%% since %%joined on%%, vip %%vip%%, %%data_subscribe_ip%%. <a href="%%unsubscribe_link%%">Leave</a></p>',
        text: '%%first_name%% %%joined_on%% %%vip%%',
      },
    ],
  })
  expect(await world.ended(id)).toMatchObject({ state: 'finished', error_message: null })
  expect(world.addressed()).toEqual(['Ada@Example.com', 'bob@example.com', 'dora@example.com'])
  expect((await world.queryOf(id))?.['columns']).toEqual(['first_name', 'Joined On', 'vip'])
  const progress = {
    rows_read: 9,
    is_complete: true,
    skipped: { invalid_email: 2, invalid_distinct_id: 1, too_long: 0, duplicate: 2, left: 0, suppressed: 1 },
  }
  const shown = await world.call<{ remote_query: object }>('GET', `campaigns/${id}`)
  expect(shown.body.data.remote_query).toEqual(progress)
  const listed = await world.call<{ remote_query: object }[]>('GET', `campaigns?ids=${id}`)
  expect(listed.body.data.map((campaign) => campaign.remote_query)).toEqual([progress])
  const ada = world.sink.messages.find(({ to }) => to === 'Ada@Example.com')?.raw.toString() ?? ''
  expect(ada).toContain('Subject: For Ada <b>')
  expect(ada).toContain('Ada &lt;b&gt; since 2024-02-29, vip true, .')
  expect(ada).toMatch(/^List-Unsubscribe: </m)
  const bob = world.sink.messages.find(({ to }) => to === 'bob@example.com')?.raw.toString() ?? ''
  expect(bob).toContain('<p> since , vip false, .')
  expect(await world.statsOf(id)).toMatchObject({ recipients_total: 3, recipients_sent: 3, sent_accepted: 3 })
})
