import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/**
 * A real SMTP server on loopback that writes down what it gets, and that misbehaves when it is told to, by a script or
 * at random.
 */

/** Where in a session: at the connection, after MAIL, after RCPT, within the message, after the whole message. */
export type Stage = 'connect' | 'mail' | 'rcpt' | 'data' | 'dot'

/**
 * - `close`: the socket is destroyed without an answer. At `dot` the server still has the message.
 * - `close_after`: only at `dot`: answers 250 and destroys the socket at once.
 * - `stall`: never answers; the socket stays open.
 * - a reply: that code and text. At `data` it comes before the end of the message.
 */
export type Fault = 'close' | 'close_after' | 'stall' | { code: number; text?: string }

export type Moment = {
  /** Messages begun (MAIL) on this server before, over all connections; connections at `connect`. */
  nth: number
  /** Messages begun before on the same connection. */
  onConnection: number
  /** '' while it is unknown. */
  from: string
  to: string
}

export type Decide = (stage: Stage, moment: Moment) => Fault | null

export type SunkMessage = {
  from: string
  to: string
  raw: Buffer
  /** Whether "250" was sent. Otherwise the server has the message and gave no answer. */
  answered: boolean
  connection: number
  remoteAddress: string
  /** The name in EHLO. */
  ehlo: string
  user: string | undefined
  secure: boolean
}

export type SinkOptions = {
  decide?: Decide
  /** Required credentials. */
  auth?: { user: string; pass: string }
  /** PEM; with `secure` from the first octet, without by STARTTLS. */
  tls?: { key: string; cert: string; secure?: boolean }
  /** Largest message in bytes; announced in the answer to EHLO. */
  size?: number
  /** The port of a stopped sink. */
  port?: number
  host?: string
  /** false: `messages` stays empty, for floods; see `onMessage`. */
  keep?: boolean
  onMessage?: (message: SunkMessage) => void
  /** Delay of the answer to a message. */
  slowMs?: number
  /** Whether EHLO offers PIPELINING; default true. */
  isPipelining?: boolean
}

type Connected = { number: number; socket: Socket; begun: number }

