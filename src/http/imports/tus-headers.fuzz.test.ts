import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedBytes, oddTexts, valueOrRefusal } from '../../../test/harness/fuzz/changed.ts'
import { propertyRuns } from '../../../test/harness/fuzz/runs.ts'
import { readAnnouncement, readNumber, requireVersion } from './tus-headers.ts'

const inBase64 = (name: string) => Buffer.from(name).toString('base64')
const names = [
  'list.csv',
  'C:\\lists\\Änne 😀.csv',
  '/a/../b',
  '',
  '\0',
  'a\0b\n',
  '😀'.repeat(200),
  'x'.repeat(254) + '😀',
]
const metadata = names.map((name) => Buffer.from(`filetype dGV4dA==,filename ${inBase64(name)},name bA==`))

const sizes = ['0', '12', '9007199254740991', '9007199254740993'].map((size) => Buffer.from(size))

/** Of a header: bytes as Node.js reads them. */
const changedText = (samples: readonly Buffer[]) =>
  changedBytes(samples).map((bytes) => bytes.toString('latin1'))
const header = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 8, arbitrary: text },
    fc.constantFrom(undefined, ...oddTexts),
    fc.array(text, { maxLength: 3 }),
  )
const encodedName = fc
  .oneof(fc.string({ unit: 'binary', maxLength: 300 }), changedBytes(names.map((name) => Buffer.from(name))))
  .map((name) => `filename ${Buffer.from(name).toString('base64')}`)
const headers = fc.record(
  {
    'tus-resumable': header(fc.constantFrom('1.0.0', '1.0.1', '0.2.2')),
    'upload-length': fc.oneof(
      { weight: 3, arbitrary: fc.constant('12') },
      { weight: 1, arbitrary: header(changedText(sizes)) },
    ),
    'upload-offset': header(changedText(sizes)),
    'upload-metadata': fc.oneof(header(changedText(metadata)), encodedName),
    'upload-defer-length': fc.constantFrom('1', '', undefined, undefined, undefined, undefined),
  },
  { requiredKeys: ['upload-length', 'upload-metadata'] },
)

test('changed headers of an upload give a name and a number that can be stored, or a refusal', () => {
  let read = 0
  fc.assert(
    fc.property(headers, (given) => {
      valueOrRefusal(() => requireVersion(given))
      const offset = valueOrRefusal(() => readNumber(given, 'upload-offset')) ?? 0
      expect(Number.isSafeInteger(offset) && offset >= 0).toBe(true)
      const announced = valueOrRefusal(() => readAnnouncement(given))
      if (announced === null) return
      read += 1
      const { filename, sizeBytes } = announced
      expect(Number.isSafeInteger(sizeBytes) && sizeBytes >= 0).toBe(true)
      expect(filename.length).toBeLessThanOrEqual(255)
      expect(filename).toMatch(/^[^\p{Cc}\p{Cs}/\\\ufffd]+$/u)
      // The answer to HEAD tells the name, and a client may send it again.
      const again = { 'upload-length': '1', 'upload-metadata': `filename ${inBase64(filename)}` }
      expect(readAnnouncement(again).filename).toBe(filename)
    }),
    propertyRuns(80_000, 200),
  )
  expect(read).toBeGreaterThan(50)
})

test('a long filename is cut between characters', () => {
  const metadata = `filename ${inBase64(`${'x'.repeat(254)}😀.csv`)}`
  const { filename } = readAnnouncement({ 'upload-length': '1', 'upload-metadata': metadata })
  expect(filename).toBe('x'.repeat(254))
})
