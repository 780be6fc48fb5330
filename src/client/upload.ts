import { apiUrlOf } from './server-url.ts'

type Connection = { url: string; credential: string; fetch?: typeof globalThis.fetch }

export type UploadSource = {
  filename: string
  sizeBytes: number
  /** The rest of the file from this byte on. `release` is called when it is not needed any more. */
  from: (offset: number) => { body: Blob | ReadableStream; release?: () => void }
}

/** A `Blob` or `File` as a source. */
export function uploadOf(file: Blob, filename: string): UploadSource {
  return { filename, sizeBytes: file.size, from: (offset) => ({ body: file.slice(offset) }) }
}

const retryMs = 500
/** Longer than a server needs to restart. */
const patienceMs = 120_000

/**
 * Sends a file by the protocol tus. After a lost connection it asks how much has arrived and goes on from there.
 * If the answer to the announcement is lost, the file is announced again; the server deletes the first one in time.
 * @param show gets the bytes that have arrived
 * @returns the id of the upload, for `file_source: { type: 'upload', id }` of an import.
 * @throws Error, a sentence, or what `fetch` throws after two minutes without progress.
 */
export async function uploadFile(
  connection: Connection,
  source: UploadSource,
  show: (offset: number) => void = () => {},
): Promise<number> {
  const uploads = `${apiUrlOf(connection.url)}/uploads`
  const patience = createPatience()
  let id: number | undefined
  while (id === undefined) {
    try {
      id = await announce(connection, uploads, source)
    } catch (error) {
      await patience.waitAfter(error)
    }
  }
  const target = `${uploads}/${id}`
  let offset = 0
  const note = (arrived: number) => {
    if (arrived > offset) patience.renew()
    offset = arrived
  }
  patience.renew()
  while (offset < source.sizeBytes) {
    try {
      note(await append(connection, target, source, offset))
    } catch (error) {
      await patience.waitAfter(error)
      note(await offsetOf(connection, target).catch(() => offset))
    }
    show(offset)
  }
  return id
}

function createPatience() {
  let failingSinceMs: number | undefined
  return {
    renew: () => {
      failingSinceMs = undefined
    },
    /** @throws the error if the server refuses the file, or nothing has succeeded for too long. */
    waitAfter: async (error: unknown) => {
      const nowMs = performance.now()
      failingSinceMs ??= nowMs
      if (error instanceof Refused || nowMs - failingSinceMs > patienceMs) throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    },
  }
}

async function announce(
  connection: Connection,
  uploads: string,
  { filename, sizeBytes }: UploadSource,
): Promise<number> {
  const created = await send(connection, 'POST', uploads, {
    headers: {
      'upload-length': String(sizeBytes),
      'upload-metadata': `filename ${base64Of(filename)}`,
    },
  })
  const { data } = (await created.json()) as { data: { id: number } }
  return data.id
}

/** `btoa` takes bytes only, and names can be in any script. */
function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** @returns the bytes that have arrived. */
async function append(
  connection: Connection,
  target: string,
  source: UploadSource,
  offset: number,
): Promise<number> {
  const { body, release } = source.from(offset)
  try {
    const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    const response = await send(connection, 'PATCH', target, { headers, body })
    return Number(response.headers.get('upload-offset') ?? source.sizeBytes)
  } finally {
    release?.()
  }
}

async function offsetOf(connection: Connection, target: string): Promise<number> {
  const response = await send(connection, 'HEAD', target, { headers: {} })
  return Number(response.headers.get('upload-offset') ?? 0)
}

/** The server has answered that it will not take the file. */
class Refused extends Error {}

type Call = { headers: Record<string, string>; body?: Blob | ReadableStream }

async function send(
  { credential, fetch = globalThis.fetch }: Connection,
  method: string,
  url: string,
  { headers, body }: Call,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { 'tus-resumable': '1.0.0', authorization: `Basic ${credential}`, ...headers },
    // Node sends a stream only with `duplex`; browsers ignore it for a Blob.
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  })
  const text = response.headers.get('content-type')?.includes('json') ? await response.clone().text() : ''
  const answer = text === '' ? null : (JSON.parse(text) as { success?: boolean; error_message?: string })
  if (response.ok && answer?.success !== false) return response
  const message = `The server refused the upload: ${answer?.error_message ?? `status ${response.status}`}.`
  // 409 and 5xx are temporary: the offset is requested again.
  if (response.status >= 500 || response.status === 409 || response.status === 429) throw new Error(message)
  throw Object.assign(new Refused(message), { name: 'Error' })
}
