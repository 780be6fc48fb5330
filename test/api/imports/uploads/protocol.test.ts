import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { Upload } from 'tus-js-client'
import { describe, expect, test } from 'vitest'
import { aServer, type Server } from '../../../harness/core/server.ts'
import { until } from '../../../harness/core/until.ts'
import {
  announce,
  append,
  idOf,
  offsetOf,
  randomContent,
  sendAndCut,
  sendPart,
  tus,
} from '../../../harness/files/uploads.ts'

/** The file as it is in the spool. */
async function stored({ sql, spoolDir }: Server, id: number) {
  const [row] = await sql.everywhere()<[{ organization_id: number; spool_name: string }]>`
    select organization_id, spool_name from uploads where id = ${id}`
  const path = join(spoolDir, String(row.organization_id), row.spool_name)
  return { bytes: await readFile(path), mode: (await stat(path)).mode & 0o777 }
}

const get = async (server: Server, path: string) =>
  JSON.parse((await tus(server, { method: 'GET', path })).text).data as Record<string, unknown>

test('a client library of the protocol uploads a file in pieces, and scripts see it as a record', async () => {
  const server = await aServer()
  const content = randomContent(300_000)
  let progress = 0
  const upload = await new Promise<Upload>((resolve, reject) => {
    const one = new Upload(content, {
      endpoint: `${server.url}/ga/api/v2/uploads`,
      headers: { authorization: `Basic ${server.a.credential}` },
      chunkSize: 70_000,
      metadata: { filename: 'Kunden Süd.csv', filetype: 'text/csv' },
      onProgress: () => (progress += 1),
      onSuccess: () => resolve(one),
      onError: reject,
    })
    one.start()
  })
  expect(progress).toBeGreaterThan(3)
  const id = idOf(upload.url ?? '')
  const record = await get(server, `uploads/${id}`)
  expect(record).toMatchObject({
    id,
    filename: 'Kunden Süd.csv',
    size_bytes: 300_000,
    offset: 300_000,
    complete: true,
  })
  const hours = (Date.parse(String(record.expires_at)) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
  const { bytes, mode } = await stored(server, id)
  expect(bytes.equals(content)).toBe(true)
  expect(mode).toBe(0o600)
  await upload.abort(true)
  expect((await tus(server, { method: 'HEAD', path: `uploads/${id}` })).status).toBe(404)
  expect(await readdir(join(server.spoolDir, String(server.a.organizationId)))).toEqual([])
})

test('the client library resumes by itself after its connection was cut', async () => {
  const server = await aServer()
  const content = randomContent(3_000_000)
  let cuts = 0
  server.app.server.on('request', (request) => {
    if (request.method !== 'PATCH' || cuts >= 3) return
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > 400_000 && !request.destroyed) {
        cuts += 1
        request.socket.destroy()
      }
    })
  })
  const url = await new Promise<string>((resolve, reject) => {
    const one = new Upload(content, {
      endpoint: `${server.url}/ga/api/v2/uploads`,
      headers: { authorization: `Basic ${server.a.credential}` },
      uploadDataDuringCreation: false,
      retryDelays: [0, 10, 10, 10, 10, 10],
      onSuccess: () => resolve(one.url ?? ''),
      onError: reject,
    })
    one.start()
  })
  expect(cuts).toBe(3)
  expect((await stored(server, idOf(url))).bytes.equals(content)).toBe(true)
})

test('an upload that is cut at any byte continues at its offset', async () => {
  const server = await aServer()
  const content = randomContent(700_000)
  const path = await announce(server, content.length)
  let offset = 0
  const anywhere = fc.sample(fc.nat({ max: 699_000 }), 8)
  for (const cutAt of [1, 65_535, 65_536, ...anywhere].toSorted((a, b) => a - b)) {
    if (cutAt <= offset) continue
    await sendAndCut(server, path, { offset, content, cutAt })
    const next = await offsetOf(server, path)
    expect(next).toBeGreaterThanOrEqual(offset)
    expect(next).toBeLessThanOrEqual(cutAt)
    offset = next
  }
  // Bytes of the last connection may arrive after the question for the offset.
  await until(async () => {
    const { status } = await append(server, path, offset, content.subarray(offset))
    offset = await offsetOf(server, path)
    return status === 204
  })
  expect(offset).toBe(content.length)
  expect((await stored(server, idOf(path))).bytes.equals(content)).toBe(true)
  expect(server.faults).toEqual([])
})

