import { domainToASCII } from 'node:url'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpServer } from '../../contract/resources/smtp-url.ts'
import type { BuiltMessage } from '../../rendering/message.ts'
import type { Outcome } from '../outcome.ts'
import { classifySmtpFailure, saysNo, saysTaken } from './reply.ts'
import type { SmtpFailure } from './reply.ts'

export type SmtpClient = { localAddress: string | null; ehloName?: string | undefined }

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

/** Longer replies are treated as an attack. */
const responseBytesMax = 64 * 1024
const goodbyeMs = 1000

/** Never rejects; the failure is always `untried`. */
export async function openSession(
  server: SmtpServer,
  client: SmtpClient,
  timeouts: SmtpTimeouts,
): Promise<Opened> {
  let isWritten = false
  const connection = new SMTPConnection({
    ...connectionOptions(server, client, timeouts),
    // Only the library's log reports that the last octet of a message was written.
    logger: listenTo((entry) => {
      if (entry.tnx === 'message') isWritten = true
    }),
  })
  connection.on('error', () => {})
  const patience = timeouts.connect + timeouts.greeting + timeouts.socket
  const problem =
    (await step(connection, patience, (done) => connection.connect(done))) ??
    (server.credentials === null ? null : await logIn(connection, server.credentials, timeouts.socket))
  if (problem !== null) {
    connection.close()
    return { failure: classifySmtpFailure(problem, 'opening') }
  }
  const written = {
    get: () => isWritten,
    forget: () => {
      isWritten = false
    },
  }
  return { session: sessionOver(connection, written, timeouts) }
}

function connectionOptions(
  { host, port, secure, tls }: SmtpServer,
  { localAddress, ehloName }: SmtpClient,
  timeouts: SmtpTimeouts,
) {
  return {
    host,
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
  if (!connection.allowsAuth) return { message: 'the server offers no log-in' }
  return step(connection, patience, (done) => connection.login({ credentials }, done))
}

type Written = { get: () => boolean; forget: () => void }

function sessionOver(connection: SMTPConnection, written: Written, timeouts: SmtpTimeouts): SmtpSession {
  let isSpoilt = false
  return {
    isOpen: () => !connection.destroyed && !isSpoilt,
    onEnd: (listener) => connection.once('end', listener),
    async send(message) {
      const { isSound, ...transmitted } = await transmit(connection, written, message, timeouts.message)
      if (!isSound) isSpoilt = true
      return transmitted
    },
    async renew() {
      if (!connection.destroyed && !isSpoilt) {
        const problem = await step(connection, timeouts.socket, (done) => connection.reset(done))
        if (problem === null && !connection.destroyed) return true
      }
      isSpoilt = true
      connection.close()
      return false
    },
    end() {
      isSpoilt = true
      if (connection.destroyed) return
      const timer = setTimeout(() => connection.close(), goodbyeMs)
      connection.once('end', () => clearTimeout(timer))
      connection.quit()
    },
  }
}

/** @returns `isSound`: false if the next reply might belong to this message. */
async function transmit(
  connection: SMTPConnection,
  written: Written,
  { envelope, raw }: BuiltMessage,
  patience: number,
): Promise<Transmitted & { isSound: boolean }> {
  written.forget()
  let response = ''
  const problem = await step(connection, patience, (done) =>
    connection.send(envelopeOf(envelope, raw.length), raw, (error, info) => {
      response = info?.response ?? ''
      done(error ?? undefined)
    }),
  )
  if (problem === null && written.get() && saysTaken(response)) {
    return { outcome: { kind: 'accepted' }, isLost: false, isSound: true }
  }
  const isTooEarly = problem?.code === 'EMESSAGE' && problem.response !== undefined && !written.get()
  const failure = problem ?? { message: `the server answered out of turn: ${response}` }
  const outcome = classifySmtpFailure(failure, written.get() ? 'written' : 'before')
  const isGone = connection.destroyed && problem?.response === undefined
  // 421 closes the connection, so another one may work; after 450, 451 or 452 it may not.
  const isPutOff = /^45\d/.test(problem?.response ?? '')
  return {
    outcome,
    isLost: !written.get() && (isGone || (outcome.kind === 'untried' && !isPutOff)),
    isSound: saysNo(problem?.response) && !isTooEarly,
  }
}

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
    const onEnd = () => setImmediate(() => done({ message: 'the server closed the connection' }))
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
function envelopeOf({ from, to }: BuiltMessage['envelope'], size: number) {
  return { from: inAscii(from), to: inAscii(to), size }
}

function inAscii(address: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly ASCII
  if (/^[\x00-\x7f]*$/.test(address)) return address
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`
}

function listenTo(listener: (entry: { tnx?: string }) => void) {
  const ignore = () => {}
  return { trace: ignore, debug: ignore, info: listener, warn: ignore, error: ignore, fatal: ignore }
}
