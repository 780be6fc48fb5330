import { invalid } from '../../contract/api/errors.ts'
import { parseHandle } from '../../contract/values/handles.ts'
import type { Scoped, Scopes } from '../../database/driver/connection.ts'
import { clientOf } from '../../outbound/network.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import { findOwnBrand, type PublicBrand } from '../../store/responses/frame.ts'
import { findResetUsers, updatePassword } from '../../store/users/log-ins.ts'
import { emailKey } from '../../store/users/rows.ts'
import { deleteSessionsOfUser } from '../../store/users/sessions.ts'
import { deleteUserTokens, findTokenOwner, type TokenOwner } from '../../store/users/tokens.ts'
import { isGuessable } from './guessable.ts'
import { queueReset } from './links.ts'
import { countReset } from './link-mails.ts'
import type { LogInParts } from './log-in.ts'
import { countTry, welcome, type Claim } from './throttle.ts'

/** An unknown address takes the same steps, so that callers cannot tell the difference. @throws `too_many_requests`. */
export async function requestPasswordReset(
  everywhere: Scoped,
  parts: LogInParts,
  request: Claim,
): Promise<void> {
  const { isKnown } = await countTry(everywhere, parts, 'reset', request)
  await countReset({ everywhere, ...parts }, { ...request, isKnown })
  await everywhere.begin(async (sql) => {
    const noUser = { organization_id: 0, id: 0 }
    const [first = noUser, ...more] = await findResetUsers(sql, emailKey(request.email))
    for (const user of [first, ...more]) await queueReset(sql, user)
  })
}

export type NewPassword = { token: string; password: string; requestId: string; remoteAddress: string }

/** Checks the link before the slow hashing, and again with its row locked: of two concurrent calls one is refused. */
export async function setPasswordByLink(
  { within, everywhere }: Scopes,
  parts: LogInParts,
  given: NewPassword,
): Promise<void> {
  const handle = parseHandle(given.token.trim())
  if (handle === null) throw wrongLink()
  const { organizationId } = handle
  const scoped = within(organizationId)
  const network = clientOf(given.remoteAddress)
  const owner = await parts.tries.findLink(network, () => findTokenOwner(scoped, handle))
  if (owner === null) throw wrongLink()
  await checkPassword(given.password, owner)
  const hash = await parts.passwords.hash(given.password)
  await scoped.begin(async (sql) => {
    const unchanged = await findTokenOwner(sql, handle, { isLocked: true })
    if (unchanged === null) throw wrongLink()
    const { id } = unchanged
    await updatePassword(sql, organizationId, id, hash)
    await deleteUserTokens(sql, organizationId, id)
    const ended = await deleteSessionsOfUser(sql, organizationId, id)
    await insertAuditEvent(sql, organizationId, {
      kind: 'user.password_set',
      user_id: id,
      actor_organization_id: organizationId,
      subject_type: 'User',
      subject_id: id,
      request_id: given.requestId,
      details: { sessions_ended: ended },
    })
  })
  await welcome(everywhere(), parts, { email: owner.email_key, remoteAddress: given.remoteAddress })
}

/** Does not use up the link. @returns null if the link does not work. */
export async function findLinkOwner(
  { within }: Scopes,
  { tries }: LogInParts,
  { token, remoteAddress }: { token: string; remoteAddress: string },
): Promise<(TokenOwner & { brand: PublicBrand | null }) | null> {
  const handle = parseHandle(token)
  if (handle === null) return null
  const { organizationId } = handle
  const sql = within(organizationId)
  const owner = await tries.findLink(clientOf(remoteAddress), () => findTokenOwner(sql, handle))
  return owner === null ? null : { ...owner, brand: await findOwnBrand(sql, organizationId) }
}

type PasswordOwner = Pick<TokenOwner, 'email' | 'email_key' | 'full_name' | 'organization'>

/** @throws AppError `validation_failed` if the password is easy to guess. */
export async function checkPassword(password: string, owner: PasswordOwner): Promise<void> {
  if (password.trim().toLowerCase() === owner.email_key) throw invalid('password cannot be the address')
  if (await isGuessable(password, [owner.email, owner.full_name, owner.organization])) {
    throw invalid(
      'password is too easy to guess: choose four or more unrelated words, or let a password manager choose it; ' +
        'leave out names, the address and repeated words',
    )
  }
}

function wrongLink() {
  return invalid('token is wrong, was used or has expired')
}
