import type { Transaction } from '../../database/driver/connection.ts'
import { insertLinkMail } from '../../store/users/system-mails.ts'
import type { LinkKind } from '../../store/users/tokens.ts'

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
 * Queues the mail with a link. The link is made when the mail is sent, so that only the mail contains it: neither a row
 * nor the log. Nothing is queued for an unknown user.
 */
export function queueLink(
  sql: Transaction,
  user: { organization_id: number; id: number },
  kind: LinkKind,
): Promise<void> {
  return insertLinkMail(sql, user.organization_id, user.id, { kind, ...mails[kind] })
}
