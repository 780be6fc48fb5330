import { setPasswordUrl } from '../../contract/users/password-link.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { insertLinkMail } from '../../store/users/system-mails.ts'
import { insertUserToken } from '../../store/users/tokens.ts'
import type { LinkKind } from '../../store/users/tokens.ts'

/** A link that lets a user set a password. */
export type Link = { kind: LinkKind; organization_id: number; user_id: number; url: string }

export type Links = {
  /** Where browsers reach the server, without a slash at its end. */
  baseUrl: string
  /** Logs a link for the operator to pass on, where no SMTP server is configured that could mail it. */
  tell: (link: Link) => void
}

/** @param hasSmtp false: links are logged, because no mail leaves this machine. true: only the user gets the link. */
export function createLinks(
  { baseUrl, hasSmtp }: { baseUrl: string; hasSmtp: boolean },
  log: { info: (details: Link, message: string) => void },
): Links {
  return {
    baseUrl,
    tell: (link) => {
      if (!hasSmtp) log.info(link, 'no mail can be sent: pass this link on to the user')
    },
  }
}

const mails = {
  invitation: {
    subject: 'Your account',
    text: 'An account was made for you. Set your password within seven days:\n\n{{link}}\n',
  },
  password_reset: {
    subject: 'Set a new password',
    text: 'Somebody, probably you, asked to set a new password for your account. Do so within an hour:\n\n{{link}}\n\nIf it was not you, do nothing: your password stays as it is.\n',
  },
} as const

/**
 * Queues the mail with a link, and makes one for the operator to pass on, which the caller tells after the commit. For
 * a user who does not exist it takes the same steps and makes none.
 * @returns null: there is no such user.
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
