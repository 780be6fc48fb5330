import { messageIdOf } from './message-id.ts'
import type { FastifyBaseLogger } from 'fastify'
import { mailWords, type MailKind } from '../../contract/lists/forms/mail.ts'
import { domainOf } from '../../contract/values/email.ts'
import { anyDomain } from '../../rendering/composer.ts'
import type { DkimSigner } from '../../rendering/mime/dkim.ts'
import { buildSignUpMessage, type SharedLines } from '../../rendering/mails/sign-up-mail.ts'
import {
  claimMails,
  findMailForm,
  findMailPlace,
  markMails,
  recordMails,
  dueMails,
  type MailClaim,
  type MailEnd,
  type MailForm,
  type OwedMail,
} from '../../store/lists/forms/mails.ts'
import { mailsPerMailbox } from '../../store/server/requested-mails.ts'
import { createSignUpLinks } from '../../links/forms.ts'
import { sharedLoop, type SharedLoop } from '../../work/loops/lane-shares.ts'
import type { CampaignEnvironment } from '../environment.ts'
import type { RouteOf } from '../route.ts'
import { outcomeToDelivery, recordWithRetries, untriedSeconds } from '../outcome.ts'
import { findSenderProblem } from '../sender-policy.ts'
import { giveBackMailsTo, takeMailsTo } from './mailbox-limit.ts'
import { createRests } from './rests.ts'

/**
 * Mails of web forms, from the sender of the list. They cost no credits and do not count for the quota, because a stranger
 * causes them; the brake and a limit per day hold them back. All of a piece are marked before the first leaves: if the
 * sender dies, what was marked counts as sent.
 */

type Piece = { claim: MailClaim; mails: OwedMail[] }

const waitSeconds = 300

/** Of an organization, after a piece that was not full: strangers decide how many mails there are, and a piece has its own cost. */
const restMs = 500
/** A piece takes about fifteen statements, however many mails it has. */
const mailsMax = 200

export function signUpMailLoop(env: CampaignEnvironment): SharedLoop<Piece> {
  const everywhere = env.database.everywhere()
  const rests = createRests(restMs)
  return sharedLoop({
    nextTurn: async (full) => {
      const organizationId = await findMailPlace(everywhere, [...full, ...rests.resting()])
      if (organizationId === null) return null
      const database = env.database.within(organizationId)
      return {
        organizationId,
        take: async () => {
          const piece = await database.begin((sql) => claimMails(sql, organizationId, mailsMax))
          if (piece.mails.length < mailsMax) rests.begin(organizationId)
          return piece
        },
      }
    },
    run: (piece, stop) => runPiece(env, piece, stop),
    due: (sql, _, full = []) => [dueMails(sql, [...full, ...rests.resting()], rests.secondsToEnd())],
  })
}

/** What the address is to get; null: nothing, and the link is closed. */
export function kindOf(mail: Omit<OwedMail, 'nonce' | 'tokenHash'>): MailKind | null {
  if (!mail.isOpen || mail.isSuppressed || mail.status === 'deactivated') return null
  if (mail.status === 'active' && mail.isConfirmed) return mail.isReminder || mail.wasTold ? null : 'already'
  return mail.isReminder ? 'reminder' : 'confirmation'
}

type Due = { mail: OwedMail; kind: MailKind }

async function runPiece(env: CampaignEnvironment, { claim, mails }: Piece, stop: AbortSignal): Promise<void> {
  const { organizationId } = claim
  const database = env.database.within(organizationId)
  const log = env.log.child({ organization: organizationId })
  const ends = new Map<number, MailEnd>()
  const due: Due[] = []
  const counted: Due[] = []
  for (const mail of mails) {
    const kind = kindOf(mail)
    if (kind === null) ends.set(mail.id, { kind: 'dropped', diagnostic: 'the address is to get no mail' })
    else due.push({ mail, kind })
  }
  try {
    const senders = await database.begin((sql) => prepareAll(env, sql, organizationId, due))
    const ready = due.filter(({ mail }) => !('problem' in senderOf(senders, mail)))
    const allowed = await withinLimit({ ...env, log }, ready, ends)
    counted.push(...allowed)
    const { ids, shortage } = await database.begin((sql) =>
      markMails(
        sql,
        claim,
        allowed.map(({ mail }) => mail.id),
      ),
    )
    const leaving = new Set(ids)
    await deliverAll(
      { env, log, stop, senders, ends },
      allowed.filter(({ mail }) => leaving.has(mail.id)),
    )
    for (const { mail } of due) {
      if (ends.has(mail.id)) continue
      const sender = senderOf(senders, mail)
      const diagnostic = 'problem' in sender ? sender.problem : (shortage ?? 'the claim was lost')
      ends.set(mail.id, { kind: 'later', diagnostic, seconds: waitSeconds, isTry: false })
    }
  } finally {
    await recordWithRetries(() => database.begin((sql) => recordMails(sql, claim, ends)), log)
  }
  const unsent = counted.filter(({ mail }) => ends.get(mail.id)?.kind === 'later')
  await giveBackMailsTo(env, unsent.map(({ mail }) => mail.email)) // oxfmt-ignore
}

/** Those whose mailboxes may get one more; the ends of the others are noted. */
async function withinLimit(
  { log, ...env }: CampaignEnvironment,
  ready: readonly Due[],
  ends: Map<number, MailEnd>,
): Promise<Due[]> {
  const may = await takeMailsTo(env, ready.map(({ mail }) => mail.email)) // oxfmt-ignore
  const withheld = ready.filter((_, place) => may[place] !== true)
  for (const { mail } of withheld) ends.set(mail.id, overLimit)
  if (withheld.length > 0)
    log.info({ mails: withheld.length }, 'mails were withheld: too many to the same mailboxes')
  return ready.filter((_, place) => may[place])
}

