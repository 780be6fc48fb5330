import type { PageRequest } from '../../contract/api/paging.ts'
import type { ResendInput } from '../../contract/campaigns/reports.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import {
  findUncertainReactions,
  resendUncertainReactions,
} from '../../store/autoresponders/uncertain-reactions.ts'
import { findAutoresponderContent } from '../../store/campaigns/message-content.ts'
import type { Actor } from '../actor.ts'
import { findListAutoresponder, type AutoresponderPlace } from './changes.ts'

export async function findUncertainMessages(
  sql: Sql,
  actor: Actor,
  place: AutoresponderPlace,
  page: PageRequest,
) {
  const { organization_id: organizationId } = actor.caller
  const { id, mailing_list_id } = await findListAutoresponder(sql, actor, place, { withSteps: true })
  const found = await findUncertainReactions(sql, organizationId, { id, mailing_list_id }, page)
  const content = await findAutoresponderContent(sql, organizationId, id)
  return { ...found, fromEmail: content?.fromEmail ?? '' }
}

/** Without ids, all uncertain messages are sent again. */
export function resendMessages(
  sql: Scoped,
  actor: Actor,
  place: AutoresponderPlace,
  fields: () => ResendInput,
): Promise<number> {
  const { caller, audit } = actor
  return sql.begin(async (sql) => {
    const { id, mailing_list_id } = await findListAutoresponder(sql, actor, place, { withSteps: true })
    const { subscriber_ids: subscriberIds = null } = fields()
    const autoresponder = { id, mailing_list_id }
    const resent = await resendUncertainReactions(sql, caller.organization_id, autoresponder, subscriberIds)
    if (resent > 0) {
      const event = {
        kind: 'autoresponder.uncertain_resent',
        subject_type: 'Autoresponder',
        subject_id: id,
      }
      await audit(sql, { ...event, details: { resent } })
    }
    return resent
  })
}
