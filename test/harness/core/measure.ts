/** The median, because a few disturbed measurements do not move it. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/**
 * @returns what the work gives, and the CPU time of this process until then in milliseconds: other work on the machine
 * does not count.
 */
export async function cpuTimeOf<Result>(
  work: () => Result,
): Promise<{ result: Awaited<Result>; cpuMs: number }> {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return { result, cpuMs: (user + system) / 1000 }
}
