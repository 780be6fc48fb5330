import pLimit from 'p-limit'
import { invalid } from '../../contract/api/errors.ts'
import type { DkimKeyInput } from '../../contract/resources/dkim-keys.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { generateDkimPair, readDkimPair } from '../../rendering/dkim-pair.ts'
import type { DkimPair } from '../../rendering/dkim-pair.ts'
import type { Secrets } from '../../secrets.ts'
import { dkimKeys } from '../../store/resources/dkim-keys.ts'
import type { DkimKeyRow } from '../../store/resources/dkim-keys.ts'
import { limitAtOnce } from '../at-once.ts'
import { addResource } from './changes.ts'
import type { ResourceActor } from './changes.ts'

/** An organization waits for its own keys only. */
const keysOfOrganizationMax = 2
/** Generating a key takes a fifth of a second of one core. */
const keysMax = 2

/** @returns a function that adds a key; it throws AppError `validation_failed`, `too_many_requests`. */
export function createDkimKeyAdder(secrets: Pick<Secrets, 'seal'>) {
  const problem = 'other DKIM keys of the organization are being generated: wait until they are done'
  const ofOrganization = limitAtOnce(keysOfOrganizationMax, problem, 2)
  const limit = pLimit(keysMax)
  return async (sql: Scoped, actor: ResourceActor, input: DkimKeyInput): Promise<DkimKeyRow> => {
    const { domain, selector = 'quiver', active = true, private_key: given } = input
    // Before the transaction, which would hold a connection meanwhile.
    const { privateKey, publicKey } =
      given == null
        ? await ofOrganization(String(actor.organizationId), () => limit(generateDkimPair))
        : readPair(given)
    const { organizationId } = actor
    const seal = (id: number) => secrets.seal(privateKey, { table: 'dkim_keys', organizationId, id })
    const key = { domain, selector, active, publicKey, seal }
    return addResource(sql, actor, dkimKeys, () => key)
  }
}

function readPair(given: string): DkimPair {
  const pair = readDkimPair(given)
  if (pair === null) throw invalid('private_key must be an RSA private key of 1024 to 4096 bits in PEM')
  return pair
}
