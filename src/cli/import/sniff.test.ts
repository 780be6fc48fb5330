import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readLine, sniffFile } from './sniff.ts'
import type { GivenFormat } from './sniff.ts'

async function sniff(content: string | Buffer, given: GivenFormat = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'quiver-sniff-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'members.csv')
  await writeFile(path, content)
  return sniffFile(path, given)
}

describe('the separator is', () => {
  test.each([
    ['a comma', 'email,name\na@b.example,Anna\n', ','],
    ['a tab', 'email\tname, first\na@b.example\tAnna\n', '\t'],
    ['a semicolon, as Excel writes it in most of Europe', 'email;name\na@b.example;Müller, Anna\n', ';'],
    ['a vertical bar', 'email|name\na@b.example|Anna\n', '|'],
    ['a comma in a file of one column', 'email\na@b.example\n', ','],
    ['a comma where tabs stand inside quotes', '"e\tm\tx",name\n', ','],
  ])('%s', async (_what, content, separator) => {
    expect((await sniff(content)).format.separator).toBe(separator)
  })
})

describe('the enclosure is', () => {
  test.each([
    ['a double quote where there is none', 'email,name\na@b.example,Anna\n', '"'],
    ['a double quote', '"email","name"\n"a@b.example","O\'Neill, Anna"\n', '"'],
    ['a single quote', "'email','name'\n'a@b.example','Neill, Anna'\n", "'"],
    ['no pair of apostrophes within a name', "name,email\n'n'Sync,a@b.example\n", '"'],
    ['no apostrophe at the start of a name', "name,email\n't Hooft,a@b.example\n'Abd,c@d.example\n", '"'],
  ])('%s', async (_what, content, enclosure) => {
    expect((await sniff(content)).format.enclosure).toBe(enclosure)
  })
})

describe('the character set is', () => {
  const long = 'email,name\n'.padEnd(3_000_000, 'a@b.example,Anna\n')

  test.each([
    ['UTF-8 for plain ASCII', Buffer.from('email\n'), 'UTF-8'],
    ['UTF-8', Buffer.from('email,Größe\n'), 'UTF-8'],
    ['windows-1252', Buffer.from('email,Größe\n', 'latin1'), 'windows-1252'],
    ['windows-1252 for one byte three megabytes down', Buffer.from(`${long}é`, 'latin1'), 'windows-1252'],
    ['windows-1252 where the last character is cut off', Buffer.from([0x61, 0x0a, 0xc3]), 'windows-1252'],
  ])('%s', async (_what, content, characterSet) => {
    expect((await sniff(content)).format.characterSet).toBe(characterSet)
  })

  test('what is said, which a byte may contradict', async () => {
    const given = { characterSet: 'windows-1252' } as const
    expect((await sniff('Größe\n', given)).rows).toEqual([['GrÃ¶ÃŸe']])
    const latin = Buffer.from('Größe\n', 'latin1')
    await expect(sniff(latin, { characterSet: 'UTF-8' })).rejects.toThrow('byte 3 is not valid UTF-8')
  })
})

test('the first rows are told, decoded, without a byte-order mark and blank lines', async () => {
  const { rows } = await sniff('\ufeffemail,name\r\n\r\na@b.example,"Zoë ""Z"""\r\n')
  expect(rows).toEqual([['email', 'name'], ['a@b.example', 'Zoë "Z"']]) // prettier-ignore
})

test('21 rows are told at most', async () => {
  expect((await sniff('a,b\n'.repeat(100))).rows).toHaveLength(21)
})

describe('there is a sentence for', () => {
  test.each([
    ['an empty file', '', 'is empty.'],
    ['blank lines', '\n\n', 'has no row'],
    ['a spreadsheet', Buffer.from('PK\x03\x04rest', 'latin1'), 'Save it as CSV'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0]), 'Unpack it'],
    ['UTF-16', Buffer.from('\ufeffemail', 'utf16le'), 'UTF-16'],
    ['a quote that never closes', 'email,name\na@b.example,"Anna\n', 'opened on line 2 is never closed'],
  ])('%s', async (_what, content, words) => {
    await expect(sniff(content)).rejects.toThrow(words)
  })

  test('a directory', async () => {
    await expect(sniffFile(tmpdir(), {})).rejects.toThrow('is not a regular file')
  })
})

test('a quote that would open only if the columns were separated otherwise is no fault', async () => {
  expect((await sniff('email\tname\na@b.example\tx,"y\n')).rows[1]).toEqual(['a@b.example', 'x,"y'])
})

test('a semicolon is part of a title when the separator was named', async () => {
  expect((await sniff('email;name\n', { separator: ',' })).rows).toEqual([['email;name']])
})

test('a mapping is written as a line of CSV', () => {
  expect(readLine('email,,"Name, first",')).toEqual(['email', '', 'Name, first', ''])
})
