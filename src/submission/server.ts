import type { FastifyBaseLogger } from 'fastify'
import { callbackify } from 'node:util'
import {
  SMTPServer,
  type SMTPServerAddress,
  type SMTPServerAuthentication,
  type SMTPServerAuthenticationResponse,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server'
import { messageBodyMax } from '../contract/messages/input.ts'
import type { EmailAddress } from '../contract/values/email.ts'
import { isLoopbackAddress, isLoopbackHost } from '../outbound/loopback.ts'
import { unmapped } from '../outbound/network.ts'
import { createConnectionPlaces, placesOfOthers, placesOfRelays } from '../outbound/smtp/places.ts'
import {
  createIdleWatch,
  limitsOf,
  listenForMail,
  refusal,
  type Listening,
  type Patience,
} from '../outbound/smtp/port.ts'
import { count } from '../work/counts.ts'
import { createReceiver } from './budget.ts'
import { readCertificate, versionOf, type Certificate } from './certificate.ts'
import { laterReply, replyTo } from './reply.ts'
import { admit, readRecipient, take, type TakingParts } from './take.ts'

export type SubmissionSettings = {
  host: string
  port: number
  /** Whether TLS begins with the first byte, instead of by STARTTLS. */
  tls: boolean
  /** With a certificate and its key. */
  certificateFolder: string
  name?: string | undefined
  /** `welcome`: the log-in. */
  patience?: Patience
  bytesOfAllMax?: number
}

export type SubmissionParts = TakingParts & { log: FastifyBaseLogger }

export type Submission = Listening & {
  /** Looks for a renewed certificate. */
  renew: () => Promise<void>
}

const recipientsMax = 100
const silenceMs = 300_000
const patienceMs: Patience = { command: 30_000, welcome: 60_000, whole: null }
const bytesOfAllMaxDefault = 67_108_864
const renewalMs = 60_000

/**
 * Takes messages as `POST messages` does, from programs that speak SMTP. @throws Error, a sentence, if it cannot listen.
 */
export async function startSubmission(
  parts: SubmissionParts,
  settings: SubmissionSettings,
): Promise<Submission> {
  const { host, tls, certificateFolder: folder, patience = patienceMs } = settings
  let version = await versionOf(folder)
  const certificate = await readCertificate(folder)
  if (certificate === null && (tls || !isLoopbackHost(host))) {
    throw new Error(
      `passwords would travel unencrypted: put a certificate and its key into ${folder} as fullchain.pem and privkey.pem, or listen on 127.0.0.1`,
    )
  }
  const idle = createIdleWatch(patience)
  const server = createSmtp(parts, { ...settings, certificate }, idle.isWelcome)
  server.server.on('connection', idle.watch)
  const listening = await listenForMail(server, settings, (error) =>
    parts.log.debug({ err: error }, 'a connection to the submission port failed'),
  )
  const renew = async () => {
    const now = await versionOf(folder)
    if (now === version) return
    version = now
    try {
      const renewed = await readCertificate(folder)
      if (renewed !== null) server.updateSecureContext(renewed)
    } catch (error) {
      parts.log.error({ err: error }, 'the submission port keeps its certificate: the new one cannot be used')
    }
  }
  const timer = setInterval(() => void renew(), renewalMs).unref()
  const stop = async () => {
    clearInterval(timer)
    await listening.stop()
  }
  return { ...listening, renew, stop }
}

type Welcome = (session: SMTPServerSession) => void

function createSmtp(
  parts: SubmissionParts,
  settings: SubmissionSettings & { certificate: Certificate | null },
  welcome: Welcome,
): SMTPServer {
  const { certificate, tls, name } = settings
  const { onConnect, onClose } = limitsOf(createConnectionPlaces([]))
  return new SMTPServer({
    banner: 'Quiver takes messages',
    ...(name === undefined ? {} : { name }),
    ...certificate,
    secure: tls,
    // Of each session: see `onConnect`.
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    authRequiredMessage: '5.7.0 Log in first: AUTH PLAIN or LOGIN with an API key as the password',
    disabledCommands: certificate === null ? ['STARTTLS'] : [],
    disableReverseLookup: true,
    logger: false,
    size: messageBodyMax,
    maxRecipients: recipientsMax,
    maxClients: placesOfRelays + placesOfOthers,
    socketTimeout: silenceMs,
    closeTimeout: 5_000,
    onConnect: (session, callback) => {
      // No password is asked for on a way that others can read.
      if (!isPrivate(session)) session.disabledCommands = ['AUTH']
      onConnect?.(session, callback)
    },
    ...(onClose && { onClose }),
    onSecure: (_, session, callback) => {
      session.disabledCommands = []
      callback()
    },
    ...takingOf(parts, settings, welcome),
  })
}

function isPrivate({ secure, remoteAddress }: SMTPServerSession): boolean {
  return secure || isLoopbackAddress(unmapped(remoteAddress) ?? remoteAddress)
}

function takingOf(
  parts: SubmissionParts,
  { bytesOfAllMax = bytesOfAllMaxDefault }: SubmissionSettings,
  welcome: Welcome,
): Pick<SMTPServerOptions, 'onAuth' | 'onMailFrom' | 'onRcptTo' | 'onData'> {
  const receive = createReceiver(messageBodyMax, bytesOfAllMax)
  const credentials = new WeakMap<SMTPServerSession, string>()
  const recipients = new WeakMap<object, Map<string, EmailAddress>>()
  const doorOf = (session: SMTPServerSession) => {
    const authorization = session.user ? credentials.get(session) : undefined
    if (authorization === undefined) throw notLoggedIn
    return { address: session.remoteAddress, authorization }
  }

  const logIn = async ({ password }: SMTPServerAuthentication, session: SMTPServerSession) => {
    if (!isPrivate(session)) throw notLoggedIn
    const authorization = `Basic ${password?.trim() ?? ''}`
    await admit(parts, { address: session.remoteAddress, authorization })
    credentials.set(session, authorization)
    welcome(session)
    return { user: 'api key' } satisfies SMTPServerAuthenticationResponse
  }
  const begin = async (_: SMTPServerAddress, session: SMTPServerSession) => void doorOf(session)
  const address = async ({ address }: SMTPServerAddress, session: SMTPServerSession) => {
    doorOf(session)
    const email = readRecipient(address)
    const known = recipients.get(session.envelope) ?? new Map<string, EmailAddress>()
    recipients.set(session.envelope, known.set(email.key, email))
  }
  const answer = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const all = [...(recipients.get(session.envelope)?.values() ?? [])]
    const { bytes, free } = await receive(stream)
    try {
      return await take(parts, doorOf(session), { bytes, recipients: all, id: session.id })
    } finally {
      free()
    }
  }
  return {
    onAuth: callbackify(replying(parts, logIn)),
    onMailFrom: callbackify(replying(parts, begin)),
    onRcptTo: callbackify(replying(parts, address)),
    onData: callbackify(counting(replying(parts, answer))),
  }
}

const notLoggedIn = refusal(530, '5.7.0 Begin TLS and log in with an API key as the password')

/** Faults of the server are logged, and the client tries again. */
function replying<Given, Result>(
  { log }: SubmissionParts,
  work: (given: Given, session: SMTPServerSession) => Promise<Result>,
): typeof work {
  return (given, session) =>
    work(given, session).catch((error: unknown) => {
      if (error instanceof Error && 'responseCode' in error) throw error
      const reply = replyTo(error)
      if (reply !== null) throw reply
      log.error({ err: error }, 'a message could not be taken by SMTP; the client tries again')
      throw laterReply
    })
}

function counting(
  answer: (stream: SMTPServerDataStream, session: SMTPServerSession) => Promise<string>,
): typeof answer {
  return async (stream, session) => {
    try {
      const reply = await answer(stream, session)
      count('submissions', { outcome: 'queued' })
      return reply
    } catch (error) {
      const isLater = Number((error as { responseCode?: number }).responseCode) < 500
      count('submissions', { outcome: isLater ? 'deferred' : 'refused' })
      throw error
    }
  }
}
