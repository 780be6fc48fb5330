/** Comparing longer texts would be slow. */
const lengthMax = 64

/**
 * The candidate with the fewest typing errors, at most one in three characters; case is ignored, and spaces match
 * underscores. null if no candidate is close.
 */
export function nearest(text: string, candidates: readonly string[]): string | null {
  if (text.length > lengthMax) return null
  const wanted = plain(text)
  let best: string | null = null
  let fewest = Math.min(3, Math.floor(wanted.length / 3)) + 0.5
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) > fewest) continue
    const errors = distance(wanted, plain(candidate))
    if (errors < fewest) [best, fewest] = [candidate, errors]
  }
  return best
}

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll(' ', '_')
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function distance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}

/** `; did you mean "name"?`, or ''. */
export function suggestion(text: string, candidates: readonly string[]): string {
  const meant = nearest(text, candidates)
  return meant === null ? '' : `; did you mean ${JSON.stringify(meant)}?`
}
