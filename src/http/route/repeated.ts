const triesMax = 4

/**
 * Of transactions that wait for each other in a circle the database ends one: here it does its work again. Nothing of
 * it was kept, which is not sure of one whose connection was lost: that one is not repeated.
 */
export async function repeated<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === triesMax || !hasGivenWay(error)) throw error
    }
  }
}

/** Deadlock, serialization failure. */
function hasGivenWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