export async function startSmtpSink(options: SinkOptions = {}) {
  const messages: SunkMessage[] = []
  const connected = new Map<string, Connected>()
  const counts = { taken: 0, begun: 0, connections: 0, open: 0, mostOpen: 0 }
  let decide: Decide = options.decide ?? (() => null)

  const momentOf = (stage: Stage, session: SMTPServerSession): Moment => ({
    nth: (stage === 'connect' ? counts.connections : counts.begun) - 1,
    onConnection: (connected.get(session.id)?.begun ?? 1) - 1,
    ...envelopeOf(session),
  })

  /** Runs the script; true: it has not answered, go on as usual. */
  const act = (stage: Stage, session: SMTPServerSession, refuse: (error: Error) => void): boolean => {
    const connection = connected.get(session.id)
    const fault = decide(stage, momentOf(stage, session))
    if (fault === null || fault === 'close_after') return true
    if (fault === 'close') connection?.socket.destroy()
    else if (fault !== 'stall') refuse(refusal(fault))
    return false
  }

  const finish = (
    session: SMTPServerSession,
    raw: Buffer,
    done: (error?: Error | null, text?: string) => void,
  ) => {
    const connection = connected.get(session.id)
    const take = (answered: boolean) => {
      const message = sunkMessage(session, { raw, answered, connection: connection?.number ?? 0 })
      counts.taken += 1
      if (options.keep !== false) messages.push(message)
      options.onMessage?.(message)
    }
    const fault = decide('dot', momentOf('dot', session))
    if (fault === 'close' || fault === 'stall') {
      take(false)
      if (fault === 'close') connection?.socket.destroy()
    } else if (fault === null || fault === 'close_after') {
      take(true)
      const answer = () => {
        done(null, 'taken')
        if (fault === 'close_after') connection?.socket.destroySoon()
      }
      if (options.slowMs === undefined) answer()
      else setTimeout(answer, options.slowMs)
    } else done(refusal(fault))
  }

  const server = new SMTPServer({
    ...options.tls,
    secure: options.tls?.secure ?? false,
    ...(options.size === undefined ? {} : { size: options.size }),
    authOptional: options.auth === undefined,
    allowInsecureAuth: true,
    disabledCommands: [
      ...(options.auth === undefined ? ['AUTH'] : []),
      ...(options.tls === undefined ? ['STARTTLS'] : []),
    ],
    hidePIPELINING: options.isPipelining === false,
    disableReverseLookup: true,
    closeTimeout: 1,
    socketTimeout: 600_000,
    onAuth({ username, password }, _session, done) {
      if (username === options.auth?.user && password === options.auth?.pass) done(null, { user: username })
      else done(Object.assign(new Error('who are you?'), { responseCode: 535 }))
    },
    onConnect(session, done) {
      const socket = socketOf(server, session.id)
      counts.connections += 1
      counts.open += 1
      counts.mostOpen = Math.max(counts.mostOpen, counts.open)
      connected.set(session.id, { number: counts.connections, socket, begun: 0 })
      socket.once('close', () => {
        counts.open -= 1
        connected.delete(session.id)
      })
      if (act('connect', session, done)) done()
    },
    onMailFrom(address, session, done) {
      counts.begun += 1
      const connection = connected.get(session.id)
      if (connection !== undefined) connection.begun += 1
      const envelope = { mailFrom: address, rcptTo: [] }
      if (act('mail', { ...session, envelope }, done)) done()
    },
    onRcptTo(address, session, done) {
      const envelope = { ...session.envelope, rcptTo: [address] }
      if (act('rcpt', { ...session, envelope }, done)) done()
    },
    onData(stream, session, done) {
      const connection = connected.get(session.id)
      const answerEarly = ({ responseCode, message }: Error & { responseCode?: number }) =>
        connection?.socket.write(`${responseCode} ${message}\r\n`)
      const chunks: Buffer[] = []
      let lost = false
      stream.once('data', () => {
        lost = !act('data', session, answerEarly)
      })
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (!lost) finish(session, Buffer.concat(chunks), done)
      })
    },
  })
  server.on('error', () => {}) // Of single sockets: they are meant to break.
  const host = options.host ?? '127.0.0.1'
  const listener = server.listen(options.port ?? 0, host)
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const credentials = options.auth === undefined ? '' : `${options.auth.user}:${options.auth.pass}@`
  return {
    port,
    url: `${options.tls?.secure === true ? 'smtps' : 'smtp'}://${credentials}${host}:${port}`,
    messages,
    counts,
    /** Replaces the script. */
    decide(next: Decide) {
      decide = next
    },
    /** Breaks all connections, and rejects new ones. */
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const { socket } of connected.values()) socket.destroy()
      await closed
    },
  }
}

function envelopeOf({ envelope: { mailFrom, rcptTo } }: SMTPServerSession): { from: string; to: string } {
  return { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo[0]?.address ?? '' }
}

function sunkMessage(
  session: SMTPServerSession,
  rest: Pick<SunkMessage, 'raw' | 'answered' | 'connection'>,
): SunkMessage {
  const { remoteAddress, user, secure, hostNameAppearsAs: ehlo } = session
  return { ...envelopeOf(session), ...rest, remoteAddress, ehlo, user, secure }
}

function refusal({ code, text = 'as it was told' }: { code: number; text?: string }): Error {
  return Object.assign(new Error(text), { responseCode: code })
}

/** Private in the library, but the only way to break a connection. */
function socketOf(server: SMTPServer, sessionId: string): Socket {
  const connections = server.connections as unknown as Set<{ id: string; _socket: Socket }>
  const found = [...connections].find(({ id }) => id === sessionId)
  if (found === undefined) throw new Error('a session without a connection')
  return found._socket
}

/** The message as a mail client parses it. */
export function readSunk({ raw }: SunkMessage) {
  return PostalMime.parse(raw)
}
