import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import * as fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readAll } from '../../../test/harness/fakes/remote/read.ts'
import { byDay } from '../../../test/harness/night.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

/** With its own length, or another one that it claims. */
function packet(body: Buffer, number: number, length = body.length): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntLE(length & 0xff_ff_ff, 0, 3)
  head[3] = number & 0xff
  return Buffer.concat([head, body])
}

const greeting = (plugin: string, version = 10) =>
  Buffer.concat([
    Buffer.from([version]),
    latin('8.0.1\0\x01\0\0\0saltsalt\0\xff\xf7\x21\x02\0\xff\x01\x15'),
    Buffer.alloc(10),
    latin(`saltsaltsalt\0${plugin}\0`),
  ])
const ok = latin('\0\0\0\x02\0\0\0')
/** One column named `n`, as MySQL describes it. */
const column = latin('\x03def\0\0\0\x01n\0\x0c\x21\0\xff\0\0\0\xfd\0\0\0\0\0')

const bodies = fc.oneof(
  { weight: 3, arbitrary: fc.constant(ok) },
  fc.constantFrom(
    column, latin('\x01'), latin('\x01a'), latin('\xfe\0\0\x02\0'), latin('\xff\x15\x04#28000no'), latin('\xff'), latin(''), latin('\xfb/etc/passwd'),
    // So many columns, or bytes of a value.
    latin('\xfc\xff\xff'), latin('\xfd\xff\xff\xff'), latin('\xfe\xff\xff\xff\xff\xff\xff\xff\xff'), latin('\xfe\xff\xff\xff\x7f\0\0\0\0'),
    // Of a prepared statement: so many parameters and columns.
    latin('\0\x01\0\0\0\0\0\0\0\0\0\0'), latin('\0\x01\0\0\0\xff\xff\xff\xff\0\0\0'),
    // Another way to log in.
    latin('\xfemysql_clear_password\0'), latin('\xfesha256_password\0salt'), latin('\xfe'), latin('\x01\x03'), latin('\x01\x04'), latin('\x02x\0'),
  ), // oxfmt-ignore
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(0, 0xfb, 0x41).map((byte) => Buffer.alloc(3_000_000, byte)),
)
const answers = fc.array(
  fc.array(fc.record({ body: bodies, length: fc.option(fc.constantFrom(0, 1, 0xff_ff_ff), { freq: 6 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  { maxLength: 8 },
)
const greetings = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('mysql_native_password', 'caching_sha2_password').map((name) => greeting(name)) },
  fc.constantFrom(greeting('x', 9), greeting('x', 255), greeting('').subarray(0, 20), latin('\xff\x10\x04Too many')),
) // oxfmt-ignore

/** Greets, and says one of the answers to each of the commands; then it hangs up. */
async function aServer() {
  const said = { greeting: Buffer.alloc(0), answers: [] as Buffer[] }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const left = [...said.answers]
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', () => {
      const next = left.shift()
      if (next === undefined) socket.end()
      else socket.write(next)
    })
    socket.write(packet(said.greeting, 0))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { said, port: (server.address() as AddressInfo).port }
}

function targetAt(port: number) {
  const login = { username: 'u', password: 'geheim', databaseName: 'd', tls: 'off', tlsCa: null } as const
  return { type: 'mysql', host: '127.0.0.1', port, ...login } as const
}

const limits = {
  connectSeconds: 0.7,
  firstRowSeconds: 2,
  nextRowSeconds: 2,
  totalSeconds: 5,
  rowBytesMax: 4_096,
}

test('whatever a server of MySQL says, a query ends in a sentence or in rows, and holds little memory', async () => {
  const { said, port } = await aServer()
  const before = process.memoryUsage().rss
  await fc.assert(
    fc.asyncProperty(greetings, answers, async (first, packets) => {
      said.greeting = first
      said.answers = packets.map((some) =>
        Buffer.concat(some.map(({ body, length }, at) => packet(body, at + 1, length ?? body.length))),
      )
      const got = await readAll(targetAt(port), 'select 1', { limits })
      if (got.message !== '') expect(got.message).toMatch(/^[A-Z0-9][^\n]{0,600}\.$/)
      expect(got.message).not.toContain('geheim')
      expect(got.rows.length).toBeLessThan(1_000)
      expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20)
    }),
    { numRuns: byDay(6, 400) },
  )
})

/** A sound log-in, and then what `rows` says to each command. */
async function afterLogin(...rows: Buffer[]) {
  const { said, port } = await aServer()
  said.greeting = greeting('mysql_native_password')
  said.answers = [packet(ok, 2), packet(ok, 1), ...rows]
  return {
    target: targetAt(port),
    patient: { ...limits, connectSeconds: 60, firstRowSeconds: 60, totalSeconds: 60 },
  }
}

test.each([
  ['columns without number', packet(latin('\xfe\xff\xff\xff\xff\xff\xff\xff\xff'), 1)],
  ['four billion columns', packet(latin('\xfe\xff\xff\xff\xff\0\0\0\0'), 1)],
  ['a packet that goes on in ever more packets', Buffer.concat(Array<Buffer>(3).fill(packet(Buffer.alloc(0xff_ff_ff), 1)))],
])('%s end in a sentence', async (_what, rows) => {
  const { target } = await afterLogin(rows, rows, rows, rows, rows)
  const { message } = await readAll(target, 'select 1', { limits })
  expect(message).toMatch(/^[A-Z0-9][^\n]{0,600}\.$/)
}) // oxfmt-ignore

test('a driver that wonders at what it reads writes nothing into the log of the server', async () => {
  const written = vi.spyOn(process.stderr, 'write')
  onTestFinished(() => written.mockRestore())
  const { target, patient } = await afterLogin(packet(ok, 7))
  await readAll(target, 'select 1', { limits: patient })
  expect(written).not.toHaveBeenCalled()
})

test('of many megabytes of rows a server gets rid of a few', async () => {
  const rows = Array.from({ length: 32 }, (_, n) => packet(Buffer.alloc(1_000_000, 0x41), n + 4))
  const head = [latin('\x01'), column, latin('\xfe\0\0\x02\0')].map((body, at) => packet(body, at + 1))
  const { target, patient } = await afterLogin(Buffer.concat([...head, ...rows]))
  const { message } = await readAll(target, 'select 1', { limits: patient })
  expect(message).toMatch(/^The database sent more than \d+ MB for one fetch of rows/)
})
