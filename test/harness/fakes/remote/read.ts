import { RequestFailed } from '../../../../src/outbound/request-failed.ts'
import { readRemote } from '../../../../src/outbound/databases/read.ts'
import type { DatabaseTarget, RemoteLimits, RemoteRow } from '../../../../src/outbound/databases/target.ts'
import { remoteFor } from './world.ts'

type Changes = {
  rowsMax?: number
  limits?: Partial<RemoteLimits>
  allow?: string[]
  own?: { host: string; port: number }[]
}

/** Reads a query to its end. `message`: '' unless it failed. */
export async function readAll(
  target: DatabaseTarget,
  sql: string,
  { rowsMax = 5000, limits = {}, ...rules }: Changes = {},
) {
  const { rules: allowed } = remoteFor(target, { limits })
  const got = { columns: [] as string[], rows: [] as RemoteRow[], isCut: false, message: '', retry: false }
  try {
    const pieces = readRemote({ target, sql, rowsMax }, { ...allowed, ...rules }, AbortSignal.timeout(60_000))
    for await (const piece of pieces) {
      if (piece.kind === 'columns') got.columns = [...piece.columns]
      if (piece.kind === 'rows') got.rows.push(...piece.rows)
      if (piece.kind === 'end') got.isCut = piece.isCut
    }
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    return { ...got, message: error.message, retry: error.retry }
  }
  return got
}
