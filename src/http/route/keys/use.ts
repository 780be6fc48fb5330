import type { Database } from '../../../database/driver/connection.ts'
import { markKeysUsed, type KeyCaller, type KeyUse } from '../../../store/api-keys/rows.ts'

type Recorder = (use: KeyUse) => void

/** Keys beyond this are recorded on their next use. */
const waitingMax = 10_000

const recorders = new WeakMap<Database, Recorder>()

/**
 * At most once a minute per key, best effort and without delaying the call: uses one connection at a time. A failed
 * update is due again on the key's next use.
 */
export function noteKeyUse(
  database: Database,
  caller: KeyCaller,
  use: Pick<KeyUse, 'address' | 'endpoint'>,
): void {
  if (!caller.is_use_due) return
  let record = recorders.get(database)
  if (record === undefined) {
    record = createRecorder(database)
    recorders.set(database, record)
  }
  record({ ...use, organizationId: caller.organization_id, id: caller.api_key_id })
}

function createRecorder(database: Database): Recorder {
  const waiting = new Map<string, KeyUse>()
  let isWriting = false
  const write = async () => {
    while (waiting.size > 0) {
      const uses = [...waiting.values()]
      waiting.clear()
      // If the database has a problem, the calls themselves report it.
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
