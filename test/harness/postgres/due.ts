import { setMaxListeners } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Sql } from '../../../src/database/driver/connection.ts'
import { secondsToDue } from '../../../src/store/server/due.ts'
import type { Due, Outlook } from '../../../src/database/lease.ts'
import { createBell } from '../../../src/work/loops/bell.ts'
import { createPoller } from '../../../src/work/loops/poller.ts'
import { runLoop, type DueLoop } from '../../../src/work/loops/run.ts'

const nobody: Outlook = { alive: [], held: false }

/** null: nothing is scheduled. */
export async function secondsToNext(sql: Sql, due: Due): Promise<number | null> {
  return (await secondsToDue(sql, [due], nobody))[0] ?? null
}

type Place = {
  database: Pick<Database, 'everywhere'>
  log: FastifyBaseLogger
  stop: AbortSignal
  held?: () => Promise<boolean>
}

/** Loops of one kind with a poller of their own, as a thread has them. */
export function runLoops<Piece>(
  loop: DueLoop<Piece>,
  { database, log, stop, held }: Place,
  { bell = createBell(), lanes = 1 } = {},
): Promise<void>[] {
  // Each lane waits for the stop, as in the mail thread.
  setMaxListeners(0, stop)
  const everywhere = database.everywhere()
  const poller = createPoller<Due>(async (queues) =>
    secondsToDue(everywhere, queues, { ...nobody, held: (await held?.()) ?? false }),
  )
  const queue = poller.watch(loop.due, bell)
  const running = Array.from({ length: lanes }, () => runLoop(loop, queue, log, stop))
  return [...running, poller.run(log, stop)]
}
