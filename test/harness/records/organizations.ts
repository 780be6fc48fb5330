import type { Organization } from '../../../src/contract/organizations/endpoints.ts'
import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { organizationRoutes } from '../../../src/http/organizations/routes.ts'
import type { Router } from '../../../src/http/route/bind.ts'
import type { Secrets } from '../../../src/secrets/ring.ts'
import { anApi, type Actor, type Answer, type Api } from '../core/api.ts'

type MoreRoutes = (route: Router, secrets: Secrets) => void

/** An API with the routes of organizations; with `auto_subscriber_management` by default. */
export function anOrganizationApi(
  { autoSubscriberManagement = true }: { autoSubscriberManagement?: boolean } = {},
  ...more: MoreRoutes[]
): Promise<Api> {
  return anApi(
    (route, secrets) =>
      organizationRoutes(route, { pageTokens: createPageTokens(secrets), autoSubscriberManagement }),
    ...more,
  )
}

/** Updates an organization (default: `a`) as the caller `as`. */
export function change(
  api: Api,
  organization: object,
  as: Actor = api.system,
  id = api.a.organizationId,
): Promise<Answer<Organization>> {
  return api.call<Organization>('PUT', `organizations/${id}`, { organization }, as)
}

export async function shown(
  api: Api,
  as: Actor = api.system,
  id = api.a.organizationId,
): Promise<Organization> {
  const { status, body } = await api.call<Organization>('GET', `organizations/${id}`, undefined, as)
  if (status !== 200) throw new Error(`${status} ${body.error_message}`)
  return body.data
}

/** What an organization can refer to, one of each and a second virtual MTA. @returns their ids. */
export async function someGrants({ sql }: Api, organizationId: number) {
  const made = async (table: string, row: Record<string, string>) => {
    const [found] = await sql<{ id: number }[]>`
      insert into ${sql(table)} ${sql({ organization_id: organizationId, ...row })} returning id`
    return found?.id ?? 0
  }
  await sql`
    insert into bounce_emails (organization_id, user_id, domain_id, email)
    overriding system value values (${organizationId}, 4, 1, 'Bounce@example.com')`
  return {
    mta: await made('virtual_mtas', { name: 'Fast', type: 'ip_address' }),
    otherMta: await made('virtual_mtas', { name: 'Slow', type: 'relay_server' }),
    domain: await made('url_domains', { domain: 'Links.example.com' }),
    list: await made('suppression_lists', { name: 'Gone' }),
    otherList: await made('suppression_lists', { name: 'Angry' }),
  }
}
