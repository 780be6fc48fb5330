import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markEncrypted, unpack, zipOf } from '../../../test/harness/files/packed.ts'
import { unpackLimits } from './limits.ts'
import { openUnpacked } from './open.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quiver-unpack-'))
})
afterAll(() => rm(folder, { recursive: true }))

const csv = 'email,name\nanna@example.com,Änna\n'
const long = `email\n${Array.from({ length: 40_000 }, (_, n) => `person.${n}@example.com\n`).join('')}`
let files = 0

async function unpackBytes(content: Buffer | string, limits = unpackLimits) {
  const path = join(folder, `${(files += 1)}`)
  await writeFile(path, content)
  return unpack(path, folder, limits)
}

test('a plain file stays as it is, whatever its name or first letters look like', async () => {
  for (const text of [csv, '', 'e', 'BZhang,email\nx,y@example.com\n', 'PK,email\n', '\ufeffemail\n', long]) {
    expect(await unpackBytes(text)).toEqual({ from: 'plain', text })
  }
})

test('gzip is unpacked, in several members, too', async () => {
  expect(await unpackBytes(gzipSync(long))).toEqual({ from: 'gzip', text: long })
  const members = Buffer.concat([gzipSync(csv), gzipSync(long)])
  expect(await unpackBytes(members)).toEqual({ from: 'gzip', text: csv + long })
  expect(await unpackBytes(gzipSync(''))).toEqual({ from: 'gzip', text: '' })
})

test('the one file of a zip is unpacked, beside directories and what a Mac adds', async () => {
  expect(await unpackBytes(await zipOf(['list.csv', long]))).toEqual({ from: 'zip', text: long })
  const mac = await zipOf(
    ['my lists/', ''],
    ['my lists/List.csv', csv],
    ['my lists/.DS_Store', 'x'],
    ['__MACOSX/my lists/._List.csv', 'y'],
    ['my lists/Thumbs.db', 'z'],
    ['desktop.ini', 'z'],
  )
  expect(await unpackBytes(mac)).toEqual({ from: 'zip', text: csv })
})

