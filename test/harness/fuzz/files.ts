import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { AppError } from '../../../src/contract/api/errors.ts'
import { createSplitter } from '../../../src/files/csv/reader.ts'
import { jobs, type InspectionJob } from '../../../src/files/away/jobs.ts'
import { UnpackFault, unpackLimits } from '../../../src/files/unpacking/limits.ts'
import { openUnpacked } from '../../../src/files/unpacking/open.ts'
import { figure } from '../watching/figure.ts'
import { zipOf } from '../files/packed.ts'
import { workbookOf } from '../files/workbooks.ts'
import { propertyRuns } from './runs.ts'

/** What a part of a file may be changed into, in any of its places. */
const tokens = [
  '', '\0', '"', "'", ';', ',', '\t', '\r', '\n', '\r\n', 'sep=;\n', '\ufeff', '<', '>', '&', '&lt;', '&#x0;', '&#9999999;',
  ']]>', '<![CDATA[', '<!--', '<?x', '<!DOCTYPE a>', '</c>', '<row>', '</row>', '<c t="s"><v>', '<c r="ZZZZZZ1">',
  ' r="A2147483648"', ' r="-1"', ' t="s"', ' t="d"', ' s="-1"', ' s="99999999"', '<is><t>', '</t></is>', '_x0000_',
  '_xD800_', '1E+400', '-1', '99999999', '[h]:mm', 'PK\x01\x02', 'PK\x05\x06', 'PK\x03\x04', '\x1f\x8b\x08', '\xff\xfe', '\xff\xff\xff\xff',
  'x'.repeat(40_000), '<a>'.repeat(70), '"'.repeat(999), ','.repeat(10_001), '['.repeat(300), 'http://[',
] // oxfmt-ignore

/** What a value of a part of a workbook may be: the part stays well-formed. */
const values = [
  '', '0', '-1', '1', '1.5', '1E+400', '99999999', '9007199254740993', 'NaN', 's', 'd', 'b', 'n', 'str', 'inlineStr', 'z', 'A1', 'B2',
  'ZZZZZZ1', 'A2147483648', 'NTP1', 'NTQ1', '_x0000_', '_xD800_', '2024-05-01T00:00:00', '[h]:mm', '['.repeat(300), 'http://[', '//', '#',
  '../../../etc', 'x/worksheet', 'x/sharedStrings', 'xl/workbook.xml', 'r0', 'r1', 'hidden', 'x'.repeat(32_768), 'ä'.repeat(40_000), '\u2028',
] // oxfmt-ignore

