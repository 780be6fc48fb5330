import { once } from 'node:events'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { proxies, type Proxy } from '../../harness/fakes/proxies.ts'
import { aServer } from '../../harness/core/server.ts'
import { until } from '../../harness/core/until.ts'

// The files of deploy/nginx and deploy/caddy, with other addresses. Both are packages of Debian.

type Call = {
  method?: string
  path: string
  headers?: Record<string, string>
  from?: string
  /** Pieces of a body; the next one is written when the last has left. */
  body?: Iterable<Buffer>
}

type Answer = { status: number; headers: IncomingMessage['headers']; text: string; sentBytes: number }

/** One request through the proxy. Its body ends when the answer begins: nobody reads the rest. */
async function ask(
  { port, cert }: Proxy,
  { method = 'GET', path, headers, from, body = [] }: Call,
): Promise<Answer> {
  const call = request({ host: '127.0.0.1', servername: 'localhost', port, ca: cert, method, path, headers: { host: `localhost:${port}`, ...headers }, ...(from !== undefined && { localAddress: from }) }) // oxfmt-ignore
  let sentBytes = 0
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  let isOver = false
  answered.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  call.on('error', () => {})
  for (const piece of body) {
    if (isOver) break
    sentBytes += piece.length
    if (!call.write(piece)) await Promise.race([once(call, 'drain'), answered]).catch(() => {})
  }
  call.end()
  const [response] = await answered
  const answer = { status: response.statusCode ?? 0, headers: response.headers }
  return { ...answer, text: await text(response).catch(() => ''), sentBytes }
}

function* zeros(megabytes: number) {
  for (let written = 0; written < megabytes; written += 1) yield Buffer.alloc(1_048_576)
}

async function aProxiedServer(start: (port: number) => Promise<Proxy>) {
  const addresses: string[] = []
  const server = await aServer({
    settings: { trustedProxies: ['127.0.0.1'] },
    prepare: (app) => app.addHook('onRequest', async ({ ip }) => void addresses.push(ip)),
  })
  const proxy = await start(server.port)
  const key = { authorization: `Basic ${server.a.credential}` }
  return { ...server, proxy, key, addresses }
}

for (const [name, { isInstalled, start }] of Object.entries(proxies)) {
  if (!isInstalled) console.warn(`There is no ${name}: what its sample configuration promises is skipped.`)

  describe.skipIf(!isInstalled)(`behind ${name}`, () => {
    test('an answer has the headers of both, and a wrong key its sentence', async () => {
      const { proxy, key } = await aProxiedServer(start)
      const found = await ask(proxy, { path: '/ga/api/v2/mailing_lists', headers: key })
      expect([found.status, JSON.parse(found.text).success]).toEqual([200, true])
      expect(found.headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
      })
      const refused = await ask(proxy, { path: '/ga/api/v2/mailing_lists' })
      expect([refused.status, JSON.parse(refused.text).error_code]).toEqual([401, 'not_authorized'])
    })

    test('clients have their own address, whatever they claim', async () => {
      const { proxy, addresses } = await aProxiedServer(start)
      const claims = { 'x-forwarded-for': '9.9.9.9', forwarded: 'for=9.9.9.9' }
      for (const from of ['127.0.0.2', '127.0.0.3'])
        await ask(proxy, { path: '/healthz', from, headers: claims })
      expect(addresses).toEqual(['127.0.0.2', '127.0.0.3'])
    })

    test('a large body of a stranger is refused before it has arrived', async () => {
      const { proxy } = await aProxiedServer(start)
      const megabytes = 60
      const headers = { 'content-length': String(megabytes * 1_048_576), 'content-type': 'application/json' }
      const path = '/ga/api/v2/mailing_lists'
      const answer = await ask(proxy, { method: 'POST', path, headers, body: zeros(megabytes) })
      expect(answer.status).toBe(401)
      expect(answer.sentBytes).toBeLessThan(megabytes * 1_048_576)
    })

    test('an upload larger than any limit of the proxy arrives in one request', async () => {
      const { proxy, key } = await aProxiedServer(start)
      const megabytes = 120
      const tus = { ...key, 'tus-resumable': '1.0.0' }
      const begun = await ask(proxy, {
        method: 'POST',
        path: '/ga/api/v2/uploads',
        headers: {
          ...tus,
          'upload-length': String(megabytes * 1_048_576),
          'upload-metadata': 'filename YS5jc3Y=',
        },
      })
      expect(begun.status).toBe(201)
      const path = new URL(begun.headers.location ?? '', 'https://localhost').pathname
      const sent = await ask(proxy, {
        method: 'PATCH',
        path,
        headers: {
          ...tus,
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': String(megabytes * 1_048_576),
        },
        body: zeros(megabytes),
      })
      expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(megabytes * 1_048_576)])
    })

    test('an event of a stream arrives while the stream goes on', async () => {
      const { proxy, key } = await aProxiedServer(start)
      const { port, cert } = proxy
      const headers = { ...key, accept: 'text/event-stream', host: `localhost:${port}` }
      const call = request({ host: '127.0.0.1', servername: 'localhost', port, ca: cert, path: '/ga/api/v2/stream', headers }) // oxfmt-ignore
      const [response] = (await once(call.end(), 'response')) as [IncomingMessage]
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, expect.stringContaining('event-stream')]) // oxfmt-ignore
      let seen = ''
      response.setEncoding('utf8').on('data', (piece: string) => (seen += piece))
      response.on('error', () => {})
      await until(() => seen.includes('retry: 3000'), { seconds: 5 })
      expect(response.readableEnded).toBe(false)
      call.destroy()
    })

    test('the log has no token and no query', async () => {
      const { proxy } = await aProxiedServer(start)
      const links = [
        '/c/s3cret-t0ken?x=1',
        '/u/s3cret',
        '/p/change/1.s3cret',
        '/s/1.s3cret',
        '/exports/s3cret',
      ]
      const paths = [...links, '/healthz?key=s3cret']
      for (const path of paths) await ask(proxy, { path, headers: { referer: 'https://x.example/s3cret' } })
      await until(async () => (await proxy.log()).includes('/healthz'))
      const log = await proxy.log()
      expect(log).toMatch(/\/c\//)
      expect(log).not.toContain('s3cret')
    })
  })
}

test.skipIf(!proxies.nginx.isInstalled)('nginx sends http to https', async () => {
  const { proxy } = await aProxiedServer(proxies.nginx.start)
  const call = plainRequest({ host: '127.0.0.1', port: proxy.plainPort, path: '/console?a=1' })
  const [response] = (await once(call.end(), 'response')) as [IncomingMessage]
  expect([response.statusCode, response.headers.location]).toEqual([301, 'https://localhost/console?a=1'])
  response.resume()
})
