import { fromFdPromise, type Entry, type ZipFile } from 'yauzl'
import type { PackedFile } from './pieces.ts'
import { UnpackFault, type UnpackLimits } from './limits.ts'

/** Entries are read by position, so several can be open at once. */
export type Archive = {
  entries: readonly Entry[]
  /** @throws UnpackFault for a damaged entry, an encrypted one and unknown methods. */
  read: (entry: Entry) => AsyncGenerator<Buffer>
}

/** Names and comments stay in memory. */
const directoryBytesMax = 4_194_304

/** The handle stays open. @throws UnpackFault. */
export async function openArchive({ handle, sizeBytes }: PackedFile, limits: UnpackLimits): Promise<Archive> {
  if (handle.fd === undefined) throw new Error('the zip file is not on the disk')
  const zip = await damagedIfFails(fromFdPromise(handle.fd, { autoClose: false, lazyEntries: true }))
  if (zip.entryCount > limits.entriesMax) throw tooManyEntries(limits)
  const entries: Entry[] = []
  let directoryBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry)
      // Up to 16,000 objects, which have been read.
      entry.extraFields = []
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (entries.length > limits.entriesMax || directoryBytes > directoryBytesMax) {
        throw tooManyEntries(limits)
      }
    }
  } catch (error) {
    throw error instanceof UnpackFault ? error : damaged(error)
  }
  if (sizeBytes < zip.fileSize) throw damaged(new Error('the file changed'))
  return { entries, read: (entry) => readEntry(zip, entry) }
}

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) {
    throw new UnpackFault('The zip file is encrypted. Pack it again without a password.')
  }
  if (![0, 8].includes(entry.compressionMethod)) {
    throw new UnpackFault(
      `The zip file uses compression method ${entry.compressionMethod}, which cannot be read. Pack it again with the usual method, deflate.`,
    )
  }
  const stream = await damagedIfFails(zip.openReadStreamPromise(entry))
  try {
    for await (const piece of stream) yield piece as Buffer
  } catch (error) {
    throw damaged(error)
  } finally {
    stream.destroy()
  }
}

/**
 * The only file of an archive, without directories and what a Mac or Windows adds to it.
 * @throws UnpackFault if there is not exactly one.
 */
export function onlyEntry({ entries }: Archive): Entry {
  const files = entries.filter(
    ({ fileName }) => !/(^|\/)(__MACOSX\/|\._|\.DS_Store$|thumbs\.db$|desktop\.ini$)|\/$/i.test(fileName),
  )
  const [first, second] = files
  if (first === undefined) throw new UnpackFault('The zip file contains no file. Put the list into it.')
  if (second === undefined) return first
  throw new UnpackFault(
    `The zip file contains ${files.length} files, ${shownName(first)} and ${shownName(second)} among them. Pack only the list, or import each file on its own.`,
  )
}

function shownName({ fileName }: Entry): string {
  return JSON.stringify(fileName.slice(0, 100))
}

async function damagedIfFails<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    throw damaged(error)
  })
}

function damaged(cause: unknown): Error {
  // A fault of the disk is not one of the file.
  if (cause instanceof Error && 'syscall' in cause) return cause
  return new UnpackFault('The zip file is damaged or incomplete. Pack and upload it again.', { cause })
}

function tooManyEntries({ entriesMax }: UnpackLimits) {
  return new UnpackFault(
    `The zip file has more than ${entriesMax} entries, or names and comments of more than ${directoryBytesMax} bytes. Pack only the file with the list.`,
  )
}
