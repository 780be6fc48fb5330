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
import { warnOnce } from '../../work/warn-once.ts'
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
  log: Pick<FastifyBaseLogger, 'warn' | 'debug'>
}

/** Looks once; a process then looks every few seconds. */
export async function openAttendance(parts: Parts): Promise<Attendance> {
  const { database, dataDir, identity, log } = parts
  const everywhere = database.everywhere()
  const inStorage = marksInStorage(parts.storage)
  const file = warnOnce(
    log,
    'The file database_mark of DATA_DIR could not be written: a restore may not be noticed.',
  )
  const object = warnOnce(
    log,
    'The mark of the database in the storage was not read or kept: a restore may not be noticed.',
  )
  let seen = await firstMark()

  async function firstMark(): Promise<Mark | null> {
    const kept = await readMark(dataDir)
    if (kept === 'restored') {
      await everywhere.begin((sql) => holdRestored(sql))
      await forgetMark(dataDir)
    }
    const stored = await inStorage?.read(await placeOf(everywhere)).catch(object.note)
    let best: Mark | null = null
    for (const mark of [stored ?? null, kept === 'restored' ? null : kept]) {
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
      if (latest !== null) await inStorage?.write(latest).then(object.recovered, object.note)
    }
    if (latest === null || latest.token === seen?.token) return
    seen = latest
    await writeMark(dataDir, latest).then(file.recovered, file.note)
  }

  await look()
  return { identity, seen: () => seen, look }
}
