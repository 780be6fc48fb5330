import type { PageRequest } from '../../contract/api/paging.ts'
import type { Trigger } from '../../contract/autoresponders/endpoints.ts'
import { subscriberStatuses, type SubscriberStatus } from '../../contract/imports/states.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { OutcomePlace, OutcomeRow } from '../campaigns/messages/outcomes.ts'

/** What is stored of one person and the autoresponders of their list. */

export type AutoresponderOutcomeRow = {
  /** Of the message: an autoresponder or a step. */
  id: number
  /** Of the autoresponder that people see: of a step, its sequence. */
  head_id: number
  head_name: string
  name: string
  /** 0: the autoresponder's own message. */
  position: number
  paused: boolean
  trigger: Exclude<Trigger, 'step'>
  waiting_for: string
  clauses: Clause[] | null
  created_at: Date
  message: OutcomeRow['message']
  /** Whether something that they did has started it: only opens and clicks are kept. */
  is_caused: boolean
  /** The status before the first change after they could get it: that of then. null: no change is recorded. */
  status_then: SubscriberStatus | null
}

/** What is owed to them: by the autoresponder or step. */
export type Owed = {
  autoresponder_id: number
  due_at: Date
  next_attempt_at: Date | null
  handed_over: boolean
  attempts: number
  sequence_id: number | null
  passed: number[]
}

/** By the autoresponder and the place of the step. */
export async function findAutoresponderOutcomes(
  sql: Sql,
  { organizationId, listId, id }: OutcomePlace,
  autoresponderId: number | null,
  page: PageRequest,
): Promise<{ rows: AutoresponderOutcomeRow[]; count: number }> {
  const which = sql`
    from autoresponders a
    left join sequence_steps t on t.organization_id = a.organization_id and t.id = a.id
    where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId} and a.deleted_at is null
      and t.removed_at is null ${autoresponderId === null ? sql`` : sql`and coalesce(a.sequence_id, a.id) = ${autoresponderId}`}`
  const rows = await sql<AutoresponderOutcomeRow[]>`
    select a.id, h.id as head_id, h.name as head_name, a.name, a.position, h.paused, h.trigger,
      coalesce(w.waiting_for, '') as waiting_for, a.created_at, (
        select g.clauses from segments g
        where g.organization_id = ${organizationId} and g.id = a.segmentation_criteria_id) as clauses, (
        select jsonb_build_object('state', d.state, 'content_id', null,
          'sent_ms', (extract(epoch from d.sent_at) * 1000)::float8,
          'returned_ms', (extract(epoch from d.returned_at) * 1000)::float8,
          'next_ms', (extract(epoch from d.next_attempt_at) * 1000)::float8, 'diagnostic', nullif(d.diagnostic, ''))
        from deliveries d
        where d.organization_id = ${organizationId} and d.campaign_id is null and d.autoresponder_id = a.id
          and d.subscriber_id = ${id}::bigint
        order by d.occasion desc limit 1) as message,
      exists (
        select from reaction_causes c
        where c.organization_id = ${organizationId} and c.autoresponder_id = a.id and c.subscriber_id = ${id}::bigint) as is_caused, (
        select e.details->>'from' from audit_events e
        where e.organization_id = ${organizationId} and e.subject_type = 'Subscriber' and e.subject_id = ${id}
          and e.details->>'from' = any(${[...subscriberStatuses]}::text[]) and e.occurred_at > a.created_at
        order by e.occurred_at limit 1) as status_then
    from (
      select a.*, coalesce(t.position, 0) as position ${which}
      order by coalesce(a.sequence_id, a.id), coalesce(t.position, 0)
      limit ${page.perPage} offset ${page.offset}) a
    join autoresponders h on h.organization_id = ${organizationId} and h.id = coalesce(a.sequence_id, a.id)
    left join reaction_turns w on w.organization_id = ${organizationId} and w.autoresponder_id = a.id
    order by h.id, a.position`
  const [counted] = await sql<{ count: number }[]>`select count(*) ${which}`
  return { rows, count: counted?.count ?? 0 }
}

/** All that the list's autoresponders owe them, the first due first. */
export async function findOwedTo(sql: Sql, { organizationId, listId, id }: OutcomePlace): Promise<Owed[]> {
  return sql<Owed[]>`
    select autoresponder_id, due_at, next_attempt_at, handed_over, attempts, sequence_id, to_jsonb(passed) as passed
    from autoresponder_reactions
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = ${id}::bigint
    order by due_at, id`
}
