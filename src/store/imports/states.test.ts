import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { importStates, mayBecome, runningStates } from '../../contract/imports/states.ts'
import { undoMayBecome, undoStates } from '../../contract/imports/undo.ts'
import type { Sql } from '../../database/driver/connection.ts'

test('the database lets an import become what the table of states says, and nothing else', async () => {
  const { sql } = await aDatabase()
  await sql`create table imports (state text not null, paused_from text)`
  await sql`
    create trigger imports_state before update of state on imports
    for each row when (old.state is distinct from new.state) execute function subscriber_import_may_become()`
  for (const from of importStates) {
    for (const to of importStates.filter((state) => state !== from)) {
      for (const pausedFrom of from === 'paused' ? runningStates : [null]) {
        const isBackElsewhere = from === 'paused' && to !== 'cancelled' && to !== pausedFrom
        const expected = mayBecome[from].includes(to) && !isBackElsewhere
        expect([from, to, pausedFrom, await mayMove(sql, from, to, pausedFrom)]).toEqual([from, to, pausedFrom, expected]) // prettier-ignore
      }
    }
  }
})

async function mayMove(sql: Sql, from: string, to: string, pausedFrom: string | null): Promise<boolean> {
  await sql`truncate imports`
  await sql`insert into imports (state, paused_from) values (${from}, ${pausedFrom})`
  return sql`update imports set state = ${to}`.then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ code: '23514' })
      return false
    },
  )
}

test('and so with undos', async () => {
  const { sql } = await aDatabase()
  await sql`create table imports (state text not null, paused_from text)`
  await sql`
    create trigger undos_state before update of state on imports
    for each row when (old.state is distinct from new.state) execute function import_undo_may_become()`
  for (const from of undoStates) {
    for (const to of undoStates.filter((state) => state !== from)) {
      expect([from, to, await mayMove(sql, from, to, null)]).toEqual([
        from,
        to,
        undoMayBecome[from].includes(to),
      ])
    }
  }
})
