import type { Area } from '../promise.ts'

export const hostile: Area = {
  name: 'Hostile input',
  promises: [
    {
      id: 'X2',
      promise: 'A page elsewhere cannot make a browser change anything here.',
      tests: ['test/api/route/session-auth.test.ts', 'test/console/stories/foreign-page.nightly.test.ts'],
    },
    {
      id: 'X3',
      promise: 'No text of a user or a file runs as a script in the console, the pages or the mailbox.',
      tests: [
        'test/console/stories/hostile.nightly.test.ts',
        'test/api/pages/mailbox.test.ts',
        'src/rendering/hostile-markup.test.ts',
        'src/rendering/links.test.ts',
      ],
    },
    {
      id: 'X4',
      promise:
        'No cell of a file that Quiver writes for a spreadsheet begins as a formula: failed rows, reports, and exports with `guard_formulas`, which the console asks for.',
      tests: [
        'test/api/accounting/messages-sent.test.ts',
        'test/api/imports/logs.test.ts',
        'test/exporting/round-trip.test.ts',
        'src/contract/values/spelling/formulas.test.ts',
      ],
      gap: 'Exports without `guard_formulas`, the default of the API, and logs with `raw` have the bytes of the values.',
    },
    {
      id: 'X5',
      promise: 'A content can use documented codes only; it never shows a value of the server process.',
      tests: ['src/rendering/merge.test.ts', 'src/rendering/inspection/unknown-codes.test.ts'],
    },
    {
      id: 'F1',
      promise: 'A wrong value of any field is refused with a sentence, before anything changes.',
      tests: [
        'test/api/every-endpoint/refused-at-once.test.ts',
        'test/api/every-endpoint/answers.test.ts',
        'test/api/imports/hostile.test.ts',
        'test/api/subscribers/hostile.test.ts',
        'test/api/organizations/hostile.test.ts',
        'test/api/segments/hostile.test.ts',
      ],
    },
    {
      id: 'F2',
      promise: 'A broken file changes nothing; a bad row fails alone, with a reason.',
      readme: 'A broken file changes nothing.',
      tests: [
        'src/files/csv/faults.test.ts',
        'src/files/fuzz.test.ts',
        'src/files/unpacking/hostile.test.ts',
        'src/files/away/read.test.ts',
        'test/importing/files.test.ts',
        'src/contract/times/instants.test.ts',
      ],
    },
    {
      id: 'F3',
      promise: 'No request made from the API document gets a 5xx or hangs.',
      tests: ['test/api/every-endpoint/fuzz.test.ts', 'test/api/every-endpoint/fuzz.nightly.test.ts'],
    },
    {
      id: 'F4',
      promise: 'Bytes that are not one HTTP request are refused, and nothing behind them is carried out.',
      tests: ['src/http/server/raw-protocol.test.ts', 'test/api/server/behind-proxy.nightly.test.ts'],
    },
    {
      id: 'F5',
      promise:
        'Keys such as __proto__ change nothing beyond the call, in bodies, queries, files and records.',
      tests: ['test/api/server/pollution.test.ts'],
    },
    {
      id: 'F6',
      promise: 'Ten times the text takes at most fifteen times the time, whatever the text.',
      tests: ['src/contract/values/hostile-text.test.ts'],
    },
    {
      id: 'F7',
      promise: 'A byte of a file is stored as the character it stands for, or its file is refused.',
      tests: [
        'src/files/csv/faults.test.ts',
        'src/files/csv/reader.test.ts',
        'src/files/csv/differential.nightly.test.ts',
      ],
      gap: 'All pairs of bytes are tried; characters of three and four bytes are sampled.',
    },
    {
      id: 'C1',
      promise: 'CSV files are read by the documented rules: marks, separators, enclosures, line ends.',
      tests: ['src/files/csv/reader.test.ts', 'src/files/inspection/inspect.test.ts'],
    },
    {
      id: 'C2',
      promise: 'The CSV reader agrees with an independent one, for every size of chunk.',
      tests: ['src/files/csv/differential.test.ts', 'src/files/csv/differential.nightly.test.ts'],
    },
    {
      id: 'N1',
      promise: 'The urls of users lead to no private address, to none of this machine and to no odd port.',
      readme: 'No caller can use the server to reach your network, or the server itself.',
      tests: [
        'src/outbound/download/ssrf.test.ts',
        'src/outbound/address-guard.test.ts',
        'src/notifying/webhook-ssrf.test.ts',
        'test/api/lists/remote/faults.test.ts',
      ],
    },
    {
      id: 'N2',
      promise:
        'A download that trickles, stalls, swells or lies ends in time with a sentence and leaves no file.',
      tests: [
        'src/outbound/download/faults.test.ts',
        'src/outbound/download/fetch.test.ts',
        'test/importing/faults/stalled-urls.test.ts',
        'test/importing/unpacking/archives.test.ts',
      ],
    },
    {
      id: 'N3',
      promise: 'The upload directory gives no byte from outside of it, and pipes in it block nothing.',
      tests: [
        'src/files/upload-directory.test.ts',
        'src/files/upload-directory.race.test.ts',
        'src/files/upload-directory.race.nightly.test.ts',
        'src/files/upload-directory.pipes.test.ts',
      ],
    },
    {
      id: 'N4',
      promise: 'Strangers hold no memory and few connections; slow ones are cut off.',
      readme: 'Strangers do not stop the server.',
      tests: [
        'test/api/server/unread-bodies.test.ts',
        'test/api/server/body-limits.test.ts',
        'test/api/public/crowds.test.ts',
        'src/outbound/smtp/places.test.ts',
        'test/api/server/beside-strangers.nightly.test.ts',
      ],
      gap: 'A slow upload may last as long as its bytes keep coming; one that pauses is cut off. `npm run bench:edge` measures calls beside the large bodies of strangers.',
    },
  ],
}
