import { defineConfig } from 'vitest/config'

/** What takes longer than a commit may: more kills, more files, real minutes. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.nightly.test.ts',
      'test/**/*.nightly.test.ts',
      // Properties: a tenth of their runs by day, see test/harness/fuzz/runs.ts.
      'src/contract/times/zones.test.ts',
      'src/contract/lists/field-values.test.ts',
    ],
    env: { QUIVER_NIGHTLY: '1' },
    globalSetup: ['test/harness/postgres/setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 1,
  },
})
