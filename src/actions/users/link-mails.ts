import { createHmac } from 'node:crypto'
import { mailboxOf } from '../../contract/values/email.ts'
import { tooManyRequests } from '../../contract/api/errors.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { clientOf } from '../../outbound/network.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { deleteMailCounts, insertMailCounts, type MailCount } from '../../store/users/link-mail-counts.ts'

/** Mails with links within 24 hours; 0: no limit. */
export type LinkMailLimits = { invitationsPerOrganization: number; perAddress: number }

export const linkMailLimits: LinkMailLimits = { invitationsPerOrganization: 100, perAddress: 5 }

export type LinkMails = { everywhere: Scoped; secrets: Secrets; limits: LinkMailLimits }

/** The invitation also counts if the user is deleted later, but not if `work`, which queues the mail, fails. */
export async function invite<Result>(
  mails: LinkMails,
  { organizationId, email }: { organizationId: number; email: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const { invitationsPerOrganization, perAddress } = mails.limits
  const takeBack = await count(mails, [
    {
      name: `organization ${organizationId}`,
      max: invitationsPerOrganization,
      problem: `the organization has sent ${invitationsPerOrganization} invitations within 24 hours`,
    },
    addressLimit(email, perAddress),
  ])
  return work().catch(async (error: unknown) => {
    await takeBack()
    throw error
  })
}

/**
 * Counts unknown addresses, too. Networks from which the account has logged in have a limit of their own, so strangers
 * cannot use up its owner's. For the same reason there is no limit per organization.
 */
export async function countReset(
  mails: LinkMails,
  request: { email: string; remoteAddress: string; isKnown: boolean },
): Promise<void> {
  const limit = addressLimit(request.email, mails.limits.perAddress)
  const name = request.isKnown ? `${limit.name} from ${clientOf(request.remoteAddress)}` : limit.name
  await count(mails, [{ ...limit, name }])
}

type Limit = { name: string; max: number; problem: string }

function addressLimit(email: string, max: number): Limit {
  return {
    name: `mailbox ${mailboxOf(email.trim())}`,
    max,
    problem: `${max} mails with links were sent to this address within 24 hours`,
  }
}

async function count({ everywhere, secrets }: LinkMails, limits: Limit[]): Promise<() => Promise<void>> {
  const key = (name: string) => createHmac('sha256', secrets.keyFor('link mail counts')).update(name).digest()
  const counted = limits.filter(({ max }) => max > 0).map((limit) => ({ ...limit, key: key(limit.name) }))
  const result = await everywhere.begin((sql) => insertMailCounts(sql, counted))
  if ('ids' in result) return () => deleteMailCounts(everywhere, result.ids)
  throw tooMany(
    counted.find(({ key }) => key === result.reached.key),
    result,
  )
}

function tooMany(limit: Limit | undefined, { waitSeconds }: { reached: MailCount; waitSeconds: number }) {
  const hours = Math.ceil(waitSeconds / 3600)
  return tooManyRequests(
    `${limit?.problem}; try again in ${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    waitSeconds,
  )
}
