import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { mounts } from '../../contract/api/endpoint.ts'

type Input = { path: string; sizeBytes: number; serverUrl: string; credential: string }

const retryMs = 500
/** Longer than a server needs to restart. */
const patienceMs = 120_000

/**
 * Sends a file by the protocol tus. After a lost connection it asks how much has arrived and goes on from there.
 * @param show gets the bytes that have arrived
 * @returns the id of the upload. @throws Error, a sentence, or what `fetch` throws after two minutes without progress.
 */
export async function upload(input: Input, show: (offset: number) => void): Promise<number> {
  const { path, sizeBytes, serverUrl } = input
  const uploads = `${serverUrl.replace(/\/+$/, '')}${mounts[0]}/uploads`
  const created = await send(input, 'POST', uploads, {
    headers: {
      'upload-length': String(sizeBytes),
      'upload-metadata': `filename ${Buffer.from(basename(path)).toString('base64')}`,
    },
  })
  const { data } = (await created.json()) as { data: { id: number } }
  const target = `${uploads}/${data.id}`
  let offset = 0
  let failingSinceMs: number | undefined
  while (offset < sizeBytes) {
    try {
      const arrived = await append(input, target, offset)
      if (arrived > offset) failingSinceMs = undefined
      offset = arrived
    } catch (error) {
      const nowMs = performance.now()
      failingSinceMs ??= nowMs
      if (error instanceof Refused || nowMs - failingSinceMs > patienceMs) throw error
      await pause(retryMs)
      const arrived = await offsetOf(input, target).catch(() => offset)
      if (arrived > offset) failingSinceMs = undefined
      offset = arrived
    }
    show(offset)
  }
  return data.id
}

/** @returns the bytes that have arrived. */
async function append(input: Input, target: string, offset: number): Promise<number> {
  const file = createReadStream(input.path, { start: offset, end: input.sizeBytes - 1 })
  try {
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    const response = await send(input, 'PATCH', target, { headers, file })
    return Number(response.headers.get('upload-offset') ?? input.sizeBytes)
  } finally {
    file.destroy()
  }
}

async function offsetOf(input: Input, target: string): Promise<number> {
  const response = await send(input, 'HEAD', target, { headers: {} })
  return Number(response.headers.get('upload-offset') ?? 0)
}

/** The server has answered that it will not take the file. */
class Refused extends Error {}

type Call = { headers: Record<string, string>; file?: Readable }

async function send(
  { credential }: Input,
  method: string,
  url: string,
  { headers, file }: Call,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Basic ${credential}`, ...headers },
    ...(file === undefined ? {} : { body: Readable.toWeb(file) as ReadableStream, duplex: 'half' }),
  })
  const text = response.headers.get('content-type')?.includes('json') ? await response.clone().text() : ''
  const answer = text === '' ? null : (JSON.parse(text) as { success?: boolean; error_message?: string })
  if (response.ok && answer?.success !== false) return response
  const message = `The server refused the upload: ${answer?.error_message ?? `status ${response.status}`}.`
  // 409 and 5xx pass: the offset is asked for again.
  if (response.status >= 500 || response.status === 409 || response.status === 429) throw new Error(message)
  throw Object.assign(new Refused(message), { name: 'Error' })
}
