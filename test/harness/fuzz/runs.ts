import { isNight } from '../night.ts'

/**
 * How often a property runs: `full` at night (vitest.nightly.config.ts), a tenth of it by day, where the seed is
 * always the same.
 */
export function propertyRuns(full: number): { numRuns: number; seed?: number } {
  return isNight ? { numRuns: full } : { numRuns: full / 10, seed: 20_261_122 }
}
