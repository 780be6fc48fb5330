import { expect, test } from 'vitest'
import { readReason } from '../../../../src/contract/values/said/reasons.ts'
import { headBytes, kindOf } from '../../../../src/files/unpacking/kind.ts'
import { checkDkimRecord } from '../../../../src/outbound/names/dkim-record.ts'
import { waitsFor } from '../../../../src/sending/outcome.ts'

/** Of the code that writes the sentences: a word that changes there would show English in nine languages. */

const codeOf = (sentence: string) => readReason(sentence)?.code ?? `none: ${sentence}`

test('what a mail server lacks can be said in every language', () => {
  expect(Object.fromEntries(Object.entries(waitsFor).map(([of, reason]) => [of, codeOf(reason)]))).toEqual({
    login: 'mail_log_in',
    quota: 'mail_limit',
    size: 'message_size',
  })
})

test('what is wrong with a file can be said in every language', () => {
  const refusalOf = (head: string, at = 0) => {
    const file = Buffer.alloc(headBytes)
    file.write(head, at, 'latin1')
    try {
      return kindOf(file)
    } catch (error) {
      return codeOf((error as Error).message)
    }
  }
  expect(
    ['%PDF-1.7', 'Rar!\x1a\x07', 'SQLite format 3\0', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'].map((head) =>
      refusalOf(head),
    ),
  ).toEqual(['pdf', 'archive', 'database_file', 'old_excel'])
  expect(refusalOf('ustar', 257)).toBe('archive')
})

test('what is wrong with the DNS record of a key can be said in every language', async () => {
  const key = { name: 'mai._domainkey.alder.co', value: '', algorithm: 'rsa', publicKey: 'AAAABBBB' }
  const codeFor = async (...records: string[]) => {
    const { problem } = await checkDkimRecord(() => Promise.resolve({ records }), 1, key)
    return problem === '' ? 'found' : codeOf(problem)
  }
  expect(await codeFor()).toBe('no_record')
  expect(await codeFor('v=spf1 -all')).toBe('no_dkim_record')
  expect(await codeFor('v=DKIM1; p=AAAABBBB', 'v=DKIM1; p=CCCC')).toBe('several_records')
  expect(await codeFor('v=DKIM1; p=')).toBe('record_revoked')
  expect(await codeFor('v=DKIM1; p=AAAA')).toBe('record_cut')
  expect(await codeFor('v=DKIM1; p=CCCC')).toBe('other_key')
  expect(await codeFor('v=DKIM1; k=rsa; p=AAAABBBB')).toBe('found')
})
