import type { HistoryEvent } from '../../contract/subscribers/history.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { HistoryRow, Kept } from '../../store/subscribers/history.ts'

type Fields = readonly { id: number; name: string }[]

/** `zone`: the IANA zone of the organization. */
export function eventOf(row: HistoryRow, { fields, zone }: { fields: Fields; zone: string }): HistoryEvent {
  const { details } = row
  return {
    id: row.key,
    at: formatInstant(row.at.getTime(), zone),
    kind: row.kind,
    campaign: details.campaign ?? null,
    autoresponder: details.autoresponder ?? null,
    import: details.import ?? null,
    web_form: details.web_form ?? null,
    consent: consentOf(details, zone),
    actor: details.actor === undefined ? null : actorOf(details.actor),
    ip: details.ip ?? null,
    until: details.until == null ? null : formatInstant(Date.parse(details.until), zone),
    state: details.state ?? null,
    reason: details.reason ?? null,
    times: details.times ?? null,
    urls: details.urls ?? [],
    changes: changesOf(row, fields),
  }
}

function consentOf({ consent }: HistoryRow['details'], zone: string): HistoryEvent['consent'] {
  if (consent === undefined) return null
  const { confirmed_at_ms: ms, ...proof } = consent
  return { ...proof, confirmed_at: ms === null ? null : formatInstant(ms, zone) }
}

function actorOf(actor: NonNullable<HistoryRow['details']['actor']>): HistoryEvent['actor'] {
  if (actor.user_id !== null) return { type: 'user', id: actor.user_id }
  if (actor.api_key_id !== null) return { type: 'api_key', id: actor.api_key_id }
  return actor.import_id === null ? { type: 'system', id: null } : { type: 'import', id: actor.import_id }
}

function changesOf({ kind, details }: HistoryRow, fields: Fields): HistoryEvent['changes'] {
  if (kind !== 'status_changed' && kind !== 'imported') return []
  const { from, to, old, written } = details
  if (from !== undefined && to !== undefined) return [{ name: 'status', from, to }]
  if (old === undefined || written === undefined || details.state === 'added') return []
  return [...attributeChanges(old, written), ...fieldChanges(old, written, fields)]
}

function attributeChanges(old: Kept, written: Kept): HistoryEvent['changes'] {
  return (['status', 'confirmed', 'email_format'] as const).flatMap((name) =>
    written[name] === null ? [] : [{ name, from: old[name], to: written[name] }],
  )
}

function fieldChanges(old: Kept, written: Kept, fields: Fields): HistoryEvent['changes'] {
  if (written.fields === null) return []
  return fields.flatMap(({ id, name }) => {
    const [from, to] = [valueOf(old.fields?.[id]), valueOf(written.fields?.[id])]
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ name, from, to }]
  })
}

type Value = HistoryEvent['changes'][number]['from']

function valueOf(value: unknown): Value {
  return value === undefined ? null : (value as Value)
}
