import { expect, test } from 'vitest'
import { erasureRoutes } from '../../../../src/http/subscribers/erasure.ts'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'
import { tablesWith } from '../../../harness/sending/erasure.ts'

test('an erasure takes what campaigns of a remote list have read about the person, and nothing of anyone else', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table people (email text, id integer, first_name text)`
  await sql`insert into people values ('quell@example.com', 1, 'Zaphodx7'), ('bob@example.com', 2, 'Bobsename')`
  const world = await aRemoteWorld(target, { routes: (route, secrets) => erasureRoutes(route, secrets) })
  world.start()
  await world.ended(await world.begin('select email, id as distinct_id, first_name from people order by id'))
  for (const word of ['quell@example.com', 'Zaphodx7', 'Bobsename']) {
    expect([word, (await tablesWith(world, word)).length]).toEqual([word, 1])
  }
  const answer = await world.call('POST', 'subscribers/erase', { email: 'quell@example.com' })
  expect(answer.body).toMatchObject({ success: true, data: { subscribers: 1 } })
  for (const word of ['quell@example.com', 'Zaphodx7']) expect(await tablesWith(world, word)).toEqual([])
  expect(await tablesWith(world, 'Bobsename')).toEqual(['remote_recipients'])
  expect([...(await world.sql`select distinct_id from remote_identities`)]).toEqual([{ distinct_id: 2 }])
})
