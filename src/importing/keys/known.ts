import type { Scoped } from '../../database/driver/connection.ts'
import type { ClaimedImport } from '../../store/imports/claims.ts'
import { findSizes } from '../../store/imports/ranges.ts'
import { findKeyPage, unitSeparator } from '../../store/subscribers/by-key.ts'
import type { ParsedRange } from '../rows/range.ts'
import { createKeyFilter } from './filter.ts'
import type { KeyFilter } from './filter.ts'

/**
 * Which keys of a run's ranges have to be looked up. It may be wrong about people who are added to the list meanwhile: then
 * the index of keys refuses the insert, and the range is repeated with a look-up of all.
 */
export type KnownKeys = {
  /** Positions of the rows that may be on the list; null: all may be. */
  askFor: (range: ParsedRange) => Uint32Array | null
  /** @param found how many of these rows are on the list; all were looked up */
  note: (rows: number, found: number) => void
  /** Somebody is on the list who was not looked up. */
  mistaken: () => void
  /** When nothing is being read any more. */
  end: () => Promise<void>
}

/**
 * While a run has met nobody, nobody is looked up. Where at most half of the rows are of people on the list, its keys are read
 * once, so that later ranges look up only those: a look-up costs four times what reading a key does.
 * @param rowsMin that are looked up before the keys are read
 * @param read null: there are too many
 */
export function createKnownKeys(rowsMin: number, read: () => Promise<KeyFilter | null>): KnownKeys {
  const looked = { rows: 0, found: 0 }
  let hasMet = false
  let reading: Promise<void> | null = null
  let filter: KeyFilter | null = null
  const load = async () => {
    // Without it everybody is looked up, and whatever is wrong with the database shows there.
    filter = await read().catch(() => null)
  }
  return {
    askFor: ({ packed, rows }) => {
      if (looked.rows > 0 && !hasMet) return new Uint32Array()
      return filter === null ? null : packed.keysPassing(rows, filter.passes)
    },
    note: (rows, found) => {
      looked.rows += rows
      looked.found += found
      if (found > 0) hasMet = true
      if (hasMet && looked.rows >= rowsMin && 2 * looked.found <= looked.rows) reading ??= load()
    },
    mistaken: () => {
      hasMet = true
      filter = null
    },
    end: async () => {
      await reading
    },
  }
}

const pageKeys = 20_000
const keysMax = 2_000_000

/** null: the list is longer than what is left of the file, or takes too much memory. */
export async function readKeys(
  database: Scoped,
  claim: ClaimedImport,
  signal: AbortSignal,
): Promise<KeyFilter | null> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const { people, recordsLeft } = await findSizes(database, claim)
  if (people > Math.min(recordsLeft, keysMax)) return null
  const filter = createKeyFilter(people)
  // Not to the end of the list: the import itself adds to it, and reaches each key once.
  for (let [read, afterId] = [0, 0]; read < people && !signal.aborted;) {
    const page = await database.begin((sql) =>
      findKeyPage(sql, organizationId, listId, { afterId, count: pageKeys }),
    )
    if (page === null) return filter
    filter.addJoined(Buffer.from(page.keys), unitSeparator.charCodeAt(0))
    read += page.count
    afterId = page.lastId
  }
  return signal.aborted ? null : filter
}
