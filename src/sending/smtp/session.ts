import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from '../../contract/resources/smtp-url.ts'
import { createLookup, type Lookup } from '../../outbound/names/addresses.ts'
import type { BuiltMessage } from '../../rendering/message.ts'
import type { Outcome } from '../outcome.ts'
import { classifySmtpFailure, type SmtpFailure } from './reply.ts'
import { readOffers, transact, type Handed, type Offers } from './transaction.ts'
import { responseBytesMax, takeWire, type Wire } from './wire.ts'

export type SmtpClient = {
  localAddress: string | null
  ehloName?: string | undefined
  /** Whose relay it is, and whose look-ups of names count together. Default: the server's own. */
  organizationId?: number | undefined
  lookup?: Lookup | undefined
}

/** Milliseconds. */
export type SmtpTimeouts = {
  connect: number
  greeting: number
  socket: number
  /** For a whole message, so that a slow server cannot hold it forever. */
  message: number
}

/** `isLost`: the connection ended before the server could have accepted the message. */
export type Transmitted = { outcome: Outcome; isLost: boolean }

/** Send one message at a time. */
export type SmtpSession = {
  send: (message: BuiltMessage) => Promise<Transmitted>
  /** @returns false if the connection failed and is closed. */
  renew: () => Promise<boolean>
  isOpen: () => boolean
  onEnd: (listener: () => void) => void
  end: () => void
}

export type Opened = { session: SmtpSession } | { failure: Outcome }

const goodbyeMs = 1000
/** A server that is sound says less than a hundredth of it until the log-in is over. */
const openingBytesMax = 4 * responseBytesMax

const lookUp = createLookup()
/** More would take longer than a message may wait for a connection. */
const addressesTried = 4

/** Tries the addresses of the server in turn. Never rejects; the failure is always `untried`. */
export async function openSession(
  server: SmtpServer,
  client: SmtpClient,
  timeouts: SmtpTimeouts,
): Promise<Opened> {
  const addresses = await addressesOf(server.host, client, timeouts.connect)
  if ('message' in addresses) return { failure: classifySmtpFailure(addresses, 'opening') }
  const share = { ...timeouts, connect: Math.ceil(timeouts.connect / addresses.length) }
  for (const [index, address] of addresses.entries()) {
    const opened = await openAt(address, server, { client, timeouts: share })
    if ('session' in opened || !opened.isUnreached || index === addresses.length - 1) return opened
  }
  return { failure: classifySmtpFailure(gone, 'opening') }
}

/**
 * The library would ask the system for a name that name servers do not know or are silent about. That cannot be cancelled
 * and holds one of the few threads that also read files: relays whose names hang would stop everything that sends.
 */
async function addressesOf(
  host: string,
  { localAddress, organizationId: asker, lookup = lookUp }: SmtpClient,
  patience: number,
): Promise<readonly string[] | SmtpFailure> {
  if (isIP(host) !== 0) return [host]
  try {
    // Who names a relay is an administrator of the system.
    const asked = { asker, isOperators: true, signal: AbortSignal.timeout(patience) }
    const all = await lookup(host, asked)
    const ofFamily = all.filter((one) => localAddress === null || isIP(one) === isIP(localAddress))
    return (ofFamily.length > 0 ? ofFamily : all).slice(0, addressesTried)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { message: `no mail server named ${host} could be found: ${reason}` }
  }
}

async function openAt(
  address: string,
  server: SmtpServer,
  { client, timeouts }: { client: SmtpClient; timeouts: SmtpTimeouts },
): Promise<{ session: SmtpSession } | { failure: Outcome; isUnreached: boolean }> {
  const connection = new SMTPConnection(connectionOptions(address, server, { client, timeouts }))
  connection.on('error', () => {})
  const patience = timeouts.connect + timeouts.greeting + timeouts.socket
  const meter = limitOpening(connection)
  const problem = await step(connection, patience, (done) => connection.connect(done))
  const offers = readOffers(String(connection.lastServerResponse))
  const refusal =
    problem ??
    (server.credentials === null ? null : await logIn(connection, server.credentials, timeouts.socket))
  clearInterval(meter)
  const socket = connection._socket ?? false
  if (refusal !== null || socket === false) {
    connection.close()
    const isUnreached = problem?.command === 'CONN' && problem.response === undefined
    return { failure: classifySmtpFailure(refusal ?? gone, 'opening'), isUnreached }
  }
  return { session: sessionOver(connection, takeWire(connection, socket), { offers, timeouts }) }
}

/** The library bounds one reply, but keeps empty lines without end. */
function limitOpening(connection: SMTPConnection): NodeJS.Timeout {
  return setInterval(() => {
    const socket = connection._socket ?? false
    if (socket !== false && socket.bytesRead > openingBytesMax)
      socket.destroy(new Error('a reply of the server has no end'))
  }, 20)
}

