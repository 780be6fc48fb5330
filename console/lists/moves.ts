/** @returns the ids with one at another place; null if there is no such place. */
export function movedTo(ids: readonly number[], id: number, to: number): number[] | null {
  const others = ids.filter((one) => one !== id)
  return to < 0 || to > others.length ? null : others.toSpliced(to, 0, id)
}

/** The line that the row at `place` shows while the row at `from` is held over the one at `over`. */
export function dropEdge(from: number, over: number | null, place: number): 'before' | 'after' | undefined {
  if (over !== place || from === place) return undefined
  return from < place ? 'after' : 'before'
}
