import { isNight } from '../night.ts'

/**
 * How often a property runs: `full` at night (vitest.nightly.config.ts), by day a tenth of it, or what `nightFold` says,
 * where the seed is always the same.
 */
export function propertyRuns(full: number, nightFold = 10): { numRuns: number; seed?: number } {
  return isNight ? { numRuns: full } : { numRuns: full / nightFold, seed: 20_261_122 }
}
