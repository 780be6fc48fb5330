import { accountWords } from '../../contract/users/account-words/words.ts'
import type { Language } from '../../contract/users/languages.ts'
import { domainOf } from '../../contract/values/email.ts'
import { shownName } from '../../contract/values/shown-name.ts'
import { setPasswordUrl } from '../../contract/users/password-link.ts'
import { buildSystemMessage, type MailLink } from '../../rendering/mails/system-mail.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import {
  claimSystemMails,
  markSystemMailFailed,
  markSystemMailSent,
  dueSystemMails,
  type ClaimedMail,
} from '../../store/users/system-mail-claims.ts'
import { insertUserToken, type NewLink } from '../../store/users/tokens.ts'
import { formWordsOf } from '../../contract/lists/forms/words.ts'
import { wordsOf } from '../../contract/responses/words.ts'
import { findFrame, findOwnBrand, type PublicBrand } from '../../store/responses/frame.ts'
import { insertChangeToken } from '../../store/responses/address-changes.ts'
import type { DkimSigner } from '../../rendering/mime/dkim.ts'
import type { DueLoop } from '../../work/loops/run.ts'
import type { CampaignEnvironment } from '../environment.ts'
import type { Outcome } from '../outcome.ts'
import type { RouteOf } from '../route.ts'
import { messageIdOf } from './message-id.ts'
import { takeMailsTo } from './mailbox-limit.ts'

/** A crash before the result is recorded sends the mail again with the same Message-ID. */

export type SystemMailEnvironment = Pick<
  CampaignEnvironment,
  'database' | 'log' | 'mailer' | 'baseUrl' | 'findRoutes' | 'findSigners' | 'secrets'
> & {
  from: string
}

const batchMax = 10

export function systemMailLoop(env: SystemMailEnvironment): DueLoop<ClaimedMail[]> {
  const everywhere = env.database.everywhere()
  return {
    take: () =>
      everywhere.begin(async (sql) => {
        const mails = await claimSystemMails(sql, batchMax)
        return mails.length === 0 ? null : mails
      }),
    run: async (mails) => {
      const way = findWay(env)
      // Each mail waits for it and records its failure, but some ask for something else first.
      way.catch(() => {})
      await Promise.all(mails.map((mail) => sendOne(env, mail, way)))
    },
    due: (sql) => [dueSystemMails(sql)],
  }
}

type Way = { routeOf: RouteOf; dkim: DkimSigner | null }

/** How the System Organization sends, once a round: for each mail by itself, a mail cost 0.85 instead of 0.69 ms (`bench:mails`). */
function findWay({ database, findRoutes, findSigners, from }: SystemMailEnvironment): Promise<Way> {
  return database.within(systemOrganizationId).begin(async (sql) => ({
    routeOf: await findRoutes(sql, systemOrganizationId, null),
    dkim: (await findSigners(sql, systemOrganizationId)).get(domainOf(from)) ?? null,
  }))
}

async function sendOne(env: SystemMailEnvironment, mail: ClaimedMail, way: Promise<Way>): Promise<void> {
  const log = env.log.child({ organization: mail.organization_id, mail: mail.id })
  const database = env.database.within(mail.organization_id)
  const outcome = await buildAndSend(env, mail, way).catch((error: unknown) => {
    log.error({ err: error }, 'system mail could not be composed')
    return {
      kind: 'untried',
      status: null,
      diagnostic: 'internal error; see the server log',
    } satisfies Outcome
  })
  if (outcome.kind === 'accepted') {
    await database.begin((sql) => markSystemMailSent(sql, mail))
    return
  }
  const failure = { error: outcome.diagnostic, isFinal: outcome.kind === 'bounced' }
  const isOver = await database.begin((sql) => markSystemMailFailed(sql, mail, failure))
  const { kind, status, diagnostic } = outcome
  // Diagnostics often contain the recipient's address, which must not be logged.
  const reason = kind === 'untried' ? { diagnostic } : {}
  const what = isOver ? 'system mail failed for good' : 'system mail failed; will retry'
  log.warn({ outcome: kind, status, ...reason, attempt: mail.attempts }, what)
}

