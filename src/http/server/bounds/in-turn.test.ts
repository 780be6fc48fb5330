import { once } from 'node:events'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { exchange } from '../../../../test/harness/core/socket.ts'
import { answerInTurn } from './in-turn.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function listening(handler: Handler) {
  const server = createServer(handler)
  answerInTurn(server)
  let parsed = 0
  const note = (message: unknown) => {
    if ((message as { server: unknown }).server === server) parsed += 1
  }
  subscribe('http.server.request.start', note)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const clients: Socket[] = []
  onTestFinished(() => {
    unsubscribe('http.server.request.start', note)
    for (const client of clients) client.destroy()
    server.closeAllConnections()
    server.close()
  })
  const open = async () => {
    const client = connect(port, '127.0.0.1').setEncoding('latin1')
    client.on('error', () => {})
    clients.push(client)
    await once(client, 'connect')
    return client
  }
  return { port, open, server, parsed: () => parsed }
}

const get = (path: string | number, more = '') => `GET /${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`

const manyRequests = Array.from({ length: 500 }, (_, place) => get(place)).join('')

const body = async (request: IncomingMessage) => {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

describe('500 requests in one write', () => {
  test('run one at a time, are not parsed before their turn, and are answered in order', async () => {
    let running = 0
    const seen: [running: number, parsedAhead: number][] = []
    let answered = 0
    const { port, parsed } = await listening((request, response) => {
      running += 1
      setImmediate(() => {
        seen.push([running, parsed() - answered])
        running -= 1
        answered += 1
        response.end(request.url)
      })
    })
    const answers = await exchange(port, manyRequests + get('last', 'Connection: close\r\n'))
    expect(answers.map((answer) => answer.body)).toEqual([
      ...Array.from({ length: 500 }, (_, place) => `/${place}`),
      '/last',
    ])
    expect(new Set(seen.map(String))).toEqual(new Set(['1,1']))
  })

  test('leave the turns of other connections to them', async () => {
    let ofFirst = 0
    const { open } = await listening((request, response) => {
      if (request.url !== '/other') ofFirst += 1
      if (ofFirst === 1) other.write(get('other'))
      response.end('ok')
    })
    const [first, other] = [await open(), await open()]
    first.resume().write(manyRequests)
    await once(other, 'data')
    expect(ofFirst).toBeLessThan(250)
  })

  test('end with their connection: those that wait never run', async () => {
    let ran = 0
    const begun: ServerResponse[] = []
    const { open, server, parsed } = await listening((_request, response) => {
      ran += 1
      begun.push(response)
      server.emit('begun')
    })
    const client = await open()
    // What stands in one piece with the end of a body is parsed, and waits.
    client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody${manyRequests}`)
    await once(server, 'begun')
    client.resetAndDestroy()
    begun[0]?.socket?.destroy()
    await once(begun[0] as ServerResponse, 'close')
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    expect(parsed()).toBeGreaterThan(1)
    expect(ran).toBe(1)
  })

  test('wait behind an answer that stays open, which still learns that its client is gone', async () => {
    const { open, server } = await listening((_request, response) => void server.emit('begun', response))
    const client = await open()
    client.write(get('stream') + get('next'))
    const [response] = (await once(server, 'begun')) as [ServerResponse]
    response.write('one')
    await once(client, 'data')
    client.resetAndDestroy()
    const writing = setInterval(() => response.write('more'), 5)
    await once(response, 'close')
    clearInterval(writing)
  })
})

/** A small generator of numbers, the same for each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('bodies', () => {
  test.each([1, 2, 3, 4, 5])(
    'of any kind and size, cut anywhere, reach their requests (seed %d)',
    async (seed) => {
      const { port } = await listening(async (request, response) => {
        // Some read late.
        if (request.url === '/late') await new Promise(setImmediate)
        if (request.url === '/never') return response.end('unread')
        const text = await body(request)
        return response.end(`${text.length} ${text.slice(-4)}`)
      })
      const below = numbers(seed)
      let sent = ''
      const expected: string[] = []
      for (let place = 0; place < 40; place += 1) {
        const path = ['now', 'late', 'never'][below(3)] ?? ''
        const text = ['', 'x', '\r\n\r\n', get('smuggled')][below(4)]?.repeat(below(3) * below(2_000)) ?? ''
        const head = `POST /${path} HTTP/1.1\r\nHost: x\r\n`
        const chunks = (text.match(/[^]{1,700}/g) ?? []).map(
          (chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
        )
        sent += [
          `${head}Content-Length: ${text.length}\r\n\r\n${text}`,
          `${head}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`,
        ][below(2)]
        expected.push(path === 'never' ? 'unread' : `${text.length} ${text.slice(-4)}`)
      }
      sent += get('now', 'Connection: close\r\n')
      expected.push('0 ')
      const pieces: string[] = []
      while (sent !== '') {
        const length = 1 + below([3, 500, 200_000][below(3)] ?? 1)
        pieces.push(sent.slice(0, length))
        sent = sent.slice(length)
      }
      const answers = await exchange(port, ...pieces)
      expect(answers.map((answer) => answer.body)).toEqual(expected)
    },
  )
})