test('the first bytes may come with the announcement, also by a mount of its own and in chunks', async () => {
  const server = await aServer()
  const content = randomContent(10_000)
  const { status, headers, text } = await tus(server, {
    method: 'POST',
    path: '/api/v2/uploads',
    headers: { 'upload-length': '10000' },
    body: content.subarray(0, 4000),
  })
  expect(status).toBe(201)
  expect(headers.get('location')).toMatch(/^\/api\/v2\/uploads\/\d+$/)
  expect(headers.get('upload-offset')).toBe('4000')
  expect(JSON.parse(text).data).toMatchObject({ filename: 'upload', offset: 4000, complete: false })
  const path = headers.get('location') ?? ''
  const override = { 'x-http-method-override': 'PATCH', 'upload-offset': '4000' }
  const last = await tus(server, { method: 'POST', path, headers: override, body: content.subarray(4000) })
  expect(last.status).toBe(204)
  expect(last.headers.get('upload-expires')).toMatch(/GMT$/)
  expect((await stored(server, idOf(path))).bytes.equals(content)).toBe(true)
})

test('the server says what it can do, to anyone', async () => {
  const { url } = await aServer()
  const { status, headers } = await fetch(`${url}/ga/api/v2/uploads`, { method: 'OPTIONS' })
  expect(status).toBe(204)
  expect(headers.get('tus-version')).toBe('1.0.0')
  expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration')
  expect(Number(headers.get('tus-max-size'))).toBe(20 * 1024 ** 3)
  const refused = await fetch(`${url}/ga/api/v2/uploads`, {
    method: 'OPTIONS',
    headers: { 'x-version': '3' },
  })
  expect(refused.status).toBe(400)
})

describe('a wrong request changes nothing:', () => {
  test.each<[string, string, string, Record<string, string>, number, string]>([
    ['another version', 'POST', '', { 'tus-resumable': '0.2.1', 'upload-length': '5' }, 412, 'must be 1.0.0'],
    ['no length', 'POST', '', {}, 400, 'Upload-Length must be given'],
    ['a negative length', 'POST', '', { 'upload-length': '-5' }, 400, 'Upload-Length must be given'],
    ['a deferred length', 'POST', '', { 'upload-defer-length': '1' }, 400, 'send Upload-Length'],
    [
      'a length above the limit',
      'POST',
      '',
      { 'upload-length': '21474836481' },
      413,
      'at most 21474836480 bytes',
    ],
    [
      'a name that is no text',
      'POST',
      '',
      { 'upload-length': '5', 'upload-metadata': 'filename gIGC' },
      400,
      'UTF-8',
    ],
    ['no offset', 'PATCH', '/:id', {}, 400, 'Upload-Offset must be given'],
    ['another offset', 'PATCH', '/:id', { 'upload-offset': '3' }, 409, 'continues at byte 0, not 3'],
    ['no override', 'POST', '/:id', { 'upload-offset': '0' }, 400, 'X-HTTP-Method-Override'],
    ['another id', 'PATCH', '/999', { 'upload-offset': '0' }, 404, 'upload not found'],
    ['a word as id', 'PATCH', '/word', { 'upload-offset': '0' }, 404, 'upload not found'],
  ])('%s', async (_name, method, path, headers, expected, sentence) => {
    const server = await aServer({ errorMode: 'always_200' })
    const id = idOf(await announce(server, 5))
    const sent = { method, path: `uploads${path.replace(':id', String(id))}`, headers }
    const { status, text } = await tus(server, {
      ...sent,
      ...(method === 'PATCH' && { body: Buffer.from('a,b') }),
    })
    expect([status, JSON.parse(text).error_message]).toEqual([expected, expect.stringContaining(sentence)])
    const rows = await server.sql.everywhere()`select id, offset_bytes from uploads`
    expect([...rows]).toEqual([{ id, offset_bytes: 0 }])
  })
})

test('a byte too many is refused, announced or not', async () => {
  const server = await aServer()
  const path = await announce(server, 5)
  const { status, text } = await append(server, path, 0, Buffer.from('email\n'))
  expect([status, JSON.parse(text).error_message]).toEqual([
    413,
    expect.stringContaining('announced with 5 bytes'),
  ])
  expect(await offsetOf(server, path)).toBe(0)
})

test('a name with a path or control characters becomes a bare name', async () => {
  const server = await aServer()
  const names: Record<string, string> = {
    'C:\\fakepath\\a.csv': 'a.csv',
    '../../etc/b.csv': 'b.csv',
    'c\n.csv': 'c.csv',
    '/': 'upload',
  }
  for (const [given, expected] of Object.entries(names)) {
    const id = idOf(await announce(server, 5, given))
    expect((await get(server, `uploads/${id}`)).filename).toBe(expected)
  }
})

test('a newer request for an upload ends the older one, whose bytes are kept', async () => {
  const server = await aServer()
  const content = randomContent(200_000)
  const path = await announce(server, content.length)
  const older = sendPart(server, path, { offset: 0, content, cutAt: 100_000 })
  await until(async () => (await stored(server, idOf(path))).bytes.length >= 100_000)
  const offset = await offsetOf(server, path)
  expect(offset).toBe(100_000)
  expect(await older.status).toBe(409)
  expect((await append(server, path, offset, content.subarray(offset))).status).toBe(204)
  expect((await stored(server, idOf(path))).bytes.equals(content)).toBe(true)
})
