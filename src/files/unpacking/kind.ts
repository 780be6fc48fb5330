import { UnpackFault } from './limits.ts'

/** `plain`: read as it is. A workbook is a zip; its entries tell. */
export type Kind = 'plain' | 'gzip' | 'zip'

/** A tar archive has its mark at 257. */
export const headBytes = 512

type Mark = { at?: number; bytes: string; what: string }

const refused: Mark[] = [
  {
    bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    what: 'an old Excel file (.xls) or a workbook with a password; save it as .xlsx without a password, or as CSV',
  },
  { bytes: '7z\xbc\xaf\x27\x1c', what: '7-Zip' },
  { bytes: 'Rar!\x1a\x07', what: 'RAR' },
  { bytes: '\xfd7zXZ\0', what: 'xz' },
  { bytes: 'BZh', what: 'bzip2' },
  { bytes: '\x28\xb5\x2f\xfd', what: 'Zstandard' },
  { at: 257, bytes: 'ustar', what: 'tar' },
  { bytes: '%PDF-', what: 'a PDF document; save the list as CSV or .xlsx' },
  { bytes: 'SQLite format 3\0', what: 'an SQLite database; export the list as CSV' },
]

/**
 * Tells by the first bytes, never by a name.
 * @param head the first `headBytes` of the file, or all of a shorter one.
 * @throws UnpackFault for kinds that are not read.
 */
export function kindOf(head: Buffer): Kind {
  if (has(head, '\x1f\x8b\x08')) return 'gzip'
  // The second is an archive without entries, the third one in several parts.
  if (['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].some((mark) => has(head, mark))) return 'zip'
  for (const { at = 0, bytes, what } of refused) {
    if (!has(head, bytes, at) || (bytes === 'BZh' && !isBzip2(head))) continue
    throw new UnpackFault(
      what.includes(';')
        ? `The file is ${what}.`
        : `The file is a ${what} archive. Unpack it, or pack the list as gzip or as a zip with one file.`,
    )
  }
  return 'plain'
}

/** @throws UnpackFault if the content of an archive is packed again. */
export function refuseNested(head: Buffer): void {
  if (kindOf(head) === 'plain') return
  throw new UnpackFault(
    'The file contains another packed file or a workbook. Pack a CSV file, or upload the workbook itself.',
  )
}

function has(head: Buffer, mark: string, at = 0): boolean {
  return head.subarray(at, at + mark.length).equals(Buffer.from(mark, 'latin1'))
}

/** A column of a list could be called BZh…: in an archive, the block size and the mark of a block follow. */
function isBzip2(head: Buffer): boolean {
  return has(head, '1AY&SY', 4) || has(head, '\x17rE8P\x90', 4)
}
