import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { exportStates, mayBecome } from '../../contract/exports/states.ts'

test('the database lets an export become what the table of states says, and nothing else', async () => {
  const { sql } = await aDatabase()
  await sql`create table exports (state text not null)`
  await sql`
    create trigger exports_state before update of state on exports
    for each row when (old.state is distinct from new.state) execute function subscriber_export_may_become()`
  for (const from of exportStates) {
    for (const to of exportStates.filter((state) => state !== from)) {
      await sql`truncate exports`
      await sql`insert into exports (state) values (${from})`
      const isMoved = await sql`update exports set state = ${to}`.then(
        () => true,
        () => false,
      )
      expect([from, to, isMoved]).toEqual([from, to, mayBecome[from].includes(to)])
    }
  }
})
