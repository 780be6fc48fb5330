import type { Sql } from '../../database/driver/connection.ts'
import type { ClaimedImport } from '../../store/imports/claims.ts'
import { findApiAutoresponder, findSubscriptionAutoresponders } from '../../store/autoresponders/reactions.ts'

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
