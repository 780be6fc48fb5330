import { defineConfig } from 'vitest/config'
import { LongFilesFirst } from './test/harness/core/order.ts'
import { nightFiles } from './test/harness/night-files.ts'

const reportFile = process.env['QUIVER_TEST_REPORT']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/*.nightly.test.ts', '**/*.sharded.test.ts', 'node_modules/**', ...nightFiles],
    globalSetup: ['test/harness/postgres/setup.ts'],
    setupFiles: ['test/harness/fuzz/seeded.ts'],
    // They only end a test that hangs: on a machine with other work tests take ten times as long.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // As long as test/harness/core/until.ts waits; the default is one second.
    expect: { poll: { timeout: 150_000 } },
    pool: 'forks',
    // Modules are read once a worker, not once a file: a third of the time went there. The state in modules is the
    // databases that tests are lent (test/harness/postgres/pool.ts), which come back empty.
    isolate: false,
    // Many tests wait for a time: two workers keep two cores busy for 62 % of a run. Beside four, a browser that is dragged in
    // and a sender that is waited for come too late now and then.
    maxWorkers: 3,
    // Short-lived objects of one test die before the next: fewer collections, 7 % less work.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFilesFirst },
    reporters: reportFile === undefined ? ['default'] : ['default', ['json', { outputFile: reportFile }]],
  },
})
