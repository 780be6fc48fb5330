import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { publicAssets } from '../../../src/http/public/assets.ts'
import { assetRoutes } from '../../../src/http/resources/assets.ts'
import { anApi } from '../../harness/core/api.ts'

type Asset = { id: number; url: string; content_type: string; width_px: number; height_px: number }

const pixel = {
  gif: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  webp: 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  jpeg: '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
}

async function anApiWithPictures() {
  const api = await anApi((route) =>
    assetRoutes(route, { baseUrl: '', pictures: { allow: [], allowLoopback: true } }),
  )
  publicAssets(api.app, api.database)
  const add = async (content: string, as = api.a) =>
    api.call<Asset>('POST', 'assets', { asset: { content } }, as)
  return { ...api, add, open: (url: string) => api.app.inject({ method: 'GET', url }) }
}

test('a picture is served to everybody who has its address, and to nobody once it is deleted', async () => {
  const { add, open, call, a, b } = await anApiWithPictures()
  for (const [kind, content] of Object.entries(pixel)) {
    const { data } = (await add(content)).body
    expect(data).toMatchObject({ content_type: `image/${kind}`, width_px: 1, height_px: 1 })
    const answer = await open(data.url)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, `image/${kind}`])
    expect(answer.rawPayload.toString('base64')).toBe(content)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
  const again = (await add(pixel.gif)).body.data
  expect((await call<Asset[]>('GET', 'assets')).body).toMatchObject({ num_records: 4 })
  const foreign = (await add(pixel.gif, b)).body.data
  expect(foreign.url).not.toBe(again.url)
  expect((await open(foreign.url.replace(`/${b.organizationId}-`, `/${a.organizationId}-`))).statusCode).toBe(
    404,
  )
  expect((await call('DELETE', `assets/${again.id}`)).status).toBe(200)
  expect((await open(again.url)).statusCode).toBe(404)
  expect((await open('/a/1-x')).statusCode).toBe(404)
})

/** The connections read nothing after the beginning of their answer. */
async function slowReaders(port: number, urls: readonly string[]) {
  const sockets = urls.map((url) => {
    const socket = connect({ port, host: '127.0.0.1' })
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${url} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'readable')))
  return sockets
}

test('slow readers of large pictures hold a piece each, and whoever reads on gets the whole', async () => {
  const { app, sql, a, open } = await anApiWithPictures()
  const megabytes = 4
  const rows = await sql<{ id: number; token: string }[]>`
    insert into assets
      (organization_id, token, filename, content_type, size_bytes, width_px, height_px, sha256, bytes)
    select ${a.organizationId}, lpad(n::text, 22, 'x'), '', 'image/png', ${megabytes * 1_048_576}, 1, 1, decode(md5(n::text), 'hex'),
      convert_to(repeat(md5(n::text), ${megabytes * 32_768}), 'UTF8')
    from generate_series(1, 20) n returning id, token`
  const urls = rows.map(({ token }) => `/a/${a.organizationId}-${token}`)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const before = process.memoryUsage().arrayBuffers
  const sockets = await slowReaders(port, urls)
  const grown = process.memoryUsage().arrayBuffers - before
  expect(grown / 1_048_576).toBeLessThan((megabytes * urls.length) / 2)
  for (const socket of sockets) socket.destroy()
  const answer = await open(urls[0] ?? '')
  expect(answer.headers['content-length']).toBe(String(megabytes * 1_048_576))
  const [stored] = await sql<{ bytes: Buffer }[]>`select bytes from assets where id = ${rows[0]?.id ?? 0}`
  expect(stored?.bytes.equals(answer.rawPayload)).toBe(true)
})

test('only pictures are taken, whatever they are called, and only small ones', async () => {
  const { add, call } = await anApiWithPictures()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64')
  const page = Buffer.from('GIF89a<script>').toString('base64').slice(0, 8)
  for (const content of [svg, page, 'AAAA']) {
    expect((await add(content)).body.error_message).toContain(
      'content must be a PNG, JPEG, GIF or WebP picture',
    )
  }
  const large = Buffer.concat([Buffer.from(pixel.png, 'base64'), Buffer.alloc(5 * 1_048_576)]).toString(
    'base64',
  )
  expect((await add(large)).body.error_message).toContain('content must be at most 5 MB')
  expect((await call('POST', 'assets', { asset: { content: 'no!' } })).body.error_message).toContain('Base64')
})
