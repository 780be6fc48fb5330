import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { uploadFile } from '../../client/upload.ts'

type Input = { path: string; sizeBytes: number; serverUrl: string; credential: string }

/** @returns the id of the upload. @throws Error as `uploadFile` does. */
export function upload(
  { path, sizeBytes, serverUrl, credential }: Input,
  show: (offset: number) => void,
): Promise<number> {
  const from = (offset: number) => {
    const file = createReadStream(path, { start: offset, end: sizeBytes - 1 })
    return { body: Readable.toWeb(file) as ReadableStream, release: () => void file.destroy() }
  }
  return uploadFile({ url: serverUrl, credential }, { filename: basename(path), sizeBytes, from }, show)
}
