import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { messageOf } from '../../../test/harness/fakes/remote/lies.ts'
import { readAll } from '../../../test/harness/fakes/remote/read.ts'
import type { DatabaseTarget } from './target.ts'
import { watchLogin } from './login-watch.ts'

const asks = (kind: number, text = '') => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(kind)
  return messageOf({ type: 'R', body: Buffer.concat([head, Buffer.from(text)]) })
}
const scram = asks(10, 'SCRAM-SHA-256\0\0')
const rounds = (text: string) => asks(11, `r=nonce,s=c2FsdA==,${text}`)
const notice = messageOf({ type: 'N', body: Buffer.from('R'.repeat(300)) })

function firstRefusal(bytes: Buffer, size: number, isVerified = false): string | null {
  const watch = watchLogin({ isVerified })
  for (let at = 0; at < bytes.length; at += size) {
    const refusal = watch(bytes.subarray(at, at + size))
    if (refusal !== null) return refusal.message
  }
  return null
}

test.each([1, 2, 3, 7, 64, 10_000])('a log-in is understood in pieces of %i bytes', (size) => {
  const sound = [notice, scram, rounds('i=4096'), asks(12, 'v=signature'), asks(0), notice]
  expect(firstRefusal(Buffer.concat(sound), size)).toBeNull()
  expect(firstRefusal(Buffer.concat([scram, rounds('i=100000')]), size)).toBeNull()
  for (const hostile of [
    'i=100001',
    'i=2147483647',
    'i=4096,i=2147483647',
    'i=NaN',
    'i',
    'i=1e9,i=1,i=99999999',
  ])
    expect(firstRefusal(Buffer.concat([notice, scram, rounds(hostile)]), size), hostile).toMatch(
      /more than 100000 rounds|cannot be read/,
    )
  expect(firstRefusal(Buffer.concat([scram, rounds('i=1'), rounds('i=1')]), size)).toMatch(/cannot be read/)
  expect(firstRefusal(Buffer.alloc(100, asks(5, 'salt')), size)).toBeNull()
  expect(firstRefusal(Buffer.concat(Array.from({ length: 11 }, () => asks(5, 'salt'))), size)).toMatch(
    /cannot be/,
  )
  expect(firstRefusal(Buffer.from([82, 0, 0, 0, 1, 0, 0, 0]), size)).toMatch(/cannot be read/)
  expect(firstRefusal(asks(3), size)).toMatch(/in clear text: set tls to verify/)
  expect(firstRefusal(asks(3), size, true)).toBeNull()
})

/** @param heard what it was sent */
async function aHostileDatabase(answer: (socket: Socket, step: number) => void, heard: string[] = []) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let step = 0
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      heard.push(bytes.toString('latin1'))
      answer(socket, (step += 1))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const target: DatabaseTarget = {
    type: 'postgresql',
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    username: 'u',
    password: 'geheim',
    databaseName: 'd',
    tls: 'off',
    tlsCa: null,
  }
  return target
}

test('a database that asks for half an hour of hashing is refused at once', async () => {
  const target = await aHostileDatabase((socket, step) =>
    socket.write(step === 1 ? scram : rounds('i=2147483647')),
  )
  const beganMs = performance.now()
  const { message, retry } = await readAll(target, 'select 1')
  expect(message).toBe(
    'The database asks for more than 100000 rounds of hashing to log in: lower scram_iterations there, and set the password of the user again.',
  )
  expect(retry).toBe(false)
  expect(performance.now() - beganMs).toBeLessThan(10_000)
})

test('no password is sent in clear text to a database that has not proven its name', async () => {
  const heard: string[] = []
  const target = await aHostileDatabase((socket) => socket.write(asks(3)), heard)
  const { message } = await readAll(target, 'select 1')
  expect(message).toMatch(/^The database asks for the password in clear text: set tls to verify/)
  expect(heard.join('')).not.toContain('geheim')
})
