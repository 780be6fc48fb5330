import { readColumns, readRemoteRow, type RemoteLayout } from '../../contract/lists/remote-rows.ts'
import { readRemote } from '../../outbound/databases/read.ts'
import type { RemoteQuery, RemoteRow } from '../../outbound/databases/target.ts'
import { finalFailure, RequestFailed } from '../../outbound/request-failed.ts'
import type { ClaimedCampaign } from '../../store/campaigns/claims.ts'
import {
  addRemoteChunk,
  beginRemoteQuery,
  endRemoteQuery,
  findRemoteSource,
  forgetRemoteRecipients,
  type RemoteChunk,
} from '../../store/remote-lists/queries.ts'
import { findStoredConnection, openConnection } from '../../store/resources/database-connections.ts'
import type { CampaignEnvironment } from '../environment.ts'

/**
 * Reads all rows of a campaign's query before its first message leaves, in chunks. A sender that dies in between has
 * sent nothing: the next one runs the query again from its beginning. Once all rows are there, none does.
 * @throws RequestFailed with a sentence for the user; LeaseLost
 */
export async function stageRecipients(
  env: Pick<CampaignEnvironment, 'database' | 'secrets' | 'remote'>,
  claim: ClaimedCampaign,
  signal: AbortSignal,
): Promise<void> {
  const database = env.database.within(claim.organization_id)
  const found = await database.begin(async (sql) => {
    const source = await findRemoteSource(sql, claim)
    if (source === null)
      throw finalFailure('The list or the campaign has no query: set it and send a new campaign.')
    const id = source.databaseConnectionId
    return { source, stored: await findStoredConnection(sql, claim.organization_id, id) }
  })
  const { source, stored } = found
  if (source.isRead) return
  const target = openConnection(stored, claim.organization_id, env.secrets.unseal)
  try {
    await readAll(env, claim, { target, sql: source.sql }, signal)
  } catch (error) {
    // Rows of a failed query are not kept: the next run reads all of them again.
    if (error instanceof RequestFailed) await database.begin((sql) => forgetRemoteRecipients(sql, claim))
    throw error
  }
  await database.begin((sql) => endRemoteQuery(sql, claim))
}

async function readAll(
  env: Pick<CampaignEnvironment, 'database' | 'remote'>,
  claim: ClaimedCampaign,
  query: Omit<RemoteQuery, 'rowsMax'>,
  signal: AbortSignal,
): Promise<void> {
  const database = env.database.within(claim.organization_id)
  const { rules, rowsMax } = env.remote
  let layout: RemoteLayout | null = null
  let rowsRead = 0
  for await (const piece of readRemote({ ...query, rowsMax }, rules, signal)) {
    if (piece.kind === 'columns') {
      layout = layoutOf(piece.columns)
      const columns = layout.codes.map(({ name }) => name)
      await database.begin((sql) => beginRemoteQuery(sql, claim, columns))
    } else if (piece.kind === 'rows' && layout !== null) {
      const chunk = chunkOf(layout, piece.rows, rowsRead)
      rowsRead += piece.rows.length
      if (piece.rows.length > 0) await database.beginUntil(signal, (sql) => addRemoteChunk(sql, claim, chunk))
    } else if (piece.kind === 'end' && piece.isCut) throw tooMany(rowsMax)
  }
}

function layoutOf(columns: readonly string[]): RemoteLayout {
  const layout = readColumns(columns)
  if ('problem' in layout) throw finalFailure(layout.problem)
  return layout
}

function tooMany(rowsMax: number): RequestFailed {
  return finalFailure(
    `The query returns more than ${rowsMax} rows: select fewer, or ask the administrator to raise REMOTE_ROWS_MAX.`,
  )
}

function chunkOf(layout: RemoteLayout, rows: readonly RemoteRow[], before: number): RemoteChunk {
  const chunk = { rows: rows.length, invalidEmails: 0, invalidDistinctIds: 0, tooLong: 0 }
  const recipients: RemoteChunk['recipients'][number][] = []
  for (const [place, row] of rows.entries()) {
    const read = row === null ? null : readRemoteRow(layout, row)
    if (read === null) chunk.tooLong += 1
    else if (read === 'invalid_email') chunk.invalidEmails += 1
    else if (read === 'invalid_distinct_id') chunk.invalidDistinctIds += 1
    else recipients.push({ ...read, seqId: before + place + 1 })
  }
  return { ...chunk, recipients }
}
