import type { Area } from '../promise.ts'

const faults = 'test/importing/faults'

export const work: Area = {
  name: 'Work survives',
  promises: [
    {
      id: 'R1',
      promise:
        'Each row of a file is in one class, counted and logged once, however often workers are killed.',
      readme: 'Every row counts once.',
      tests: [
        `${faults}/kills.test.ts`,
        `${faults}/kills.nightly.test.ts`,
        `${faults}/crash-points.test.ts`,
        'test/importing/acceptance.nightly.test.ts',
        'test/importing/prune/kills.nightly.test.ts',
        'test/importing/ranges.test.ts',
        'test/importing/rows/look-ups.test.ts',
      ],
    },
    {
      id: 'R2',
      promise:
        'A worker that dies at any message to the database leaves the same result as one that does not.',
      tests: [
        `${faults}/crash-points.test.ts`,
        `${faults}/crash-points.nightly.test.ts`,
        'test/importing/dry-run/crash-points.nightly.test.ts',
        'test/importing/prune/crash-points.nightly.test.ts',
        'test/importing/undo/crash-points.nightly.test.ts',
        'test/exporting/crash-points.test.ts',
        'test/exporting/crash-points.nightly.test.ts',
        'test/changing/crash-points.test.ts',
        'test/changing/crash-points.nightly.test.ts',
      ],
    },
    {
      id: 'R3',
      promise:
        'A crash of PostgreSQL loses no acknowledged change, and the server needs no restart after it.',
      tests: [
        `${faults}/database-dies.test.ts`,
        `${faults}/database-dies.nightly.test.ts`,
        'test/sending/faults/database-dies.nightly.test.ts',
      ],
    },
    {
      id: 'R4',
      promise: 'A worker that was frozen or cut off longer than its lease changes nothing when it wakes up.',
      tests: [
        `${faults}/overtaken.test.ts`,
        `${faults}/frozen-workers.nightly.test.ts`,
        'test/importing/undo/fence.test.ts',
        'test/cli/hosts.nightly.test.ts',
      ],
    },
    {
      id: 'R5',
      promise: 'Another worker continues an import within seconds of the death of its worker.',
      tests: [`${faults}/takeover.test.ts`],
    },
    {
      id: 'R6',
      promise: 'One worker at a time works on an import, however many look for work.',
      tests: [`${faults}/claims.test.ts`, 'test/importing/side-by-side.test.ts'],
    },
    {
      id: 'R7',
      promise: 'A worker that lost the answer to its commit repeats nothing and leaves nothing out.',
      tests: [`${faults}/lost-answers.test.ts`, `${faults}/lost-answers.nightly.test.ts`],
    },
    {
      id: 'R8',
      promise: 'Imports that are due start once and promptly, by the clock of the database.',
      tests: [
        `${faults}/claims.test.ts`,
        `${faults}/url-retries.test.ts`,
        'test/api/imports/begins.test.ts',
        'test/cli/hosts.nightly.test.ts',
      ],
      gap: 'How soon an import starts depends on what else the machine does; no test measures percentiles.',
    },
    {
      id: 'R9',
      promise:
        'A file by url is asked for three times, at once, after 10 s and after 50 s; a kill uses up no attempt.',
      tests: [`${faults}/url-retries.test.ts`, `${faults}/stalled-urls.test.ts`],
    },
    {
      id: 'R10',
      promise:
        'A stopped server finishes the calls in progress, and its workers release imports at a checkpoint.',
      tests: [
        'test/cli/commands.test.ts',
        `${faults}/takeover.test.ts`,
        'src/work/stopping.test.ts',
        'src/http/server/last-answers.test.ts',
        'test/cli/outage.nightly.test.ts',
        'test/cli/upgrades/restarts.nightly.test.ts',
      ],
      gap: 'The proxy is one that the test makes. `RESTARTS=50` makes fifty restarts instead of ten.',
    },
    {
      id: 'R11',
      promise: 'A full disk delays work or ends it with a sentence, and leaves nothing behind.',
      tests: [
        'test/importing/unpacking/full-disk.test.ts',
        'test/api/imports/uploads/limits.test.ts',
        'test/exporting/faults.test.ts',
        'src/http/server/health.test.ts',
        'test/api/server/full-volume.nightly.test.ts',
      ],
    },
    {
      id: 'R12',
      promise: 'An import that kills its worker each time fails after five deaths; other imports go on.',
      tests: [`${faults}/poison.test.ts`],
    },
    {
      id: 'I1',
      promise: 'A dry run changes no row of another table; an undo gives back what was, once.',
      readme: 'An import can be tried, and taken back.',
      tests: [
        'test/importing/dry-run/untouched.test.ts',
        'test/importing/undo/oracle.test.ts',
        'test/importing/undo/crash-points.test.ts',
        'test/importing/undo/kills.nightly.test.ts',
      ],
    },
    {
      id: 'I2',
      promise: 'A list that is exported and imported into an empty list has equal contents.',
      readme: 'What was exported imports again.',
      tests: ['test/exporting/round-trip.test.ts'],
    },
    {
      id: 'I3',
      promise: 'People who opted out in another product stay out when its files are imported.',
      readme: 'People who opted out elsewhere stay out.',
      tests: ['test/cli/other-products.test.ts', 'src/files/inspection/opt-outs/products.test.ts'],
    },
  ],
}
