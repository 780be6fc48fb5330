import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode, RECURSION_DESIRED, type Answer } from 'dns-packet'
import { onTestFinished } from 'vitest'

/** A name server on loopback. Tests may change `txt` and `addresses`; a name that is in neither does not exist. */
export type DnsServer = {
  /** In the form of `DNS_SERVERS`. */
  address: string
  txt: Map<string, string[]>
  /** IPv4 only. */
  addresses: Map<string, string[]>
  /** Gets no answer, as of name servers that are down. */
  isSilent: (name: string, type: string) => boolean
  asked: string[]
  /** Answers everything with SERVFAIL. */
  isBroken: boolean
  /** Of each answer, what is sent. */
  spoil: (answer: Buffer) => Buffer
}

export async function aDnsServer(): Promise<DnsServer> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => new Promise((resolve) => socket.close(() => resolve())))
  const server: DnsServer = {
    address: `127.0.0.1:${socket.address().port}`,
    txt: new Map(),
    addresses: new Map(),
    isSilent: () => false,
    asked: [],
    isBroken: false,
    spoil: (answer) => answer,
  }
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message)
    const { name = '', type = 'TXT' } = questions[0] ?? {}
    server.asked.push(name)
    if (server.isSilent(name, type)) return
    const isKnown = server.txt.has(name) || server.addresses.has(name)
    const code = server.isBroken ? 2 : isKnown ? 0 : 3
    const answer = encode({
      type: 'response',
      id: id ?? 0,
      flags: RECURSION_DESIRED | code,
      questions,
      answers: code === 0 ? answersTo(server, name, type) : [],
    })
    socket.send(server.spoil(answer), from.port, from.address)
  })
  return server
}

function answersTo({ txt, addresses }: DnsServer, name: string, type: string): Answer[] {
  if (type === 'A') return (addresses.get(name) ?? []).map((data) => ({ type, name, ttl: 0, data }))
  if (type !== 'TXT') return []
  // A string of a record has at most 255 bytes.
  return (txt.get(name) ?? []).map((text) => ({ type, name, ttl: 0, data: text.match(/.{1,255}/g) ?? [] }))
}
