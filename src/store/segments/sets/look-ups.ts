/** A look-up takes as long as to read so many people. */
export const peopleALookUp = 8

/** Whether it is faster to look each of these people up among the others than to read all others. */
export function areFewer(people: number, others: number): boolean {
  return people * peopleALookUp < others
}
