import type { FastifyBaseLogger } from 'fastify'
import { domainOf } from '../contract/values/email.ts'
import { parseHeaderLines, type HeaderLine } from '../contract/values/header-lines.ts'
import { createMessageTokens, type MessageTokens } from '../links/messages.ts'
import { createMessageNames, type MessageNames } from '../links/verp.ts'
import { anyDomain, orProblem } from '../rendering/composer.ts'
import type { DkimSigner } from '../rendering/mime/dkim.ts'
import { countSingle, type CountedSingle } from '../rendering/mails/single.ts'
import { queueSendingQuotaNotice } from '../store/accounting/quota-notices.ts'
import {
  claimMessages,
  dueMessages,
  findMessagePlace,
  findStreamRoute,
  markMessages,
  releaseClaimed,
  renewMessages,
  streamWaits,
  type MessageClaim,
  type OwedMessage,
  type StreamRoute,
} from '../store/messages/claims.ts'
import { recordMessageOutcomes, type MessageOutcome } from '../store/messages/outcomes.ts'
import { keepLease } from '../work/lease.ts'
import { sharedLoop, type SharedLoop } from '../work/loops/lane-shares.ts'
import type { CampaignEnvironment } from './environment.ts'
import { countMessages, outcomeToDelivery, recordWithRetries, untriedSeconds } from './outcome.ts'
import type { RouteOf } from './route.ts'
import { createSenderPolicy, type FindSenderProblem } from './sender-policy.ts'

/**
 * Messages to single persons. All of a piece are marked, and quota or credits reserved, before the first leaves. If the sender
 * dies before it records the outcomes, they become uncertain and are not resent by themselves.
 */

type Piece = { claim: MessageClaim; messages: OwedMessage[] }

const shortageSeconds = 30
const faultSeconds = 60
const renewalSeconds = 15

export function messageLoop(env: CampaignEnvironment): SharedLoop<Piece> {
  const everywhere = env.database.everywhere()
  return sharedLoop({
    nextTurn: async (full) => {
      const place = await findMessagePlace(everywhere, full)
      if (place === null) return null
      const organizationId = place.organization_id
      const database = env.database.within(organizationId)
      return {
        organizationId,
        take: () => database.begin((sql) => claimMessages(sql, place, env.pace.batchMax)),
      }
    },
    run: async (piece, stop) => {
      if (piece.messages.length === 0) return
      const { claim } = piece
      const log = env.log.child({ organization: claim.organizationId, stream: claim.streamId })
      try {
        await runPiece({ env, ...piece, stop, log })
      } catch (error) {
        log.error({ err: error }, 'sending messages failed; will retry')
        const database = env.database.within(claim.organizationId)
        await streamWaits(database, claim, {
          seconds: faultSeconds,
          reason: 'internal error; see the server log',
        })
      }
    },
    due: (sql, _, full) => [dueMessages(sql, full)],
  })
}

type Work = Piece & { env: CampaignEnvironment; stop: AbortSignal; log: FastifyBaseLogger }

