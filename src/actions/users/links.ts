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

/** The name of the user who invites; for an API key, the administrator of its organization. */
export async function findInviter(everywhere: Scoped, caller: Caller): Promise<string> {
  const { full_name, organization } = await findCallerNames(everywhere, caller)
  if (full_name !== null) return shownName(full_name)
  const isSystem = caller.organization_id === systemOrganizationId
  return isSystem ? 'The administrator of this server' : `An administrator of ${shownName(organization)}`
}

export function queueInvitation(sql: Transaction, user: UserRef, inviter: string): Promise<void> {
  return queue(sql, user, 'invitation', ({ name, organization, email }) => ({
    subject: `${inviter} invites you to ${organization}`,
    text: `Hello ${name},

${inviter} invites you to work with ${organization} on Quiver, the server that ${organization} sends its newsletters and other email from.

Choose your password to accept the invitation:

{{link}}

The link works once, until {{expires}}. From then on you log in as ${email}.

If you do not expect this invitation, ignore this message. Without a password, nobody can log in with your address.
`,
  }))
}

export function queueAddressChange(sql: Transaction, user: UserRef, inviter: string): Promise<void> {
  return queue(sql, user, 'invitation', ({ name, organization, email }) => ({
    subject: `Confirm your new address for ${organization}`,
    text: `Hello ${name},

${inviter} has changed the address of your Quiver account in ${organization} to ${email}.

Choose a password to confirm that the address is yours:

{{link}}

The link works once, until {{expires}}. Until then you cannot log in, because the previous password has ended.

If you do not know about this, ignore this message. Nobody can log in with your address.
`,
  }))
}

export function queueReset(sql: Transaction, user: UserRef): Promise<void> {
  return queue(sql, user, 'password_reset', ({ name, organization, email }) => ({
    subject: 'Choose a new password for Quiver',
    text: `Hello ${name},

A new password was requested for the Quiver account ${email} in ${organization}. If it was you, choose one here:

{{link}}

The link works once, until {{expires}}. The new password logs you out on all devices.

If it was not you, ignore this message: your password stays the same. If it happens again, tell your administrator.
`,
  }))
}

type Recipient = { name: string; organization: string; email: string }

async function queue(
  sql: Transaction,
  user: UserRef,
  kind: 'invitation' | 'password_reset',
  write: (recipient: Recipient) => Text,
): Promise<void> {
  const found = await findLinkRecipient(sql, user.organization_id, user.id)
  if (found === null) return
  const text = write(shown(found))
  await insertLinkMail(sql, user.organization_id, { user_id: user.id, kind, to_email: found.email, ...text })
}

function shown({ full_name, organization, email }: LinkRecipient): Recipient {
  return { name: shownName(full_name), organization: shownName(organization), email }
}
