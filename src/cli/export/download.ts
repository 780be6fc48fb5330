import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { ExportRecord } from '../../contract/exports/endpoints.ts'

type File = NonNullable<ExportRecord['file']>

/** Without a byte in between. */
const triesMax = 5
const pauseMs = 1_000

/**
 * Continues a download that breaks off. The path of the link is asked at `serverUrl`, because the server may know itself
 * by another address. @param path `-` for standard output. @throws Error, a sentence, if the file is not complete.
 */
export async function download(serverUrl: string, file: File, path: string): Promise<void> {
  const url = new URL(new URL(file.download_url).pathname, serverUrl)
  // Personal data: no other user of the machine may read it.
  const target = path === '-' ? process.stdout : createWriteStream(path, { mode: 0o600 })
  const failed = path === '-' ? null : once(target, 'error').then(([error]) => Promise.reject(error))
  failed?.catch(() => {})
  const hash = createHash('sha256')
  const writing = fetchAll(url, file, async (piece) => {
    hash.update(piece)
    await write(target, piece)
  })
  await (failed === null ? writing : Promise.race([writing, failed]))
  if (path !== '-') await new Promise<void>((resolve) => target.end(resolve))
  if (hash.digest('hex') === file.sha256) return
  throw new Error(`The file that arrived is not the one that was exported. Export again.`)
}

async function fetchAll(url: URL, file: File, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
  let bytes = 0
  let tries = 0
  while (bytes < file.size_bytes) {
    const before = bytes
    try {
      for await (const piece of await bodyFrom(url, file, bytes)) {
        await take(piece)
        bytes += piece.length
      }
    } catch (error) {
      tries = bytes > before ? 1 : tries + 1
      if (tries >= triesMax || error instanceof Refused) throw error
      console.error(`The download broke off after ${bytes.toLocaleString('en')} bytes; continuing.`)
      await pause(pauseMs)
    }
  }
}

class Refused extends Error {}

async function bodyFrom(url: URL, file: File, bytes: number): Promise<AsyncIterable<Uint8Array>> {
  const headers = bytes === 0 ? {} : { range: `bytes=${bytes}-`, 'if-range': `"${file.sha256}"` }
  const answer = await fetch(url, { headers })
  if (answer.status === (bytes === 0 ? 200 : 206) && answer.body !== null) return answer.body
  throw new Refused(
    `The server answered the download with status ${answer.status}. The file is kept until ${file.expires_at}: show the export for a new link.`,
  )
}

async function write(target: Writable, piece: Uint8Array): Promise<void> {
  if (!target.write(piece)) await once(target, 'drain')
}
