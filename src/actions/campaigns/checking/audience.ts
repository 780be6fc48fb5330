import { AppError } from '../../../contract/api/errors.ts'
import type { MessageContent } from '../../../contract/campaigns/message-content.ts'
import type { RemoteQueryPreview } from '../../../contract/lists/remote-query.ts'
import { readColumns, remoteFields } from '../../../contract/lists/remote-rows.ts'
import { unlimited, type Scoped } from '../../../database/driver/connection.ts'
import { findCampaign, type CampaignRow } from '../../../store/campaigns/rows.ts'
import { findConnectionOfList, openConnection } from '../../../store/resources/database-connections.ts'
import {
  countAudience,
  findCampaignClauses,
  type Audience,
  type CountedAudience,
} from '../../../store/segments/audience.ts'
import { sampleRemote, type RemoteParts } from '../../lists/remote-query.ts'
import { numberOf, people, shown, type Found } from './found.ts'

/** Of the call, which opens with a page: more would be felt. */
const countMs = 2_000

export type Counted = (CountedAudience & { isEverybody: boolean }) | { problem: string } | null

/** Runs the query of a remote list for its first rows. null: it has none. */
export async function sampleAudience(
  sql: Scoped,
  { organizationId, id }: { organizationId: number; id: number },
  parts: RemoteParts,
): Promise<RemoteQueryPreview | null> {
  const found = await sql.read(async (sql) => {
    const row = await findCampaign(sql, organizationId, { kind: 'campaign', id })
    const query = row.segmentation_criteria_remote_sql
    return query === null
      ? null
      : { query, stored: await findConnectionOfList(sql, organizationId, row.mailing_list_id) }
  })
  if (found === null) return null
  const target = openConnection(found.stored, organizationId, parts.secrets.unseal)
  return sampleRemote(target, found.query, parts.rules, new AbortController().signal)
}

export function withColumns(message: MessageContent, { columns }: RemoteQueryPreview): MessageContent {
  const layout = readColumns(columns)
  if ('problem' in layout) return message
  return { ...message, fields: remoteFields(layout.codes.map(({ name }) => name), message.fields) } // oxfmt-ignore
}

export function inspectRemote({ problem, rows, has_more: hasMore }: RemoteQueryPreview): Found[] {
  const code = 'recipients'
  if (problem !== null) return [{ kind: 'stop', code, sentence: problem }]
  if (rows.length === 0)
    return [{ kind: 'stop', code, sentence: 'Nobody would get it: the query returns no rows.' }]
  const sentence = hasMore
    ? 'To the rows of the query, which are read when it starts.'
    : `To the rows of the query, at present ${rows.length}; they are read again when it starts.`
  return [{ kind: 'ok', code, sentence }]
}

export async function countFor(sql: Scoped, row: CampaignRow, timeZone: string): Promise<Counted> {
  if (row.segmentation_criteria_remote_sql !== null) return null
  try {
    return await sql.read(async (sql) => {
      const {
        organization_id: organizationId,
        mailing_list_id: listId,
        segmentation_criteria_id: segment,
      } = row
      const clauses = await findCampaignClauses(sql, organizationId, segment)
      if (clauses === null) return null
      const audience = { organizationId, listId, timeZone, clauses }
      const counted = await unlimited(sql, () => countAudience(sql, audience, countMs))
      return counted && { ...counted, isEverybody: clauses.length === 0 }
    })
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message }
    throw error
  }
}

const partMs = 1_000

/** A part of the recipients. null: counting takes too long, or the clauses name what is gone, which is a finding of its own. */
export async function countOrNull(sql: Scoped, audience: Audience): Promise<CountedAudience | null> {
  try {
    return await sql.read((sql) => unlimited(sql, () => countAudience(sql, audience, partMs)))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Who gets it, in words. */
export function inspectAudience(row: CampaignRow, counted: Counted): Found[] {
  const code = 'recipients'
  const { segmentation_criteria_id: segment, segmentation_criteria_remote_sql: remote } = row
  if (remote === null && segment === null) {
    return [{ kind: 'stop', code, sentence: 'No recipients are chosen yet. Choose them.' }]
  }
  if (counted === null) return [{ kind: 'ok', code, sentence: 'The recipients are counted when it starts.' }]
  if ('problem' in counted) {
    return [{ kind: 'stop', code, sentence: `The recipients cannot be found: ${counted.problem}.` }]
  }
  const { recipients, suppressed, estimate } = counted
  const audience = audienceOf(row, counted)
  const fewer = numberOf(suppressed, estimate?.suppressed)
  const less = suppressed === 0 ? '' : `, less ${fewer} on suppression lists`
  if (recipients === 0 && estimate === null) {
    return [{ kind: 'stop', code, sentence: `Nobody would get it: ${audience}${less}.` }]
  }
  const sentence = `To ${people(recipients, estimate?.reached)}: ${audience}${less}.`
  return [{ kind: 'ok', code, sentence }, ...inspectVersions(row, recipients)]
}

function audienceOf(
  { segmentation_criteria_name: segment, mailing_list_name: list }: CampaignRow,
  { isEverybody }: { isEverybody: boolean },
): string {
  if (segment !== null) return `the segment ${segment} of the list ${list}`
  return isEverybody
    ? `everybody who is active on the list ${list}`
    : `those on the list ${list} who meet the conditions of the campaign`
}

/** How many get each version. With a test, the winner of which goes to the rest, see `inspectWinner`. */
function inspectVersions({ contents, ...row }: CampaignRow, recipients: number): Found[] {
  if (contents.length < 2 || recipients < contents.length) return []
  const names = contents.map(({ name }) => name).join(', ')
  const percent = row.autowinner_enabled ? Number(row.autowinner_percentage ?? 0) : 100
  const each = Math.floor((recipients * percent) / 100 / contents.length)
  const rest = recipients - each * contents.length
  const isTest = row.autowinner_enabled && percent > 0
  const then = isTest ? ` first; the other ${shown(rest)} get the one that does best` : ''
  return [{ kind: 'ok', code: 'versions', sentence: `About ${shown(each)} get each of ${names}${then}.` }]
}
