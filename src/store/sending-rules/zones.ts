import { parseZoneName } from '../../contract/times/zone-names.ts'
import { instantInZone, localText } from '../../contract/times/hours.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { unlessSlow } from '../../database/driver/statement/time-limit.ts'

/** @returns problems, `time_zone_field_id <problem>`. */
export async function findZoneFieldProblems(
  sql: Transaction,
  organizationId: number,
  list: { id: number; isRemote: boolean },
  id: number | null,
): Promise<string[]> {
  if (id === null) return []
  // Its people have the columns of the query instead of custom fields.
  if (list.isRemote) return ['time_zone_field_id is not available on remote lists']
  const [field] = await sql<{ field_type: string }[]>`
    select field_type from custom_fields
    where organization_id = ${organizationId} and id = ${id} and deleted_at is null
      and (mailing_list_id is null or mailing_list_id = ${list.id}) for key share`
  if (field === undefined) return ['time_zone_field_id does not exist']
  return ['text', 'select_single_dropdown', 'select_single_radio'].includes(field.field_type)
    ? []
    : ['time_zone_field_id must be a field of type text, select_single_dropdown or select_single_radio']
}

/** The zone that a field holds, by an IANA or a Rails name; the organization's if it holds none. */
export function zoneOf(value: unknown, organizationZone: string): string {
  if (typeof value !== 'string' || value === '') return organizationZone
  const known = zones.get(value)
  if (known !== undefined) return known ?? organizationZone
  const zone = parseZoneName(value)?.zone ?? null
  if (zones.size >= zonesMax) zones.clear()
  zones.set(value, zone)
  return zone ?? organizationZone
}

/** Values of fields and their zones: the same few are read for each recipient. */
const zones = new Map<string, string | null>()
const zonesMax = 2_000

/** Nowhere does a day begin earlier. */
const earliestZone = 'Pacific/Kiritimati'
const valuesMax = 2_000
const timeoutMs = 5_000

export type LocalStart = { local_begins_at: string | null; starts_at: Date | null }

/** When a campaign begins for the first of the people who are on the list now. */
export async function findFirstStart(
  sql: Transaction,
  { organizationId, listId, fieldId }: { organizationId: number; listId: number; fieldId: number },
  { beginsAt, zone }: { beginsAt: Date; zone: string },
): Promise<LocalStart> {
  const local = localText(beginsAt.getTime(), zone)
  const values = await findValues(sql, organizationId, listId, fieldId)
  const found = values === null ? [earliestZone] : values.map((value) => zoneOf(value, zone))
  const starts = [...new Set(found)].map((one) => instantInZone(local, one))
  const first = starts.length === 0 ? beginsAt.getTime() : Math.min(...starts)
  return { local_begins_at: local, starts_at: new Date(first) }
}

/** null: they are too many, or reading them takes too long. */
function findValues(
  sql: Transaction,
  organizationId: number,
  listId: number,
  fieldId: number,
): Promise<(string | null)[] | null> {
  return unlessSlow(sql, timeoutMs, async (sql) => {
    const rows = await sql<{ value: string | null }[]>`
      select distinct custom_fields ->> ${String(fieldId)} as value from subscribers
      where organization_id = ${organizationId} and mailing_list_id = ${listId} and status = 'active'
      limit ${valuesMax}`
    return rows.length < valuesMax ? rows.map(({ value }) => value) : null
  })
}
