import type { Sql } from '../database/driver/connection.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import { findApiAutoresponder, findSubscriptionAutoresponders } from '../store/autoresponders/reactions.ts'

/**
 * The autoresponders that an import sets off (specification, section 2.1, `autoresponders`): those of trigger
 * `subscription` that run from imports, and the API autoresponders that the import names. One that was deleted since
 * the import was created is left out.
 */
export async function findTriggers(
  sql: Sql,
  claim: ClaimedImport,
): Promise<{ added: number[]; updated: number[] }> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const { subscription, api } = claim.autoresponders
  const subscribed = subscription.trigger
    ? await findSubscriptionAutoresponders(sql, organizationId, listId, { source: 'import' })
    : []
  const named = async (reference: { id: number } | null) => {
    if (reference === null) return []
    const found = await findApiAutoresponder(sql, organizationId, listId, { id: reference.id })
    return found === null ? [] : [found.id]
  }
  return {
    added: [...subscribed, ...(await named(api.trigger_new))],
    updated: [
      ...(subscription.also_trigger_on_updated_subscribers ? subscribed : []),
      ...(await named(api.trigger_updated)),
    ],
  }
}
