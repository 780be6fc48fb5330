import type { Scoped } from '../../database/driver/connection.ts'
import type { Due } from '../../database/lease.ts'
import { secondsToDue } from '../../store/server/due.ts'
import { findAlive } from '../../store/server/worker-sessions.ts'
import { createPoller, type Queue } from './poller.ts'
import type { Bell } from './bell.ts'

/** The queues that a thread looks at together. */
export type Look = { watch: (due: Due, bell: Bell) => Queue }

/** The one look of a thread for due work, of jobs and of outboxes. @param held whether the server may be a restored copy */
export function createLook(everywhere: Scoped, held: () => Promise<boolean>) {
  return createPoller<Due>(async (queues) =>
    secondsToDue(everywhere, queues, { alive: await findAlive(everywhere), held: await held() }),
  )
}
