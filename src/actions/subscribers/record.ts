import type { FieldRules } from '../../contract/lists/field-values.ts'
import type { SubscriberRecord } from '../../contract/subscribers/endpoints.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { FieldNames } from '../../store/lists/custom-fields.ts'
import type { SubscriberList, SubscriberRow } from '../../store/subscribers/rows.ts'

/** `zone`: the IANA zone of the organization. */
export type ListRules = { list: SubscriberList; fields: readonly FieldRules[]; zone: string }

/** Built from entries because a field may be called `__proto__`. */
export function recordOf(
  row: SubscriberRow,
  { list, fields, zone }: Omit<ListRules, 'fields'> & { fields: readonly FieldNames[] },
): SubscriberRecord {
  return {
    id: row.id,
    mailing_list_id: row.mailing_list_id,
    email: row.email,
    created_at: formatInstant(row.created_at.getTime(), zone),
    created_at_epoch: epochOf(row.created_at),
    updated_at: formatInstant(row.updated_at.getTime(), zone),
    status: row.status,
    subscribe_time: row.subscribe_time === null ? null : formatInstant(row.subscribe_time.getTime(), zone),
    subscribe_time_epoch: row.subscribe_time === null ? null : epochOf(row.subscribe_time),
    subscribe_ip: row.subscribe_ip,
    ...(list.has_confirmed ? { confirmed: row.confirmed === true } : {}),
    ...(list.has_format ? { email_format: row.email_format } : {}),
    custom_fields: Object.fromEntries(
      fields.map(({ id, name, field_type }) => [
        name,
        { name, type: field_type, value: row.custom_fields[id] ?? null },
      ]),
    ),
  }
}

function epochOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