const overLimit: MailEnd = {
  kind: 'withheld',
  diagnostic: `the mailbox got ${mailsPerMailbox} mails of web forms within a day`,
}

type Sender = {
  form: MailForm
  origin: string
  routeOf: RouteOf
  dkim: DkimSigner | null
  returnPath: string
  lines: SharedLines
}

type Senders = ReadonlyMap<number, Sender | { problem: string }>

function senderOf(senders: Senders, { formId }: OwedMail): Sender | { problem: string } {
  return senders.get(formId) ?? { problem: 'the web form was deleted' }
}

type InTransaction = Parameters<typeof findSenderProblem>[0]

async function prepareAll(
  env: CampaignEnvironment,
  sql: InTransaction,
  organizationId: number,
  due: readonly Due[],
): Promise<Senders> {
  const senders = new Map<number, Sender | { problem: string }>()
  for (const formId of new Set(due.map(({ mail }) => mail.formId))) {
    senders.set(formId, await prepare(env, sql, organizationId, formId))
  }
  return senders
}

/** The sender of the list, with its route, its signature and the rules for its domain. */
async function prepare(
  env: CampaignEnvironment,
  sql: InTransaction,
  organizationId: number,
  formId: number,
): Promise<Sender | { problem: string }> {
  const form = await findMailForm(sql, organizationId, formId)
  if (form === null) return { problem: 'the web form was deleted' }
  const { fromEmail, senderEmail, replyTo } = form
  if (fromEmail.trim() === '') return { problem: 'the mailing list has no d_from_email' }
  const returnPath = form.bounceEmail ?? fromEmail.trim()
  const problem = await findSenderProblem(sql, organizationId, {
    fromEmail,
    senderEmail,
    replyTo,
    returnPath,
  })
  if (problem !== null) return { problem }
  const signers = await env.findSigners(sql, organizationId)
  return {
    form,
    origin: form.urlOrigin ?? env.baseUrl,
    routeOf: await env.findRoutes(sql, organizationId, form.virtualMtaId),
    dkim: signers.get(domainOf(fromEmail.trim())) ?? signers.get(anyDomain) ?? null,
    returnPath,
    lines: new Map(),
  }
}

type Delivering = {
  env: CampaignEnvironment
  log: FastifyBaseLogger
  stop: AbortSignal
  senders: Senders
  ends: Map<number, MailEnd>
}

async function deliverAll(work: Delivering, due: readonly Due[]): Promise<void> {
  const waiting = due.values()
  let isReachable = true
  const lane = async () => {
    for (const one of waiting) {
      const end = isReachable && !work.stop.aborted ? await deliverOne(work, one) : notTried
      if (end.kind === 'later' && !end.isTry) isReachable = false
      work.ends.set(one.mail.id, end)
    }
  }
  await Promise.all(Array.from({ length: work.env.pace.concurrency }, lane))
}

const notTried: MailEnd = {
  kind: 'later',
  diagnostic: 'the mail server could not be reached',
  seconds: untriedSeconds,
  isTry: false,
}

async function deliverOne({ env, log, stop, senders }: Delivering, { mail, kind }: Due): Promise<MailEnd> {
  const sender = senderOf(senders, mail)
  if ('problem' in sender) return { ...notTried, diagnostic: sender.problem }
  try {
    const message = await buildSignUpMessage(messageOf(env, sender, { mail, kind }), sender.lines)
    if ('problem' in message) return { kind: 'dropped', diagnostic: message.problem }
    const outcome = await env.mailer.send(sender.routeOf(domainOf(message.envelope.to)), message, stop, true)
    if (outcome.kind === 'untried') return { ...notTried, diagnostic: outcome.diagnostic }
    const { state, retrySeconds, diagnostic } = outcomeToDelivery(outcome, mail.attempts)
    return state === 'deferred'
      ? { kind: 'later', diagnostic: diagnostic ?? '', seconds: retrySeconds ?? 60, isTry: true }
      : { kind: 'sent', isTold: kind === 'already', diagnostic }
  } catch (error) {
    log.error({ err: error, signUp: mail.id }, 'mail of a web form could not be composed')
    return { kind: 'dropped', diagnostic: 'internal error; see the server log' }
  }
}

function messageOf(env: CampaignEnvironment, sender: Sender, { mail, kind }: Due) {
  const { form, origin, returnPath, dkim } = sender
  const { organizationId, brand } = form
  const from = form.fromEmail.trim()
  const words = mailWords({
    kind,
    language: mail.language,
    form: { mail_subject: form.mailSubject, mail_text: form.mailText, mail_button: form.mailButton },
    listName: form.listName,
    expiresAt: mail.expiresAt,
    timeZone: form.timeZone,
    texts: form.texts,
  })
  const { logo } = brand
  return {
    to: mail.email,
    // A name may have codes of subscribers, and there is no subscriber yet.
    from: { name: form.fromName.includes('%%') ? brand.name : form.fromName || brand.name, email: from },
    senderEmail: form.senderEmail,
    replyTo: form.replyTo,
    returnPath,
    messageId: messageIdOf(env.secrets, [kind, organizationId, mail.id, mail.givenAt.getTime()], from),
    date: new Date(),
    language: mail.language,
    words,
    link:
      kind === 'already' ? null : `${origin}/s/${createSignUpLinks(env.secrets).write(organizationId, mail)}`,
    brand: { ...brand, logo: logo === null ? null : { ...logo, url: `${origin}/a/${logo.place}` } },
    dkim,
  }
}