async function buildAndSend(
  env: SystemMailEnvironment,
  mail: ClaimedMail,
  way: Promise<Way>,
): Promise<Outcome> {
  // Strangers can cause these, so they count toward the mailbox limit: once, at the first attempt. Resets have a limit of their
  // own: those who ask for other mails must not keep an owner out.
  const isForStrangers = mail.address_change_id !== null || mail.link_kind === 'invitation'
  if (isForStrangers && mail.attempts === 1) {
    const [isAllowed] = await takeMailsTo(env, [mail.to_email])
    if (isAllowed !== true)
      return { kind: 'bounced', status: null, diagnostic: 'its mailbox got too many today' }
  }
  const made = await contentOf(env, mail)
  if (made === null) return { kind: 'bounced', status: null, diagnostic: 'its user is gone' }
  const { brand = await ownBrandOf(env, mail), ...content } = made
  const { routeOf, dkim } = await way
  const message = await buildSystemMessage({
    from: env.from,
    to: mail.to_email,
    subject: mail.subject,
    brand: shownBrand(env, brand),
    footer: accountWords(null).sentBy(env.baseUrl),
    ...content,
    messageId: messageIdOf(
      env.secrets,
      ['system', mail.organization_id, mail.id, mail.created_at.getTime()],
      env.from,
    ),
    date: mail.created_at,
    dkim,
  })
  return env.mailer.send(routeOf(domainOf(mail.to_email)), message, undefined, true)
}

type Brand = Pick<PublicBrand, 'name' | 'color' | 'logo'>

async function ownBrandOf({ database }: SystemMailEnvironment, mail: ClaimedMail): Promise<Brand> {
  const { organization_id: organizationId, organization_name: name } = mail
  const found = await database.within(organizationId).begin((sql) => findOwnBrand(sql, organizationId))
  return found ?? { name, color: null, logo: null }
}

function shownBrand({ baseUrl }: SystemMailEnvironment, { name, color, logo }: Brand) {
  const shown = logo === null ? null : { ...logo, url: `${baseUrl}/a/${logo.place}` }
  return { name: shownName(name), color, logo: shown }
}

type Content = {
  text: string
  link: MailLink | null
  /** Default: that of the organization. */
  brand?: Brand
  footer?: string
  reader?: { sender: string; language: string }
  /** Of a mail to a user. Default: English. */
  language?: Language
}

/** Commits the token before the mail is sent, so that the link works at once. @returns null if the user is gone. */
async function contentOf(
  { database, baseUrl }: SystemMailEnvironment,
  mail: ClaimedMail,
): Promise<Content | null> {
  const { organization_id: organizationId, user_id: userId, link_kind: kind, text } = mail
  if (mail.address_change_id !== null) return changeContentOf({ database, baseUrl }, mail)
  if (kind === null || userId === null) return { text, link: null }
  const made = await database
    .within(organizationId)
    .begin((sql) => insertUserToken(sql, organizationId, userId, kind))
  if (made === null) return null
  const url = setPasswordUrl(baseUrl, made.token)
  const words = accountWords(made.language)
  return {
    text: text.replaceAll('{{link}}', () => url).replaceAll('{{expires}}', () => timeOf(made)),
    link: {
      url,
      label: kind === 'invitation' ? words.choosePassword : words.chooseNewPassword,
      copy: words.copyAddress,
    },
    footer: words.sentBy(baseUrl),
    language: made.language ?? 'en',
  }
}

/** To a reader, with the brand and the texts of the list. @returns null if the wish was replaced or is over. */
async function changeContentOf(
  { database, baseUrl }: Pick<SystemMailEnvironment, 'database' | 'baseUrl'>,
  { organization_id: organizationId, address_change_id: id, is_new_address: isNew, text }: ClaimedMail,
): Promise<Content | null> {
  const made = await database.within(organizationId).begin(async (sql) => {
    const token = await insertChangeToken(sql, organizationId, { id: id ?? 0, isNew: isNew === true })
    const frame = token === null ? null : await findFrame(sql, organizationId, token.listId)
    return token === null || frame === null ? null : { ...frame, ...token }
  })
  if (made === null) return null
  const { brand, language, texts } = made
  const url = `${baseUrl}/p/change/${made.handle}`
  const sender = shownName(brand.name)
  return {
    text: text.replaceAll('{{link}}', () => url),
    link: {
      url,
      label: wordsOf(language, texts).changeConfirm,
      copy: formWordsOf(language, texts).mailCopy,
    },
    brand,
    footer: [sender, brand.imprint.trim()].filter((line) => line !== '').join('\n'),
    reader: { sender, language },
  }
}

function timeOf({ expiresAt, timeZone, language }: NewLink): string {
  const locale = language === null || language === 'en' ? 'en-GB' : language
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${format.format(expiresAt)} (${timeZone})`
}
