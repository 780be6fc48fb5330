export type Point = { name: string; values: readonly number[] }

/** More points than pixels draw the same picture and make the page slow. */
export const drawnMax = 600

/**
 * Of each run of neighbours, the point with the most: peaks stay, and each drawn value is one that was measured.
 * @returns the points as they are if there are few.
 */
export function thinned(points: readonly Point[], most = drawnMax): readonly Point[] {
  if (points.length <= most) return points
  const run = Math.ceil(points.length / most)
  const drawn: Point[] = []
  for (let from = 0; from < points.length; from += run) {
    const highest = points
      .slice(from, from + run)
      .reduce((best, point) => (totalOf(point) > totalOf(best) ? point : best))
    drawn.push(highest)
  }
  return drawn
}

/** How many points each drawn point represents. */
export function runOf(points: readonly Point[], most = drawnMax): number {
  return points.length <= most ? 1 : Math.ceil(points.length / most)
}

function totalOf({ values }: Point): number {
  return values.reduce((sum, value) => sum + value, 0)
}
