import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, RECURSION_DESIRED } from 'dns-packet'
import { onTestFinished } from 'vitest'

/** A name server on loopback. Tests may change `txt`; a name that is not in it does not exist. */
export type DnsServer = {
  /** In the form of `DNS_SERVERS`. */
  address: string
  txt: Map<string, string[]>
  asked: string[]
  /** Answers everything with SERVFAIL. */
  isBroken: boolean
}

export async function aDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => new Promise((resolve) => socket.close(() => resolve())))
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    txt: new Map(),
    asked: [],
    isBroken: false,
  }
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message)
    const name = questions[0]?.name ?? ''
    server.asked.push(name)
    const records = server.txt.get(name)
    const code = server.isBroken ? 2 : records === undefined ? 3 : 0
    const answer = encode({
      type: 'response',
      id: id ?? 0,
      flags: RECURSION_DESIRED | code,
      questions,
      // A string of a record has at most 255 bytes.
      answers: (code === 0 ? (records ?? []) : []).map((text) => ({
        type: 'TXT',
        name,
        ttl: 0,
        data: text.match(/.{1,255}/g) ?? [],
      })),
    })
    socket.send(answer, from.port, from.address)
  })
  return server
}
