import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { FieldValue } from '../../contract/lists/field-values.ts'
import type { SubscriberValues } from '../../contract/subscribers/values.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { subscribersById } from './by-id.ts'
import { isOfList } from './by-key.ts'
import { inMilliseconds, subscriberColumns, type SubscriberRow } from './rows.ts'
import { nowIf } from '../conditions/now-if.ts'

// Many subscribers of a list in one statement each. Callers keep the order of locks: list, quota, subscribers, counts.

/** By id, so that two transactions wait instead of deadlocking. Those who are gone are missing. */
export async function lockSubscribers(
  sql: Transaction,
  organizationId: number,
  listId: number,
  ids: readonly number[],
): Promise<SubscriberRow[]> {
  return sql<SubscriberRow[]>`
    select ${subscriberColumns(sql)} from ${subscribersById(sql, { organizationId, listId }, ids, { isLocked: true })}
    order by s.id`
}

export type HeldSubscriber = Pick<SubscriberRow, 'id' | 'key' | 'status'>

/** As `lockSubscribers`, without what only webhooks are told. */
export async function holdSubscribers(
  sql: Transaction,
  organizationId: number,
  listId: number,
  ids: readonly number[],
): Promise<HeldSubscriber[]> {
  return sql<HeldSubscriber[]>`
    select s.id, s.key, s.status from ${subscribersById(sql, { organizationId, listId }, ids, { isLocked: true })}
    order by s.id`
}

/** Lock them before. Everybody's subscription begins or ends now. */
export async function setStatuses(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { ids, status }: { ids: readonly number[]; status: SubscriberStatus },
): Promise<void> {
  if (ids.length === 0) return
  const leaving = status === 'active' ? sql`` : sql`, remove_time = clock.now, remove_ip = null`
  await sql`
    update subscribers s
    set status = ${status}, updated_at = now() ${leaving}
    from (select s.place from ${subscribersById(sql, { organizationId, listId }, ids)}) found, (select now() as now) clock
    where s.ctid = found.place and ${isOfList(sql, 's', organizationId, listId)}`
}

/** Lock them before. @param value null: none. @returns the ids of those who had another value. */
export async function setCustomField(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { ids, fieldId, value }: { ids: readonly number[]; fieldId: number; value: FieldValue | null },
): Promise<number[]> {
  if (ids.length === 0) return []
  const name = String(fieldId)
  const given = sql`${JSON.stringify(value)}::text::jsonb`
  const rows = await sql<{ id: number }[]>`
    update subscribers s
    set updated_at = now(), custom_fields = ${
      value === null
        ? sql`s.custom_fields - ${name}::text`
        : sql`s.custom_fields || jsonb_build_object(${name}::text, ${given})`
    }
    from (select s.place from ${subscribersById(sql, { organizationId, listId }, ids)}) found
    where s.ctid = found.place and ${isOfList(sql, 's', organizationId, listId)}
      and coalesce(s.custom_fields -> ${name}::text, 'null') <> ${given}
    returning s.id`
  return rows.map(({ id }) => id)
}

/** Lock them before. All columns but the key. In no order. */
export async function rewriteSubscribers(
  sql: Transaction,
  organizationId: number,
  listId: number,
  changed: readonly { id: number; values: SubscriberValues }[],
): Promise<SubscriberRow[]> {
  if (changed.length === 0) return []
  return sql<SubscriberRow[]>`
    update subscribers s
    set email = given.email, status = given.status, subscribe_time = given.subscribe_time,
      subscribe_ip = given.subscribe_ip, remove_time = given.remove_time, remove_ip = given.remove_ip,
      confirm_time = given.confirm_time, confirmed = given.confirmed, email_format = given.email_format,
      custom_fields = given.custom_fields,
      updated_at = ${nowIf(
        sql,
        's.updated_at',
        sql`(s.email, s.status, ${inMilliseconds(sql, 's.subscribe_time')}, s.subscribe_ip,
          ${inMilliseconds(sql, 's.remove_time')}, s.remove_ip, ${inMilliseconds(sql, 's.confirm_time')}, s.confirmed,
          s.email_format, s.custom_fields)
        is distinct from (given.email, given.status, given.subscribe_time, given.subscribe_ip, given.remove_time,
          given.remove_ip, given.confirm_time, given.confirmed, given.email_format, given.custom_fields)`,
      )}
    from ${recordset(
      sql,
      changed.map(({ id, values }) => ({ id, ...values })),
    )}
    join (select s.id, s.place from ${subscribersById(sql, { organizationId, listId }, idsOf(changed))}) found using (id)
    where s.ctid = found.place and ${isOfList(sql, 's', organizationId, listId)}
    returning ${subscriberColumns(sql)}`
}

