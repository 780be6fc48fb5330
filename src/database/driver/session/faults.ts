import { DatabaseError } from 'pg'

/** The server ends the connection with this error. */
export function isFinal(error: Error): boolean {
  return error instanceof DatabaseError && (error.severity === 'FATAL' || error.severity === 'PANIC')
}

/** The driver calls it `error`. */
export function named(error: Error): Error {
  return error instanceof DatabaseError ? Object.assign(error, { name: 'PostgresError' }) : error
}

/** The plan that the server keeps no longer fits the tables: the statement was not executed. */
export function isStale(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
}

/** The server, or a pooler, knows of no statement by this name. */
export function isUnknown(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '26000'
}
