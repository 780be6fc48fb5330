import pLimit from 'p-limit'
import { invalid } from '../../contract/api/errors.ts'
import type { DkimAlgorithm, DkimKeyInput } from '../../contract/resources/dkim-keys.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { generateDkimPair, readDkimPair, type DkimPair } from '../../rendering/mime/dkim-pair.ts'
import { checkDkimRecord, recordOfKey } from '../../outbound/names/dkim-record.ts'
import type { LookUpTxt } from '../../outbound/txt-records.ts'
import type { Secrets } from '../../secrets/ring.ts'
import { dkimKeys, recordDkimCheck, type DkimKeyRow } from '../../store/resources/dkim-keys.ts'
import { limitAtOnce } from '../at-once.ts'
import { findResource } from '../../store/resources/rows.ts'
import { addResource, type ResourceActor } from './changes.ts'

const keysOfOrganizationMax = 2
/** Generating a key takes a fifth of a second of one core. */
const keysMax = 2

/** @returns a function that adds a key; it throws AppError `validation_failed`, `too_many_requests`. */
export function createDkimKeyAdder(secrets: Pick<Secrets, 'seal'>) {
  const problem = 'other DKIM keys of the organization are being generated: wait until they are done'
  const ofOrganization = limitAtOnce(keysOfOrganizationMax, problem, 2)
  const limit = pLimit(keysMax)
  return async (sql: Scoped, actor: ResourceActor, input: DkimKeyInput): Promise<DkimKeyRow> => {
    const { domain, selector, active = true, private_key: given, algorithm: wanted } = input
    const generate = () => limit(() => generateDkimPair(wanted ?? 'rsa'))
    // Before the transaction, which would hold a connection meanwhile.
    const { algorithm, privateKey, publicKey } =
      given == null ? await ofOrganization(String(actor.organizationId), generate) : readPair(given, wanted)
    const { organizationId } = actor
    const key = {
      domain,
      // Two keys of a domain that sign together need two names.
      selector: selector ?? (algorithm === 'rsa' ? 'quiver' : 'quiver-ed25519'),
      algorithm,
      active,
      publicKey,
      seal: (id: number) => secrets.seal(privateKey, { table: 'dkim_keys', organizationId, id }),
    }
    return addResource(sql, actor, dkimKeys, () => key)
  }
}

function readPair(given: string, wanted: DkimAlgorithm | undefined): DkimPair {
  const pair = readDkimPair(given)
  if (pair === null) {
    throw invalid('private_key must be an RSA private key of 1024 to 4096 bits, or an Ed25519 one, in PEM')
  }
  if (wanted !== undefined && wanted !== pair.algorithm) {
    throw invalid(`algorithm must be ${pair.algorithm}, as private_key is`)
  }
  return pair
}

/** Lookups can take seconds; organizations must not wait for each other's. */
const checksAtOnceMax = 3

/** @returns a function that looks for the record of a key in the DNS, and keeps what it found. */
export function createDkimKeyCheck(lookUpTxt: LookUpTxt) {
  const problem = 'other DKIM keys of the organization are being checked: wait until they are done'
  const limit = limitAtOnce(checksAtOnceMax, problem, 5)
  return ({ sql, actor, id }: { sql: Scoped; actor: ResourceActor; id: number | string }) =>
    limit(String(actor.organizationId), async () => {
      const { organizationId } = actor
      const key = await findResource(sql, organizationId, dkimKeys, id)
      const check = await checkDkimRecord(lookUpTxt, organizationId, recordOfKey(key))
      await sql.begin((sql) => recordDkimCheck(sql, organizationId, key.id, check))
      return { row: await findResource(sql, organizationId, dkimKeys, id), records: check.records }
    })
}
