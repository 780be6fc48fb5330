import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Actor } from '../core/api.ts'

export type Target = { url: string; a: Pick<Actor, 'credential'> }

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: Buffer; as?: string }

/** One request of the protocol tus; `path` is below the mount, or begins with a slash. */
export async function tus({ url, a }: Target, { method, path, headers = {}, body, as }: Sent) {
  const response = await fetch(path.startsWith('/') ? `${url}${path}` : `${url}/ga/api/v2/${path}`, {
    method,
    headers: {
      authorization: `Basic ${as ?? a.credential}`,
      'tus-resumable': '1.0.0',
      ...(method === 'PATCH' && { 'content-type': 'application/offset+octet-stream' }),
      ...headers,
    },
    ...(body !== undefined && { body: new Uint8Array(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

export async function announce(target: Target, sizeBytes: number, filename = 'list.csv'): Promise<string> {
  const { status, headers, text } = await tus(target, {
    method: 'POST',
    path: 'uploads',
    headers: {
      'upload-length': String(sizeBytes),
      'upload-metadata': `filename ${Buffer.from(filename).toString('base64')}`,
    },
  })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return headers.get('location') ?? ''
}

export function idOf(location: string): number {
  return Number(location.slice(location.lastIndexOf('/') + 1))
}

export async function offsetOf(target: Target, path: string): Promise<number> {
  const { headers } = await tus(target, { method: 'HEAD', path })
  return Number(headers.get('upload-offset'))
}

export async function append(target: Target, path: string, offset: number, body: Buffer) {
  return tus(target, { method: 'PATCH', path, headers: { 'upload-offset': String(offset) }, body })
}

export async function uploadWhole(target: Target, content: Buffer, filename?: string): Promise<number> {
  const path = await announce(target, content.length, filename)
  const { status, text } = await append(target, path, 0, content)
  if (status !== 204) throw new Error(`${status} ${text}`)
  return idOf(path)
}

type Part = { offset: number; content: Buffer; cutAt: number }

/** Announces the rest of the file, sends the bytes up to `cutAt`, and stays connected. */
export function sendPart({ url, a }: Target, path: string, { offset, content, cutAt }: Part) {
  const call = request(`${url}${path}`, {
    method: 'PATCH',
    headers: {
      authorization: `Basic ${a.credential}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-length': content.length - offset,
    },
  })
  const status = new Promise<number | null>((resolve) => {
    call.on('response', (response) => resolve(response.statusCode ?? null))
    call.on('error', () => resolve(null)).on('close', () => resolve(null))
  })
  const sent = new Promise<void>((resolve) => call.write(content.subarray(offset, cutAt), () => resolve()))
  return { status, sent, cut: () => call.destroy() }
}

/** The connection ends after the bytes up to `cutAt`. */
export async function sendAndCut(target: Target, path: string, part: Part): Promise<void> {
  const { sent, cut, status } = sendPart(target, path, part)
  await Promise.race([sent, status])
  cut()
  await status
}

export function randomContent(bytes: number): Buffer {
  return randomBytes(bytes)
}
