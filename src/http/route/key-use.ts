import type { Database } from '../../database/driver/connection.ts'
import { markKeysUsed } from '../../store/api-keys.ts'
import type { KeyCaller } from '../../store/api-keys.ts'

type Use = { organizationId: number; id: number }
type Recorder = (use: Use) => void

/** Keys that wait to be written down, at most; what does not fit is noted at its next use. */
const waitingMax = 10_000

const recorders = new WeakMap<Database, Recorder>()

/**
 * Notes that a key was used, if that was not done within the last minute. Nobody waits for it and nothing fails by it:
 * it takes one connection at a time, however many keys are in use, and what cannot be written now is due again at the
 * key's next use.
 */
export function noteKeyUse(database: Database, caller: KeyCaller): void {
  if (!caller.is_use_due) return
  let record = recorders.get(database)
  if (record === undefined) {
    record = createRecorder(database)
    recorders.set(database, record)
  }
  record({ organizationId: caller.organization_id, id: caller.api_key_id })
}

function createRecorder(database: Database): Recorder {
  const waiting = new Map<string, Use>()
  let isWriting = false
  const write = async () => {
    while (waiting.size > 0) {
      const uses = [...waiting.values()]
      waiting.clear()
      // Best effort by intention: whatever is wrong with the database, the callers' own statements tell of it.
      await markKeysUsed(database.everywhere(), uses).catch(() => {})
    }
    isWriting = false
  }
  return (use) => {
    if (waiting.size < waitingMax) waiting.set(`${use.organizationId}:${use.id}`, use)
    if (isWriting) return
    isWriting = true
    void write()
  }
}