async function runPiece(work: Work): Promise<void> {
  const { env, claim, messages, stop, log } = work
  const { organizationId } = claim
  const database = env.database.within(organizationId)
  const way = await findWay(env, claim)
  const outcomes: MessageOutcome[] = []
  const ready: Ready[] = []
  for (const message of messages) {
    const counted = readOne(way, message)
    if ('problem' in counted) outcomes.push(skipped(message, counted.problem))
    else ready.push({ message, counted })
  }
  await recordAll(work, outcomes)
  const links = ready.map(({ message, counted }) => ({ id: message.id, links: counted.links }))
  if (stop.aborted) return releaseClaimed(database, claim, links.map(({ id }) => id)) // oxfmt-ignore
  const marked = await database.begin(async (sql) => {
    const result = await markMessages(sql, claim, links)
    if (result.shortage !== null) await queueSendingQuotaNotice(sql, organizationId)
    return result
  })
  const leaving = new Set(marked.ids)
  await releaseClaimed(database, claim, links.flatMap(({ id }) => (leaving.has(id) ? [] : [id]))) // oxfmt-ignore
  if (marked.shortage !== null) {
    await streamWaits(database, claim, { seconds: shortageSeconds, reason: marked.shortage })
  }
  const renew = () => renewMessages(database, claim, marked.ids)
  const kept = keepLease({ everyMs: renewalSeconds * 1000, renew, stop, log })
  try {
    const due = ready.filter(({ message }) => leaving.has(message.id))
    const ended = await deliverAll({ ...work, stop: kept.signal }, way, due)
    await recordAll(work, ended)
    if (ended.some(({ state }) => state === 'queued') && !kept.signal.aborted) {
      await streamWaits(database, claim, { seconds: untriedSeconds, reason: 'the mail server' })
    }
  } finally {
    await kept.end()
  }
}

async function recordAll({ env, claim, log }: Work, outcomes: readonly MessageOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  const database = env.database.within(claim.organizationId)
  await recordWithRetries(() => database.begin((sql) => recordMessageOutcomes(sql, claim, outcomes)), log)
  countMessages('message', outcomes.filter(({ state }) => state !== 'queued')) // oxfmt-ignore
}

/** How the messages of a stream leave. */
type Way = {
  organizationId: number
  stream: StreamRoute
  streamHeaders: HeaderLine[]
  origin: string
  names: MessageNames
  tokens: MessageTokens
  /** For Gmail's feedback loop. */
  feedbackId: string
  routeOf: RouteOf
  signers: ReadonlyMap<string, DkimSigner>
  findSenderProblem: FindSenderProblem
  streamId: number
}

async function findWay(env: CampaignEnvironment, { organizationId, streamId }: MessageClaim): Promise<Way> {
  const { secrets, baseUrl } = env
  const database = env.database.within(organizationId)
  return database.begin(async (sql) => {
    const stream = await findStreamRoute(sql, organizationId, streamId)
    if (stream === null) throw new Error('a stream with messages is missing')
    const headers = parseHeaderLines(stream.customHeaders)
    const senderId = `q${secrets.keysFor('feedback id').at(-1)?.toString('hex').slice(0, 14)}`
    return {
      organizationId,
      streamId,
      stream,
      streamHeaders: 'headers' in headers ? headers.headers : [],
      origin: stream.urlOrigin ?? baseUrl,
      names: createMessageNames(secrets),
      tokens: createMessageTokens(secrets),
      feedbackId: `m${streamId}:o${organizationId}:message:${senderId}`,
      routeOf: await env.findRoutes(sql, organizationId, stream.virtualMtaId),
      signers: await env.findSigners(sql, organizationId),
      findSenderProblem: createSenderPolicy(database, organizationId),
    }
  })
}

type Ready = { message: OwedMessage; counted: CountedSingle }

function readOne(way: Way, message: OwedMessage): CountedSingle | { problem: string } {
  if (message.is_refused) return { problem: 'the address is suppressed' }
  if (message.html === null && message.text === null) return { problem: 'its body is gone' }
  const { organizationId, tokens, origin } = way
  const ref = { organizationId, messageId: message.id }
  const unsubscribeUrl = unsubscribeUrlOf(way, message)
  const urls = {
    // A click on it says nothing that the page does not.
    click: (link: number, url: string) =>
      url === unsubscribeUrl ? url : `${origin}/m/${tokens.write({ kind: 'click', ...ref, link })}`,
    open: `${origin}/m/${tokens.write({ kind: 'open', ...ref })}`,
  }
  const { html, text, subject, headers, attachments } = message
  const sender = { fromName: message.from_name, fromEmail: message.from_email, replyTo: message.reply_to }
  const own = new Set(headers.map(({ name }) => name.toLowerCase()))
  const others = way.streamHeaders.filter(({ name }) => !own.has(name.toLowerCase()))
  const kept = headers.filter(({ name }) => !way.stream.unsubscription || !/^list-unsubscribe/i.test(name))
  const single = { subject, html, text, ...sender, headers: [...others, ...kept], attachments }
  const tracking = { opens: message.track_opens, links: message.track_links }
  const read = orProblem(() => countSingle(single, tracking, urls))
  return 'problem' in read ? read : read.result
}

