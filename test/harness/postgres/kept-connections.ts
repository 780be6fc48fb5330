import { connect, type ConnectOptions, type Database } from '../../../src/database/driver/connection.ts'

export type KeptConnections = {
  /** The connections with these options. Those that a test ends or listens on are not used again. */
  take: (options: Omit<ConnectOptions, 'onNotice'>) => Database
  endUsedUp: () => Promise<void>
  endAll: () => Promise<void>
}

/** Distinguishes them from connections that a test has left open. */
export const keptPrefix = 'kept '

/** Connections to one database for one test after another: opening them took a third of the time of tests of the API. */
export function keepConnections(url: string): KeptConnections {
  const kept = new Map<string, Database>()
  const usedUp = new Set<Database>()
  const open = (key: string, options: Omit<ConnectOptions, 'onNotice'>) => {
    const database = connect(url, { ...options, applicationName: `${keptPrefix}${options.applicationName}` })
    const { end, listen } = database
    kept.set(key, database)
    database.end = (timeoutMs) => {
      kept.delete(key)
      usedUp.delete(database)
      return end(timeoutMs)
    }
    database.listen = (...listening) => {
      kept.delete(key)
      usedUp.add(database)
      return listen(...listening)
    }
    return database
  }
  const endEach = async (databases: Iterable<Database>) => {
    await Promise.all([...databases].map((database) => database.end()))
  }
  return {
    take(options) {
      const key = JSON.stringify(options)
      return kept.get(key) ?? open(key, options)
    },
    endUsedUp: () => endEach(usedUp),
    endAll: () => endEach([...usedUp, ...kept.values()]),
  }
}
