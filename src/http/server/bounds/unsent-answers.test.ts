import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { logInto } from '../../../../test/harness/core/server.ts'
import { createServer } from '../create.ts'

const megabyte = 1_048_576
const answerBytes = 16 * megabyte

test('answers that nobody reads are given up, the oldest of the client with the most first', async () => {
  const app = createServer(logInto([]), 'real', {
    unsentCharactersMax: 60 * megabyte,
    trustedProxies: ['127.0.0.1'],
  })
  app.get('/large', async () => 'x'.repeat(answerBytes))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const closed: string[] = []
  const ask = async (client: string, name: string) => {
    const accepted = once(app.server, 'connection') as Promise<[Socket]>
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    const [theirs] = await accepted
    theirs.once('close', () => closed.push(name))
    socket.write(`GET /large HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n\r\n`)
    await once(socket, 'readable')
    return socket
  }
  await ask('192.0.2.1', 'other')
  await ask('192.0.2.2', 'first')
  await ask('192.0.2.2', 'second')
  const [fourth] = [await ask('192.0.2.2', 'third'), await ask('192.0.2.3', 'reader')].slice(1)
  expect(closed).toEqual(['first', 'second'])
  let bytes = 0
  fourth?.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes >= answerBytes) app.server.emit('whole')
  })
  await once(app.server, 'whole')
  expect(closed).toEqual(['first', 'second'])
})
