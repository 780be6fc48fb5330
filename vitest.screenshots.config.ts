import { defineConfig } from 'vitest/config'

/** Not a test: the pictures of README.md and docs/console.md, from the real pages. */
export default defineConfig({
  test: {
    include: ['test/console/pictures.screens.ts'],
    globalSetup: ['test/harness/postgres/setup.ts'],
    testTimeout: 1_800_000,
    pool: 'forks',
  },
})
