/** Five years of days. */
const periodsMax = 1_830

/** Every day or month from the first to the last, also those in which nothing was sent. */
export function periodsBetween(starts: readonly string[], isDaily: boolean): string[] {
  const [first = '', last = ''] = [starts[0], starts.at(-1)]
  const names: string[] = []
  const at = new Date(isDaily ? first : `${first}-01`)
  for (let name = first; name <= last && names.length < periodsMax;) {
    names.push(name)
    if (isDaily) at.setUTCDate(at.getUTCDate() + 1)
    else at.setUTCMonth(at.getUTCMonth() + 1)
    name = at.toISOString().slice(0, isDaily ? 10 : 7)
  }
  return names
}
