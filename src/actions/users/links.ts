import { setPasswordUrl } from '../../contract/users/password-link.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { insertLinkMail } from '../../store/users/system-mails.ts'
import { insertUserToken } from '../../store/users/tokens.ts'
import type { LinkKind } from '../../store/users/tokens.ts'

export type Link = { kind: LinkKind; organization_id: number; user_id: number; url: string }

export type Links = {
  /** The public address of the server, without a trailing slash. */
  baseUrl: string
  /** Logs a link for the operator to pass on, if no SMTP server is configured to mail it. */
  logLink: (link: Link) => void
}

/** @param hasSmtp false: links are logged, because the server cannot send mail. true: only the user gets the link. */
export function createLinks(
  { baseUrl, hasSmtp }: { baseUrl: string; hasSmtp: boolean },
  log: { info: (details: Link, message: string) => void },
): Links {
  return {
    baseUrl,
    logLink: (link) => {
      if (!hasSmtp) log.info(link, 'no mail can be sent: pass this link on to the user')
    },
  }
}

const mails = {
  invitation: {
    subject: 'Your invitation to Quiver',
    text: 'You have been invited to the organization {{organization}} on Quiver. Set your password within seven days:\n\n{{link}}\n',
  },
  password_reset: {
    subject: 'Reset your Quiver password',
    text: 'Someone requested a new password for your Quiver account in the organization {{organization}}. If it was you, set it within an hour:\n\n{{link}}\n\nOtherwise ignore this message; your password stays the same.\n',
  },
} as const

/**
 * Queues the mail with a link, and creates a link that the caller logs after the commit. For an unknown user the same
 * steps run, but no link is created.
 * @returns null if there is no such user.
 */
export async function prepareLink(
  sql: Transaction,
  { baseUrl }: Pick<Links, 'baseUrl'>,
  user: { organization_id: number; id: number },
  kind: LinkKind,
): Promise<Link | null> {
  const token = await insertUserToken(sql, user.organization_id, user.id, kind)
  await insertLinkMail(sql, user.organization_id, user.id, { kind, ...mails[kind] })
  if (token === null) return null
  const url = setPasswordUrl(baseUrl, token)
  return { kind, organization_id: user.organization_id, user_id: user.id, url }
}
