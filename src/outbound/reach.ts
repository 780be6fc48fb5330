import { isIP, connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  admit,
  bareHost,
  hostOf,
  isNamed,
  kindOf,
  portOf,
  resolveHost,
  type Admission,
} from './address-guard.ts'
import type { Lookup } from './names/addresses.ts'
import { isSameAddress } from './network.ts'
import { finalFailure, passingFailure } from './request-failed.ts'

export type GuardedConnection = {
  socket: Socket
  /** An HTTP parser takes a broken connection for the end of a response without a length. */
  isBroken: () => boolean
}

/** @throws RequestFailed; any error once `signal` is aborted. The caller limits the time and destroys the socket. */
export async function reachGuarded(
  url: URL,
  { lookup, ...admission }: Admission & { lookup: Lookup | undefined },
  signal: AbortSignal,
): Promise<{ addresses: readonly string[]; connection: GuardedConnection }> {
  const { named } = kindOf(admission)
  const isOperators = isNamed(url, admission.allow)
  const asked = { named, isOperators, asker: admission.organizationId, signal }
  const addresses = await unlessAborted(resolveHost(url, lookup, asked), signal)
  admit(url, addresses, admission)
  return { addresses, connection: await connectGuarded(url, { addresses, named }, signal) }
}

/** Resolves no name, and compares the socket's remote address with `addresses` before TLS begins or a byte is sent. */
async function connectGuarded(
  url: URL,
  { addresses, named }: { addresses: readonly string[]; named: string },
  signal: AbortSignal,
): Promise<GuardedConnection> {
  const tcp = connectTcp({
    host: bareHost(url),
    port: Number(portOf(url)),
    lookup: answerWith(addresses),
    autoSelectFamily: true,
    // Node's default of 250 ms is too short for a distant host with several addresses.
    autoSelectFamilyAttemptTimeout: 1000,
    signal,
  })
  const isTcpBroken = watchErrors(tcp)
  await opened(tcp, 'connect').catch((error: unknown) => {
    throw passingFailure(
      `The server at ${hostOf(url)} could not be reached`,
      `check the ${named} and the server`,
      error,
    )
  })
  if (!addresses.some((address) => isSameAddress(address, tcp.remoteAddress ?? ''))) {
    tcp.destroy()
    throw finalFailure(
      `The connection to ${hostOf(url)} reached an address that its name does not resolve to.`,
    )
  }
  if (url.protocol === 'http:') return { socket: tcp, isBroken: isTcpBroken }
  const tls = await secured(tcp, url)
  const isTlsBroken = watchErrors(tls)
  return { socket: tls, isBroken: () => isTcpBroken() || isTlsBroken() }
}

async function secured(tcp: Socket, url: URL): Promise<Socket> {
  const host = bareHost(url)
  const servername = isIP(host) === 0 ? host : ''
  const tls = connectTls({ socket: tcp, host, servername, ALPNProtocols: ['http/1.1'] })
  await opened(tls, 'secureConnect').catch((error: unknown) => {
    tcp.destroy()
    throw passingFailure(
      `No secure connection to ${hostOf(url)} could be made`,
      'check its certificate',
      error,
    )
  })
  return tls
}

function answerWith(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, _options, callback) => callback(null, answers)
}

/** Without a listener between two owners of the socket, an error would end the process. */
function watchErrors(socket: Socket): () => boolean {
  let isBroken = false
  socket.on('error', (error) => {
    isBroken ||= 'syscall' in error
  })
  return () => isBroken
}

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, () => resolve())
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed.')))
  })
}

/** Also for a look-up that still waits for its turn. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
