import { createGatherer } from '../../../actions/gather.ts'
import type { Credential } from '../../../contract/api/credential.ts'
import type { Database } from '../../../database/driver/connection.ts'
import type { Secrets } from '../../../secrets/ring.ts'
import { findCaller, type KeyCaller } from '../../../store/api-keys/rows.ts'

type LookUp = { secrets: Secrets; credential: Credential }

const gatherers = new WeakMap<Database, ReturnType<typeof createLookUps>>()

/**
 * In a transaction of its own. Calls that come while their key is looked up share the next look-up, which begins after
 * they came: a key that was withdrawn before a call is refused.
 */
export function lookUpKey(database: Database, lookUp: LookUp): Promise<KeyCaller | null> {
  let gather = gatherers.get(database)
  if (gather === undefined) {
    gather = createLookUps(database)
    gatherers.set(database, gather)
  }
  const { organizationId, key } = lookUp.credential
  return gather(`${organizationId} ${key}`, lookUp)
}

function createLookUps(database: Database) {
  return createGatherer<LookUp, KeyCaller | null>(async (calls) => {
    const [{ secrets, credential }] = calls
    const { organizationId, key } = credential
    const own = database.within(organizationId)
    const found = await findCaller(own, organizationId, secrets.fingerprints(key))
    return calls.map(() => found)
  })
}
