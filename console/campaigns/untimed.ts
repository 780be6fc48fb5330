/** Campaigns of this tab that are to be sent later, and for which no time is chosen yet. A reload keeps it. */
const nameOf = (id: number) => `campaign ${id} needs a time`

export function needsTime(id: number): boolean {
  return sessionStorage.getItem(nameOf(id)) !== null
}

export function setNeedsTime(id: number, isNeeded: boolean): void {
  if (isNeeded) sessionStorage.setItem(nameOf(id), 'yes')
  else sessionStorage.removeItem(nameOf(id))
}