function unsubscribeUrlOf({ organizationId, tokens, origin }: Way, { id: messageId }: OwedMessage): string {
  return `${origin}/m/${tokens.write({ kind: 'unsubscribe', organizationId, messageId })}`
}

/** After the first unreachable server, the remaining messages are not tried. */
async function deliverAll(
  { env, log, stop }: Work,
  way: Way,
  due: readonly Ready[],
): Promise<MessageOutcome[]> {
  const outcomes: MessageOutcome[] = []
  let isReachable = true
  const waiting = due.values()
  const lane = async () => {
    for (const one of waiting) {
      const outcome =
        isReachable && !stop.aborted ? await deliverOne({ env, log, stop }, way, one) : notTried(one)
      isReachable &&= outcome.state !== 'queued'
      outcomes.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: env.pace.concurrency }, lane))
  return outcomes
}

async function deliverOne(
  { env, log, stop }: Pick<Work, 'env' | 'log' | 'stop'>,
  way: Way,
  { message, counted }: Ready,
): Promise<MessageOutcome> {
  const { id, attempts } = message
  try {
    const { delivery, problem } = await deliveryOf(way, message)
    if (problem !== null) return skipped(message, problem)
    const built = await counted.build(delivery)
    if ('problem' in built) return skipped(message, built.problem)
    const outcome = await env.mailer.send(way.routeOf(domainOf(built.envelope.to)), built, stop, true)
    if (outcome.kind === 'untried') return { ...notTried({ message }), diagnostic: outcome.diagnostic }
    const { state, ...ended } = outcomeToDelivery(outcome, attempts)
    return { id, state, ...ended }
  } catch (error) {
    log.error({ err: error, message: id }, 'message could not be composed')
    return skipped(message, 'the message could not be composed; see the server log')
  }
}

async function deliveryOf(way: Way, message: OwedMessage) {
  const { organizationId, streamId, stream, names, signers } = way
  const fromDomain = domainOf(message.from_email)
  const ref = { organizationId, listId: 0, source: 'message', sourceId: streamId, subscriberId: 0 } as const
  const sent = { ...ref, occasion: message.id }
  const returnPath =
    stream.bounceEmail === null ? message.from_email : names.returnPath(stream.bounceEmail, sent)
  const senders = { fromEmail: message.from_email, senderEmail: '', replyTo: message.reply_to, returnPath }
  return {
    problem: await way.findSenderProblem(senders),
    delivery: {
      to: message.email,
      toName: message.to_name,
      returnPath,
      messageId: names.messageId(sent, fromDomain),
      date: new Date(),
      list: null,
      unsubscribeUrl: stream.unsubscription ? unsubscribeUrlOf(way, message) : null,
      unsubscribeEmail:
        stream.unsubscription && stream.bounceEmail !== null
          ? names.unsubscribeAddress(stream.bounceEmail, sent)
          : null,
      feedbackId: way.feedbackId,
      dkim: signers.get(fromDomain) ?? signers.get(anyDomain) ?? null,
    },
  }
}

function notTried({ message: { id, attempts } }: Pick<Ready, 'message'>): MessageOutcome {
  return { id, attempts, state: 'queued', retrySeconds: untriedSeconds, status: null, diagnostic: null }
}

function skipped({ id, attempts }: OwedMessage, diagnostic: string): MessageOutcome {
  return { id, attempts, state: 'skipped', retrySeconds: null, status: null, diagnostic }
}
