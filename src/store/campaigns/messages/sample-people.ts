import type { CustomValues } from '../../../contract/subscribers/values.ts'
import type { Transaction } from '../../../database/driver/connection.ts'
import { unlessSlow } from '../../../database/driver/statement/time-limit.ts'

export type SamplePerson = {
  subscriber_id: number
  email: string
  subscribe_time: Date | null
  subscribe_ip: string | null
  custom_fields: CustomValues
}

const timeoutMs = 2000
const each = 3

/** Active people of a list with the longest values of a field. [] if finding them takes too long. */
export async function findLongestValues(
  sql: Transaction,
  { organizationId, listId }: { organizationId: number; listId: number },
  fieldId: number,
): Promise<SamplePerson[]> {
  const key = String(fieldId)
  const found = await unlessSlow(sql, timeoutMs, (sql) => {
    return sql<SamplePerson[]>`
      select s.id as subscriber_id, coalesce(s.email, s.key) as email, s.subscribe_time, s.subscribe_ip,
        s.custom_fields
      from subscribers s
      where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and s.status = 'active'
        and s.custom_fields ? ${key}
      order by length(s.custom_fields ->> ${key}) desc, s.id limit ${each}`
  })
  return found ?? []
}
