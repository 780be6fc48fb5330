import { expect, test } from 'vitest'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { aRemoteWorld } from '../../../harness/fakes/remote/world.ts'

test('a connection that breaks at any moment of the query leaves nothing sent, or all', async () => {
  for (const message of [1, 2, 3, 5, 6, 7, 8]) {
    for (const moment of ['before', 'after'] as const) {
      const { sql, target } = await aRemoteDatabase({ message, moment })
      await sql`create table people as select n, n || '@example.com' as email from generate_series(1, 700) n`
      const world = await aRemoteWorld(target)
      const senders = world.start()
      const end = await world.ended(await world.begin('select email from people order by n'))
      expect(world.sink.messages.length, `${message} ${moment}: ${end.error_message}`).toBe(
        end.state === 'finished' ? 700 : 0,
      )
      await senders.stop()
    }
  }
})
