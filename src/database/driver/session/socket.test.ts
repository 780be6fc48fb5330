import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { expect, inject, onTestFinished, test } from 'vitest'
import { selfSignedCertificate } from '../../../../test/harness/fakes/certificate.ts'
import { readAddress } from '../../address.ts'
import { connect, type Database } from '../connection.ts'
import { retryable } from '../../retry.ts'

type Gate = (client: net.Socket) => void

async function aGate(gate: Gate): Promise<number> {
  const clients = new Set<net.Socket>()
  const server = net.createServer((client) => {
    clients.add(client.on('error', () => {}))
    client.once('data', () => gate(client))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const client of clients) client.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function aPool(port: number, query: string, host = '127.0.0.1'): Database {
  const sql = connect(`postgres://postgres@${host}:${port}/postgres?${query}`, {
    max: 1,
    applicationName: 'x',
  })
  onTestFinished(() => sql.end())
  return sql
}

const { path: serverSocket } = readAddress(inject('databaseServer').url)

/** The real server, behind a certificate for `localhost`. */
const encrypted: Gate = (client) => {
  client.write('S')
  const secure = new tls.TLSSocket(client, { isServer: true, ...selfSignedCertificate('localhost') })
  const far = net.connect(serverSocket ?? '').on('error', () => {})
  secure.on('error', () => far.destroy())
  secure.pipe(far).pipe(secure)
}

test.runIf(serverSocket)(
  'statements run over an encrypted connection, and its loss is an error',
  async () => {
    const sql = aPool(await aGate(encrypted), 'sslmode=require')
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
    const work = sql.begin(async (inner) => inner`select pg_terminate_backend(pg_backend_pid())`)
    await expect(work).rejects.toSatisfy(retryable)
    expect(await sql`select 2 as two`).toEqual([{ two: 2 }])
  },
)

test.runIf(serverSocket)('a server that refuses us over an encrypted connection is an error', async () => {
  const port = await aGate(encrypted)
  const sql = connect(`postgres://nobody@127.0.0.1:${port}/postgres?sslmode=require`, {
    max: 1,
    applicationName: 'x',
  })
  onTestFinished(() => sql.end())
  await expect(sql`select 1`).rejects.toMatchObject({ code: '28000' })
})

test('a certificate that nobody vouches for is refused where it is to be verified', async () => {
  const names: string[] = []
  const port = await aGate((client) => {
    client.write('S')
    const secure = new tls.TLSSocket(client, {
      isServer: true,
      ...selfSignedCertificate('localhost'),
      SNICallback: (name, answer) => {
        names.push(name)
        answer(null)
      },
    })
    secure.on('error', () => {})
  })
  const sql = aPool(port, 'sslmode=verify-full', 'localhost')
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(names).toEqual(['localhost'])
})

test('a server without encryption is refused where it is required, with nothing said to it', async () => {
  const said: string[] = []
  const port = await aGate((client) => {
    client.on('data', (data) => said.push(String(data)))
    client.write('N')
  })
  await expect(aPool(port, 'sslmode=require')`select 1`).rejects.toThrow(
    'The database server does not offer an encrypted connection.',
  )
  expect(said).toEqual([])
})

test('what comes together with the answer to the question for encryption is not trusted', async () => {
  const port = await aGate((client) => client.write('SX'))
  await expect(aPool(port, 'sslmode=require')`select 1`).rejects.toThrow(
    'does not offer an encrypted connection',
  )
})

test('a server that hangs up instead of encrypting is an error at once', async () => {
  const port = await aGate((client) => client.end())
  await expect(aPool(port, 'sslmode=require')`select 1`).rejects.toSatisfy(retryable)
})
