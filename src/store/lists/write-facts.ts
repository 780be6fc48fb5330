import type { FieldRules } from '../../contract/lists/field-values.ts'
import type { EventType } from '../../contract/webhooks.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { subscriptionAutoresponders, type Named } from '../autoresponders/reactions.ts'
import { fieldRules } from './custom-fields.ts'

/** What a list asks of whoever writes one of its people. */
export type WriteFacts = {
  fields: FieldRules[]
  /** Whether a webhook is told of such events of this list. */
  tells: { created: boolean; updated: boolean }
  /** Autoresponders that a call triggers. */
  reactors: Named[]
  hasCounts: boolean
  hasQuota: boolean
}

/** In one statement: it is sent for each call. */
export async function findWriteFacts(sql: Sql, organizationId: number, listId: number): Promise<WriteFacts> {
  const isTold = (type: EventType) => sql`
    exists (select from webhooks where organization_id = ${organizationId} and ${type} = any(event_types)
      and (mailing_list_ids is null or ${listId} = any(mailing_list_ids)))`
  type Row = Omit<WriteFacts, 'tells'> & WriteFacts['tells']
  const [{ created, updated, ...facts }] = await sql<[Row]>`
    select (select coalesce(jsonb_agg(f), '[]') from (${fieldRules(sql, organizationId, listId)}) f) as fields,
      (select coalesce(jsonb_agg(a), '[]')
        from (${subscriptionAutoresponders(sql, organizationId, listId, 'api')}) a) as reactors,
      ${isTold('studio_subscriber_created')} as created, ${isTold('studio_subscriber_updated')} as updated,
      exists (
        select from subscriber_counts
        where organization_id = ${organizationId} and mailing_list_id = ${listId}) as "hasCounts",
      exists (
        select from organizations
        where id = ${organizationId} and subscriber_quota_mode <> 'no_limit') as "hasQuota"`
  return { ...facts, tells: { created, updated } }
}