type Change = { at: number; length: number; token: string; value: string; byte: number }

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({
    // Doubles themselves are nearly all next to 0.
    at: fc.nat(999_999).map((share) => share / 1_000_000),
    length: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(400)),
    token: fc.constantFrom(...tokens),
    value: fc.constantFrom(...values),
    byte: fc.nat(255),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Puts something anywhere. */
function changed(bytes: Buffer, made: readonly Change[]): Buffer {
  return made.reduce((before, { at, length, token }) => {
    const from = Math.floor(at * before.length)
    return Buffer.concat([
      before.subarray(0, from),
      Buffer.from(token, 'latin1'),
      before.subarray(from + length),
    ])
  }, bytes)
}

/** Other bytes behind the mark of its kind, and perhaps a shorter file. */
function damaged(bytes: Buffer, made: readonly Change[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const { at, byte } of made) copy[4 + Math.floor(at * (copy.length - 4))] = byte
  const [{ at, length } = { at: 0, length: 0 }] = made
  return length > 20 ? copy.subarray(0, 4 + Math.floor(at * copy.length)) : copy
}

/** Another value of an attribute or an element; an element twice or not at all; or anything anywhere. */
function changedPart(xml: string, made: readonly Change[]): Buffer {
  const [{ length } = { length: 0 }] = made
  if (length > 200) return changed(Buffer.from(xml), made.slice(0, 1))
  const text = made.reduce((before, { at, value, byte }) => {
    const pattern = byte < 200 ? /(?<=")[^"]*(?=")|(?<=>)[^<>]+(?=<)/g : /<[^<>/]*\/>/g
    const spans = [...before.matchAll(pattern)]
    const span = spans[Math.floor(at * spans.length)]
    if (span === undefined) return before
    const put = byte < 200 ? value : byte < 225 ? span[0] + span[0] : ''
    return before.slice(0, span.index) + put + before.slice(span.index + span[0].length)
  }, xml)
  return Buffer.from(text)
}

const csv = Buffer.from(
  'email;name;born\r\nann@example.com;"Änne; ""A"" B";1.5.1948\r\nben@example.com;Ben;\r\n,,\r\n',
)
const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Born</t></is></c></row>
  <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>45413</v></c><c r="D2" t="str"><v>A &amp; B</v></c></row>`
const strings = '<si><t>Email</t></si><si><r><t>ann@</t></r><r><t>example.com</t></r></si>'
const relations = (...targets: string[]) =>
  `<Relationships>${targets.map((target, at) => `<Relationship Id="r${at}" Type="x/${['worksheet', 'styles', 'sharedStrings'][at]}" Target="${target}"/>`).join('')}</Relationships>`
/** Parts that can be changed before they are packed, so that changes reach the readers of what is in the zip. */
const parts: Record<string, string> = {
  'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
  'xl/styles.xml': '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>', // oxfmt-ignore
  'xl/workbook.xml': '<workbook xmlns:r="x"><sheets><sheet name="List" r:id="r0"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relations('worksheets/sheet1.xml', '/xl/styles.xml', 'sharedStrings.xml'),
}

type Make = (made: readonly Change[]) => Buffer | Promise<Buffer>

/** Each reader of files, with what is changed before and after it is packed. */
const kinds: Record<string, Make> = {
  csv: (made) => changed(csv, made),
  'csv in UTF-16': (made) => changed(Buffer.from(`\ufeff${csv.toString()}`, 'utf16le'), made),
  'csv in windows-1252': (made) => changed(Buffer.from(csv.toString(), 'latin1'), made),
  'csv in gzip': (made) => gzipSync(changed(csv, made)),
  'gzip itself': (made) => damaged(Buffer.concat([gzipSync(csv), gzipSync(csv)]), made),
  'csv in zip': (made) => zipOf(['list.csv', changed(csv, made)]),
  'zip itself': async (made) => damaged(await zipOf(['list.csv', csv]), made),
  'workbook itself': async (made) =>
    damaged(await workbookOf({ rows, strings, formats: ['dd/mm/yyyy'] }), made),
  ...Object.fromEntries(
    Object.entries(parts).map(([name, content]): [string, Make] => [
      name,
      (made) => workbookOf({ rows, strings, more: [...Object.entries(parts), [name, changedPart(content, made)]] }), // oxfmt-ignore
    ]),
  ),
}

const job: Omit<InspectionJob, 'scratchDir'> = {
  read: null,
  isText: false,
  asked: {},
  filename: 'list',
  createsFields: true,
  list: { has_format: true, has_confirmed: true, primary_key_custom_field_id: null, fields: [] },
}

const limits = { ...unpackLimits, freeBytes: 1_000_000 }

/** A reader looks at a file a few times, and at none of it again and again. */
const looksMax = 8

/**
 * Inspects, unpacks and splits files that were changed in a few places: each gives a value or a sentence, reads no more
 * than a few times its size, writes no more than its limits, and leaves nothing open or in the scratch folder.
 */
export async function surviveFiles(full: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-fuzz-'))
  const openBefore = (await readdir('/proc/self/fd')).length
  let [values, sentences] = [0, 0]
  try {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(kinds)), changes, async (kind, made) => {
        const bytes = (await kinds[kind]?.(made)) ?? Buffer.alloc(0)
        const path = join(folder, 'file')
        await writeFile(path, bytes)
        for (const work of [inspected, split]) {
          if (await isValue(work(path, folder, bytes.length))) values += 1
          else sentences += 1
        }
      }),
      propertyRuns(full),
    )
    expect(await readdir(folder)).toEqual(['file'])
    expect((await readdir('/proc/self/fd')).length).toBeLessThan(openBefore + 10)
  } finally {
    await rm(folder, { recursive: true })
  }
  figure(
    `${values + sentences} readings of changed files: ${values} values, ${sentences} sentences, no other fault`,
  )
  // If nearly all were refused, or none, the readers would not have been reached.
  expect(values / (values + sentences)).toBeGreaterThan(0.2)
  expect(sentences / (values + sentences)).toBeGreaterThan(0.1)
}

/** @throws what is no sentence. */
async function isValue(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (!(error instanceof AppError || error instanceof UnpackFault)) throw error
    expect(error.message.length).toBeLessThan(1_000)
    expect(error.message).toMatch(/[.?]$/)
    return false
  }
}

async function withFile<Result>(
  path: string,
  sizeBytes: number,
  work: (file: Parameters<typeof openUnpacked>[0]) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path)
  let bytesRead = 0
  const read: typeof handle.read = async (...place: unknown[]) => {
    const found = await (
      handle.read as (...all: unknown[]) => Promise<{ bytesRead: number; buffer: Buffer }>
    )(...place)
    bytesRead += found.bytesRead
    return found as never
  }
  try {
    return await work({ handle: { fd: handle.fd, read }, sizeBytes })
  } finally {
    await handle.close()
    expect(bytesRead).toBeLessThanOrEqual(looksMax * (sizeBytes + 1_000))
  }
}

function inspected(path: string, scratchDir: string, sizeBytes: number): Promise<unknown> {
  return withFile(path, sizeBytes, (file) => jobs.inspect({ ...job, scratchDir }, file))
}

/** As an import reads it before it changes anything. */
function split(path: string, scratchDir: string, sizeBytes: number): Promise<unknown> {
  return withFile(path, sizeBytes, async (file) => {
    const { bytes } = await openUnpacked(file, { scratchDir, limits })
    let written = 0
    const splitter = createSplitter(
      { separator: ',', enclosure: '"', characterSet: 'UTF-8', hasHeaders: true, keyColumn: 0 },
      () => {},
    )
    for await (const piece of bytes) {
      written += piece.length
      expect(written).toBeLessThanOrEqual(Math.max(limits.freeBytes, limits.ratioMax * sizeBytes))
      if (splitter.push(piece) !== null) break
    }
    return splitter.end()
  })
}
