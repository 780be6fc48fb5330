import { invalid } from '../../contract/api/errors.ts'
import type { DkimKeyInput } from '../../contract/resources/dkim-keys.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { generateDkimPair, readDkimPair } from '../../rendering/dkim-pair.ts'
import type { DkimPair } from '../../rendering/dkim-pair.ts'
import type { Secrets } from '../../secrets.ts'
import { dkimKeys } from '../../store/resources/dkim-keys.ts'
import type { DkimKeyRow } from '../../store/resources/dkim-keys.ts'
import { addResource } from './changes.ts'
import type { ResourceActor } from './changes.ts'

export async function addDkimKey(
  sql: Scoped,
  actor: ResourceActor,
  { seal }: Pick<Secrets, 'seal'>,
  { domain, selector = 'quiver', active = true, private_key: given }: DkimKeyInput,
): Promise<DkimKeyRow> {
  // Generating a key is slow, so it happens before the transaction.
  const { privateKey, publicKey } = await pairFor(given)
  const key = { domain, selector, active, publicKey, privateKeySealed: seal(privateKey) }
  return addResource(sql, actor, dkimKeys, () => key)
}

async function pairFor(given: string | null | undefined): Promise<DkimPair> {
  if (given == null) return generateDkimPair()
  const pair = readDkimPair(given)
  if (pair === null) throw invalid('private_key must be an RSA private key of 1024 to 4096 bits in PEM')
  return pair
}
