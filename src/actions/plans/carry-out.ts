import { createHash } from 'node:crypto'
import type { Effects, SeenPart } from '../../contract/plans/effects.ts'
import { nest, type Database, type Scopes, type Transaction } from '../../database/driver/connection.ts'
import { changesSince, digestRecord, readRecordChanges } from '../../store/plans/record-changes.ts'
import type { MadeCall, Measured } from './made-call.ts'
import { measure } from './measure.ts'

/** What a call did in its transaction, and the state that this depends on. */
export type Carried = { effects: Effects; seen: SeenPart[] } & {
  [Name in 'approval' | 'unplannable']: Measured[Name]
}

/** Rolls the transaction back; it is no fault. */
class Undone extends Error {}

type Place = Pick<MadeCall, 'organizationId' | 'timeZone' | 'endpoint'> & { path: string }

/** `settle` follows in the same transaction. If it returns false, everything is undone. */
export type Carrying<Result> = {
  place: Place
  /** Uses only the scopes that it gets. */
  work: (scopes: Scopes) => Promise<Result>
  settle: (sql: Transaction, carried: Carried, result: Result) => Promise<boolean>
}

/**
 * Makes a call and reads what it did, in one transaction: planning and applying differ only in whether it is committed, so
 * that a plan and its application cannot count differently.
 */
export async function carryOut<Result extends Pick<MadeCall, 'params' | 'data'>>(
  database: Pick<Database, 'shareOf'>,
  { place, work, settle }: Carrying<Result>,
): Promise<Result> {
  const { organizationId } = place
  let made: Result | undefined
  try {
    return await database
      .shareOf(organizationId)
      .within(organizationId)
      .begin(async (transaction) => {
        const scopes = nest(transaction, organizationId)
        const own = scopes.within(organizationId)
        const record = await own.begin((sql) => digestRecord(sql, organizationId, place.path))
        const before = await readRecordChanges(own)
        made = await work(scopes)
        const records = changesSince(before, await readRecordChanges(own))
        const { params, data } = made
        const { effects, seen, approval, unplannable } = await own.begin((sql) =>
          measure(sql, { ...place, params, data }),
        )
        const carried = {
          approval,
          unplannable,
          effects: { ...unknown, ...effects, records },
          seen: [
            ...(record === null ? [] : [{ part: 'record', digest: record } as const]),
            { part: 'records', digest: JSON.stringify(records) } as const,
            ...seen,
          ],
        }
        const result = made
        if (!(await own.begin((sql) => settle(sql, carried, result)))) throw new Undone()
        return result
      })
  } catch (error) {
    if (error instanceof Undone && made !== undefined) return made
    throw error
  }
}

const unknown: Omit<Effects, 'records'> = {
  people: null,
  messages: null,
  credits: null,
  left_out: [],
  waits: [],
}

export function hashOf(seen: readonly SeenPart[]): Buffer {
  return createHash('sha256').update(JSON.stringify(seen)).digest()
}
