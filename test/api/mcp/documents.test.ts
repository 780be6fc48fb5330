import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClientDocuments } from '../../../src/actions/users/assistants/documents.ts'
import { aHouse, redirectUri } from '../../harness/fakes/program.ts'

const json = 'application/json'

/** A web server with documents of programs, and what it was asked for. */
async function aSite() {
  const pages = new Map<string, { text: string; type?: string }>()
  const asked: string[] = []
  const connections: unknown[] = []
  const site = createServer(({ url = '' }, reply) => {
    asked.push(url)
    const { text, type } = pages.get(url) ?? {}
    if (url === '/moved') reply.writeHead(302, { location: '/client.json' }).end()
    else if (url === '/endless') {
      reply.writeHead(200, { 'content-type': json })
      const more = () => {
        while (!reply.destroyed && reply.write(' '.repeat(50_000)));
      }
      reply.on('drain', more)
      more()
    } else if (text === undefined) reply.writeHead(404, { 'content-type': json }).end('{}')
    else reply.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(text)
  }).listen(0, '127.0.0.1')
  site.on('connection', (socket) => connections.push(socket))
  onTestFinished(() => void site.close())
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const put = (path: string, text: string, type = json) => {
    pages.set(path, { text, type })
    return origin + path
  }
  const about = (path: string, more: object = {}, type = json) => {
    const said = { client_id: origin + path, client_name: 'Editor', redirect_uris: [redirectUri], ...more }
    return put(path, JSON.stringify(said), type)
  }
  return { origin, port, asked, connections, put, about }
}

afterEach(() => void vi.useRealTimers())

test('a program can be named by an address, at which it says what it is', async () => {
  const { server, form, console_, request, codeForm, isOpen } = await aHouse()
  const { port, asked, about } = await aSite()
  const client_id = about('/client.json')
  const seen = await console_('/inspect', { ...request, client_id })
  expect(seen.body.data).toMatchObject({ client_name: `Editor (127.0.0.1:${port})`, is_own_machine: true })
  const agreed = await console_('', { ...request, client_id, may_change: true })
  const code = new URL(agreed.body.data.redirect_to).searchParams.get('code') ?? ''
  expect(asked).toEqual(['/client.json'])
  expect((await form('/oauth/token', codeForm(code))).body['error']).toBe('invalid_grant')
  const { body } = await form('/oauth/token', { ...codeForm(code), client_id })
  expect(await isOpen(body['access_token'])).toBe(true)
  const ofType = about('/plus', {}, 'application/vnd.example+json; charset=utf-8')
  expect((await console_('/inspect', { ...request, client_id: ofType })).status).toBe(200)
  // Nobody but a person who has logged in makes the server fetch anything.
  const before = asked.length
  await form('/oauth/token', { ...codeForm(code), client_id: about('/fresh') })
  for (const path of ['/inspect', '']) {
    const refused = await console_(path, { ...request, client_id: about('/fresh') }, { headers: {} })
    expect(refused.status).toBe(401)
  }
  expect(asked).toHaveLength(before)
  expect(server.faults).toEqual([])
})

test('a document that is not what its address promises is refused, for the look and for the consent', async () => {
  const { server, console_, request } = await aHouse()
  const { origin, port, put, about } = await aSite()
  const client_id = about('/client.json')
  const refused: [string, string][] = [
    [about('/other', { client_id }), 'names another client_id'],
    [about('/elsewhere', { client_id: 'https://claude.example/client.json' }), 'names another client_id'],
    [about('/evil', { redirect_uris: ['javascript:alert(1)'] }), 'redirect_uris must use https'],
    [about('/none-registered', { redirect_uris: [] }), 'must be a list'],
    [about('/unlisted', { redirect_uris: ['https://evil.example/'] }), 'redirect_uri is not one'],
    [put('/list', '[]'), 'names another client_id'],
    [put('/null', 'null'), 'names another client_id'],
    [put('/text', '<p>'), 'is no JSON'],
    [put('/long', ' '.repeat(20_001)), 'has more than'],
    [about('/left-by-somebody', {}, 'text/plain'), 'is not sent as application/json'],
    [about('/page', {}, 'text/html; a=application/json'), 'is not sent as application/json'],
    [about('/typeless', {}, ''), 'is not sent as application/json'],
    [`${origin}/endless`, 'sent more than'],
    [`${origin}/missing`, 'answers 404'],
    [`${origin}/moved`, 'answers 302'],
    ...[
      `${origin}/`,
      `${origin}/a/../client.json`,
      `${origin}/client.json#`,
      `http://me@127.0.0.1:${port}/client.json`,
      `http://:secret@127.0.0.1:${port}/client.json`,
      `http://0x7f000001:${port}/client.json`,
      'http://client.example/client.json',
      'file:///etc/passwd',
      about(`/${'a'.repeat(500)}`),
    ].map((id): [string, string] => [id, 'must be the https address']),
  ]
  for (const [id, words] of refused) {
    for (const path of ['/inspect', '']) {
      const { status, body: told } = await console_(path, { ...request, client_id: id })
      expect([id, status, told.error_message]).toEqual([id, 422, expect.stringContaining(words)])
    }
  }
  expect(await server.sql`select 1 from assistant_grants`).toEqual([])
  expect(server.faults).toEqual([])
})

test('no document is fetched from within the network, by address or by name, nor over http', async () => {
  const { port, connections } = await aSite()
  const lookup = () => Promise.resolve(['127.0.0.1'])
  const documents = createClientDocuments({ allow: [], allowLoopback: false, lookup })
  const refused: [string, string][] = [
    [`https://127.0.0.1:${port}/client.json`, 'not on the public internet'],
    [`https://localhost:${port}/client.json`, 'not on the public internet'],
    [`https://[::1]:${port}/client.json`, 'not on the public internet'],
    [`https://client.example:${port}/client.json`, 'not on the public internet'],
    ['https://10.0.0.1/client.json', 'not on the public internet'],
    ['https://169.254.169.254/latest/meta-data', 'not on the public internet'],
    ['https://client.example/client.json', 'not on the public internet'],
    [`http://127.0.0.1:${port}/client.json`, 'must be the https address'],
    [`http://client.example:${port}/client.json`, 'must be the https address'],
  ]
  for (const [id, words] of refused) await expect(documents(1, id), id).rejects.toThrow(words)
  expect(connections).toEqual([])
})

test('a document is kept for ten minutes, a refusal is not, and a few documents at most are kept', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { asked, about, put } = await aSite()
  const documents = createClientDocuments({ allow: [], allowLoopback: true })
  const id = about('/client.json')
  await documents(1, id)
  about('/client.json', { client_name: 'Renamed' })
  vi.advanceTimersByTime(599_000)
  expect((await documents(1, id)).name).toMatch(/^Editor /)
  vi.advanceTimersByTime(2_000)
  expect((await documents(1, id)).name).toMatch(/^Renamed /)
  expect(asked).toHaveLength(2)

  const later = put('/later.json', '{}')
  await expect(documents(1, later)).rejects.toThrow('names another client_id')
  about('/later.json')
  expect((await documents(1, later)).name).toMatch(/^Editor /)

  for (let n = 0; n < 200; n += 1) await documents(1, about(`/${n}.json`))
  const before = asked.length
  await documents(1, id)
  expect(asked).toHaveLength(before + 1)
})
