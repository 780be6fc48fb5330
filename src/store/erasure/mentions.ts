import { classifications, hasCells } from '../../contract/imports/states.ts'
import { mentionOf } from '../../contract/values/spelling/mentions.ts'
import { parseEmail, spellingsOf } from '../../contract/values/email.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { erasedClass, placesOf } from '../imports/log-rows.ts'

// Searches by reading all of the organization's logs and events: an index would cost each import too much.

type Piece = { import_id: number; classification: string; range_number: number }

export async function eraseFromImportLogs(
  sql: Transaction,
  organizationId: number,
  key: string,
): Promise<number> {
  const pieces = await sql<Piece[]>`
    select import_id, classification, range_number from import_logs
    where organization_id = ${organizationId} and ${mentioned(sql, folded(sql, 'content', key), key)}
    order by import_id, classification, range_number`
  const keep = keeperOf(key)
  let lines = 0
  for (const { import_id, classification, range_number } of pieces) {
    const place = sql`
      organization_id = ${organizationId} and import_id = ${import_id} and classification = ${classification}
        and range_number = ${range_number}`
    const [row] = await sql<{ content: string }[]>`select content from import_logs where ${place} for update`
    if (row === undefined) continue
    const { content, taken } = keep(row.content, hasCells(classification))
    if (taken.length > 0) {
      await sql`update import_logs set content = ${content} where ${place}`
      await eraseClasses(sql, organizationId, { import_id, classification, range_number }, taken)
    }
    lines += taken.length
  }
  return lines
}

/** The lines that are left keep the numbers of their rows. @param taken positions of lines in the log */
async function eraseClasses(
  sql: Transaction,
  organizationId: number,
  { import_id, classification, range_number }: Piece,
  taken: readonly number[],
): Promise<void> {
  const code = classifications.findIndex((name) => name === classification)
  const range = sql`
    organization_id = ${organizationId} and import_id = ${import_id} and number = ${range_number}`
  const [row] = await sql<{ classes: Uint8Array | null }[]>`
    select classes from import_ranges where ${range} for no key update`
  if (code < 0 || row === undefined || row.classes === null) return
  const places = placesOf(row.classes, code)
  for (const place of taken.flatMap((line) => places[line] ?? [])) row.classes[place] = erasedClass
  await sql`update import_ranges set classes = ${row.classes} where ${range}`
}

export async function eraseFromUndoLogs(
  sql: Transaction,
  organizationId: number,
  key: string,
): Promise<number> {
  const pieces = await sql<{ import_id: number; classification: string; piece_number: number }[]>`
    select import_id, classification, piece_number from import_undo_logs
    where organization_id = ${organizationId} and ${mentioned(sql, folded(sql, 'content', key), key)}
    order by import_id, classification, piece_number`
  const keep = keeperOf(key)
  let lines = 0
  for (const { import_id, classification, piece_number } of pieces) {
    const place = sql`
      organization_id = ${organizationId} and import_id = ${import_id} and classification = ${classification}
        and piece_number = ${piece_number}`
    const [row] = await sql<
      { content: string }[]
    >`select content from import_undo_logs where ${place} for update`
    if (row === undefined) continue
    const { content, taken } = keep(row.content, false)
    if (taken.length > 0) await sql`update import_undo_logs set content = ${content} where ${place}`
    lines += taken.length
  }
  return lines
}

