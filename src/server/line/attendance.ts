import type { FastifyBaseLogger } from 'fastify'
import type { Storage } from '../../files/open-spool.ts'
import type { Database } from '../../database/driver/connection.ts'
import {
  attend,
  holdRestored,
  judgeLine,
  noteOlder,
  placeOf,
  type Judgement,
  type Mark,
} from '../../store/server/database-line.ts'
import { forgetMark, marksInStorage, readMark, writeMark } from './marks.ts'

/** Of one process: it remembers what the database was like, and says in the database that it is still so. */
export type Attendance = {
  identity: string
  /** What it has seen last. */
  seen: () => Mark | null
  look: () => Promise<void>
}

type Parts = {
  database: Database
  dataDir: string
  storage: Storage
  /** Only one that is confirmed says anything. */
  identity: string
  log: Pick<FastifyBaseLogger, 'debug'>
}

/** Looks once; a process then looks every few seconds. */
export async function openAttendance(parts: Parts): Promise<Attendance> {
  const { database, dataDir, identity, log } = parts
  const everywhere = database.everywhere()
  const inStorage = marksInStorage(parts.storage)
  // A full disk and a storage that is away have warnings of their own.
  const onFault = (error: unknown) => log.debug({ err: error }, 'the mark of the database was not kept')
  let seen = await firstMark()

  async function firstMark(): Promise<Mark | null> {
    const file = await readMark(dataDir)
    if (file === 'restored') {
      await everywhere.begin((sql) => holdRestored(sql))
      await forgetMark(dataDir)
    }
    const object = await inStorage?.read(await placeOf(everywhere)).catch(onFault)
    let best: Mark | null = null
    for (const mark of [object ?? null, file === 'restored' ? null : file]) {
      if (mark === null) continue
      const { reason, isLatest } = await judge(mark)
      if (reason === 'older') return mark
      if (best === null || isLatest) best = mark
    }
    return best
  }

  async function judge(mark: Mark | null): Promise<Judgement & { isLatest: boolean }> {
    const judged = await judgeLine(everywhere, mark, identity)
    if (judged.reason === 'older' && mark !== null) await noteOlder(everywhere, mark)
    return { ...judged, isLatest: mark !== null && judged.latest?.token === mark.token }
  }

  async function look(): Promise<void> {
    const { isConfirmed, isDue, ...found } = await judge(seen)
    if (!isConfirmed || found.reason !== null) return
    let { latest } = found
    if (isDue) {
      const attended = await everywhere.begin((sql) => attend(sql, seen))
      if (attended.reason !== null) return
      latest = attended.latest
      if (latest !== null) await inStorage?.write(latest).catch(onFault)
    }
    if (latest === null || latest.token === seen?.token) return
    seen = latest
    await writeMark(dataDir, latest).catch(onFault)
  }

  await look()
  return { identity, seen: () => seen, look }
}
