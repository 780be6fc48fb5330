import type { Area } from '../promise.ts'

const faults = 'test/importing/faults'

export const states: Area = {
  name: 'States, logs, deletion',
  promises: [
    {
      id: 'ST1',
      promise: 'An import changes its state only as documented, whatever callers and workers do at once.',
      tests: [
        'src/store/jobs/states.test.ts',
        `${faults}/state-hammer.test.ts`,
        `${faults}/state-hammer.nightly.test.ts`,
        'test/api/imports/states.test.ts',
      ],
    },
    {
      id: 'ST2',
      promise: 'Once a pause or a cancel is acknowledged, no row is written.',
      tests: [`${faults}/pause-bites.test.ts`, `${faults}/removals.test.ts`],
    },
    {
      id: 'ST3',
      promise: 'An import that is paused and resumed 200 times ends like one that is not.',
      tests: [`${faults}/pause-resume.nightly.test.ts`],
    },
    {
      id: 'ST4',
      promise:
        'The logs of an import live seven days; then they and their files are gone and the record stays.',
      tests: ['test/importing/purge.test.ts'],
    },
    {
      id: 'ST5',
      promise:
        'A delete code is good once, for two minutes, for its caller and subject, and stored as a hash.',
      tests: [
        'src/store/lists/delete-codes.test.ts',
        'test/api/lists/delete.test.ts',
        'test/api/organizations/delete.test.ts',
      ],
    },
    {
      id: 'ST6',
      promise: 'A deleted organization is refused at once, and its imports, mails and downloads end.',
      tests: [
        'test/api/organizations/deleted.test.ts',
        'test/api/organizations/deleted-sending.test.ts',
        'test/api/organizations/delete.test.ts',
      ],
    },
    {
      id: 'ST7',
      promise: 'A walk by page tokens shows each unchanged record exactly once while others come and go.',
      tests: [
        'test/api/api-keys/lists.test.ts',
        'test/api/subscribers/pages.test.ts',
        'test/api/imports/lists.test.ts',
        'test/api/route/page-token.test.ts',
      ],
    },
    {
      id: 'ST8',
      promise:
        'Calls that add one subscriber each, at once, get what each would get alone; who was answered survives kill -9.',
      tests: [
        'test/api/subscribers/upserts/gathered.test.ts',
        'test/api/subscribers/upserts/killed.nightly.test.ts',
      ],
    },
  ],
}
