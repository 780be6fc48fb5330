import type { Area } from '../promise.ts'

export const operation: Area = {
  name: 'Load and operation',
  promises: [
    {
      id: 'L1',
      promise: 'The API answers every call beside a large import.',
      tests: ['test/api/server/soak.nightly.test.ts'],
      gap: 'The load is 40 calls a second of 20 organizations beside 300,000 rows; more, or a million subscribers, have not been tried. `npm run bench:import` measures the times of answers.',
    },
    {
      id: 'L2',
      promise: 'An import finds each subscriber by an index entry of its own, however large the list.',
      tests: ['test/importing/rows/plans.test.ts'],
      gap: 'Rows per second are measured by `npm run bench:import`: a test on a busy machine would say nothing.',
    },
    {
      id: 'L3',
      promise: 'Too many calls are refused politely: 429 or 503 with Retry-After.',
      tests: ['test/api/route/rate-limit.test.ts', 'test/api/route/shares.test.ts'],
      gap: 'Ten times the normal load for minutes needs a second machine that makes it.',
    },
    {
      id: 'L4',
      promise:
        'Minutes of load leak neither memory nor connections, and kills under load lose no answered call.',
      tests: ['test/api/server/soak.nightly.test.ts'],
      gap: 'Two tests of four minutes. A slow leak shows only after a day, which has not been run: `SOAK_MINUTES=1440` does. No test watches dead rows.',
    },
    {
      id: 'L5',
      promise:
        'A body of 10 MB is imported, twenty at once beside other calls; a larger one is refused before anything of it is stored.',
      tests: [
        'test/api/imports/content.test.ts',
        'test/importing/acceptance.nightly.test.ts',
        'test/api/server/twenty-bodies.nightly.test.ts',
      ],
    },
    {
      id: 'O1',
      promise:
        'The doctor names every fault of an unsafe installation, each with its remedy, and exits with 1.',
      tests: ['test/cli/doctor.test.ts', 'src/cli/doctor/unsafe.test.ts', 'src/server/config.test.ts'],
    },
    {
      id: 'O2',
      promise:
        'A migration that fails leaves nothing of itself, and a server refuses a database it does not know.',
      tests: [
        'src/database/migrate.test.ts',
        'test/house/migration-locks.test.ts',
        'test/cli/upgrades/versions.nightly.test.ts',
      ],
      gap: 'There is no earlier release: the later version is this one with another number and a migration. How long a migration locks a table of ten million rows is not measured; a test checks that none rewrites or reads a large table.',
    },
    {
      id: 'O3',
      promise: 'A backup of a database in use holds whole transactions and can be restored.',
      tests: [
        'test/cli/backup.nightly.test.ts',
        'src/database/embedded/backup.test.ts',
        'test/release/own-postgres.nightly.test.ts',
      ],
      gap: 'The databases of the tests are small: how long a restore of a large one takes is not shown.',
    },
    {
      id: 'O4',
      promise: 'A restored copy sends and downloads nothing until an operator confirms it.',
      tests: [
        'src/server/restored-copy.test.ts',
        'src/server/line/attendance.test.ts',
        'test/release/restored-database.nightly.test.ts',
        'test/sending/restored-copy.test.ts',
        'test/importing/restored-copy.test.ts',
        'test/cli/confirm-copy.test.ts',
      ],
    },
    {
      id: 'O5',
      promise: 'Failures are visible: health, readiness, metrics and one line of log each.',
      tests: [
        'src/http/server/health.test.ts',
        'src/server/metrics/scrape.test.ts',
        'src/server/metrics/prometheus.nightly.test.ts',
        'test/api/jobs/health.test.ts',
        'test/cli/outage.nightly.test.ts',
      ],
    },
    {
      id: 'O7',
      promise: 'Machines that share a database work as one; a process with another secret is refused.',
      tests: [
        'test/cli/machines.nightly.test.ts',
        'test/cli/machine-deaths.nightly.test.ts',
        'test/cli/many-imports.nightly.test.ts',
        'test/cli/hosts.nightly.test.ts',
        'test/api/server/clocks.test.ts',
      ],
      gap: 'Network namespaces on one machine stand for hosts: they share its kernel and its disk.',
    },
    {
      id: 'O8',
      promise:
        'A stored file is whole or an error, whatever its storage does, and what no file needs is deleted.',
      tests: [
        'src/files/stored/chunk-spool.test.ts',
        'src/files/stored/in-objects.test.ts',
        'test/api/imports/uploads/objects.test.ts',
      ],
      gap: 'The storage that speaks S3 is s3rver behind a proxy; no test runs against AWS, MinIO or another one.',
    },
    {
      id: 'O6',
      promise: 'A release starts from its archive alone, without a compiler and without a registry.',
      tests: ['test/release/archive.nightly.test.ts'],
      gap: 'That no dependency runs a script is a setting of package.json. Vulnerabilities: `npm audit` of the day.',
    },
    {
      id: 'O9',
      promise:
        'The image runs without root on a read-only file system, below 250 MB, and the compose file starts it with all it needs.',
      tests: [
        'test/release/container.test.ts',
        'test/release/container.nightly.test.ts',
        'test/release/profiles.nightly.test.ts',
      ],
      gap: 'Without Docker or Podman with Docker Compose the parts that start containers are skipped. On 2026-11-27 and 28 they ran with stand-ins for the images.',
    },
    {
      id: 'O10',
      promise: 'The console asks again for what a change has touched, and shows no figure that is none.',
      tests: [
        'test/console/sources/changes.test.ts',
        'test/console/sources/figures.test.ts',
        'test/console/sources/import-rules.test.ts',
        'test/console/sources/views.test.ts',
      ],
    },
  ],
}
