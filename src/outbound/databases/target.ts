import type { DatabaseTls, DatabaseType } from '../../contract/resources/database-connections.ts'

/** The database of a remote list, with its password: it goes nowhere but into the thread that connects. */
export type DatabaseTarget = {
  type: DatabaseType
  host: string
  port: number
  username: string
  password: string | null
  databaseName: string
  tls: DatabaseTls
  /** PEM; null: the authorities that Node.js knows. */
  tlsCa: string | null
  /** Whose look-ups of names count together. Default: the server's own. */
  organizationId?: number | undefined
}

/** Addresses by name. */
export type KnownNames = Readonly<Record<string, readonly string[]>>

export function urlOf({ host, port }: { host: string; port: number }): URL {
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
}

export type RemoteLimits = {
  /** Until the login is over. */
  connectSeconds: number
  /** From the login to the first rows: most of the time of a query that sorts. */
  firstRowSeconds: number
  /** From one fetch of rows to the next. */
  nextRowSeconds: number
  totalSeconds: number
  /** A longer row is skipped. */
  rowBytesMax: number
  /** Of all that the database sends, skipped rows included. */
  totalBytesMax: number
}

/** Fixed: a query that needs more belongs into a view of the remote database. */
export const remoteLimits: RemoteLimits = {
  connectSeconds: 10,
  firstRowSeconds: 300,
  nextRowSeconds: 60,
  totalSeconds: 3600,
  rowBytesMax: 65_536,
  totalBytesMax: 4096 * 1_048_576,
}

/** Of one query (REMOTE_ROWS_MAX). */
export const rowsMaxDefault = 1_000_000

/** Plain values, because they are passed to a thread. */
export type RemoteRules = {
  /** `host:port` that may have any address (REMOTE_DATABASE_ALLOW). */
  allow: readonly string[]
  /** Where this server's own database answers. */
  own: readonly { host: string; port: number }[]
  limits: RemoteLimits
}

/** `rowsMax`: it ends after as many. */
export type RemoteQuery = { target: DatabaseTarget; sql: string; rowsMax: number }

/** One value a column; null instead of the row: it is longer than `rowBytesMax`. */
export type RemoteRow = readonly (string | null)[] | null

/** `isCut`: there are more rows than `rowsMax`. */
export type RemotePiece =
  | { kind: 'connected' }
  | { kind: 'columns'; columns: readonly string[] }
  | { kind: 'rows'; rows: readonly RemoteRow[] }
  | { kind: 'end'; isCut: boolean }
  /** `isRefused`: for its address. The counts of the thread end with it. */
  | { kind: 'failed'; message: string; retry: boolean; isRefused?: boolean; cause?: unknown }

/** What a driver reads, in order. `next` ends once the caller wants more rows. */
export type RemoteReader = {
  connected: () => void
  columns: (names: readonly string[]) => void
  /** @returns whether more rows are wanted. */
  rows: (rows: readonly RemoteRow[]) => Promise<boolean>
}

/** Rows that are fetched at once. */
export const fetchRows = 500

/** Bytes become text; a null character, which PostgreSQL cannot store, is left out. */
export function textOf(value: Uint8Array | null): string | null {
  return value === null ? null : Buffer.from(value).toString('utf8').replaceAll('\0', '')
}

export function isTooLong(row: readonly (Uint8Array | null)[], { rowBytesMax }: RemoteLimits): boolean {
  return row.reduce((sum, value) => sum + (value?.length ?? 0), 0) > rowBytesMax
}
