import { autoresponderRoutes } from '../../../src/http/autoresponders/routes.ts'
import { anApi } from '../core/api.ts'
import { aList } from '../core/records.ts'

export type Autoresponder = Record<string, unknown> & { id: number }

/** An API with a list of organization A, and a shorthand that adds autoresponders to it. */
export async function anAutoresponderList(...routes: Parameters<typeof anApi>) {
  const api = await anApi(autoresponderRoutes, ...routes)
  const listId = await aList(api.sql, api.a.organizationId)
  const path = `mailing_lists/${listId}/autoresponders`
  const create = (fields: object) =>
    api.call<Autoresponder>('POST', path, {
      autoresponder: { name: 'Welcome', trigger: 'subscription', ...fields },
    })
  return { api, sql: api.sql, organizationId: api.a.organizationId, listId, path, create }
}
