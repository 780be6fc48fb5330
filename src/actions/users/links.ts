import type { AccountWords } from '../../contract/users/account-words/en.ts'
import { accountWords } from '../../contract/users/account-words/words.ts'
import { shownName } from '../../contract/values/shown-name.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import {
  findCallerNames,
  findLinkRecipient,
  insertLinkMail,
  type LinkRecipient,
} from '../../store/users/system-mails.ts'

// The sender replaces `{{link}}` and `{{expires}}` when it sends the mail: no row and no log contains the link.

type UserRef = { organization_id: number; id: number }
type Text = { subject: string; text: string }

/** Who invites, in the language of the one who is invited: by name, or for an API key by what it belongs to. */
export type Inviter = (words: AccountWords) => string

export async function findInviter(everywhere: Scoped, caller: Caller): Promise<Inviter> {
  const { full_name, organization } = await findCallerNames(everywhere, caller)
  if (full_name !== null) return () => shownName(full_name)
  const isSystem = caller.organization_id === systemOrganizationId
  return (words) => (isSystem ? words.serverAdministrator : words.administratorOf(shownName(organization)))
}

export function queueInvitation(sql: Transaction, user: UserRef, inviter: Inviter): Promise<void> {
  return queue(sql, user, 'invitation', (words, recipient) => ({
    subject: words.invitation.subject(inviter(words), recipient.organization),
    text: words.invitation.text({ ...recipient, inviter: inviter(words) }),
  }))
}

export function queueAddressChange(sql: Transaction, user: UserRef, inviter: Inviter): Promise<void> {
  return queue(sql, user, 'invitation', (words, recipient) => ({
    subject: words.addressChange.subject(recipient.organization),
    text: words.addressChange.text({ ...recipient, inviter: inviter(words) }),
  }))
}

export function queueReset(sql: Transaction, user: UserRef): Promise<void> {
  return queue(sql, user, 'password_reset', (words, recipient) => ({
    subject: words.reset.subject,
    text: words.reset.text(recipient),
  }))
}

type Recipient = { name: string; organization: string; email: string }

async function queue(
  sql: Transaction,
  user: UserRef,
  kind: 'invitation' | 'password_reset',
  write: (words: AccountWords, recipient: Recipient) => Text,
): Promise<void> {
  const found = await findLinkRecipient(sql, user.organization_id, user.id)
  if (found === null) return
  const text = write(accountWords(found.language), shown(found))
  await insertLinkMail(sql, user.organization_id, { user_id: user.id, kind, to_email: found.email, ...text })
}

function shown({ full_name, organization, email }: LinkRecipient): Recipient {
  return { name: shownName(full_name), organization: shownName(organization), email }
}
