import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { addText, type CopyTarget } from '../../database/embedded/backup.ts'

/** A tar file in gzip, so that other tools can look into it. */
export type ArchiveWriter = {
  /** The same target below a folder of the archive. */
  below: (folder: string) => CopyTarget
  text: (name: string, text: string) => Promise<void>
  /** Files so far. */
  count: () => number
}

export type ArchivedFile = { name: string; isDirectory: boolean; bytes: AsyncIterable<Buffer> }

const mode = { file: 0o600, directory: 0o700 }

/** Writes what `fill` adds. A file is synced when this resolves. @param file `-` for standard output. */
export async function writeArchive(
  file: string,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const tar = pack()
  // Level 1: at the default one, gzip is slower than the disk by far, and the file a tenth smaller.
  const gzip = createGzip({ level: 1 })
  const output =
    file === '-' ? process.stdout : createWriteStream(file, { flags: 'wx', mode: mode.file, flush: true })
  const written = pipeline(tar, gzip, output)
  const filled = fill(writerTo(tar)).then(
    () => tar.finalize(),
    (error: Error) => {
      tar.destroy(error)
      throw error
    },
  )
  const [first] = (await Promise.allSettled([filled, written])).filter(({ status }) => status === 'rejected')
  if (first?.status === 'rejected') throw first.reason
}

function writerTo(tar: ReturnType<typeof pack>): ArchiveWriter {
  let count = 0
  const add = async (name: string, sizeBytes: number, source: () => AsyncIterable<Buffer>) => {
    count += 1
    await pipeline(source, tar.entry({ name, size: sizeBytes, mode: mode.file }))
  }
  const below = (folder: string): CopyTarget => ({
    directory: async (name) => {
      tar.entry({ name: `${folder}${name}/`, type: 'directory', mode: mode.directory })
    },
    file: (name, sizeBytes, source) => add(`${folder}${name}`, sizeBytes, source),
  })
  return { below, text: (name, content) => addText(below(''), name, content), count: () => count }
}

/** In the order in which they were written. @throws Error if the file is cut off or damaged. */
export async function* readArchive(file: string): AsyncGenerator<ArchivedFile> {
  const tar = extract()
  const read = pipeline(createReadStream(file), createGunzip(), tar)
  // Without a listener of its own, a fault of the pipeline would end the process before the loop below sees it.
  read.catch(() => {})
  for await (const entry of tar) {
    const { name, type } = entry.header
    // The types of the library say unknown.
    yield { name, isDirectory: type === 'directory', bytes: entry as AsyncIterable<Buffer> }
    entry.resume()
  }
  await read
}
