import { defineConfig } from 'vitest/config'

/**
 * The same code on a sharded PostgreSQL. `SHARDED_DATABASE_URL` names a database on the coordinator of a Citus cluster in
 * which the workers were added; its login makes databases on all of them.
 */
export default defineConfig({
  test: {
    include: [
      'test/api/**/*.test.ts',
      'test/changing/**/*.test.ts',
      'test/exporting/**/*.test.ts',
      'test/importing/**/*.test.ts',
      'test/sending/**/*.test.ts',
      'src/database/sharding/*.test.ts',
      'src/store/server/claims.test.ts',
    ],
    // The last one kills a PostgreSQL of its own.
    exclude: ['**/!(acceptance).nightly.test.ts', 'test/importing/faults/database-dies.test.ts'],
    globalSetup: ['test/harness/postgres/setup.ts'],
    // The first run makes the databases.
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
  },
})
