import { AppError, notFound } from '../../../contract/api/errors.ts'
import { providerPaths } from '../../../contract/resources/log-in-providers.ts'
import type { OfferedProvider } from '../../../contract/users/single-sign-on.ts'
import { parseEmail } from '../../../contract/values/email.ts'
import { parseId } from '../../../contract/values/text.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import { beginAttempt, ProviderRefused } from '../../../outbound/openid/provider.ts'
import { findOffered, findStoredProvider } from '../../../store/resources/log-in-providers.ts'
import { asciiDomain } from '../../../store/resources/sender-domains.ts'
import { seal } from './cookie.ts'
import type { SingleSignOn } from './parts.ts'

/** By the domain alone: the answer does not depend on whether somebody has the address. */
export async function findProvidersFor(everywhere: Scoped, email: string): Promise<OfferedProvider[]> {
  const offered = await findOffered(everywhere, domainOf(email))
  return offered.map(({ organization_id: organizationId, id, name }) => ({
    id: `${organizationId}.${id}`,
    name,
  }))
}

/** As providers name it in `email_domains`. */
export function domainOf(email: string): string | null {
  const address = parseEmail(email)?.address
  return address === undefined ? null : asciiDomain(address.slice(address.lastIndexOf('@') + 1))
}

/** @throws AppError `not_found`; `validation_failed` if the provider does not answer as one. */
export async function begin(
  everywhere: Scoped,
  parts: SingleSignOn,
  { provider: text, to }: { provider: string; to?: string | null | undefined },
): Promise<{ url: string; cookie: string }> {
  const [organizationId = 0, providerId = 0] = text.split('.').map((one) => smallId(one))
  const stored = await findStoredProvider(everywhere, organizationId, providerId)
  if (stored === null) throw notFound('provider')
  try {
    const known = await parts.know(stored, false)
    const { url, ...attempt } = await beginAttempt(known, redirectUri(parts, stored.organization_id))
    const place = { organizationId: stored.organization_id, providerId: stored.id }
    return { url, cookie: await seal(parts.secrets, { ...attempt, ...place, to: consolePath(to) }) }
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    // What the provider's server said is for administrators: they see it when they test it.
    throw new AppError(
      'validation_failed',
      `${stored.name} does not answer as it should: ask your administrator`,
      {
        cause: error,
      },
    )
  }
}

/** 0: no row has it. */
export function smallId(text: string): number {
  const id = parseId(text) ?? 0
  return id > 2_147_483_647 ? 0 : id
}

export function redirectUri({ baseUrl }: Pick<SingleSignOn, 'baseUrl'>, organizationId: number): string {
  return `${baseUrl}${providerPaths.callback}/${organizationId}`
}

/** Only a path of the console: a link must not lead people elsewhere after their log-in. */
export function consolePath(to: string | null | undefined): string {
  const base = 'http://console.invalid/console'
  if (to == null || !/^\/(?![/\\])[\x21-\x7e]*$/.test(to) || !URL.canParse(base + to)) return '/'
  const { pathname, search, hash } = new URL(base + to)
  return pathname.startsWith('/console/') ? pathname.slice('/console'.length) + search + hash : '/'
}
