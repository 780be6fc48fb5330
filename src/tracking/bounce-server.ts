import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { unmapped } from '../outbound/network.ts'
import { isBounceEmail } from '../store/responses/returned-messages.ts'
import {
  createConnectionPlaces,
  placesOfOthers,
  placesOfRelays,
  type ConnectionPlaces,
} from './connection-places.ts'
import { createReturnedMail, readBytesMax, type TrackingEnvironment } from './returned.ts'
import { createMessageNames } from '../links/verp.ts'

export type BounceServerSettings = {
  host: string
  port: number
  relays: readonly string[]
  /** Milliseconds until the first command, and until the first MAIL. */
  patience?: Patience
}
type Patience = { command: number; mail: number }

export type BounceServer = { port: number; stop: () => Promise<void> }

const messageBytesMax = 1_048_576
const recipientsMax = 10
/** Per connection. Each unknown address costs a query, and many of them suggest address probing. */
const refusedMax = 20
const connectionMs = 300_000
const silenceMs = 60_000
const patienceMs: Patience = { command: 10_000, mail: 30_000 }

/**
 * Accepts only mail to return paths signed by this server and to the bounce addresses of organizations. It answers 250
 * after the report was recorded, so that the sending server keeps the message until then.
 */
export async function startBounceServer(
  environment: TrackingEnvironment,
  { host, port, relays, patience = patienceMs }: BounceServerSettings,
): Promise<BounceServer> {
  const idle = createIdleWatch(patience)
  const server = new SMTPServer({
    banner: 'Quiver takes bounces',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: messageBytesMax,
    maxRecipients: recipientsMax,
    maxClients: placesOfRelays + placesOfOthers,
    socketTimeout: silenceMs,
    closeTimeout: 5_000,
    ...limitsOf(createConnectionPlaces(relays)),
    ...takingOf(environment),
    onMailFrom: (_, session, callback) => {
      idle.hasMail(session)
      callback()
    },
  })
  server.server.on('connection', idle.watch)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // Errors of single connections; the sending server retries.
  server.on('error', (error) =>
    environment.log.debug({ err: error }, 'a connection to the bounce server failed'),
  )
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function limitsOf(places: ConnectionPlaces): Pick<SMTPServerOptions, 'onConnect' | 'onClose'> {
  const counted = new Map<string, string>()
  return {
    onConnect: ({ id, remoteAddress }, callback) => {
      if (!places.take(remoteAddress)) return callback(refusal(421, 'Too many connections'))
      counted.set(id, remoteAddress)
      callback()
    },
    onClose: ({ id }) => {
      const address = counted.get(id)
      if (counted.delete(id) && address !== undefined) places.free(address)
    },
  }
}

/** Ends connections that take a place and send nothing. */
function createIdleWatch({ command, mail }: Patience) {
  const waiting = new Map<string, () => void>()
  const keyOf = (address = '', port = 0) => `${unmapped(address) ?? address} ${port}`
  return {
    hasMail: ({ remoteAddress, remotePort }: SMTPServerSession) =>
      waiting.get(keyOf(remoteAddress, remotePort))?.(),
    watch: (socket: Socket) => {
      const key = keyOf(socket.remoteAddress, socket.remotePort)
      const end = () => socket.destroy()
      const timers = [setTimeout(end, connectionMs), setTimeout(end, mail)]
      timers.push(setTimeout(() => socket.bytesRead === 0 && end(), command))
      waiting.set(key, () => clearTimeout(timers[1]))
      socket.once('close', () => {
        for (const timer of timers) clearTimeout(timer)
        waiting.delete(key)
      })
    },
  }
}

function takingOf(environment: TrackingEnvironment): Pick<SMTPServerOptions, 'onRcptTo' | 'onData'> {
  const { database, secrets, log } = environment
  const names = createMessageNames(secrets)
  const take = createReturnedMail(environment)
  const isOurs = async (address: string) =>
    names.readReturnPath(address) !== null ||
    names.readUnsubscribeAddress(address) !== null ||
    isBounceEmail(database.everywhere(), address)
  const refused = new WeakMap<SMTPServerSession, number>()
  const accept = async ({ address }: SMTPServerAddress, session: SMTPServerSession) => {
    const isKnown = await isOurs(address).catch((error: unknown) => later(log, error))
    if (isKnown) return
    const count = (refused.get(session) ?? 0) + 1
    refused.set(session, count)
    throw count < refusedMax ? refusal(550, 'No such address') : refusal(421, 'Too many wrong addresses')
  }
  const answer = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const recipients = session.envelope.rcptTo.map(({ address }) => address)
    const message = await beginningOf(stream)
    if (stream.sizeExceeded) throw refusal(552, 'Message too large')
    const { mailFrom } = session.envelope
    const sender = mailFrom === false ? '' : mailFrom.address
    const taken = await take(message, { recipients, sender }).catch((error: unknown) => later(log, error))
    log.info({ taken }, 'returned message processed')
    return 'Counted'
  }
  return { onRcptTo: callbackify(accept), onData: callbackify(answer) }
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

function later(log: TrackingEnvironment['log'], error: unknown): never {
  log.error({ err: error }, 'returned message could not be processed; the sending server will retry')
  throw refusal(451, 'Try again later')
}

async function beginningOf(stream: Readable): Promise<Buffer> {
  const kept: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (length < readBytesMax) kept.push(chunk)
    length += chunk.length
  }
  return Buffer.concat(kept).subarray(0, readBytesMax)
}
