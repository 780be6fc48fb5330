import { hasBytes, refusedByMark } from '../../contract/imports/wrong-files.ts'
import { UnpackFault } from './limits.ts'

/** `plain`: read as it is. A workbook is a zip; its entries tell. */
export type Kind = 'plain' | 'gzip' | 'zip'

/** A tar archive has its mark at 257. */
export const headBytes = 512

/**
 * Tells by the first bytes, never by a name.
 * @param head the first `headBytes` of the file, or all of a shorter one.
 * @throws UnpackFault for kinds that are not read.
 */
export function kindOf(head: Buffer): Kind {
  if (hasBytes(head, '\x1f\x8b\x08')) return 'gzip'
  // The second is an archive without entries, the third one in several parts.
  if (['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].some((mark) => hasBytes(head, mark))) return 'zip'
  const refused = refusedByMark(head)
  if (refused !== null) throw new UnpackFault(refused)
  return 'plain'
}

/** @throws UnpackFault if the content of an archive is packed again. */
export function refuseNested(head: Buffer): void {
  if (kindOf(head) === 'plain') return
  throw new UnpackFault(
    'The file contains another packed file or a workbook. Pack a CSV file, or upload the workbook itself.',
  )
}
