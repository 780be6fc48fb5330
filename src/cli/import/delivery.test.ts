import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deliver, type DeliveryInput } from './delivery.ts'

async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quiver-delivery-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** A file of `sizeBytes`, sparse where it is longer than its content. */
async function aFile(content: string | Buffer, sizeBytes?: number): Promise<DeliveryInput> {
  const path = join(await aDirectory(), 'my members.csv')
  await writeFile(path, content)
  if (sizeBytes !== undefined) await truncate(path, sizeBytes)
  return {
    path,
    sizeBytes: (await stat(path)).size,
    characterSet: 'UTF-8',
    isPacked: false,
    serverUrl: 'http://127.0.0.1:8080',
    credential: 'key',
    organizationId: 7,
    uploadDir: undefined,
  }
}

describe('a file of up to 10 MB goes in the request', () => {
  test('as it is', async () => {
    const { source, characterSet } = await deliver(await aFile('email\nzoë@example.com\n'))
    expect(source).toEqual({ type: 'json', content: 'email\nzoë@example.com\n', filename: 'my members.csv' })
    expect(characterSet).toBe('UTF-8')
  })

  test('in Unicode, whatever it was in', async () => {
    const input = await aFile(Buffer.from('name\nZoë\n', 'latin1'))
    const { source, characterSet } = await deliver({ ...input, characterSet: 'windows-1252' })
    expect(source).toMatchObject({ content: 'name\nZoë\n' })
    expect(characterSet).toBe('UTF-8')
  })

  test('also from UTF-16 of either order', async () => {
    const text = Buffer.from('\ufeffname\nZoë 😀\n', 'utf16le')
    for (const bytes of [text, Buffer.from(text).swap16()]) {
      const input = await aFile(bytes)
      const { source, characterSet } = await deliver({ ...input, characterSet: 'UTF-16' })
      expect(source).toMatchObject({ content: 'name\nZoë 😀\n' })
      expect(characterSet).toBe('UTF-8')
    }
  })

  test('to the last byte', async () => {
    const { source } = await deliver(await aFile('', 10_000_000))
    expect(source.type).toBe('json')
  })
})

describe('a file for the upload directory', () => {
  test('is put there as a copy, which is gone in the end', async () => {
    const input = await aFile('email\n', 10_000_001)
    const uploadDir = await aDirectory()
    const { source, characterSet, end } = await deliver({ ...input, uploadDir, characterSet: 'windows-1252' })
    const [name = ''] = await readdir(join(uploadDir, '7'))
    expect(source).toEqual({ type: 'upload_directory', filename: name })
    expect(name).toMatch(/^my_members-[0-9a-f]{8}\.csv$/)
    expect(characterSet).toBe('windows-1252')
    expect(await stat(join(uploadDir, '7', name))).toMatchObject({ size: 10_000_001, nlink: 1 })
    await end()
    expect(await readdir(join(uploadDir, '7'))).toEqual([])
  })

  test('that lies in the upload directory already stays there', async () => {
    const uploadDir = await aDirectory()
    const path = join(uploadDir, '7', 'a.csv')
    await mkdir(join(uploadDir, '7'))
    await writeFile(path, 'email\n')
    const { source, end } = await deliver({ ...(await aFile('')), path, uploadDir })
    expect(source).toEqual({ type: 'upload_directory', filename: 'a.csv' })
    await end()
    expect(await readFile(path, 'utf8')).toBe('email\n')
  })
})

test('a larger file is uploaded, and goes on where a lost connection left it', async () => {
  const bytes = randomBytes(10_000_001)
  const received: Buffer[] = []
  let isCut = false
  const offset = () => received.reduce((sum, { length }) => sum + length, 0)
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ success: true, data: { id: 12 } }))
      return
    }
    if (request.method === 'HEAD') {
      response.writeHead(200, { 'upload-offset': String(offset()) }).end()
      return
    }
    expect(Number(request.headers['upload-offset'])).toBe(offset())
    request.on('data', (piece: Buffer) => {
      received.push(piece)
      if (isCut || offset() < 3_000_000) return
      isCut = true
      request.socket.destroy()
    })
    request.on('end', () => response.writeHead(204, { 'upload-offset': String(offset()) }).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const serverUrl = `http://127.0.0.1:${port}`
  const { source } = await deliver({ ...(await aFile(bytes)), serverUrl })
  expect(source).toEqual({ type: 'upload', id: 12 })
  expect(isCut).toBe(true)
  expect(Buffer.concat(received).equals(bytes)).toBe(true)
})

test('an upload that the server refuses ends with its sentence', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(422, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: false, error_message: 'there are 100 uploads' }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const input = { ...(await aFile('x')), isPacked: true, serverUrl: `http://127.0.0.1:${port}` }
  await expect(deliver(input)).rejects.toThrow('The server refused the upload: there are 100 uploads.')
})

test('there is a sentence for an upload directory that is not there', async () => {
  const input = { ...(await aFile('email\n')), uploadDir: '/nowhere' }
  await expect(deliver(input)).rejects.toThrow('The directory /nowhere does not exist')
})