/** Follows `from`: `given`. */
function recordset(sql: Sql, rows: readonly (SubscriberValues & { id?: number })[]) {
  return sql`jsonb_to_recordset(${json(sql, rows)}::jsonb) as given (id bigint, key text, email text, status text,
    subscribe_time timestamptz, subscribe_ip text, remove_time timestamptz, remove_ip text, confirm_time timestamptz,
    confirmed boolean, email_format text, custom_fields jsonb)`
}

/** Those whose key the list has already are left out. In no order. */
export async function insertSubscribers(
  sql: Sql,
  organizationId: number,
  listId: number,
  values: readonly SubscriberValues[],
): Promise<SubscriberRow[]> {
  if (values.length === 0) return []
  return sql<SubscriberRow[]>`${insertion(sql, organizationId, listId, values)}`
}

/** As `insertSubscribers`, of a list that has counts, which it changes: no other lock may follow. */
export async function insertCounted(
  sql: Sql,
  organizationId: number,
  listId: number,
  values: readonly SubscriberValues[],
): Promise<SubscriberRow[]> {
  const those = (status: SubscriberStatus) => sql`(select count(*) from added where status = ${status})`
  return sql<SubscriberRow[]>`
    with added as (${insertion(sql, organizationId, listId, values)}),
    counted as (
      update subscriber_counts
      set active = active + ${those('active')}, unsubscribed = unsubscribed + ${those('unsubscribed')},
        scomp = scomp + ${those('scomp')}, bounced = bounced + ${those('bounced')},
        deactivated = deactivated + ${those('deactivated')}
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and exists (select from added))
    select * from added`
}

function insertion(
  sql: Sql,
  organizationId: number,
  listId: number,
  values: readonly SubscriberValues[],
): Fragment {
  return sql`
    insert into subscribers as s (organization_id, mailing_list_id, key, email, status, subscribe_time, subscribe_ip,
      remove_time, remove_ip, confirm_time, confirmed, email_format, custom_fields)
    select ${organizationId}, ${listId}, given.key, given.email, given.status, coalesce(given.subscribe_time, now()),
      given.subscribe_ip, given.remove_time, given.remove_ip, given.confirm_time, given.confirmed, given.email_format,
      given.custom_fields
    from ${recordset(sql, values)}
    -- Two calls for one list lock their keys in one order.
    order by given.key collate "C"
    on conflict (organization_id, mailing_list_id, key) do nothing
    returning ${subscriberColumns(sql)}`
}

/** Call `endReactions` (traces.ts) and `lockSubscribers` first: one who changes meanwhile would be missed. */
export async function deleteSubscribers(
  sql: Transaction,
  organizationId: number,
  listId: number,
  ids: readonly number[],
): Promise<Pick<SubscriberRow, 'id' | 'status'>[]> {
  return sql<Pick<SubscriberRow, 'id' | 'status'>[]>`
    delete from subscribers d using (
      select s.place from ${subscribersById(sql, { organizationId, listId }, ids)}) found
    where d.ctid = found.place and ${isOfList(sql, 'd', organizationId, listId)}
    returning d.id, d.status`
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}

function json(sql: Sql, rows: readonly object[]) {
  return sql.json(rows)
}
