import { createPageTokens } from '../../../src/http/route/page-token.ts'
import { subscriberRoutes } from '../../../src/http/subscribers/routes.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { anApi, type Actor, type Api } from '../core/api.ts'
import { aList } from '../core/records.ts'

export type Subscriber = {
  id: number
  email: string
  status: string
  custom_fields: Record<string, { name: string; type: string; value: unknown }>
}

const pageTokens = createPageTokens(openSecrets('a secret of the tests, over thirty-two characters'))

/** An API with the subscriber routes, and others that a test names. */
export function aSubscriberApi(...routes: Parameters<typeof anApi>): Promise<Api> {
  return anApi((route) => subscriberRoutes(route, pageTokens), ...routes)
}

/** The same with a list of organization A, and the path of its subscribers. */
export async function aSubscriberList(attributes: object = {}) {
  const api = await aSubscriberApi()
  const { organizationId } = api.a
  const listId = await aList(api.sql, organizationId, attributes)
  return { api, sql: api.sql, organizationId, listId, path: `mailing_lists/${listId}/subscribers` }
}

/** Adds subscribers through the API. @returns their ids. */
export async function subscribe(
  { call, a }: Api,
  listId: number,
  emails: string[],
  as: Actor = a,
): Promise<number[]> {
  const ids: number[] = []
  for (const email of emails) {
    const { body } = await call<Subscriber>('POST', `mailing_lists/${listId}/subscribers`, { email }, as)
    if (!body.success) throw new Error(body.error_message ?? '')
    ids.push(body.data.id)
  }
  return ids
}

/** The row with the counts of a list; undefined if it has none. */
export async function countsOf({ sql }: Api, listId: number) {
  const [row] = await sql`
    select active, unsubscribed, scomp, bounced, deactivated from subscriber_counts where mailing_list_id = ${listId}`
  return row
}
