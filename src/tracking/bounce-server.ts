import type { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { createConnectionPlaces, placesOfOthers, placesOfRelays } from '../outbound/smtp/places.ts'
import {
  createIdleWatch,
  limitsOf,
  listenForMail,
  refusal,
  type Listening,
  type Patience,
} from '../outbound/smtp/port.ts'
import { isBounceEmail } from '../store/responses/returned-messages.ts'
import { createReturnedMail, readBytesMax, type TrackingEnvironment } from './returned.ts'
import { createMessageNames } from '../links/verp.ts'

export type BounceServerSettings = {
  host: string
  port: number
  relays: readonly string[]
  /** `welcome`: the first MAIL. */
  patience?: Patience
}

const messageBytesMax = 1_048_576
const recipientsMax = 10
/** Per connection. Each unknown address costs a query, and many of them suggest address probing. */
const refusedMax = 20
const silenceMs = 60_000
const patienceMs: Patience = { command: 10_000, welcome: 30_000, whole: 300_000 }

/**
 * Accepts only mail to return paths signed by this server and to the bounce addresses of organizations. It answers 250
 * after the report was recorded, so that the sending server keeps the message until then.
 */
export async function startBounceServer(
  environment: TrackingEnvironment,
  { host, port, relays, patience = patienceMs }: BounceServerSettings,
): Promise<Listening> {
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
      idle.isWelcome(session)
      callback()
    },
  })
  server.server.on('connection', idle.watch)
  // The sending server retries.
  return listenForMail(server, { host, port }, (error) =>
    environment.log.debug({ err: error }, 'a connection to the bounce server failed'),
  )
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
