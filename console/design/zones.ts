/** The time zones that the browser knows; some leave out UTC, and all leave out former names. */
export function zoneNames(current: string | null): string[] {
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])
  if (current !== null) names.add(current)
  return [...names].toSorted()
}

/** That of the browser. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
