export function retryDelaySeconds(failedAttempts: number): number | null {
  return [10, 50][failedAttempts - 1] ?? null
}
