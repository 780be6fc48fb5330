import { defineConfig } from 'vitest/config'
import { nightFiles } from './test/harness/night-files.ts'

/** What takes longer than a commit may: more kills, more files, real minutes. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.nightly.test.ts',
      'test/**/*.nightly.test.ts',
      ...nightFiles,
      // By day one page of each test is searched for what keeps people out.
      'test/console/**/*.test.ts',
      // By day these do less of the same: see test/harness/night.ts.
      'src/database/driver/scope.test.ts',
      'src/database/embedded/start.test.ts',
      'src/files/fuzz.test.ts',
      'src/outbound/counterparts.fuzz.test.ts',
      'src/outbound/databases/mysql.fuzz.test.ts',
      'src/sending/smtp/replies.fuzz.test.ts',
      'src/tracking/reports/corpus.test.ts',
      'test/api/lists/remote/mysql.test.ts',
      'test/jobs/new-kind.test.ts',
      'src/files/unpacking/hostile.test.ts',
      'src/files/unpacking/workbook.test.ts',
      'src/importing/split.test.ts',
      'src/rendering/mime/hostile-message.test.ts',
      'src/store/accounting/messages-sent.test.ts',
      'test/api/accounting/credit-ledger.test.ts',
      'test/api/every-endpoint/role-matrix.test.ts',
      'test/api/every-endpoint/tenant-walls.test.ts',
      'test/api/organizations/deleted.test.ts',
      'test/api/public/judging-model.test.ts',
      'test/api/segments/model.test.ts',
      'test/api/server/mounts.test.ts',
      'test/api/server/strange-requests.test.ts',
      'test/cli/commands.test.ts',
      'test/importing/faults/claims.test.ts',
      'test/importing/faults/poison.test.ts',
      'test/importing/faults/removals.test.ts',
      'test/importing/files.test.ts',
      'test/importing/ranges.test.ts',
      'test/importing/side-by-side.test.ts',
      'test/importing/unpacking/archives.test.ts',
      'test/sending/imports.test.ts',
      'test/sending/autoresponders/sequence-kills.test.ts',
      'test/sending/autoresponders/sequence-model.test.ts',
      // Properties: a tenth of their runs by day, see test/harness/fuzz/runs.ts.
      'src/contract/autoresponders/sequence-waits.test.ts',
      'src/contract/times/zones.test.ts',
      'src/contract/lists/field-values.test.ts',
      'src/contract/**/*.fuzz.test.ts',
      'src/http/**/*.fuzz.test.ts',
      'src/sending/remote/rows.fuzz.test.ts',
    ],
    env: { QUIVER_NIGHTLY: '1' },
    globalSetup: ['test/harness/postgres/setup.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
    // As long as test/harness/core/until.ts waits; the default is one second.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    maxWorkers: 1,
  },
})
