import { defineConfig } from 'vitest/config'

/** Tests with several hosts. test/cli/hosts.nightly.test.ts runs them in a network of their own; elsewhere they refuse to run. */
export default defineConfig({
  test: {
    include: ['test/cli/hosts.inside.ts'],
    env: { QUIVER_NIGHTLY: '1' },
    testTimeout: 1_500_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 1,
  },
})