/** What imports have kept for their undo. The undo counts these people as gone. */
export async function eraseFromUndoPieces(
  sql: Transaction,
  organizationId: number,
  subscriberIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...subscriberIds]}::bigint[]`
  const without = (column: string) => sql`
    case when ${sql(column)} is not null then array(
      select case when u.id = any(${ids}) then null else u.value end
      from unnest(p.ids, p.${sql(column)}) with ordinality u (id, value, position) order by position) end`
  await sql`
    update import_undo_pieces p
    set ids = array(
        select case when u.id = any(${ids}) then 0 else u.id end
        from unnest(p.ids) with ordinality u (id, position) order by position),
      old_fields = ${without('old_fields')}, written_fields = ${without('written_fields')}
    where organization_id = ${organizationId} and p.ids && ${ids}`
}

/** A file whose first row was taken for a header. */
export async function eraseHeaders(sql: Transaction, organizationId: number, key: string): Promise<void> {
  await sql`
    update subscriber_imports set header_cells = null
    where organization_id = ${organizationId} and header_cells is not null
      and ${mentioned(sql, folded(sql, 'header_cells', key), key)}`
}

/** Lines are addresses, each ended by LF, or a JSON array of arrays of cells (migrations/007-imports.sql). */
function keeperOf(key: string) {
  const mentions = mentionOf(key)
  return (content: string, isFailed: boolean): { content: string; taken: number[] } => {
    if (isFailed) {
      const { kept, taken } = parted(JSON.parse(content) as string[][], (cells) => cells.some(mentions))
      return { content: JSON.stringify(kept), taken }
    }
    const lines = content.split('\n').slice(0, -1)
    const { kept, taken } = parted(lines, (line) => (parseEmail(line)?.key ?? line) === key)
    return { content: kept.map((line) => `${line}\n`).join(''), taken }
  }
}

function parted<Line>(lines: readonly Line[], isTaken: (line: Line) => boolean) {
  const kept: Line[] = []
  const taken: number[] = []
  for (const [at, line] of lines.entries()) {
    if (isTaken(line)) taken.push(at)
    else kept.push(line)
  }
  return { kept, taken }
}

/** In any spelling. */
function mentioned(sql: Sql, text: Fragment, key: string): Fragment {
  return sql`(select bool_or(strpos(${text}, spelling) > 0) from unnest(${spellingsOf(key)}::text[]) s (spelling))`
}

/** With `%40` for the `@`, and so on. */
function mentionedInUrl(sql: Sql, text: Fragment, key: string): Fragment {
  const spellings = spellingsOf(key).map((spelling) => encodeURIComponent(spelling).toLowerCase())
  return sql`(select bool_or(strpos(${text}, spelling) > 0) from unnest(${spellings}::text[]) s (spelling))`
}

/** Folds case as keys do. Only non-ASCII letters have more than one lower-case spelling. */
function folded(sql: Sql, column: string, key: string) {
  return spellingsOf(key).length === 1
    ? sql`lower(${sql(column)})`
    : sql`normalize(lower(${sql(column)}), nfc)`
}

/** Also events of the subscribers under a former address. */
export async function eraseWebhookEvents(
  sql: Transaction,
  organizationId: number,
  key: string,
  subscriberIds: readonly number[],
): Promise<number> {
  const rows = await sql<{ webhook_id: number; id: number; payload: string; isOfThem: boolean }[]>`
    select webhook_id, id, payload::text as payload, "isOfThem" from (
      select webhook_id, id, payload, lower(payload::text) as text,
        coalesce(payload ->> 'studio_subscriber_id' = any(${subscriberIds.map(String)}::text[]), false) as "isOfThem"
      from webhook_events where organization_id = ${organizationId}) e
    where "isOfThem" or ${mentioned(sql, sql`text`, key)} or ${mentionedInUrl(sql, sql`text`, key)}
    order by webhook_id, id`
  // A receiver can answer with what it was sent.
  await sql`
    update webhook_deliveries set answer = ''
    where organization_id = ${organizationId}
      and (${mentioned(sql, sql`lower(answer)`, key)} or ${mentionedInUrl(sql, sql`lower(answer)`, key)})`
  const mentions = mentionOf(key)
  const theirs = rows.filter(({ payload, isOfThem }) => isOfThem || mentions(payload))
  if (theirs.length === 0) return 0
  const { count } = await sql`
    delete from webhook_events e
    using unnest(${theirs.map((row) => row.webhook_id)}::integer[], ${theirs.map(({ id }) => id)}::bigint[])
      given (webhook_id, id)
    where e.organization_id = ${organizationId} and e.webhook_id = given.webhook_id and e.id = given.id`
  return count
}

export async function eraseSeedAddresses(
  sql: Transaction,
  organizationId: number,
  key: string,
): Promise<number> {
  const rows = await sql<{ id: number }[]>`
    delete from seed_list_addresses where organization_id = ${organizationId} and address_key(email) = ${key}
    returning id`
  if (rows.length === 0) return 0
  await sql`
    update deliveries d set diagnostic = null
    from campaigns c
    where c.organization_id = ${organizationId} and d.organization_id = ${organizationId} and d.campaign_id = c.id
      and d.autoresponder_id is null and d.subscriber_id = 0 and d.occasion = any(${rows.map(({ id }) => id)}::bigint[])
      and d.diagnostic is not null`
  return rows.length
}

export async function erasePreviews(sql: Transaction, organizationId: number, key: string): Promise<void> {
  await sql`delete from preview_mails where organization_id = ${organizationId} and address_key(recipient) = ${key}`
  await sql`
    update users u set default_preview_recipients = (
      select coalesce(jsonb_agg(one order by place), '[]')
      from jsonb_array_elements_text(u.default_preview_recipients) with ordinality given (one, place)
      where address_key(one) <> ${key})
    where organization_id = ${organizationId} and jsonb_typeof(default_preview_recipients) = 'array' and exists (
      select from jsonb_array_elements_text(u.default_preview_recipients) given (one) where address_key(one) = ${key})`
}

export async function eraseSystemMails(sql: Transaction, organizationId: number, key: string): Promise<void> {
  await sql`delete from address_changes where organization_id = ${organizationId} and address_key(email) = ${key}`
  await sql`
    delete from system_mails
    where organization_id = ${organizationId} and address_key(to_email) = ${key} and user_id is null and not exists (
      select from users where organization_id = ${organizationId} and email_key = ${key})`
}
