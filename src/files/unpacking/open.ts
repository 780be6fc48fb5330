import { gunzip } from './gzip.ts'
import { headBytes, kindOf, refuseNested } from './kind.ts'
import { bounded, createByteCount, UnpackFault, unpackLimits, type UnpackLimits } from './limits.ts'
import { readHead, readPieces, withHead, type PackedFile } from './pieces.ts'
import { isOfficeDocument } from './workbook-parts.ts'
import { readWorkbook } from './workbook.ts'
import { onlyEntry, openArchive } from './zip.ts'

export type Unpacked = {
  /** What the file was; `plain`: `bytes` are those of the file. A workbook becomes CSV: commas, double quotes, UTF-8. */
  from: 'plain' | 'gzip' | 'zip' | 'xlsx'
  /** Reading can stop at any time: only the handle stays open. @throws UnpackFault, also after the first bytes. */
  bytes: AsyncIterable<Buffer>
}

export type UnpackOptions = {
  /** For large tables of strings; nothing stays there. */
  scratchDir: string
  limits?: UnpackLimits
}

/** The XML of a million rows with a hundred cells: reading it takes minutes. */
const workbookBytesMax = 8 * 1024 ** 3

/**
 * Looks at the first bytes of a file, not at its name, and unpacks it while it is read, in constant memory. The handle
 * must stay open until `bytes` were read, and is not closed.
 * @throws UnpackFault, a sentence for the user, for files that are not read.
 */
export async function openUnpacked(
  file: PackedFile,
  { scratchDir, limits = unpackLimits }: UnpackOptions,
): Promise<Unpacked> {
  const kind = kindOf(await readHead(file, headBytes))
  if (kind === 'plain') return { from: 'plain', bytes: readPieces(file) }
  const count = createByteCount(file.sizeBytes, limits)
  const listOf = (pieces: AsyncIterable<Buffer>) => withHead(bounded(pieces, count), headBytes, refuseNested)
  if (kind === 'gzip') return { from: 'gzip', bytes: listOf(gunzip(readPieces(file))) }
  const archive = await openArchive(file, limits)
  const unpackedBytesMax = Math.min(limits.unpackedBytesMax, workbookBytesMax)
  if (isOfficeDocument(archive.entries)) {
    // Two: what is read and what is written.
    const ofWorkbook = () => createByteCount(file.sizeBytes, { ...limits, unpackedBytesMax })
    const counts = { countUnpacked: ofWorkbook(), countWritten: ofWorkbook() }
    return { from: 'xlsx', bytes: readWorkbook(archive, { scratchDir, ...counts }) }
  }
  refuseDocument(archive.entries.map(({ fileName }) => fileName))
  return { from: 'zip', bytes: listOf(archive.read(onlyEntry(archive))) }
}

/** Zip files of other programs, by names that only they have. */
const documents: readonly { name: RegExp; what: string }[] = [
  { name: /^META-INF\/container\.xml$/, what: 'an e-book. Export the list as CSV' },
  {
    name: /^mimetype$/,
    what: 'an OpenDocument file, as LibreOffice writes it (.ods). Save it as .xlsx or as CSV',
  },
  {
    name: /(?:^|\/)Index\/[^/]+\.iwa$|^Index\.zip$|^index\.(?:xml|apxl)$/,
    what: 'a document of Apple, such as .numbers. In Numbers, choose Export To, then Excel or CSV',
  },
  { name: /^word\/|^ppt\//, what: 'a document of Word or PowerPoint. Export the list as .xlsx or as CSV' },
]

function refuseDocument(names: readonly string[]): void {
  const found = documents.find(({ name }) => names.some((one) => name.test(one)))
  if (found !== undefined) throw new UnpackFault(`The file is ${found.what}.`)
}
