import type { Sql } from '../../../src/database/driver/connection.ts'
import type { OracleSubscriber } from '../oracle/model.ts'

/** Inserts subscribers with their counts into the tables. Field values by field name. */
export async function putSubscribers(
  sql: Sql,
  organizationId: number,
  listId: number,
  subscribers: Map<string, OracleSubscriber>,
  fieldIds: Record<string, number>,
): Promise<void> {
  const rows = [...subscribers].map(([key, { fields, ...subscriber }]) => ({
    key,
    ...subscriber,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [String(fieldIds[name]), value]),
    ),
  }))
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email, status, custom_fields, confirmed,
      email_format, subscribe_ip, remove_ip, subscribe_time, remove_time, confirm_time)
    select ${organizationId}, ${listId}, r.key, nullif(r.email, r.key), r.status, r.fields, r.confirmed,
      r.format, r."subscribeIp", r."removeIp", coalesce(r."subscribeTime", now()), r."removeTime", r."confirmTime"
    from jsonb_to_recordset(${sql.json(rows)})
      r (key text, email text, status text, fields jsonb, confirmed boolean, format text, "subscribeIp" text,
        "removeIp" text, "subscribeTime" timestamptz, "removeTime" timestamptz, "confirmTime" timestamptz)`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active, unsubscribed, scomp, bounced, deactivated)
    select ${organizationId}, ${listId}, count(*) filter (where status = 'active'),
      count(*) filter (where status = 'unsubscribed'), count(*) filter (where status = 'scomp'),
      count(*) filter (where status = 'bounced'), count(*) filter (where status = 'deactivated')
    from subscribers where organization_id = ${organizationId} and mailing_list_id = ${listId}`
}
