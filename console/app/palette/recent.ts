export type Recent = { title: string; path: string }

/** Names of people can be among the titles: they stay in the tab, and go with the session. */
const place = 'quiver-recent'
/** One more than is shown: the open page is not shown. */
const keptMax = 6

type Kept = Recent & { organizationId: number }

export function remember(organizationId: number, { title, path }: Recent): void {
  const others = read().filter((one) => one.path !== path || one.organizationId !== organizationId)
  const kept = [{ title, path, organizationId }, ...others].slice(0, keptMax)
  window.sessionStorage.setItem(place, JSON.stringify(kept))
}

/** The pages that were open last in this tab, the latest first, without the open one. */
export function recentOf(organizationId: number, openPath: string): Recent[] {
  return read().filter((one) => one.organizationId === organizationId && one.path !== openPath)
}

export function forgetRecent(): void {
  window.sessionStorage.removeItem(place)
}

function read(): Kept[] {
  return JSON.parse(window.sessionStorage.getItem(place) ?? '[]') as Kept[]
}
