/**
 * Whether a run looks up who is on the list. It may be wrong about people who are added to the list meanwhile: then the index of
 * keys refuses the insert, and the range is repeated with a look-up.
 */
export type LookUps = {
  areNeeded: () => boolean
  /** @param found how many of the rows that were looked up are on the list */
  note: (rows: number, found: number) => void
  /** Somebody is on the list who was not looked up. */
  mistaken: () => void
}

/** Until a key of the file is already on the list, later ranges are not looked up (decision 003). */
export function createLookUps(): LookUps {
  let rowsLooked = 0
  let hasMet = false
  return {
    areNeeded: () => hasMet || rowsLooked === 0,
    note: (rows, found) => {
      rowsLooked += rows
      if (found > 0) hasMet = true
    },
    mistaken: () => {
      hasMet = true
    },
  }
}
