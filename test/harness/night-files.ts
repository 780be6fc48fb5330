/**
 * Files that run at night only. Of each there is a neighbour by day that promises the same in the small: the crash points
 * of an import, one death of a worker, the commands and the export of the command line, costly segments, the fuzz.
 */
export const nightFiles = [
  'src/sending/smtp/mailer-faults.test.ts',
  'test/api/imports/hostile.test.ts',
  'test/api/imports/uploads/killed.test.ts',
  'test/api/organizations/deleted-sending.test.ts',
  'test/api/server/pollution.test.ts',
  'test/api/subscribers/hostile.test.ts',
  'test/cli/first-key.test.ts',
  'test/cli/held.test.ts',
  'test/cli/import.test.ts',
  'test/cli/other-products.test.ts',
  'test/cli/rotate-secret.test.ts',
  'test/console/administration.test.ts',
  'test/console/stories/overview.test.ts',
  'test/console/suppression.test.ts',
  'test/harness/core/database.test.ts',
  'test/importing/dry-run/crash-points.test.ts',
  'test/importing/faults/database-dies.test.ts',
  'test/importing/faults/state-hammer.test.ts',
  'test/importing/prune/crash-points.test.ts',
  'test/importing/rows/statuses.test.ts',
  'test/importing/undo/crash-points.test.ts',
  'test/sending/faults/stress.test.ts',
  'test/sending/idle-senders.test.ts',
  'test/sending/imports.test.ts',
  'test/sending/slow-segments.test.ts',
]
