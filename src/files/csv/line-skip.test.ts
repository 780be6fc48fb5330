import { expect, test } from 'vitest'
import { createSplitter, type SplitFormat } from './reader.ts'

const format: SplitFormat = {
  separator: ',',
  enclosure: '"',
  characterSet: 'UTF-8',
  hasHeaders: true,
  skipLines: 3,
  keyColumn: 0,
}

function split(text: string, skipLines: number, chunkBytes: number) {
  const keys: string[] = []
  const splitter = createSplitter({ ...format, skipLines }, ({ number, keyBytes, keyFrom, keyTo }) =>
    keys.push(`${number} ${keyBytes.toString('utf8', keyFrom, keyTo)}`),
  )
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const fault = splitter.push(bytes.subarray(at, at + chunkBytes))
    if (fault !== null) return fault
  }
  const end = splitter.end()
  return end.kind === 'split' ? keys : end
}

const rows = ['1 a@b.example', '2 c@d.example']

test.each([
  ['lines that end in LF', 'Notes:\n"one\n\nemail,name\na@b.example,A\nc@d.example,C\n'],
  ['lines that end in CR LF', 'Notes:\r\n"one\r\n\r\nemail,name\r\na@b.example,A\r\nc@d.example,C\r\n'],
  ['lines that end in CR', 'Notes:\r"one\r\remail,name\ra@b.example,A\rc@d.example,C\r'],
  ['lines behind a mark and a sep= line', '\ufeffsep=,\r\nx\r\ny\r\nz\r\nemail,name\r\na@b.example,A\r\nc@d.example,C'],
])('%s are skipped before the header, wherever chunks end', (_what, text) => {
  for (const chunkBytes of [1, 2, 3, 7, 1000]) expect(split(text, 3, chunkBytes)).toEqual(rows)
}) // oxfmt-ignore

test('a wrong byte is named by its line and byte in the file', () => {
  const bytes = Buffer.concat([
    Buffer.from('one\ntwo\nthree\nemail\n'),
    Buffer.from([0xff]),
    Buffer.from('\n'),
  ])
  const splitter = createSplitter(format, () => {})
  expect(splitter.push(bytes) ?? splitter.end()).toEqual({ kind: 'invalid_bytes', line: 5, byte: 21 })
})

test('a file of fewer lines has no rows', () => {
  expect(split('one\ntwo', 3, 1000)).toEqual([])
})
