import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'

type Listening = {
  heard: (payload: string) => void
  log: FastifyBaseLogger
  /** Held on the connection, to show that the worker lives. */
  advisoryLock?: [first: number, second: number]
}

/** null: work is found by polling. */
export async function listenPatiently(
  database: Pick<Database, 'listen'>,
  channel: string,
  { heard, log, advisoryLock }: Listening,
) {
  try {
    return await database.listen(channel, heard, advisoryLock === undefined ? {} : { advisoryLock })
  } catch (error) {
    log.warn({ err: error }, 'database notifications unavailable; polling for work instead')
    return null
  }
}
