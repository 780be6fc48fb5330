import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import { deliver } from './delivery.ts'
import type { DeliveryInput } from './delivery.ts'

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
    serverUrl: 'http://127.0.0.1:8080',
    organizationId: 7,
    uploadDir: undefined,
    usualUploadDir: '/nowhere',
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

  test('to the last byte', async () => {
    const { source } = await deliver(await aFile('', 10_000_000))
    expect(source.type).toBe('json')
  })
})

describe('a larger file', () => {
  test('is put into the upload directory as a copy, which is gone in the end', async () => {
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

  test('is put into the usual upload directory where there is one', async () => {
    const { source } = await deliver({ ...(await aFile('', 10_000_001)), usualUploadDir: await aDirectory() })
    expect(source.type).toBe('upload_directory')
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

  test('is served to a server on this machine, at a path that nobody can guess', async () => {
    const input = await aFile('email\n', 10_000_001)
    const { source, end } = await deliver(input)
    const url = source.type === 'url' ? source.url : ''
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\/my%20members\.csv$/)
    const answer = await fetch(url)
    expect(Buffer.from(await answer.arrayBuffer()).equals(await readFile(input.path))).toBe(true)
    expect((await fetch(new URL('/', url))).status).toBe(404)
    await end()
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('of up to 32 MB goes in the request to a server elsewhere', async () => {
    const input = await aFile('email\n', 10_000_001)
    expect((await deliver({ ...input, serverUrl: 'https://mail.example' })).source.type).toBe('json')
  })
})

describe('there is a sentence for', () => {
  test.each([
    ['a file that a url cannot carry', { sizeBytes: 200_000_001 }, '--upload-dir'],
    ['a large file for a server elsewhere', { sizeBytes: 33_554_433, serverUrl: 'https://mail.example' }, '--upload-dir'], // prettier-ignore
    [
      'an upload directory that is not there',
      { uploadDir: '/nowhere' },
      'The directory /nowhere does not exist',
    ],
  ])('%s', async (_what, changes, words) => {
    await expect(deliver({ ...(await aFile('email\n')), ...changes })).rejects.toThrow(words)
  })
})

test.each([
  ['http://localhost:8080', true],
  ['http://127.0.0.1:8080', true],
  ['http://[::1]:8080/', true],
  ['http://127.0.0.1.example.com', false],
  ['https://mail.example', false],
])('%s is on this machine: %s', (url, isNear) => {
  expect(isLoopbackHost(new URL(url).hostname)).toBe(isNear)
})