describe('a file that cannot be read gives a sentence:', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    [
      'a zip with two lists',
      () => zipOf(['a.csv', csv], ['b.csv', csv]),
      'contains 2 files, "a.csv" and "b.csv"',
    ],
    [
      'a table of LibreOffice',
      () => zipOf(['mimetype', 'application/vnd.oasis.opendocument.spreadsheet'], ['content.xml', '<x/>']),
      'OpenDocument file, as LibreOffice writes it (.ods). Save it as .xlsx or as CSV.',
    ],
    [
      'a table of another program that writes OpenDocument files in another order',
      () => zipOf(['content.xml', '<x/>'], ['META-INF/manifest.xml', '<x/>'], ['mimetype', 'application/x']),
      'OpenDocument file',
    ],
    [
      'a table of Numbers',
      () => zipOf(['Index/Document.iwa', 'x'], ['Index/Tables/DataList.iwa', 'x'], ['preview.jpg', 'x']),
      'In Numbers, choose Export To',
    ],
    [
      'an old table of Numbers',
      () => zipOf(['index.xml', '<x/>'], ['QuickLook/Thumbnail.jpg', 'x']),
      'In Numbers, choose Export To',
    ],
    [
      'a letter',
      () => zipOf(['[Content_Types].xml', '<x/>'], ['word/document.xml', '<x/>']),
      'a document of Word or PowerPoint',
    ],
    [
      'an e-book',
      () => zipOf(['mimetype', 'application/epub+zip'], ['META-INF/container.xml', '<x/>']),
      'an e-book',
    ],
    ['an empty zip', () => zipOf(), 'contains no file'],
    ['a zip with directories only', () => zipOf(['a/', '']), 'contains no file'],
    ['an encrypted zip', async () => markEncrypted(await zipOf(['a.csv', csv])), 'is encrypted'],
    ['gzip in gzip', () => gzipSync(gzipSync(csv)), 'contains another packed file'],
    ['gzip in zip', () => zipOf(['a.csv', gzipSync(csv)]), 'contains another packed file'],
    ['zip in gzip', async () => gzipSync(await zipOf(['a.csv', csv])), 'contains another packed file'],
    ['a PDF in a zip', () => zipOf(['a.csv', '%PDF-1.7 ...']), 'is a PDF document'],
    ['tar in gzip', () => gzipSync(tarOf()), 'is a tar archive'],
    ['an old Excel file', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is an old Excel file (.xls)'],
    ['7-Zip', () => Buffer.from('377abcaf271c0004', 'hex'), 'is a 7-Zip archive'],
    ['Zstandard', () => Buffer.from('28b52ffd2400', 'hex'), 'is a Zstandard archive'],
    ['bzip2', () => Buffer.from('BZh91AY&SY....'), 'is a bzip2 archive'],
    ['half a gzip', () => gzipSync(long).subarray(0, 5000), 'ends too early'],
    ['a damaged gzip', () => damaged(gzipSync(long)), 'is damaged'],
    ['half a zip', async () => (await zipOf(['a.csv', long])).subarray(0, 5000), 'is damaged or incomplete'],
    ['a damaged zip', async () => damaged(await zipOf(['a.csv', long])), 'is damaged or incomplete'],
    ['a bomb in gzip', () => gzipSync(Buffer.alloc(80 * 1024 ** 2, 65)), 'more than 250 times its size'],
    [
      'a bomb in zip',
      () => zipOf(['a.csv', Buffer.alloc(80 * 1024 ** 2, 65)]),
      'more than 250 times its size',
    ],
  ])('%s', async (_name, content, sentence) => {
    await expect(unpackBytes(await content())).rejects.toThrow(sentence)
  })

  test('a zip that unpacks to more bytes than its directory says', async () => {
    const zip = await zipOf(['a.csv', long])
    const directory = zip.indexOf('PK\x01\x02', 0, 'latin1')
    zip.writeUInt32LE(100, directory + 24)
    await expect(unpackBytes(zip)).rejects.toThrow('is damaged or incomplete')
  })

  test('more bytes than the limit', async () => {
    const limits = { ...unpackLimits, unpackedBytesMax: 100_000 }
    await expect(unpackBytes(gzipSync(long), limits)).rejects.toThrow('more than 100000 bytes')
  })

  test('more entries than the limit', async () => {
    const limits = { ...unpackLimits, entriesMax: 3 }
    const zip = await zipOf(...['a/', 'b/', 'c/', 'd.csv'].map((name) => [name, csv] as [string, string]))
    await expect(unpackBytes(zip, limits)).rejects.toThrow('more than 3 entries')
  })
})

test('a reader that stops after the first bytes leaves nothing open, and the handle usable', async () => {
  const openFiles = async () => (await readdir('/proc/self/fd')).length
  for (const content of [long, gzipSync(long), await zipOf(['a.csv', long])]) {
    const path = join(folder, `${(files += 1)}`)
    await writeFile(path, content)
    const handle = await open(path)
    const before = await openFiles()
    const { size: sizeBytes } = await handle.stat()
    const { bytes } = await openUnpacked({ handle, sizeBytes }, { scratchDir: folder })
    for await (const piece of bytes) {
      expect(piece.toString()).toContain('person.0@')
      break
    }
    expect(await openFiles()).toBe(before)
    expect((await handle.read(Buffer.alloc(1), 0, 1, 0)).bytesRead).toBe(1)
    await handle.close()
  }
})

function damaged(bytes: Buffer): Buffer {
  const middle = Math.floor(bytes.length / 2)
  for (let at = middle; at < middle + 64; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0x5a
  return bytes
}

function tarOf(): Buffer {
  const tar = Buffer.alloc(2048)
  tar.write('list.csv')
  tar.write('ustar', 257)
  return tar
}