function connectionOptions(
  address: string,
  { host, port, secure, tls }: SmtpServer,
  { client, timeouts }: { client: SmtpClient; timeouts: SmtpTimeouts },
) {
  const { localAddress, ehloName } = client
  return {
    host: address,
    // The name in the certificate.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure,
    requireTLS: tls === 'required' && !secure,
    ignoreTLS: tls === 'off',
    tls: { rejectUnauthorized: tls !== 'insecure' },
    // The library's timeout includes the greeting.
    connectionTimeout: timeouts.connect + timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    dnsTimeout: timeouts.connect,
    socketTimeout: timeouts.socket,
    maxResponseSize: responseBytesMax,
    ...(localAddress === null ? {} : { localAddress }),
    ...(ehloName === undefined ? {} : { name: ehloName }),
  }
}

async function logIn(
  connection: SMTPConnection,
  credentials: { user: string; pass: string },
  patience: number,
): Promise<SmtpFailure | null> {
  // An attacker on the network could remove AUTH from the server's capabilities.
  if (!connection.allowsAuth) return { message: 'the server offers no log-in', code: 'EAUTH' }
  return step(connection, patience, (done) => connection.login({ credentials }, done))
}

function sessionOver(
  connection: SMTPConnection,
  wire: Wire,
  { offers, timeouts }: { offers: Offers; timeouts: SmtpTimeouts },
): SmtpSession {
  let isSpoilt = false
  const isOpen = () => wire.isOpen() && !isSpoilt
  return {
    isOpen,
    onEnd: (listener) => connection.once('end', listener),
    async send(message) {
      const envelope = { from: inAscii(message.envelope.from), to: inAscii(message.envelope.to) }
      const timer = closeAfter(wire, timeouts.message)
      const handed = await transact(wire, offers, { ...message, envelope })
      clearTimeout(timer)
      if (!handed.isSound) isSpoilt = true
      return transmitted(handed, wire.isOpen())
    },
    async renew() {
      if (isOpen() && (await isReset(wire, timeouts.socket))) return true
      isSpoilt = true
      wire.close('the connection is of no more use')
      return false
    },
    end() {
      isSpoilt = true
      void quit(wire)
    },
  }
}

async function quit(wire: Wire): Promise<void> {
  const timer = closeAfter(wire, goodbyeMs)
  if (wire.write('QUIT\r\n', 1)) await wire.reply()
  clearTimeout(timer)
  wire.close('the connection was ended')
}

function closeAfter(wire: Wire, ms: number): NodeJS.Timeout {
  return setTimeout(() => wire.close(`not done within ${ms / 1000} seconds`), ms)
}

async function isReset(wire: Wire, patience: number): Promise<boolean> {
  const timer = closeAfter(wire, patience)
  wire.write('RSET\r\n', 1)
  const reply = await wire.reply()
  clearTimeout(timer)
  return typeof reply === 'string' && reply.startsWith('2')
}

function transmitted({ problem, isWritten }: Handed, isOpen: boolean): Transmitted {
  if (problem === null) return { outcome: { kind: 'accepted' }, isLost: false }
  const outcome = classifySmtpFailure(problem, isWritten ? 'written' : 'before')
  const isGone = !isOpen && problem.response === undefined
  // 421 closes the connection, so another one may work; after 450, 451 or 452 it may not.
  const isPutOff = /^45\d/.test(problem.response ?? '')
  return { outcome, isLost: !isWritten && (isGone || (outcome.kind === 'untried' && !isPutOff)) }
}

const gone: SmtpFailure = { message: 'the server closed the connection' }

type Done = (error?: SmtpFailure | null) => void

/** The library calls back, emits `error`, or only emits `end`. @returns null on success. */
function step(
  connection: SMTPConnection,
  patience: number,
  begin: (done: Done) => void,
): Promise<SmtpFailure | null> {
  return new Promise((resolve) => {
    const done = (problem: SmtpFailure | null) => {
      clearTimeout(timer)
      connection.off('error', onError)
      connection.off('end', onEnd)
      resolve(problem)
    }
    const onError = (error: SmtpFailure) => done(error)
    // The callback, which has a reason, may follow.
    const onEnd = () => setImmediate(() => done(gone))
    const timer = setTimeout(() => {
      done({ message: `not done within ${patience / 1000} seconds` })
      connection.close()
    }, patience)
    connection.on('error', onError)
    connection.on('end', onEnd)
    if (connection.destroyed) return onEnd()
    begin((error) => done(error ?? null))
  })
}

/** ASCII domains (RFC 5891), which every server accepts. */
function inAscii(address: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly ASCII
  if (/^[\x00-\x7f]*$/.test(address)) return address
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}
