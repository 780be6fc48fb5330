import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { download } from './download.ts'

const content = Buffer.from('0123456789'.repeat(10_000))

/** Ends each connection after so many bytes. */
async function aFragileServer(bytesEach: number) {
  const ranges: (string | undefined)[] = []
  const server = createServer((request, response) => {
    ranges.push(request.headers.range)
    const start = Number(/\d+/.exec(request.headers.range ?? '0')?.[0] ?? 0)
    response.writeHead(start === 0 ? 200 : 206, { 'content-length': content.length - start })
    const piece = content.subarray(start, start + bytesEach)
    response.write(piece, () => {
      if (start + piece.length === content.length) response.end()
      else setTimeout(() => response.destroy(), 50)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const folder = await mkdtemp(join(tmpdir(), 'quiver-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, path: join(folder, 'list.csv'), ranges }
}

const file = {
  name: 'list.csv',
  size_bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  expires_at: '2099-01-01T00:00:00Z',
  download_url: 'https://elsewhere.example.com/exports/token',
}

test('a download that breaks off continues where it ended', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  const { url, path, ranges } = await aFragileServer(60_000)
  await download(url, file, path)
  expect(await readFile(path)).toEqual(content)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(ranges).toEqual([undefined, 'bytes=60000-'])
})

test('a file that is not the exported one is refused', async () => {
  const { url, path } = await aFragileServer(200_000)
  await expect(download(url, { ...file, sha256: 'other' }, path)).rejects.toThrow('Export again')
})
