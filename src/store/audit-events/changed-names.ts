import { isDeepStrictEqual } from 'node:util'

/** What an event says of a change: the attributes whose values differ. @param names of the attributes to compare */
export function changedNames<Values extends object>(
  before: Values,
  after: Values,
  names = Object.keys(after) as (keyof Values & string)[],
): (keyof Values & string)[] {
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
}
